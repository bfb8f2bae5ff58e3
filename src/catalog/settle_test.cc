// The derived tables against a slow twin that works from the definition, on random small worlds,
// settled in every order and interrupted anywhere.
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <map>

#include <gtest/gtest.h>

#include "catalog/catalog.h"
#include "catalog/settle_internal.h"
#include "catalog/world_test.h"

namespace asof::catalog {
namespace {

using test::must;
using test::TempDir;

struct SourceFile {
  std::string name;
  std::string about;
  std::vector<Capture> captures;
  std::vector<Document> documents;
  std::vector<Metadata> metadata;
};
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
        file.metadata.push_back(m);
      }
    }
  }

  std::mt19937 random_;
};

// One batch per half of the file, settled (maybe not to the end) after each.
void import_file(Catalog& catalog, const SourceFile& source, const OnStep& on_step) {
  File file{.name = source.name,
            .sha256 = {},
            .format = "warc",
            .compression = "gzip",
            .about = {},
            .first = {},
            .last = {}};
  must(catalog.begin_file(file));
  std::size_t half = source.captures.size() / 2;
  for (int part = 0; part < 2; ++part) {
    Batch batch;
    batch.file = file.id();
    batch.progress = part == 0 ? 50 : 100;
    batch.records = source.captures.size();
    if (!source.about.empty()) batch.about = source.about;
    auto middle = source.captures.begin() + static_cast<std::ptrdiff_t>(half);
    batch.captures.assign(part == 0 ? source.captures.begin() : middle,
                          part == 0 ? middle : source.captures.end());
    if (part == 0) batch.documents = source.documents;
    if (part == 1) batch.metadata = source.metadata;
    must(catalog.commit(batch));
    if (on_step) must(catalog.settle(on_step));
  }
  must(catalog.finish_file(file.id(), 100, std::string(32, 's')));
}

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
                         const std::string& home, How& how) {
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
    if (best) how = best->at == *from.refers_to_at ? How::Address : How::Second;
  }
  if (best || from.refers_to.empty() || from.urlkey != home) return best;
  how = How::RecordId;
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

