// The derived tables against a slow twin that works from the definition, on random small worlds,
// settled in every order and interrupted anywhere.
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <random>

#include <gtest/gtest.h>

#include "catalog/schema_internal.h"
#include "catalog/writer.h"
#include "support/catalog_world.h"

namespace asof::catalog {
namespace {

using test::must;
using test::TempDir;

using World = std::vector<SourceFile>;

class Maker final {
 public:
  explicit Maker(unsigned seed) : random_(seed) {}
  unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }

  World world() {
    World world(1 + below(4));
    std::vector<Capture> made;
    for (std::size_t f = 0; f < world.size(); ++f) {
      SourceFile& file = world[f];
      file.name = "f" + std::to_string(f) + ".warc.gz";
      if (below(2)) file.about = R"({"isPartOf":"part)" + std::to_string(below(2)) + "\"}";
      for (std::uint64_t i = 0, n = below(9); i < n; ++i) {
        file.captures.push_back(capture({file_id(file.name), i * 10, 0}, made));
        made.push_back(file.captures.back());
      }
    }
    for (SourceFile& file : world) decorate(file);
    return world;
  }

 private:
  std::string path() { return std::string(1, static_cast<char>('a' + below(3))); }
  std::int64_t instant() {
    return 250 * static_cast<std::int64_t>(below(20)) + 8 * 3'600'000 * std::int64_t{below(3)};
  }

  Capture capture(Locator where, const std::vector<Capture>& made) {
    std::string content(1, static_cast<char>('A' + below(3)));
    if (below(3) == 0) content.clear();
    Capture c = below(2) ? response(path(), instant(), where, content)
                         : revisit(path(), instant(), where, content);
    if (below(4) == 0) c.url.insert(4, "s");
    if (below(6) == 0) c.status = static_cast<int>(below(2) ? 404 : 304);
    if (below(8) == 0) c.kind = c.kind == Kind::Response ? Kind::Resource : c.kind;
    if (c.kind == Kind::Revisit && !made.empty() && below(3)) {
      const Capture& to = made[below(static_cast<unsigned>(made.size()))];
      if (below(2)) c.refers_to = to.record_id;
      if (below(2)) {
        c.refers_to_at = to.at;
        if (below(3) == 0) c.refers_to_at = Instant{to.at.ms - to.at.ms % 1000};
        if (below(4)) c.refers_to_url = to.url;
        if (!c.refers_to_url.empty()) c.refers_to_key = to.urlkey;
      }
    }
    return c;
  }

  void decorate(SourceFile& file) {
    for (const Capture& c : file.captures) {
      if (!c.sha256.empty() && below(2)) {
        std::vector<Link> links;
        for (unsigned i = below(4); i > 0; --i) {
          links.push_back({LinkKind::Hyperlink, "a", "http://example.com/" + path() + "#x"});
        }
        Document d;
        d.urlkey = c.urlkey;
        d.url = c.url;
        d.sha256 = c.sha256;
        d.title = std::to_string(below(3));
        d.links = pack_links(links);
        d.link_count = links.size();
        file.documents.push_back(d);
      }
      if (below(4) == 0) {
        Metadata m;
        m.urlkey = c.urlkey;
        m.at = c.at;
        m.where = {c.where.file, c.where.offset + 5, 0};
        m.url = c.url;
        m.via = below(2) ? "http://example.com/" + path() : "";
        if (below(2)) m.hops = std::string(below(3), 'L');
        if (below(2))
          m.links = pack_links({{LinkKind::Requisite, "img", "http://example.com/" + path()}});
        file.metadata.push_back(m);
      }
    }
  }

  std::mt19937 random_;
};

std::vector<Capture> all_of(const World& world) {
  std::vector<Capture> all;
  for (const SourceFile& file : world) {
    all.insert(all.end(), file.captures.begin(), file.captures.end());
  }
  std::sort(all.begin(), all.end(), [](const Capture& a, const Capture& b) {
    return std::tie(a.urlkey, a.at, a.where) < std::tie(b.urlkey, b.at, b.where);
  });
  return all;
}

