// Pages: per key the originals of its revisits and the versions of its URLs.
#include <map>
#include <set>

#include "catalog/resolve_internal.h"
#include "catalog/rows_internal.h"
#include "catalog/settle_internal.h"

namespace asof::catalog {
namespace {

const std::string kNewPage = "INSERT OR IGNORE INTO page VALUES " + parameters<PageRow>();
const std::string kPutPage = "REPLACE INTO page VALUES " + parameters<PageRow>();
const std::string kPutVersion = "INSERT INTO version VALUES " + parameters<Version>();

bool same(const Version& run, const Content& content) {
  if (run.status != content.status) return false;
  if (!run.sha256.empty() && !content.sha256.empty()) return run.sha256 == content.sha256;
  return run.digest == content.digest;
}

// What a capture shows; nothing where it only says that nothing changed.
Result<std::optional<Content>> content_at(const KeyCaptures& captures, const Sighting& seen,
                                          const Origin& origin) {
  if (seen.kind == Kind::Revisit && origin.match != OriginMatch::None) {
    Content content = TRY(captures.content_of(origin));
    // A revisit may have been answered with another status than its original; 304 is no status of
    // the content.
    if (seen.status != 0 && seen.status != 304) content.status = seen.status;
    return std::optional<Content>(std::move(content));
  }
  if (seen.status == 304 || seen.not_modified) return std::optional<Content>();
  return std::optional<Content>(
      Content{seen.status, *seen.sha256, *seen.digest, *seen.mime, seen.size});
}

// The runs of equal content, per exact URL, in the order they began.
class Runs final {
 public:
  explicit Runs(const std::string& key) : key_(key) {}

  void add(const Sighting& seen, const std::optional<Content>& content) {
    auto latest = latest_.find(seen.url);
    if (latest != latest_.end()) {
      Version& run = all_[latest->second];
      if (!content || same(run, *content)) {
        run.last = seen.at;
        ++run.captures;
        if (content && run.sha256.empty()) run.sha256 = content->sha256;
        if (content && run.digest.empty()) run.digest = content->digest;
        return;
      }
    }
    latest_[seen.url] = all_.size();
    Content shown = content.value_or(Content{seen.status, {}, {}, {}, 0});
    all_.push_back({key_, *seen.url, seen.at, seen.at, seen.where, 1, shown.status, shown.sha256,
                    shown.digest, shown.mime, shown.size});
  }

  const std::vector<Version>& all() const { return all_; }

 private:
  const std::string& key_;
  std::vector<Version> all_;
  std::map<const std::string*, std::size_t> latest_;
};

// Documents of the key that are new, other or gone: (URL, SHA-256).
using Documents = std::set<std::pair<std::string, std::string>>;

Result<Documents> touched_documents(Database& database, const std::string& key) {
  Query query = database.query("SELECT url, sha256 FROM touched_document WHERE urlkey = ?");
  query.bind(key);
  Documents documents;
  while (TRY(query.step())) documents.emplace(query.string(0), query.string(1));
  return documents;
}

Result<void> put_original(Database& database, const Locator& revisit, const Origin& origin) {
  bool found = origin.match != OriginMatch::None;
  std::optional<std::string_view> key;
  std::optional<Instant> at;
  std::optional<std::int64_t> file;
  std::optional<std::uint64_t> offset, inner;
  if (found) {
    key = origin.urlkey;
    at = origin.at;
    file = origin.where.file;
    offset = origin.where.offset;
    inner = origin.where.inner;
  }
  auto how = static_cast<int>(origin.match);
  Query insert = database.query(
      "INSERT INTO original VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) ON CONFLICT DO UPDATE SET"
      " how = ?4, o_urlkey = ?5, o_at = ?6, o_file = ?7, o_offset = ?8, o_inner = ?9"
      " WHERE (how, o_urlkey, o_at, o_file, o_offset, o_inner) IS NOT (?4, ?5, ?6, ?7, ?8, ?9)");
  TRY(insert.bind(revisit.file, revisit.offset, revisit.inner, how, key, at, file, offset, inner)
          .run());
  // The content of the revisit may be another now, and with it the links its crawl followed.
  if (database.changes() == 0) return {};
  return touch_file(database, revisit.file);
}

Result<void> put_versions(Database& database, const std::vector<Version>& versions) {
  Query insert = database.query(kPutVersion.c_str());
  for (const Version& version : versions) TRY(run_with(insert.again(), version));
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
Result<bool> put_page(Database& database, const std::string& key,
                      const std::vector<Sighting>& captures, std::size_t versions) {
  if (captures.empty()) {
    TRY(database.query("DELETE FROM page WHERE urlkey = ?").bind(key).run());
    return false;
  }
  const Sighting& last = captures.back();
  const PageRow page{key, *last.url, captures.size(), versions, captures.front().at, last.at};
  Query insert = database.query(kNewPage.c_str());
  TRY(run_with(insert, page));
  if (database.changes() > 0) return true;
  Query replace = database.query(kPutPage.c_str());
  TRY(run_with(replace, page));
  return false;
}

Result<void> settle_page(Database& database, const std::string& key, const Concerns& concerns) {
  KeyCaptures captures = TRY(KeyCaptures::load(database, key));
  Documents documents;
  if (concerns.documents) documents = TRY(touched_documents(database, key));
  Runs runs(key);
  for (const Sighting& seen : captures.all()) {
    Origin origin;
    if (seen.kind == Kind::Revisit) {
      origin = TRY(captures.resolve(seen));
      TRY(put_original(database, seen.where, origin));
    }
    auto content = TRY(content_at(captures, seen, origin));
    runs.add(seen, content);
    // The crawl of this capture may have followed other links.
    bool stale = !documents.empty() &&
                 documents.contains(
                     {*seen.url, seen.sha256->empty() && content ? content->sha256 : *seen.sha256});
    if (stale) TRY(touch_file(database, seen.where.file));
  }
  if (!documents.empty())
    TRY(database.query("DELETE FROM touched_document WHERE urlkey = ?").bind(key).run());
  const bool fresh = TRY(put_page(database, key, captures.all(), runs.all().size()));
  if (!fresh) TRY(database.query("DELETE FROM version WHERE urlkey = ?").bind(key).run());
  TRY(put_versions(database, runs.all()));
  return touch_changes(database, key, captures.all().size(), concerns);
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
  Query touch = database.query("INSERT OR IGNORE INTO touched_site VALUES (?)");
  std::string_view site;
  for (const std::string& key : keys) {
    TRY(settle_page(database, key, concerns));
    if (site_key(key) != site) TRY(touch.again().bind(site_key(key)).run());
    site = site_key(key);
  }
  TRY(strike_touched(database, stage, keys.back()));
  TRY(transaction.commit());
  return std::uint64_t{keys.size()};
}

}  // namespace asof::catalog
