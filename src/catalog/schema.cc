#include "catalog/schema_internal.h"

#include <array>

namespace asof::catalog {
namespace {

// Most tables are WITHOUT ROWID: the primary key is the B-tree, so a look-up is one descent and the
// captures of one site lie together. Kinds 1 and 3 (response, resource) have content of their own;
// 2 is a revisit. `payload` is an index by digest, with 64 bits of a hash instead of the text: an
// index of SQLite would repeat digest and key, at four times the size. See docs/formats/catalog.md.
constexpr const char* kRaw = R"sql(
CREATE TABLE file (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, base INTEGER NOT NULL, size INTEGER NOT NULL,
  sha256 BLOB, format TEXT NOT NULL, compression TEXT NOT NULL, records INTEGER NOT NULL,
  state INTEGER NOT NULL, progress INTEGER NOT NULL, about TEXT);
CREATE INDEX file_by_sha256 ON file (sha256) WHERE sha256 IS NOT NULL;

CREATE TABLE capture (
  urlkey TEXT NOT NULL, at INTEGER NOT NULL, file INTEGER NOT NULL, offset INTEGER NOT NULL,
  inner INTEGER NOT NULL, url TEXT NOT NULL, kind INTEGER NOT NULL, status INTEGER NOT NULL,
  mime TEXT, size INTEGER NOT NULL, length INTEGER NOT NULL, digest TEXT, sha256 BLOB, etag TEXT,
  last_modified INTEGER, location TEXT, record_id TEXT, refers_to TEXT, refers_to_key TEXT,
  refers_to_url TEXT, refers_to_at INTEGER, profile TEXT, truncated TEXT, ip TEXT, page_id TEXT,
  resource_type TEXT, fetch_ms INTEGER, purpose INTEGER NOT NULL,
  PRIMARY KEY (urlkey, at, file, offset, inner)) WITHOUT ROWID;
CREATE INDEX capture_by_file ON capture (file, offset, inner);
CREATE INDEX revisit_by_target ON capture (refers_to_key)
  WHERE kind = 2 AND refers_to_key <> urlkey;

CREATE TABLE payload (
  digest_key INTEGER NOT NULL, revisit INTEGER NOT NULL, at INTEGER NOT NULL,
  file INTEGER NOT NULL, offset INTEGER NOT NULL, inner INTEGER NOT NULL,
  PRIMARY KEY (digest_key, revisit, at, file, offset, inner)) WITHOUT ROWID;

CREATE TABLE document (
  urlkey TEXT NOT NULL, url TEXT NOT NULL, sha256 BLOB NOT NULL, title TEXT, charset TEXT,
  canonical TEXT, text_digest BLOB, simhash INTEGER NOT NULL, words INTEGER NOT NULL,
  link_count INTEGER NOT NULL, links BLOB,
  PRIMARY KEY (urlkey, url, sha256)) WITHOUT ROWID;

CREATE TABLE metadata (
  urlkey TEXT NOT NULL, at INTEGER NOT NULL, file INTEGER NOT NULL, offset INTEGER NOT NULL,
  inner INTEGER NOT NULL, url TEXT NOT NULL, via TEXT, hops TEXT, seed INTEGER NOT NULL,
  fetch_ms INTEGER, source_tag TEXT, concurrent_to TEXT, links BLOB,
  PRIMARY KEY (urlkey, at, file, offset, inner)) WITHOUT ROWID;
CREATE INDEX metadata_by_file ON metadata (file);

CREATE TABLE log (
  urlkey TEXT NOT NULL, at INTEGER NOT NULL, log TEXT NOT NULL, line INTEGER NOT NULL,
  url TEXT NOT NULL, status INTEGER NOT NULL, size INTEGER, hops TEXT, via TEXT, mime TEXT,
  begin INTEGER, duration_ms INTEGER, digest TEXT, source_tag TEXT, annotations TEXT,
  PRIMARY KEY (urlkey, at, log, line)) WITHOUT ROWID;

CREATE TABLE damage (
  file INTEGER NOT NULL, offset INTEGER NOT NULL, what TEXT NOT NULL,
  PRIMARY KEY (file, offset, what)) WITHOUT ROWID;
)sql";

// Where rows of recent batches waited until the seventh step.
constexpr const char* kStaging = R"sql(
CREATE TABLE new_capture AS SELECT * FROM capture WHERE false;
CREATE TABLE new_document AS SELECT * FROM document WHERE false;
CREATE TABLE new_metadata AS SELECT * FROM metadata WHERE false;
)sql";