// -- the twin

bool has_content(const Capture& c) { return c.kind != Kind::Revisit && c.status != 304; }
bool contradicts(const Capture& a, const Capture& b) {
  return !a.digest.empty() && !b.digest.empty() && a.digest != b.digest;
}

const Capture* twin_next(const std::vector<Capture>& all, const Capture& from,
                         const std::string& home, OriginMatch& how) {
  const Capture* best = nullptr;
  if (from.refers_to_at) {
    std::string key = from.refers_to_url.empty() ? from.urlkey : from.refers_to_key;
    auto rank = [&](const Capture& c) {
      return std::tuple(c.at != *from.refers_to_at,
                        !from.refers_to_url.empty() && c.url != from.refers_to_url, !has_content(c),
                        c.at, c.where);
    };
    for (const Capture& c : all) {
      if (c.urlkey != key || c.where == from.where || contradicts(c, from)) continue;
      if (c.at.ms / 1000 != from.refers_to_at->ms / 1000) continue;
      if (!best || rank(c) < rank(*best)) best = &c;
    }
    if (best) how = best->at == *from.refers_to_at ? OriginMatch::Address : OriginMatch::Second;
  }
  if (best || from.refers_to.empty() || from.urlkey != home) return best;
  how = OriginMatch::RecordId;
  for (const Capture& c : all) {
    if (c.urlkey != home || c.record_id != from.refers_to) continue;
    return c.where == from.where || contradicts(c, from) ? nullptr : &c;
  }
  return nullptr;
}

// The latest at or before, else the earliest after.
template <class Accept>
const Capture* twin_around(const std::vector<Capture>& all, Instant at, bool before_only,
                           const Accept& accept) {
  const Capture* before = nullptr;
  const Capture* after = nullptr;
  for (const Capture& c : all) {
    if (!has_content(c) || !accept(c)) continue;
    auto place = [](const Capture& x) { return std::tie(x.at, x.where); };
    if (c.at <= at && (!before || place(c) > place(*before))) before = &c;
    if (c.at > at && (!after || place(c) < place(*after))) after = &c;
  }
  return before || before_only ? before : after;
}

std::pair<OriginMatch, const Capture*> twin_original(const std::vector<Capture>& all,
                                                     const Capture& r) {
  std::vector<const Capture*> met = {&r};
  OriginMatch how = OriginMatch::None;
  for (;;) {
    OriginMatch step = OriginMatch::None;
    const Capture* next = twin_next(all, *met.back(), r.urlkey, step);
    if (!next || std::find(met.begin(), met.end(), next) != met.end()) break;
    if (met.size() == 1) how = step;
    if (has_content(*next)) return {how, next};
    met.push_back(next);
  }
  auto alike = [](const Capture& to) {
    return [&to](const Capture& c) { return !to.digest.empty() && c.digest == to.digest; };
  };
  const Capture* found = twin_around(
      all, r.at, false, [&](const Capture& c) { return c.urlkey == r.urlkey && alike(r)(c); });
  if (found) return {OriginMatch::Digest, found};
  found = twin_around(all, r.at, false, alike(r));
  if (found) return {OriginMatch::AnyDigest, found};
  found = twin_around(all, r.at, true, [&](const Capture& c) {
    return r.profile == kNotModified && c.url == r.url && (c.status == 0 || c.status / 100 == 2);
  });
  if (found) return {OriginMatch::Before, found};
  for (std::size_t i = 1; i < met.size(); ++i) {
    if (met[i]->kind != Kind::Revisit) continue;
    found = twin_around(all, met[i]->at, false, alike(*met[i]));
    if (found) return {OriginMatch::AnyDigest, found};
  }
  return {OriginMatch::None, nullptr};
}

