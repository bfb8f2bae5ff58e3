// Writing raw rows.
#include "catalog/catalog.h"
#include "catalog/rows_internal.h"
#include "catalog/settle_internal.h"

namespace asof::catalog {

Result<void> touch_file(Database& database, FileId file) {
  return database.query("INSERT OR REPLACE INTO touched_file VALUES (?, 0)").bind(file).run();
}

namespace {

constexpr std::int64_t kDayMs = 86'400'000;

const std::string kNewFile = "INSERT INTO file VALUES (?," + parameters<File>().substr(1);
const std::string kPutDamage = "INSERT OR IGNORE INTO damage VALUES " + parameters<Damage>();
const std::string kPutLog = "INSERT OR REPLACE INTO log VALUES " + parameters<LogEntry>();
const std::string kStageCapture = "INSERT INTO new_capture VALUES " + parameters<Capture>();
const std::string kStageDocument = "INSERT INTO new_document VALUES " + parameters<Document>();
const std::string kStageMetadata = "INSERT INTO new_metadata VALUES " + parameters<Metadata>();

Error unknown_file(const Database& database) {
  return {Errc::NotFound, database.path() + ": a batch of a file that was not begun"};
}

template <class Row>
Result<void> put_all(Query statement, const std::vector<Row>& rows) {
  for (const Row& row : rows) TRY(run_with(statement.again(), row));
  return {};
}

Result<void> stage(Database& database, const Batch& batch) {
  TRY(put_all(database.query(kStageCapture.c_str()), batch.captures));
  TRY(put_all(database.query(kStageDocument.c_str()), batch.documents));
  return put_all(database.query(kStageMetadata.c_str()), batch.metadata);
}

Result<void> put_damage(Database& database, const std::vector<Damage>& damage) {
  return put_all(database.query(kPutDamage.c_str()), damage);
}

// From the staging tables to their places, in the order of each table's key (sorting the numbers of
// rows takes less than sorting rows). A capture committed twice is replaced by the later row.
// place() does the same to rows in memory.
//
// A key whose new captures no revisit depends on is settled by itself (kAlone). A document
// concerns the crawls that captured it; where its key was never settled, their files are touched.
constexpr const char* kFlush = R"sql(
INSERT OR REPLACE INTO capture SELECT n.*
  FROM (SELECT rowid AS number FROM new_capture ORDER BY urlkey, at, file, offset, inner, rowid
    LIMIT -1)
  CROSS JOIN new_capture AS n ON n.rowid = number;
INSERT OR IGNORE INTO payload
  SELECT digest_key(digest) AS key, kind = 2, at, file, offset, inner FROM new_capture
  WHERE kind IN (1, 2, 3) AND digest IS NOT NULL ORDER BY 1, 2, 3, 4, 5, 6;
INSERT OR IGNORE INTO touched SELECT iif(
    EXISTS (SELECT 1 FROM capture AS r
      WHERE r.kind = 2 AND r.refers_to_key <> r.urlkey AND r.refers_to_key = n.urlkey)
    OR (n.kind IN (1, 3) AND EXISTS (SELECT 1 FROM payload
      WHERE digest_key = digest_key(n.digest) AND revisit = 1)), 0, 3), urlkey
  FROM new_capture AS n;
INSERT OR IGNORE INTO touched_document SELECT urlkey, url, sha256 FROM new_document AS n
  WHERE EXISTS (SELECT 1 FROM page WHERE page.urlkey = n.urlkey)
  AND NOT EXISTS (SELECT 1 FROM document AS d
    WHERE (d.urlkey, d.url, d.sha256) = (n.urlkey, n.url, n.sha256) AND d.links IS n.links)
  ORDER BY urlkey, url, sha256;
INSERT OR IGNORE INTO touched SELECT 3, urlkey FROM touched_document;
INSERT INTO document SELECT n.*
  FROM (SELECT rowid AS number FROM new_document ORDER BY urlkey, url, sha256 LIMIT -1)
  CROSS JOIN new_document AS n ON n.rowid = number WHERE true
)sql" ASOF_LEAST_DOCUMENT R"sql(;
INSERT OR REPLACE INTO metadata SELECT n.*
  FROM (SELECT rowid AS number FROM new_metadata ORDER BY urlkey, at, file, offset, inner, rowid
    LIMIT -1)
  CROSS JOIN new_metadata AS n ON n.rowid = number;
DELETE FROM new_capture;
DELETE FROM new_document;
DELETE FROM new_metadata;
)sql";

// Enough rows that a move writes each page of the large tables for many of them.
constexpr std::uint64_t kMostStaged = 100'000;

}  // namespace

Result<void> Catalog::flush() const {
  if (staged_ == 0) return {};
  Transaction transaction = TRY(Transaction::begin(*database_));
  TRY(database_->repeat(kFlush));
  TRY(transaction.commit());
  staged_ = 0;
  return {};
}