// Functions of the raw tables; `touched*` say which part of them is out of date.
constexpr const char* kDerived = R"sql(
CREATE TABLE original (
  file INTEGER NOT NULL, offset INTEGER NOT NULL, inner INTEGER NOT NULL, how INTEGER NOT NULL,
  o_urlkey TEXT, o_at INTEGER, o_file INTEGER, o_offset INTEGER, o_inner INTEGER,
  PRIMARY KEY (file, offset, inner)) WITHOUT ROWID;

CREATE TABLE version (
  urlkey TEXT NOT NULL, url TEXT NOT NULL, first INTEGER NOT NULL, file INTEGER NOT NULL,
  offset INTEGER NOT NULL, inner INTEGER NOT NULL, last INTEGER NOT NULL,
  captures INTEGER NOT NULL, status INTEGER NOT NULL, sha256 BLOB, digest TEXT, mime TEXT,
  size INTEGER NOT NULL,
  PRIMARY KEY (urlkey, url, first, file, offset, inner)) WITHOUT ROWID;

CREATE TABLE page (
  urlkey TEXT PRIMARY KEY NOT NULL, url TEXT NOT NULL, captures INTEGER NOT NULL,
  versions INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL) WITHOUT ROWID;

CREATE TABLE site (
  key TEXT PRIMARY KEY NOT NULL, host TEXT NOT NULL, domain TEXT NOT NULL, pages INTEGER NOT NULL,
  captures INTEGER NOT NULL, versions INTEGER NOT NULL, first INTEGER NOT NULL,
  last INTEGER NOT NULL) WITHOUT ROWID;

CREATE TABLE activity (
  file INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL, captures INTEGER NOT NULL,
  PRIMARY KEY (file, first)) WITHOUT ROWID;

CREATE TABLE crawl (
  name TEXT PRIMARY KEY NOT NULL, label TEXT NOT NULL, first INTEGER NOT NULL,
  last INTEGER NOT NULL, files INTEGER NOT NULL, captures INTEGER NOT NULL) WITHOUT ROWID;

CREATE TABLE crawl_span (
  file INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL, crawl TEXT NOT NULL,
  PRIMARY KEY (file, first)) WITHOUT ROWID;
CREATE INDEX crawl_span_by_crawl ON crawl_span (crawl);

CREATE TABLE path (
  crawl TEXT NOT NULL, urlkey TEXT NOT NULL, url TEXT NOT NULL, parent TEXT, hops TEXT NOT NULL,
  depth INTEGER NOT NULL, source TEXT NOT NULL,
  PRIMARY KEY (crawl, urlkey, url)) WITHOUT ROWID;

CREATE TABLE touched (
  stage INTEGER NOT NULL, urlkey TEXT NOT NULL, PRIMARY KEY (stage, urlkey)) WITHOUT ROWID;
CREATE TABLE touched_document (
  urlkey TEXT NOT NULL, url TEXT NOT NULL, sha256 BLOB NOT NULL,
  PRIMARY KEY (urlkey, url, sha256)) WITHOUT ROWID;
CREATE TABLE touched_site (key TEXT PRIMARY KEY NOT NULL) WITHOUT ROWID;
CREATE TABLE touched_file (file INTEGER PRIMARY KEY NOT NULL, stage INTEGER NOT NULL);
CREATE TABLE touched_day (day INTEGER PRIMARY KEY NOT NULL);
CREATE TABLE touched_crawl (crawl TEXT PRIMARY KEY NOT NULL) WITHOUT ROWID;
)sql";