std::vector<Version> twin_versions(const std::vector<Capture>& all, const std::string& url) {
  std::vector<Version> runs;
  for (const Capture& c : all) {
    if (c.url != url) continue;
    Capture shown = c;
    bool silent = c.status == 304 || (c.kind == Kind::Revisit && c.profile == kNotModified);
    if (c.kind == Kind::Revisit) {
      auto [how, original] = twin_original(all, c);
      if (original) {
        shown = *original;
        if (c.status != 0 && c.status != 304) shown.status = c.status;
        silent = false;
      }
    }
    if (silent && runs.empty()) {
      runs.push_back({c.urlkey, url, c.at, c.at, c.where, 1, c.status, "", "", "", 0});
      continue;
    }
    Version* run = runs.empty() ? nullptr : &runs.back();
    bool equal =
        run &&
        (silent || (run->status == shown.status &&
                    (run->sha256.empty() || shown.sha256.empty() ? run->digest == shown.digest
                                                                 : run->sha256 == shown.sha256)));
    if (!equal) {
      runs.push_back({c.urlkey, url, c.at, c.at, c.where, 1, shown.status, shown.sha256,
                      shown.digest, shown.mime, shown.size});
      continue;
    }
    run->last = c.at;
    ++run->captures;
    if (!silent && run->sha256.empty()) run->sha256 = shown.sha256;
    if (!silent && run->digest.empty()) run->digest = shown.digest;
  }
  return runs;
}

void expect_twin(const Writer& catalog, const World& world) {
  std::vector<Capture> all = all_of(world);
  std::map<std::string, std::string> urls;
  for (const Capture& c : all) {
    urls[c.url] = c.urlkey;
    auto origin = must(catalog.reader().original_of(c.where));
    ASSERT_EQ(origin.has_value(), c.kind == Kind::Revisit);
    if (!origin) continue;
    auto [how, original] = twin_original(all, c);
    EXPECT_EQ(name_of(origin->match), name_of(how)) << c.url << " at " << c.at.ms;
    if (!original) continue;
    EXPECT_EQ(origin->where, original->where);
    EXPECT_EQ(origin->urlkey, original->urlkey);
    EXPECT_EQ(origin->at, original->at);
  }
  for (const auto& [url, key] : urls) {
    EXPECT_EQ(must(catalog.reader().versions_of(key, url)), twin_versions(all, url)) << url;
  }
}

// -- the tests

constexpr unsigned kWorlds = 150;
// In which the way from a revisit to its original leads over a 304 kept as a response.
constexpr unsigned kRare = 3257;

TEST(Settle, EqualsTheDefinitionInAnyOrderAndWithAnyInterruption) {
  for (unsigned world_number = 0; world_number <= kWorlds && !HasFailure(); ++world_number) {
    const unsigned seed = world_number == kWorlds ? kRare : world_number;
    SCOPED_TRACE("seed " + std::to_string(seed));
    Maker maker(seed);
    World world = maker.world();
    auto whole = must(Writer::open(":memory:"));
    for (const SourceFile& file : world) import_file(whole, file, {});
    must(whole.settle());
    expect_twin(whole, world);
    std::string expected = text_of(whole.reader());

    std::shuffle(world.begin(), world.end(), std::mt19937(seed));
    auto bits = must(Writer::open(":memory:"));
    OnStep maybe_stop = [&](const Step&) { return maker.below(4) != 0; };
    for (const SourceFile& file : world) {
      import_file(bits, file, maybe_stop);
      if (maker.below(2)) must(bits.settle_pages());
      if (maker.below(3)) continue;
      must(bits.remove_file(file_id(file.name)));
      must(bits.settle(maybe_stop));
      import_file(bits, file, maybe_stop);
    }
    must(bits.settle());
    EXPECT_TRUE(must(bits.reader().settled()));
    EXPECT_EQ(first_difference(text_of(bits.reader()), expected), "");

    must(bits.rebuild());
    EXPECT_EQ(first_difference(text_of(bits.reader()), expected), "") << "rebuilt";
  }
}

