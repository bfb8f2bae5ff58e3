// The ninth step: a number for each address, so that an address is written twice and not ten times.
#include "catalog/schema_internal.h"

namespace asof::catalog {
namespace {

// What the tables of rows hold in place of texts that stand elsewhere. 0 in place of a URL: that of
// the address. 0 in place of a key: that of the address. Columns without a type keep 0 and the text
// '0' apart.
#define ASOF_URL(row) "CASE " row ".url WHEN 0 THEN a.url ELSE " row ".url END AS url"
#define ASOF_UUID(column)                                                            \
  "CASE typeof(" column ") WHEN 'blob' THEN lower('urn:uuid:' || substr(hex(" column \
  "), 1, 8) || '-' || substr(hex(" column "), 9, 4) || '-' || substr(hex(" column    \
  "), 13, 4) || '-' || substr(hex(" column "), 17, 4) || '-' || substr(hex(" column  \
  "), 21)) ELSE " column " END"

constexpr const char* kRowTables = R"sql(
CREATE TABLE address (id INTEGER PRIMARY KEY, urlkey TEXT NOT NULL UNIQUE, url TEXT NOT NULL);
CREATE TABLE crawl_number (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);

CREATE TABLE capture_row (
  address INTEGER NOT NULL, at INTEGER NOT NULL, file INTEGER NOT NULL, offset INTEGER NOT NULL,
  inner INTEGER NOT NULL, url NOT NULL, kind INTEGER NOT NULL, status INTEGER NOT NULL,
  mime TEXT, size INTEGER NOT NULL, length INTEGER NOT NULL, digest TEXT, sha256 BLOB, etag TEXT,
  last_modified INTEGER, location TEXT, record_id, refers_to, refers_to_key, refers_to_url,
  refers_to_at INTEGER, profile TEXT, truncated TEXT, ip TEXT, page_id TEXT, resource_type TEXT,
  fetch_ms INTEGER, purpose INTEGER NOT NULL, links BLOB, nofollow INTEGER NOT NULL,
  PRIMARY KEY (address, at, file, offset, inner)) WITHOUT ROWID;

CREATE TABLE document_row (
  address INTEGER NOT NULL, url NOT NULL, sha256 BLOB NOT NULL, title TEXT, charset TEXT,
  canonical TEXT, link_count INTEGER NOT NULL, links BLOB, nofollow INTEGER NOT NULL,
  cut INTEGER NOT NULL, UNIQUE (address, sha256, url));

CREATE TABLE metadata_row (
  address INTEGER NOT NULL, at INTEGER NOT NULL, file INTEGER NOT NULL, offset INTEGER NOT NULL,
  inner INTEGER NOT NULL, url NOT NULL, via TEXT, hops TEXT, seed INTEGER NOT NULL,
  fetch_ms INTEGER, source_tag TEXT, concurrent_to, links BLOB, purpose TEXT, turn TEXT,
  about TEXT, received INTEGER, status INTEGER, reason TEXT,
  PRIMARY KEY (address, at, file, offset, inner)) WITHOUT ROWID;

CREATE TABLE original_row (
  file INTEGER NOT NULL, offset INTEGER NOT NULL, inner INTEGER NOT NULL, how INTEGER NOT NULL,
  o_address INTEGER, o_at INTEGER, o_file INTEGER, o_offset INTEGER, o_inner INTEGER,
  PRIMARY KEY (file, offset, inner)) WITHOUT ROWID;

CREATE TABLE version_row (
  address INTEGER NOT NULL, url NOT NULL, first INTEGER NOT NULL, file INTEGER NOT NULL,
  offset INTEGER NOT NULL, inner INTEGER NOT NULL, last INTEGER NOT NULL,
  captures INTEGER NOT NULL, status INTEGER, sha256 BLOB, digest TEXT, mime TEXT, size INTEGER,
  PRIMARY KEY (address, first, file, offset, inner)) WITHOUT ROWID;

CREATE TABLE page_row (
  address INTEGER PRIMARY KEY, url NOT NULL, captures INTEGER NOT NULL, versions INTEGER NOT NULL,
  first INTEGER NOT NULL, last INTEGER NOT NULL);

CREATE TABLE path_row (
  crawl INTEGER NOT NULL, address INTEGER NOT NULL, url NOT NULL, parent, hops TEXT NOT NULL,
  depth INTEGER NOT NULL, source INTEGER NOT NULL,
  PRIMARY KEY (crawl, address, url)) WITHOUT ROWID;
)sql";

constexpr const char* kRenameTables = R"sql(
DROP VIEW capture_clean;
DROP VIEW capture_unique;
DROP VIEW capture_in_crawl;
ALTER TABLE capture RENAME TO old_capture;
ALTER TABLE document RENAME TO old_document;
ALTER TABLE metadata RENAME TO old_metadata;
ALTER TABLE original RENAME TO old_original;
ALTER TABLE version RENAME TO old_version;
ALTER TABLE page RENAME TO old_page;
ALTER TABLE path RENAME TO old_path;
ALTER TABLE touched RENAME TO old_touched;
ALTER TABLE touched_document RENAME TO old_touched_document;
)sql";