// The paper's Listings 2 and 3 with their slips put right: the groups are per crawl, and the row
// kept is one whole row, the latest, where the listing takes the minimum of each column apart.
// Nothing is deleted: the duplicates stay in `capture`.
constexpr const char* kViews = R"sql(
CREATE VIEW capture_in_crawl AS
  SELECT crawl_span.crawl, capture.* FROM crawl_span JOIN capture
    ON capture.file = crawl_span.file AND capture.at BETWEEN crawl_span.first AND crawl_span.last
  WHERE capture.kind IN (1, 2, 3);

CREATE VIEW capture_unique AS
  SELECT * FROM (
    SELECT *, row_number() OVER (PARTITION BY crawl, url
      ORDER BY at DESC, file DESC, offset DESC, inner DESC) AS nth FROM capture_in_crawl)
  WHERE nth = 1;

CREATE VIEW capture_clean AS
  SELECT * FROM (
    SELECT *, row_number() OVER (PARTITION BY crawl, urlkey
      ORDER BY at DESC, file DESC, offset DESC, inner DESC) AS nth FROM capture_in_crawl)
  WHERE nth = 1;
)sql";

// What changed between successive versions of a page. The rows are made by whoever can lay pages
// out; `touched_change` says which pages are to be looked at. `change_use` names, by a hash of
// their keys, the style sheets and images a page's rows rest on: when one comes or goes, the page
// is looked at again. Deltas lie apart, so that whoever counts need not pass over them.
constexpr const char* kChanges = R"sql(
CREATE TABLE change (
  urlkey TEXT NOT NULL, url TEXT NOT NULL, first INTEGER NOT NULL, file INTEGER NOT NULL,
  offset INTEGER NOT NULL, inner INTEGER NOT NULL, o_first INTEGER NOT NULL,
  o_file INTEGER NOT NULL, o_offset INTEGER NOT NULL, o_inner INTEGER NOT NULL,
  since INTEGER NOT NULL, until INTEGER NOT NULL, last_modified INTEGER,
  importance REAL NOT NULL, stage INTEGER NOT NULL, reason TEXT NOT NULL,
  basis INTEGER NOT NULL, algorithm TEXT NOT NULL,
  PRIMARY KEY (urlkey, url, first, file, offset, inner)) WITHOUT ROWID;

CREATE TABLE change_detail (
  urlkey TEXT NOT NULL, url TEXT NOT NULL, first INTEGER NOT NULL, file INTEGER NOT NULL,
  offset INTEGER NOT NULL, inner INTEGER NOT NULL, delta BLOB, uses BLOB,
  PRIMARY KEY (urlkey, url, first, file, offset, inner)) WITHOUT ROWID;

CREATE TABLE change_use (
  resource INTEGER NOT NULL, urlkey TEXT NOT NULL, PRIMARY KEY (resource, urlkey)) WITHOUT ROWID;
CREATE INDEX change_use_by_page ON change_use (urlkey);

CREATE TABLE validator (
  urlkey TEXT PRIMARY KEY NOT NULL, checked INTEGER NOT NULL, lied INTEGER NOT NULL) WITHOUT ROWID;

CREATE TABLE touched_change (urlkey TEXT PRIMARY KEY NOT NULL) WITHOUT ROWID;
INSERT INTO touched_change SELECT urlkey FROM page WHERE captures > 1;
)sql";

// What a request was for, as its metadata record says.
constexpr const char* kPurpose = R"sql(
ALTER TABLE metadata ADD COLUMN purpose TEXT;
ALTER TABLE new_metadata ADD COLUMN purpose TEXT;
)sql";

// Which engine laid the two versions out; empty where nothing was.
constexpr const char* kEngine = R"sql(
ALTER TABLE change ADD COLUMN engine TEXT NOT NULL DEFAULT '';
)sql";

// Ordinary tables with an index for rows of a kilobyte and more: where the key is the B-tree, each
// of them takes a page for itself.
constexpr const char* kLongRows = R"sql(
ALTER TABLE document RENAME TO old_document;
CREATE TABLE document (
  urlkey TEXT NOT NULL, url TEXT NOT NULL, sha256 BLOB NOT NULL, title TEXT, charset TEXT,
  canonical TEXT, text_digest BLOB, simhash INTEGER NOT NULL, words INTEGER NOT NULL,
  link_count INTEGER NOT NULL, links BLOB,
  PRIMARY KEY (urlkey, url, sha256));