TEST(Settle, CanBeKilledAfterAnyStep) {
  for (unsigned seed : {3u, 8u}) {
    World world = Maker(seed).world();
    TempDir directory;
    auto whole = open_new(directory, "whole");
    for (const SourceFile& file : world) import_file(whole, file, {});
    int steps = 0;
    must(whole.settle([&](const Step&) { return ++steps > 0; }));
    std::string expected = text_of(whole.reader());
    ASSERT_GT(steps, 4);
    for (int stop = 1; stop <= steps; ++stop) {
      std::string name = "killed" + std::to_string(stop);
      pid_t child = fork();
      if (child == 0) {
        auto catalog = open_new(directory, name);
        for (const SourceFile& file : world) import_file(catalog, file, {});
        int taken = 0;
        must(catalog.settle([&](const Step&) {
          if (++taken == stop) _exit(0);
          return true;
        }));
        _exit(1);
      }
      int status = 0;
      ASSERT_EQ(waitpid(child, &status, 0), child);
      ASSERT_EQ(status, 0);
      auto catalog = open_new(directory, name);
      EXPECT_TRUE(must(catalog.settle()).finished);
      EXPECT_EQ(first_difference(text_of(catalog.reader()), expected), "")
          << "killed after step " << stop;
    }
  }
}

// A catalog of version 6 kept the rows of recent batches in tables of their own.
TEST(Settle, FindsRowsThatWaitedInAnOlderCatalog) {
  for (unsigned seed = 0; seed < 20 && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const World world = Maker(seed).world();
    TempDir directory;
    auto whole = open_new(directory, "whole");
    for (const SourceFile& file : world) import_file(whole, file, {});
    {
      auto old = must(Database::open((directory / "old").string(), Database::Mode::Create));
      must(migrate(*old, migrations().first(6)));
      must(old->execute("ATTACH '" + (directory / "whole").string() + "' AS whole"));
      must(
          old->execute("INSERT INTO file SELECT * FROM whole.file;"
                       "INSERT INTO touched_file SELECT id, 0 FROM file"));
      for (const std::string table : {"capture", "document", "metadata"}) {
        const std::string waiting = "new_" + table;
        Query names = old->query("SELECT group_concat(name) FROM pragma_table_info(?)");
        names.bind(waiting);
        must(names.step());
        must(old->execute("INSERT INTO " + waiting + " SELECT " + names.string(0) + " FROM whole." +
                          table + " ORDER BY random()"));
      }
    }
    must(whole.settle());
    auto old = open_new(directory, "old");
    must(old.settle());
    EXPECT_EQ(first_difference(text_of(old.reader()), text_of(whole.reader())), "");
  }
}

// A catalog of version 8 had texts where there are numbers now.
TEST(Settle, KeepsEveryRowOfACatalogWithoutNumbers) {
  for (unsigned seed = 0; seed < 20 && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const World world = Maker(seed).world();
    TempDir directory;
    auto whole = open_new(directory, "whole");
    for (const SourceFile& file : world) import_file(whole, file, {});
    must(whole.settle());
    const auto expected = text_of(whole.reader());
    {
      auto old = must(Database::open((directory / "old").string(), Database::Mode::Create));
      must(migrate(*old, migrations().first(8)));
      must(old->execute("ATTACH '" + (directory / "whole").string() + "' AS whole"));
      for (const std::string table :
           {"file", "capture", "payload", "document", "metadata", "log", "damage", "original",
            "version", "page", "site", "activity", "crawl", "crawl_span", "path", "touched_change"})
        must(old->execute("INSERT INTO " + table + " SELECT * FROM whole." + table));
    }
    EXPECT_EQ(first_difference(text_of(must(Reader::open(directory / "old"))), expected), "");
    auto old = open_new(directory, "old");
    EXPECT_TRUE(must(old.reader().settled()));
    must(old.rebuild());
    EXPECT_EQ(first_difference(text_of(old.reader()), expected), "") << "rebuilt";
  }
}

}  // namespace
}  // namespace asof::catalog