// Everything is moved, the derived tables as well: a reader may be the one to take this step.
constexpr const char* kMoveRows = R"sql(
INSERT INTO address (urlkey, url) SELECT urlkey, min(url) FROM (
    SELECT urlkey, url FROM old_capture UNION ALL SELECT urlkey, url FROM old_document
    UNION ALL SELECT urlkey, url FROM old_metadata UNION ALL SELECT urlkey, url FROM old_version
    UNION ALL SELECT urlkey, url FROM old_page UNION ALL SELECT urlkey, url FROM old_path)
  GROUP BY urlkey ORDER BY urlkey;
INSERT OR IGNORE INTO address (urlkey, url) SELECT urlkey, urlkey FROM (
    SELECT urlkey FROM old_touched UNION SELECT urlkey FROM old_touched_document
    UNION SELECT o_urlkey FROM old_original WHERE o_urlkey IS NOT NULL);
INSERT INTO crawl_number (name) SELECT DISTINCT crawl FROM old_path ORDER BY 1;

INSERT INTO capture_row SELECT a.id, o.at, o.file, o.offset, o.inner, iif(o.url = a.url, 0, o.url),
    o.kind, o.status, o.mime, o.size, o.length, o.digest, o.sha256, o.etag, o.last_modified,
    o.location, short_record_id(o.record_id), short_record_id(o.refers_to),
    iif(o.refers_to_key = o.urlkey, 0, o.refers_to_key),
    iif(o.refers_to_url = o.url, 0, o.refers_to_url), o.refers_to_at, o.profile, o.truncated, o.ip,
    o.page_id, o.resource_type, o.fetch_ms, o.purpose, o.links, o.nofollow
  FROM address AS a CROSS JOIN old_capture AS o ON o.urlkey = a.urlkey ORDER BY a.urlkey;
DROP TABLE old_capture;
INSERT INTO document_row SELECT a.id, iif(o.url = a.url, 0, o.url), o.sha256, o.title, o.charset,
    o.canonical, o.link_count, o.links, o.nofollow, o.cut
  FROM address AS a CROSS JOIN old_document AS o ON o.urlkey = a.urlkey
  ORDER BY a.urlkey, o.url, o.sha256;
DROP TABLE old_document;
INSERT INTO metadata_row SELECT a.id, o.at, o.file, o.offset, o.inner, iif(o.url = a.url, 0, o.url),
    o.via, o.hops, o.seed, o.fetch_ms, o.source_tag, short_record_id(o.concurrent_to), o.links,
    o.purpose, o.turn, o.about, o.received, o.status, o.reason
  FROM address AS a CROSS JOIN old_metadata AS o ON o.urlkey = a.urlkey ORDER BY a.urlkey;
DROP TABLE old_metadata;
INSERT INTO original_row SELECT o.file, o.offset, o.inner, o.how, a.id, o.o_at, o.o_file,
    o.o_offset, o.o_inner
  FROM old_original AS o LEFT JOIN address AS a ON a.urlkey = o.o_urlkey;
DROP TABLE old_original;
INSERT INTO version_row SELECT a.id, iif(o.url = a.url, 0, o.url), o.first, o.file, o.offset,
    o.inner, o.last, o.captures, o.status, o.sha256, o.digest, o.mime, o.size
  FROM address AS a CROSS JOIN old_version AS o ON o.urlkey = a.urlkey ORDER BY a.urlkey;
DROP TABLE old_version;
UPDATE version_row SET status = NULL, sha256 = NULL, digest = NULL, mime = NULL, size = NULL
  WHERE EXISTS (SELECT 1 FROM capture_row AS c WHERE (c.address, c.at, c.file, c.offset, c.inner) =
      (version_row.address, first, version_row.file, version_row.offset, version_row.inner)
    AND c.kind <> 2 AND (c.status, c.sha256, c.digest, c.mime, c.size) IS
      (version_row.status, version_row.sha256, version_row.digest, version_row.mime,
       version_row.size));
INSERT INTO page_row SELECT a.id, iif(o.url = a.url, 0, o.url), o.captures, o.versions, o.first,
    o.last
  FROM address AS a CROSS JOIN old_page AS o ON o.urlkey = a.urlkey ORDER BY a.urlkey;
DROP TABLE old_page;
INSERT INTO path_row SELECT n.id, a.id, iif(o.url = a.url, 0, o.url), o.parent, o.hops, o.depth,
    CASE o.source WHEN 'metadata' THEN 1 WHEN 'log' THEN 2 WHEN 'links' THEN 3 ELSE 4 END
  FROM old_path AS o JOIN crawl_number AS n ON n.name = o.crawl
  JOIN address AS a ON a.urlkey = o.urlkey;
DROP TABLE old_path;