INSERT INTO document SELECT * FROM old_document ORDER BY urlkey, url, sha256;
DROP TABLE old_document;

ALTER TABLE change_detail RENAME TO old_change_detail;
CREATE TABLE change_detail (
  urlkey TEXT NOT NULL, url TEXT NOT NULL, first INTEGER NOT NULL, file INTEGER NOT NULL,
  offset INTEGER NOT NULL, inner INTEGER NOT NULL, delta BLOB, uses BLOB,
  PRIMARY KEY (urlkey, url, first, file, offset, inner));
INSERT INTO change_detail SELECT * FROM old_change_detail
  ORDER BY urlkey, url, first, file, offset, inner;
DROP TABLE old_change_detail;
)sql";

// Texts are compared where two versions are, with what changes without meaning taken out of them;
// digests of whole texts served nobody. Dropping columns would write all rows once for each, and
// take most of the time it takes to begin a catalog.
constexpr const char* kNoTexts = R"sql(
CREATE TABLE kept_document AS
  SELECT urlkey, url, sha256, title, charset, canonical, link_count, links FROM document;
CREATE TABLE kept_new AS
  SELECT urlkey, url, sha256, title, charset, canonical, link_count, links FROM new_document;
DROP TABLE document;
DROP TABLE new_document;
CREATE TABLE document (
  urlkey TEXT NOT NULL, url TEXT NOT NULL, sha256 BLOB NOT NULL, title TEXT, charset TEXT,
  canonical TEXT, link_count INTEGER NOT NULL, links BLOB,
  PRIMARY KEY (urlkey, url, sha256));
CREATE TABLE new_document AS SELECT * FROM document WHERE false;
INSERT INTO document SELECT * FROM kept_document ORDER BY urlkey, url, sha256;
INSERT INTO new_document SELECT * FROM kept_new ORDER BY rowid;
DROP TABLE kept_document;
DROP TABLE kept_new;
)sql";

// Rows are written to their tables at once. Those that waited are moved there, and all they may
// concern is settled again.
constexpr const char* kNoStaging = R"sql(
INSERT OR REPLACE INTO capture SELECT * FROM new_capture ORDER BY rowid;
INSERT OR IGNORE INTO payload SELECT digest_key(digest), kind = 2, at, file, offset, inner
  FROM new_capture WHERE kind IN (1, 2, 3) AND digest IS NOT NULL;
INSERT OR IGNORE INTO touched SELECT 0, urlkey FROM new_capture;
INSERT OR IGNORE INTO touched SELECT 3, urlkey FROM new_document;
INSERT OR IGNORE INTO touched_document SELECT urlkey, url, sha256 FROM new_document;
INSERT INTO document SELECT * FROM new_document WHERE true
  ON CONFLICT DO UPDATE SET title = excluded.title, charset = excluded.charset,
    canonical = excluded.canonical, link_count = excluded.link_count, links = excluded.links
  WHERE (coalesce(excluded.charset, ''), coalesce(excluded.title, ''),
      coalesce(excluded.canonical, ''), coalesce(excluded.links, ''))
    < (coalesce(document.charset, ''), coalesce(document.title, ''),
      coalesce(document.canonical, ''), coalesce(document.links, ''));
INSERT OR REPLACE INTO metadata SELECT * FROM new_metadata ORDER BY rowid;
DROP TABLE new_capture;
DROP TABLE new_document;
DROP TABLE new_metadata;
)sql";