std::pair<How, const Capture*> twin_original(const std::vector<Capture>& all, const Capture& r) {
  std::vector<const Capture*> met = {&r};
  How how = How::None;
  for (;;) {
    How step = How::None;
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
  if (found) return {How::Digest, found};
  found = twin_around(all, r.at, false, alike(r));
  if (found) return {How::AnyDigest, found};
  found = twin_around(all, r.at, true, [&](const Capture& c) {
    return r.profile == kNotModified && c.url == r.url && (c.status == 0 || c.status / 100 == 2);
  });
  if (found) return {How::Before, found};
  for (std::size_t i = 1; i < met.size(); ++i) {
    found = twin_around(all, met[i]->at, false, alike(*met[i]));
    if (found) return {How::AnyDigest, found};
  }
  return {How::None, nullptr};
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

void expect_twin(const Catalog& catalog, const World& world) {
  std::vector<Capture> all = all_of(world);
  std::map<std::string, std::string> urls;
  for (const Capture& c : all) {
    urls[c.url] = c.urlkey;
    auto origin = must(catalog.original_of(c.where));
    ASSERT_EQ(origin.has_value(), c.kind == Kind::Revisit);
    if (!origin) continue;
    auto [how, original] = twin_original(all, c);
    EXPECT_EQ(name_of(origin->how), name_of(how)) << c.url << " at " << c.at.ms;
    if (!original) continue;
    EXPECT_EQ(origin->where, original->where);
    EXPECT_EQ(origin->urlkey, original->urlkey);
    EXPECT_EQ(origin->at, original->at);
  }
  for (const auto& [url, key] : urls) {
    EXPECT_EQ(must(catalog.versions_of(key, url)), twin_versions(all, url)) << url;
  }
}

// -- the tests

constexpr unsigned kWorlds = 150;

TEST(Settle, EqualsTheDefinitionInAnyOrderAndWithAnyInterruption) {
  for (unsigned seed = 0; seed < kWorlds && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Maker maker(seed);
    World world = maker.world();
    auto whole = must(Catalog::open(":memory:", Access::Write));
    for (const SourceFile& file : world) import_file(whole, file, {});
    must(whole.settle());
    expect_twin(whole, world);
    std::string expected = text_of(whole);

    std::shuffle(world.begin(), world.end(), std::mt19937(seed));
    auto bits = must(Catalog::open(":memory:", Access::Write));
    OnStep maybe_stop = [&](const Step&) { return maker.below(4) != 0; };
    for (const SourceFile& file : world) {
      import_file(bits, file, maybe_stop);
      if (maker.below(3)) continue;
      must(bits.remove_file(file_id(file.name)));
      must(bits.settle(maybe_stop));
      import_file(bits, file, maybe_stop);
    }
    must(bits.settle());
    EXPECT_TRUE(must(bits.settled()));
    EXPECT_EQ(first_difference(text_of(bits), expected), "");

    must(bits.rebuild());
    EXPECT_EQ(first_difference(text_of(bits), expected), "") << "rebuilt";
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
    std::string expected = text_of(whole);
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
      EXPECT_EQ(first_difference(text_of(catalog), expected), "") << "killed after step " << stop;
    }
  }
}

TEST(Settle, FollowsARevisitOfARevisit) {
  TempDir directory;
  auto catalog = open_new(directory);
  Capture one = response("x", 1000, {0, 0, 0}, "A");
  Capture two = revisit("x", 2000, {0, 1, 0}, "A");
  two.refers_to_at = Instant{1000};
  Capture three = revisit("y", 3000, {0, 2, 0}, "");
  three.refers_to_at = Instant{2000};
  three.refers_to_url = two.url;
  three.refers_to_key = two.urlkey;
  FileId file = add_file(catalog, "f", {three, two});
  must(catalog.settle());
  EXPECT_EQ(must(catalog.original_of({file, 2, 0}))->how, How::None);
  add_file(catalog, "g", {one});
  must(catalog.settle());
  auto origin = must(catalog.original_of({file, 2, 0})).value();
  EXPECT_EQ(origin.how, How::Address);
  EXPECT_EQ(origin.where.file, file_id("g"));
}

TEST(Settle, BoundsChainsOfRevisits) {
  TempDir directory;
  auto catalog = open_new(directory);
  std::vector<Capture> captures = {response("x", 0, {0, 0, 0}, "A")};
  for (int i = 1; i < 200; ++i) {
    Capture c = revisit("x", i * 1000, {0, static_cast<std::uint64_t>(i), 0}, "A");
    c.refers_to_at = Instant{(i - 1) * 1000};
    captures.push_back(c);
  }
  FileId file = add_file(catalog, "f", captures);
  must(catalog.settle());
  EXPECT_EQ(must(catalog.original_of({file, 50, 0}))->how, How::Address);
  auto last = must(catalog.original_of({file, 199, 0})).value();
  EXPECT_EQ(last.how, How::Digest);
  EXPECT_EQ(last.where.offset, 0u);
  EXPECT_EQ(must(catalog.versions_of("com,example)/x")).size(), 1u);
}

TEST(Settle, CountsSitesByTheirKeys) {
  TempDir directory;
  auto catalog = open_new(directory);
  Capture elsewhere = response("x", 3, {0, 3, 0}, "A");
  elsewhere.urlkey = "uk,co,example,news:8080)/x";
  Capture name = response("x", 4, {0, 4, 0}, "A");
  name.urlkey = "dns:example.com";
  add_file(catalog, "f",
           {response("x", 1, {0, 0, 0}, "A"), response("x", 2, {0, 1, 0}, "B"),
            response("y", 2, {0, 2, 0}, "B"), elsewhere, name});
  must(catalog.settle());
  auto sites = must(catalog.sites());
  ASSERT_EQ(sites.size(), 3u);
  EXPECT_EQ(sites[0].key, "com,example)");
  EXPECT_EQ(sites[0].host, "example.com");
  EXPECT_EQ(sites[0].pages, 2u);
  EXPECT_EQ(sites[0].captures, 3u);
  EXPECT_EQ(sites[0].versions, 3u);
  EXPECT_EQ(sites[1].key, "dns:");
  EXPECT_EQ(sites[2].host, "news.example.co.uk:8080");
  EXPECT_EQ(sites[2].domain, "example.co.uk");
  must(catalog.remove_file(file_id("f")));
  must(catalog.settle());
  EXPECT_TRUE(must(catalog.sites()).empty());
}

TEST(Settle, CutsCrawlsWhereNothingWasCaptured) {
  constexpr std::int64_t kHour = 3'600'000;
  TempDir directory;
  auto catalog = open_new(directory);
  auto at = [](std::int64_t hour, std::uint64_t offset) {
    return response("x", hour * kHour, {0, offset, 0}, "A");
  };
  add_file(catalog, "a1", {at(0, 0), at(20, 1), at(50, 2)}, R"({"isPartOf":"named"})");
  add_file(catalog, "a2", {at(40, 0)}, R"({"isPartOf":"named","software":"s"})");
  add_file(catalog, "rec-1.warc", {at(0, 0), at(5, 1)});
  add_file(catalog, "rec-2.warc", {at(10, 0), at(17, 1)}, "not json");
  must(catalog.settle());
  std::string found;
  for (const Crawl& crawl : must(catalog.crawls())) {
    found += crawl.label + " " + std::to_string(crawl.first.ms / kHour) + "-" +
             std::to_string(crawl.last.ms / kHour) + " " + std::to_string(crawl.files) + " " +
             std::to_string(crawl.captures) + "\n";
  }
  EXPECT_EQ(found, "named 0-50 2 4\nrec-#.warc 0-10 2 3\nrec-#.warc 17-17 1 1\n");
  EXPECT_TRUE(must(catalog.crawl_of(file_id("a1"), {20 * kHour})).starts_with("named 1970"));
  EXPECT_EQ(must(catalog.crawl_of(file_id("a1"), {999 * kHour})), "");
}

TEST(Settle, KeepsTheLatestCapturePerCrawlAndUrl) {
  TempDir directory;
  auto catalog = open_new(directory);
  Capture upper = response("x", 5, {0, 2, 0}, "C");
  upper.url = "http://example.com/X";
  add_file(catalog, "f",
           {response("x", 1, {0, 0, 0}, "A"), response("x", 9, {0, 1, 0}, "B"), upper},
           R"({"isPartOf":"one"})");
  add_file(catalog, "g", {response("x", 20, {0, 0, 0}, "D")}, R"({"isPartOf":"two"})");
  must(catalog.settle());
  std::string crawl = must(catalog.crawls()).front().name;
  std::string unique, clean;
  must(catalog.unique_captures(crawl, [&](const Capture& c) {
    unique += c.digest + " ";
    return true;
  }));
  must(catalog.clean_captures(crawl, [&](const Capture& c) {
    clean += c.digest + " ";
    return true;
  }));
  EXPECT_EQ(unique, "sha1:C sha1:B ") << "the other crawl's later capture does not count";
  EXPECT_EQ(clean, "sha1:B ");
}

Document page_with(const Capture& capture, const std::vector<Link>& links) {
  Document d;
  d.urlkey = capture.urlkey;
  d.url = capture.url;
  d.sha256 = capture.sha256;
  d.links = pack_links(links);
  d.link_count = links.size();
  return d;
}

TEST(Settle, RebuildsPathsFromMetadataLogAndLinks) {
  TempDir directory;
  auto catalog = open_new(directory);
  std::string base = "http://example.com/";
  SourceFile file{"f.warc", R"({"isPartOf":"p"})", {}, {}, {}};
  FileId id = file_id(file.name);
  auto add = [&](std::string path, std::int64_t at) -> Capture& {
    file.captures.push_back(response(path, at, {id, static_cast<std::uint64_t>(at), 0}, path));
    return file.captures.back();
  };
  file.documents.push_back(page_with(add("root", 1), {{LinkKind::Requisite, "", base + "img"},
                                                      {LinkKind::Hyperlink, "", base + "old#top"},
                                                      {LinkKind::Hyperlink, "", base + "gone"}}));
  add("img", 2);
  add("old", 3).location = base + "new";
  file.documents.push_back(page_with(add("new", 4), {{LinkKind::Hyperlink, "", base + "root"},
                                                     {LinkKind::Hyperlink, "", base + "told"}}));
  add("alone", 5);
  add("told", 6);
  add("logged", 7);
  Metadata told;
  told.urlkey = "com,example)/told";
  told.at = {6};
  told.where = {id, 60, 0};
  told.url = base + "told";
  told.via = base + "elsewhere";
  told.hops = "LLE";
  file.metadata.push_back(told);
  import_file(catalog, file, {});
  must(catalog.settle());
  LogEntry entry;
  entry.urlkey = "com,example)/logged";
  entry.at = {9};
  entry.begin = Instant{7};
  entry.log = "crawl.log";
  entry.url = base + "logged";
  entry.hops = "P";
  entry.via = base + "root";
  must(catalog.add_log({entry}));
  EXPECT_FALSE(must(catalog.settled()));
  must(catalog.settle());
  std::string found;
  std::string crawl = must(catalog.crawls()).front().name;
  must(catalog.paths(crawl, [&](const Path& path) {
    found += path.urlkey.substr(13) + " " + path.hops + " " +
             (path.parent.empty() ? "-" : path.parent.substr(19)) + " " + path.source + "\n";
    return true;
  }));
  EXPECT_EQ(found,
            "alone  - seed\n"
            "img E root links\n"
            "logged P root log\n"
            "new LR old links\n"
            "old L root links\n"
            "root  - seed\n"
            "told LLE elsewhere metadata\n");
  int links = 0;
  must(catalog.unique_links(crawl, [&](std::string_view, const Link&) { return ++links; }));
  EXPECT_EQ(links, 5);
}

TEST(Settle, ShortensLongPathsLikeHeritrix) {
  TempDir directory;
  auto catalog = open_new(directory);
  SourceFile file{"f.warc", "", {}, {}, {}};
  auto name = [](int i) { return "p" + std::to_string(i); };
  for (int i = 0; i < 80; ++i) {
    file.captures.push_back(
        response(name(i), i, {file_id("f.warc"), static_cast<std::uint64_t>(i), 0}, name(i)));
    file.documents.push_back(page_with(
        file.captures.back(), {{LinkKind::Hyperlink, "", "http://example.com/" + name(i + 1)}}));
  }
  import_file(catalog, file, {});
  must(catalog.settle());
  auto path = must(catalog.path_of(must(catalog.crawls()).front().name, "com,example)/p79",
                                   "http://example.com/p79"));
  EXPECT_EQ(path.value().depth, 79u);
  EXPECT_EQ(path->hops, "29+" + std::string(50, 'L'));
}

TEST(Summary, CountsWhatIsThere) {
  TempDir directory;
  auto catalog = open_new(directory);
  Capture missing = response("z", 4, {0, 3, 0}, "Q");
  missing.status = 404;
  add_file(catalog, "f",
           {response("x", 1, {0, 0, 0}, "A"), response("y", 2, {0, 1, 0}, "A"),
            revisit("x", 3, {0, 2, 0}, "A"), missing, revisit("y", 5, {0, 4, 0}, "R")});
  Batch batch;
  batch.file = file_id("f");
  batch.damage = {{file_id("f"), 7, "cut"}};
  must(catalog.commit(batch));
  must(catalog.settle());
  Summary s = must(catalog.summary());
  EXPECT_EQ(s.captures, 5u);
  EXPECT_EQ(s.responses, 3u);
  EXPECT_EQ(s.revisits, 2u);
  EXPECT_EQ(s.pages, 3u);
  EXPECT_EQ(s.versions, 4u);
  EXPECT_EQ(s.duplicates, 1u);
  EXPECT_EQ(s.duplicate_bytes, 1u);
  EXPECT_EQ(s.resolved, 1u);
  EXPECT_EQ(s.unresolved, 1u);
  ASSERT_EQ(s.statuses.size(), 2u);
  EXPECT_EQ(s.statuses[0].name, "200");
  EXPECT_EQ(s.statuses[0].captures, 4u);
  EXPECT_EQ(s.first, Instant{1});
  EXPECT_EQ(s.last, Instant{5});
  EXPECT_EQ(s.damage_count, 1u);
  ASSERT_EQ(s.files.size(), 1u);
  EXPECT_EQ(s.files[0].captures, 5u);
  EXPECT_EQ(s.files[0].file.last, Instant{5});
  EXPECT_TRUE(s.settled);
  EXPECT_EQ(must(catalog.summary({.key_prefix = "com,example)/x"})).captures, 2u);
  EXPECT_EQ(must(catalog.summary({.key_prefix = "org,"})).captures, 0u);
}

}  // namespace
}  // namespace asof::catalog