CREATE TABLE touched (
  stage INTEGER NOT NULL, address INTEGER NOT NULL, PRIMARY KEY (stage, address)) WITHOUT ROWID;
INSERT INTO touched SELECT o.stage, a.id
  FROM old_touched AS o JOIN address AS a ON a.urlkey = o.urlkey;
DROP TABLE old_touched;
CREATE TABLE touched_document (
  address INTEGER NOT NULL, url TEXT NOT NULL, sha256 BLOB NOT NULL,
  PRIMARY KEY (address, url, sha256)) WITHOUT ROWID;
INSERT INTO touched_document SELECT a.id, o.url, o.sha256
  FROM old_touched_document AS o JOIN address AS a ON a.urlkey = o.urlkey;
DROP TABLE old_touched_document;

CREATE INDEX capture_by_file ON capture_row (file, offset, inner);
CREATE INDEX revisit_by_target ON capture_row (refers_to_key)
  WHERE kind = 2 AND typeof(refers_to_key) = 'text';
CREATE INDEX metadata_by_file ON metadata_row (file);
)sql";

// Under the names and with the columns that the tables had before there were numbers.
constexpr const char* kNaturalViews =
"CREATE VIEW capture AS SELECT a.urlkey, c.at, c.file, c.offset, c.inner, " ASOF_URL("c")
", c.kind, c.status, c.mime, c.size, c.length, c.digest, c.sha256, c.etag, c.last_modified,"
" c.location, " ASOF_UUID("c.record_id") " AS record_id, " ASOF_UUID("c.refers_to")
" AS refers_to, CASE c.refers_to_key WHEN 0 THEN a.urlkey ELSE c.refers_to_key END AS"
" refers_to_key, CASE c.refers_to_url WHEN 0 THEN CASE c.url WHEN 0 THEN a.url ELSE c.url END"
" ELSE c.refers_to_url END AS refers_to_url, c.refers_to_at, c.profile, c.truncated, c.ip,"
" c.page_id, c.resource_type, c.fetch_ms, c.purpose, c.links, c.nofollow"
" FROM address AS a JOIN capture_row AS c ON c.address = a.id;"

"CREATE VIEW document AS SELECT a.urlkey, " ASOF_URL("d") ", d.sha256, d.title, d.charset,"
" d.canonical, d.link_count, d.links, d.nofollow, d.cut"
" FROM address AS a JOIN document_row AS d ON d.address = a.id;"

"CREATE VIEW metadata AS SELECT a.urlkey, m.at, m.file, m.offset, m.inner, " ASOF_URL("m")
", m.via, m.hops, m.seed, m.fetch_ms, m.source_tag, " ASOF_UUID("m.concurrent_to")
" AS concurrent_to, m.links, m.purpose, m.turn, m.about, m.received, m.status, m.reason"
" FROM address AS a JOIN metadata_row AS m ON m.address = a.id;"

"CREATE VIEW original AS SELECT o.file, o.offset, o.inner, o.how, a.urlkey AS o_urlkey, o.o_at,"
" o.o_file, o.o_offset, o.o_inner FROM original_row AS o LEFT JOIN address AS a"
" ON a.id = o.o_address;"

// A version without a status is what its first capture shows.
"CREATE VIEW version AS SELECT a.urlkey, " ASOF_URL("v") ", v.first, v.file, v.offset, v.inner,"
" v.last, v.captures, coalesce(v.status, c.status) AS status, coalesce(v.sha256, c.sha256) AS"
" sha256, coalesce(v.digest, c.digest) AS digest, coalesce(v.mime, c.mime) AS mime,"
" coalesce(v.size, c.size) AS size FROM address AS a JOIN version_row AS v ON v.address = a.id"
" LEFT JOIN capture_row AS c ON v.status IS NULL AND c.address = v.address AND c.at = v.first"
" AND c.file = v.file AND c.offset = v.offset AND c.inner = v.inner;"

"CREATE VIEW page AS SELECT a.urlkey, " ASOF_URL("p") ", p.captures, p.versions, p.first, p.last"
" FROM address AS a JOIN page_row AS p ON p.address = a.id;"

"CREATE VIEW path AS SELECT n.name AS crawl, a.urlkey, " ASOF_URL("p") ", CASE typeof(p.parent)"
" WHEN 'integer' THEN (SELECT b.url FROM address AS b WHERE b.id = p.parent) ELSE p.parent END AS"
" parent, p.hops, p.depth, CASE p.source WHEN 1 THEN 'metadata' WHEN 2 THEN 'log' WHEN 3 THEN"
" 'links' ELSE 'seed' END AS source FROM crawl_number AS n JOIN path_row AS p ON p.crawl = n.id"
" JOIN address AS a ON a.id = p.address;";

#undef ASOF_URL
#undef ASOF_UUID

}  // namespace

std::string numbered_addresses() {
  return std::string(kRenameTables) + kRowTables + kMoveRows + kNaturalViews;
}

}  // namespace asof::catalog
