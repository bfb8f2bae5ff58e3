// Pages: per key the originals of its revisits and the versions of its URLs.
#include <map>
#include <set>

#include "catalog/resolve_internal.h"
#include "catalog/rows_internal.h"
#include "catalog/settle_internal.h"

namespace asof::catalog {
namespace {

const std::string kNewPage = "INSERT OR IGNORE INTO page_row VALUES " + parameters<PageRow>();
const std::string kPutPage = "REPLACE INTO page_row VALUES " + parameters<PageRow>();
const std::string kPutVersion = "INSERT INTO version_row VALUES " + parameters<Version>();
// Of a version that is what its first capture shows.
constexpr const char* kPutOwn =
    "INSERT INTO version_row VALUES (?, ?, ?, ?, ?, ?, ?, ?, NULL, NULL, NULL, NULL, NULL)";

// Gives a text that is missing; false where that made it another.
bool fill(std::string& text, const std::string& value) {
  if (!text.empty()) return true;
  text = value;
  return text.empty();
}

bool same(const Version& run, const Content& content) {
  if (run.status != content.status) return false;
  if (!run.sha256.empty() && !content.sha256.empty()) return run.sha256 == content.sha256;
  return run.digest == content.digest;
}

// What a capture shows; nothing where it only says that nothing changed.
Result<std::optional<Content>> content_at(const KeyCaptures& captures, const Sighting& seen,
                                          const Origin& origin) {
  if (seen.kind == Kind::Revisit && !seen.not_stored && origin.match != OriginMatch::None) {
    Content content = TRY(captures.content_of(origin));
    // A revisit may have been answered with another status than its original; 304 is no status of
    // the content.
    if (seen.status != 0 && seen.status != 304) content.status = seen.status;
    return std::optional<Content>(std::move(content));
  }
  if (seen.status == 304 || seen.not_modified) return std::optional<Content>();
  return std::optional<Content>(
      Content{seen.status, *seen.sha256, *seen.digest, *seen.mime, seen.size, seen.cut});
}

// What is not whole is no version. Nor is a capture whose date leaves open on which side of another
// capture it lies: it says nothing about their order.
bool proves_nothing(const std::vector<Sighting>& all, const Sighting& seen,
                    const std::optional<Content>& content) {
  if (seen.cut || (content && content->cut)) return true;
  if (seen.width == 0) return false;
  const auto mine = static_cast<std::size_t>(&seen - all.data());
  for (std::size_t i = mine + 1; i < all.size() && all[i].at.ms < seen.at.ms + seen.width; ++i)
    if (all[i].url == seen.url) return true;
  return false;
}

struct Run {
  Version version;
  bool own = false;  // status, content and type are those of its first capture
};

// The runs of equal content, per exact URL, in the order they began.
class Runs final {
 public:
  explicit Runs(const std::string& key) : key_(key) {}

  void add(const Sighting& seen, const std::optional<Content>& content) {
    auto latest = latest_.find(seen.url);
    if (latest != latest_.end()) {
      auto& [run, own] = all_[latest->second];
      if (!content || same(run, *content)) {
        run.last = seen.at;
        ++run.captures;
        if (content && !fill(run.sha256, content->sha256)) own = false;
        if (content && !fill(run.digest, content->digest)) own = false;
        return;
      }
    }
    latest_[seen.url] = all_.size();
    Content shown = content.value_or(Content{seen.status, {}, {}, {}, 0});
    all_.push_back({{key_, *seen.url, seen.at, seen.at, seen.where, 1, shown.status, shown.sha256,
                     shown.digest, shown.mime, shown.size},
                    content && seen.kind != Kind::Revisit});
  }

  const std::vector<Run>& all() const { return all_; }

 private:
  const std::string& key_;
  std::vector<Run> all_;
  std::map<const std::string*, std::size_t> latest_;
};

// Documents of the key that are new, other or gone: (URL, SHA-256).
using Documents = std::set<std::pair<std::string, std::string>>;

Result<Documents> touched_documents(Database& database, const Address& address) {
  Query query = database.query("SELECT url, sha256 FROM touched_document WHERE address = ?");
  query.bind(address.id);
  Documents documents;
  while (TRY(query.step())) documents.emplace(query.string(0), query.string(1));
  return documents;
}

Result<void> put_original(Database& database, const Address& address, const Locator& revisit,
                          const Origin& origin) {
  bool found = origin.match != OriginMatch::None;
  std::optional<std::int64_t> key;
  std::optional<Instant> at;
  std::optional<std::int64_t> file;
  std::optional<std::uint64_t> offset, inner;
  if (found) {
    key = address.id;
    if (origin.urlkey != address.urlkey) {
      const auto other = TRY(address_of(database, origin.urlkey));
      if (other) key = other->id;
    }
    at = origin.at;
    file = origin.where.file;
    offset = origin.where.offset;
    inner = origin.where.inner;
  }
  auto how = static_cast<int>(origin.match);
  Query insert = database.query(
      "INSERT INTO original_row VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)"
      " ON CONFLICT DO UPDATE SET"
      " how = ?4, o_address = ?5, o_at = ?6, o_file = ?7, o_offset = ?8, o_inner = ?9"
      " WHERE (how, o_address, o_at, o_file, o_offset, o_inner) IS NOT (?4, ?5, ?6, ?7, ?8, ?9)");
  TRY(insert.bind(revisit.file, revisit.offset, revisit.inner, how, key, at, file, offset, inner)
          .run());
  // The content of the revisit may be another now, and with it the links its crawl followed.
  if (database.changes() == 0) return {};
  return touch_file(database, revisit.file);
}

Result<void> put_versions(Database& database, const Address& address,
                          const std::vector<Run>& runs) {
  Query insert = database.query(kPutVersion.c_str());
  Query own = database.query(kPutOwn);
  for (const auto& [v, is_own] : runs) {
    if (!is_own) {
      TRY(run_at(insert.again(), address, v));
      continue;
    }
    own.again().bind(address.id, 0, v.first, v.where.file, v.where.offset, v.where.inner, v.last,
                     v.captures);
    put_url(own, 2, v.url, address);
    TRY(own.run());
  }
  return {};
}

// What there is at all, asked once for many pages: most catalogs that grow have none of it.
struct Concerns {
  bool documents = false;  // touched
  bool changes = false;    // made before