// All that a crawl needs to go on after a kill without reading bodies again. What asof recorded
// before is read again, for these columns to be filled.
constexpr const char* kVisits = R"sql(
ALTER TABLE capture ADD COLUMN links BLOB;
ALTER TABLE capture ADD COLUMN nofollow INTEGER NOT NULL DEFAULT 0;
ALTER TABLE document ADD COLUMN nofollow INTEGER NOT NULL DEFAULT 0;
ALTER TABLE document ADD COLUMN cut INTEGER NOT NULL DEFAULT 0;
ALTER TABLE metadata ADD COLUMN turn TEXT;
ALTER TABLE metadata ADD COLUMN about TEXT;
ALTER TABLE metadata ADD COLUMN received INTEGER;
ALTER TABLE metadata ADD COLUMN status INTEGER;
ALTER TABLE metadata ADD COLUMN reason TEXT;
UPDATE file SET state = 0, progress = 0, records = 0, sha256 = NULL
  WHERE id IN (SELECT DISTINCT file FROM metadata WHERE purpose IS NOT NULL);
)sql";

// Captures that are cut, dates that do not name the second, and captures without a date. Before,
// these stood at 1970 or at the server's time. Files with damage are read again: a record that is
// cut was left out, a date that can be read now may have been none.
#define ASOF_INVENTED \
  "(SELECT file, offset FROM damage WHERE what LIKE 'the record has no usable date (%')"
constexpr const char* kFlawed =
    "CREATE TABLE flawed ("
    "  file INTEGER NOT NULL, offset INTEGER NOT NULL, inner INTEGER NOT NULL, cut INTEGER NOT "
    "NULL,"
    "  width INTEGER NOT NULL, PRIMARY KEY (file, offset, inner)) WITHOUT ROWID;"
    "CREATE TABLE undated ("
    "  urlkey TEXT NOT NULL, file INTEGER NOT NULL, offset INTEGER NOT NULL, inner INTEGER NOT "
    "NULL,"
    "  url TEXT NOT NULL, kind INTEGER NOT NULL, status INTEGER NOT NULL, mime TEXT,"
    "  size INTEGER NOT NULL, digest TEXT, record_id TEXT, date TEXT NOT NULL,"
    "  PRIMARY KEY (urlkey, file, offset, inner)) WITHOUT ROWID;"
    "CREATE INDEX undated_by_file ON undated (file);"
    "INSERT OR IGNORE INTO undated SELECT urlkey, c.file, c.offset, inner, url, kind, status, mime,"
    "  size, digest, record_id, substr(what, 33, instr(substr(what, 33), '\"); ') - 1)"
    "  FROM capture AS c JOIN damage AS d ON (d.file, d.offset) = (c.file, c.offset)"
    "  WHERE what LIKE 'the record has no usable date (%';"
    "INSERT OR IGNORE INTO touched SELECT 0, capture.urlkey FROM original JOIN capture"
    "  ON (capture.file, capture.offset, capture.inner) ="
    "  (original.file, original.offset, original.inner)"
    "  WHERE (o_file, o_offset) IN " ASOF_INVENTED
    ";"
    "INSERT OR IGNORE INTO touched SELECT 0, urlkey FROM capture WHERE (file, offset) IN"
    "  " ASOF_INVENTED
    ";"
    "DELETE FROM payload WHERE (file, offset) IN " ASOF_INVENTED
    ";"
    "DELETE FROM original WHERE (file, offset) IN " ASOF_INVENTED
    ";"
    "DELETE FROM version WHERE (file, offset) IN " ASOF_INVENTED
    ";"
    "DELETE FROM capture WHERE (file, offset) IN " ASOF_INVENTED
    ";"
    "DELETE FROM document WHERE urlkey IN (SELECT urlkey FROM undated) AND NOT EXISTS"
    "  (SELECT 1 FROM capture AS c WHERE (c.urlkey, c.url, c.sha256) ="
    "  (document.urlkey, document.url, document.sha256));"
    "DELETE FROM metadata WHERE at = 0 AND file IN"
    "  (SELECT file FROM damage WHERE what LIKE 'the record has no usable date (%');"
    "INSERT OR REPLACE INTO touched_file SELECT DISTINCT file, 0 FROM damage;"
    "UPDATE file SET state = 0, progress = 0, records = 0, sha256 = NULL"
    "  WHERE id IN (SELECT file FROM damage);"
    "DELETE FROM damage;";
#undef ASOF_INVENTED