Result<File> Catalog::begin_file(const File& file) {
  Transaction transaction = TRY(Transaction::begin(*database_));
  FileId id = file.id();
  auto known = TRY(this->file(id));
  if (known && known->name != file.name) {
    return Error{Errc::Invalid, database_->path() + ": the names " + known->name + " and " +
                                    file.name + " have one hash; rename one"};
  }
  if (known) return *known;
  File begun{.name = file.name,
             .base = file.base,
             .size = file.size,
             .sha256 = {},
             .format = file.format,
             .compression = file.compression,
             .about = {},
             .first = {},
             .last = {}};
  Query insert = database_->query(kNewFile.c_str());
  insert.put(1, id);
  TRY(run_with(insert, begun, 2));
  TRY(touch_file(*database_, id));
  TRY(transaction.commit());
  return begun;
}

Result<void> Catalog::commit(const Batch& batch, Placing placing) {
  const bool at_once = placing == Placing::AtOnce;
  if (at_once) TRY(flush());
  Transaction transaction = TRY(Transaction::begin(*database_));
  TRY(at_once ? place(*database_, batch) : stage(*database_, batch));
  TRY(put_damage(*database_, batch.damage));
  TRY(database_
          ->query("UPDATE file SET progress = ?2, records = ?3, about = coalesce(?4, about)"
                  " WHERE id = ?1")
          .bind(batch.file, batch.progress, batch.records, batch.about)
          .run());
  if (database_->changes() == 0) return unknown_file(*database_);
  TRY(touch_file(*database_, batch.file));
  TRY(transaction.commit());
  if (at_once) return {};
  staged_ += batch.captures.size() + batch.documents.size() + batch.metadata.size();
  if (staged_ >= kMostStaged) return flush();
  return {};
}

Result<void> Catalog::finish_file(FileId file, std::uint64_t size, std::string_view sha256) {
  Transaction transaction = TRY(Transaction::begin(*database_));
  TRY(database_->query("UPDATE file SET state = 1, size = ?2, sha256 = ?3 WHERE id = ?1")
          .bind(file, size, Blob{sha256})
          .run());
  if (database_->changes() == 0) return unknown_file(*database_);
  TRY(touch_file(*database_, file));
  return transaction.commit();
}

Result<void> Catalog::remove_file(FileId file) {
  TRY(flush());
  Transaction transaction = TRY(Transaction::begin(*database_));
  // Revisits elsewhere whose original goes away, and everything read from the file itself.
  TRY(database_
          ->query("INSERT OR IGNORE INTO touched SELECT 0, capture.urlkey FROM original"
                  " JOIN capture ON (capture.file, capture.offset, capture.inner) ="
                  " (original.file, original.offset, original.inner) WHERE original.o_file = ?")
          .bind(file)
          .run());
  TRY(database_
          ->query("INSERT OR IGNORE INTO touched SELECT DISTINCT 0, urlkey FROM capture"
                  " WHERE file = ?")
          .bind(file)
          .run());
  // Documents that no other file has a capture of.
#define ASOF_ORPHANS                                                      \
  "SELECT urlkey, url, sha256 FROM capture AS gone WHERE file = ?1"       \
  " AND sha256 IS NOT NULL AND NOT EXISTS (SELECT 1 FROM capture AS kept" \
  "  WHERE kept.urlkey = gone.urlkey AND kept.url = gone.url"             \
  "  AND kept.sha256 = gone.sha256 AND kept.file <> ?1)"
  for (const char* sql :
       {"INSERT OR IGNORE INTO touched_document " ASOF_ORPHANS,
        "DELETE FROM document WHERE (urlkey, url, sha256) IN (" ASOF_ORPHANS ")"}) {
    TRY(database_->query(sql).bind(file).run());
  }
#undef ASOF_ORPHANS
  TRY(touch_file(*database_, file));
  for (const char* remove :
       {"DELETE FROM payload WHERE (digest_key, revisit, at, file, offset, inner) IN"
        " (SELECT digest_key(digest), kind = 2, at, file, offset, inner FROM capture WHERE file = "
        "?)",
        "DELETE FROM capture WHERE file = ?", "DELETE FROM metadata WHERE file = ?",
        "DELETE FROM damage WHERE file = ?", "DELETE FROM original WHERE file = ?",
        "DELETE FROM file WHERE id = ?"}) {
    TRY(database_->query(remove).bind(file).run());
  }
  return transaction.commit();
}

Result<void> Catalog::add_log(const std::vector<LogEntry>& entries) {
  Transaction transaction = TRY(Transaction::begin(*database_));
  Query insert = database_->query(kPutLog.c_str());
  Query touch = database_->query("INSERT OR IGNORE INTO touched_day VALUES (?)");
  for (const LogEntry& entry : entries) {
    TRY(run_with(insert.again(), entry));
    TRY(touch.again().bind(entry.begin.value_or(entry.at).ms / kDayMs).run());
  }
  return transaction.commit();
}

}  // namespace asof::catalog