  static Result<Concerns> of(Database& database) {
    const auto documents = TRY(database.integer("SELECT EXISTS (SELECT 1 FROM touched_document)"));
    const auto changes = TRY(
        database.integer("SELECT EXISTS (SELECT 1 FROM change) OR EXISTS (SELECT 1 FROM validator)"
                         " OR EXISTS (SELECT 1 FROM change_use)"));
    return Concerns{documents != 0, changes != 0};
  }
};

// Its changes are to be looked at again, and those of pages shown with it.
Result<void> touch_changes(Database& database, const std::string& key, std::size_t captures,
                           const Concerns& concerns) {
  if (captures > 1) {
    TRY(database.query("INSERT OR IGNORE INTO touched_change VALUES (?)").bind(key).run());
  } else if (concerns.changes) {
    TRY(database
            .query("INSERT OR IGNORE INTO touched_change SELECT ?1"
                   " WHERE EXISTS (SELECT 1 FROM validator WHERE urlkey = ?1)"
                   " OR EXISTS (SELECT 1 FROM change WHERE urlkey = ?1)")
            .bind(key)
            .run());
  }
  if (!concerns.changes) return {};
  return database
      .query(
          "INSERT OR IGNORE INTO touched_change SELECT urlkey FROM change_use WHERE resource = ?")
      .bind(hash63(key))
      .run();
}

// Whether the page is new: then it has no versions to be replaced.
Result<bool> put_page(Database& database, const Address& address,
                      const std::vector<Sighting>& captures, std::size_t versions) {
  if (captures.empty()) {
    TRY(database.query("DELETE FROM page_row WHERE address = ?").bind(address.id).run());
    return false;
  }
  const Sighting& last = captures.back();
  const PageRow page{address.urlkey, *last.url,           captures.size(),
                     versions,       captures.front().at, last.at};
  Query insert = database.query(kNewPage.c_str());
  TRY(run_at(insert, address, page));
  if (database.changes() > 0) return true;
  Query replace = database.query(kPutPage.c_str());
  TRY(run_at(replace, address, page));
  return false;
}

// Touches its site, unless that is the one touched last.
Result<void> settle_page(Database& database, std::int64_t id, const Concerns& concerns,
                         std::string& site) {
  KeyCaptures captures = TRY(KeyCaptures::load(database, id));
  const Address& address = captures.address();
  Documents documents;
  if (concerns.documents) documents = TRY(touched_documents(database, address));
  Runs runs(address.urlkey);
  for (const Sighting& seen : captures.all()) {
    Origin origin;
    if (seen.kind == Kind::Revisit) {
      origin = TRY(captures.resolve(seen));
      TRY(put_original(database, address, seen.where, origin));
    }
    auto content = TRY(content_at(captures, seen, origin));
    if (!proves_nothing(captures.all(), seen, content)) runs.add(seen, content);
    // The crawl of this capture may have followed other links.
    bool stale = !documents.empty() &&
                 documents.contains(
                     {*seen.url, seen.sha256->empty() && content ? content->sha256 : *seen.sha256});
    if (stale) TRY(touch_file(database, seen.where.file));
  }
  if (!documents.empty())
    TRY(database.query("DELETE FROM touched_document WHERE address = ?").bind(id).run());
  const bool fresh = TRY(put_page(database, address, captures.all(), runs.all().size()));
  if (!fresh) TRY(database.query("DELETE FROM version_row WHERE address = ?").bind(id).run());
  TRY(put_versions(database, address, runs.all()));
  if (site_key(address.urlkey) != site) {
    site = site_key(address.urlkey);
    TRY(database.query("INSERT OR IGNORE INTO touched_site VALUES (?)").bind(site).run());
  }
  return touch_changes(database, address.urlkey, captures.all().size(), concerns);
}

}  // namespace

Result<std::uint64_t> settle_some_pages(Database& database) {
  Transaction transaction = TRY(Transaction::begin(database));
  int stage = kExpanded;
  auto keys = TRY(some_touched(database, stage));
  if (keys.empty()) {
    stage = kAlone;
    keys = TRY(some_touched(database, stage));
  }
  if (keys.empty()) return std::uint64_t{0};
  const Concerns concerns = TRY(Concerns::of(database));
  std::string site;
  for (const std::int64_t key : keys) TRY(settle_page(database, key, concerns, site));
  TRY(strike_touched(database, stage, keys.back()));
  TRY(transaction.commit());
  return std::uint64_t{keys.size()};
}

}  // namespace asof::catalog