// How probably a reader calls a change meaningful, and whether another page stands at the address.
// Rows of another algorithm are made again, and these columns are filled.
constexpr const char* kMatters = R"sql(
ALTER TABLE change ADD COLUMN matters REAL NOT NULL DEFAULT 0;
ALTER TABLE change ADD COLUMN replaced INTEGER NOT NULL DEFAULT 0;
)sql";

const std::string kFirst = std::string(kRaw) + kStaging + kDerived + kViews;
const std::string kNinth = kFlawed + numbered_addresses() + kViews + kMatters;
const std::array kMigrations = {kFirst.c_str(), kChanges,   kPurpose, kEngine,       kLongRows,
                                kNoTexts,       kNoStaging, kVisits,  kNinth.c_str()};
static_assert(std::tuple_size_v<decltype(kMigrations)> == kSchemaVersion,
              "a schema version is the number of its migrations");

Result<std::size_t> version_of(Database& database) {
  std::int64_t application = TRY(database.integer("PRAGMA application_id"));
  std::int64_t version = TRY(database.integer("PRAGMA user_version"));
  std::int64_t objects = TRY(database.integer("SELECT count(*) FROM sqlite_master"));
  if (application == 0 && version == 0 && objects == 0) return std::size_t{0};
  if (application != kApplicationId || version <= 0) {
    return Error{Errc::Invalid, database.path() + ": not a catalog of an archive"};
  }
  return static_cast<std::size_t>(version);
}

Error too_new(const Database& database, std::size_t version, std::size_t known) {
  return {Errc::Invalid,
          database.path() + ": catalog version " + std::to_string(version) +
              " was made by a newer version of asof; this one supports versions up to " +
              std::to_string(known)};
}

}  // namespace

std::span<const char* const> migrations() { return kMigrations; }

Result<void> migrate(Database& database, std::span<const char* const> steps) {
  std::size_t version = TRY(version_of(database));
  if (version > steps.size()) return too_new(database, version, steps.size());
  while (version < steps.size()) {
    Transaction transaction = TRY(Transaction::begin(database));
    // Somebody else may have taken this step while we waited for the lock.
    if (const std::size_t now = TRY(version_of(database)); now != version) {
      version = now;
      continue;
    }
    // An empty database has nothing to move: it takes all of them at once.
    const std::size_t last = version == 0 ? steps.size() : version + 1;
    while (version < last) TRY(database.execute(steps[version++]));
    TRY(database.execute("PRAGMA application_id = " + std::to_string(kApplicationId)));
    TRY(database.execute("PRAGMA user_version = " + std::to_string(version)));
    TRY(transaction.commit());
  }
  return {};
}

Result<bool> is_older(Database& database, std::size_t steps) {
  const std::size_t version = TRY(version_of(database));
  return version != 0 && version < steps;
}

Result<void> require_version(Database& database, std::size_t steps) {
  std::size_t version = TRY(version_of(database));
  if (version > steps) return too_new(database, version, steps);
  if (version == 0)
    return Error{Errc::Invalid,
                 database.path() + ": an empty catalog; make one with 'asof reindex'"};
  if (version < steps) {
    return Error{Errc::Invalid,
                 database.path() + ": catalog version " + std::to_string(version) +
                     " was made by an older version of asof; 'asof reindex' rebuilds it"};
  }
  return {};
}

Result<void> forget_derived(Database& database) {
  Transaction transaction = TRY(Transaction::begin(database));
  TRY(database.execute(R"sql(
    DELETE FROM original_row; DELETE FROM version_row; DELETE FROM page_row; DELETE FROM site;
    DELETE FROM activity; DELETE FROM crawl; DELETE FROM crawl_span; DELETE FROM path_row;
    DELETE FROM touched; DELETE FROM touched_document; DELETE FROM touched_site; DELETE FROM touched_file;
    DELETE FROM touched_day; DELETE FROM touched_crawl;
    DELETE FROM change; DELETE FROM change_detail; DELETE FROM change_use; DELETE FROM validator;
    DELETE FROM touched_change;
    INSERT INTO touched SELECT DISTINCT 2, address FROM capture_row;
    INSERT INTO touched_file SELECT id, 0 FROM file;)sql"));
  return transaction.commit();
}

}  // namespace asof::catalog
