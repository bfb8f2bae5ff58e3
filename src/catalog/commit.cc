// Writing raw rows.
#include "catalog/rows_internal.h"
#include "catalog/settle_internal.h"
#include "catalog/writer.h"

namespace asof::catalog {

Result<void> touch_file(Database& database, FileId file) {
  return database.query("INSERT OR REPLACE INTO touched_file VALUES (?, 0)").bind(file).run();
}

namespace {

constexpr std::int64_t kDayMs = 86'400'000;

const std::string kNewFile = "INSERT INTO file VALUES (?," + parameters<File>().substr(1);
const std::string kPutLog = "INSERT OR REPLACE INTO log VALUES " + parameters<LogEntry>();

Error unknown_file(const Database& database) {
  return {Errc::NotFound, database.path() + ": a batch of a file that was not begun"};
}

}  // namespace

Result<File> Writer::begin_file(const File& file) {
  Transaction transaction = TRY(Transaction::begin(database()));
  FileId id = file.id();
  auto known = TRY(reader_.file(id));
  if (known && known->name != file.name) {
    return Error{Errc::Invalid, database().path() + ": the names " + known->name + " and " +
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
  Query insert = database().query(kNewFile.c_str());
  insert.put(1, id);
  TRY(run_with(insert, begun, 2));
  TRY(touch_file(database(), id));
  TRY(transaction.commit());
  return begun;
}

Result<void> Writer::commit(const Batch& batch) {
  Transaction transaction = TRY(Transaction::begin(database()));
  TRY(put_rows(database(), batch));
  TRY(database()
          .query("UPDATE file SET progress = ?2, records = ?3, about = coalesce(?4, about)"
                 " WHERE id = ?1")
          .bind(batch.file, batch.progress, batch.records, batch.about)
          .run());
  if (database().changes() == 0) return unknown_file(database());
  TRY(touch_file(database(), batch.file));
  return transaction.commit();
}

Result<void> Writer::finish_file(FileId file, std::uint64_t size, std::string_view sha256) {
  Transaction transaction = TRY(Transaction::begin(database()));
  TRY(database()
          .query("UPDATE file SET state = 1, size = ?2, sha256 = ?3 WHERE id = ?1")
          .bind(file, size, Blob{sha256})
          .run());
  if (database().changes() == 0) return unknown_file(database());
  TRY(touch_file(database(), file));
  return transaction.commit();
}

Result<void> Writer::remove_file(FileId file) {
  Transaction transaction = TRY(Transaction::begin(database()));
  // Revisits elsewhere whose original goes away, and everything read from the file itself.
  TRY(database()
          .query("INSERT OR IGNORE INTO touched SELECT 0, c.address FROM original_row AS o"
                 " JOIN capture_row AS c ON (c.file, c.offset, c.inner) ="
                 " (o.file, o.offset, o.inner) WHERE o.o_file = ?")
          .bind(file)
          .run());
  TRY(database()
          .query("INSERT OR IGNORE INTO touched SELECT DISTINCT 0, address FROM capture_row"
                 " WHERE file = ?")
          .bind(file)
          .run());
  // Documents that no other file has a capture of.
#define ASOF_ORPHANS                                                          \
  " sha256 FROM capture_row AS gone WHERE file = ?1"                          \
  " AND sha256 IS NOT NULL AND NOT EXISTS (SELECT 1 FROM capture_row AS kept" \
  "  WHERE kept.address = gone.address AND kept.url = gone.url"               \
  "  AND kept.sha256 = gone.sha256 AND kept.file <> ?1)"
  for (const char* sql :
       {"INSERT OR IGNORE INTO touched_document SELECT address, CASE gone.url WHEN 0 THEN"
        " (SELECT a.url FROM address AS a WHERE a.id = gone.address) ELSE gone.url "
        "END," ASOF_ORPHANS,
        "DELETE FROM document_row WHERE (address, url, sha256) IN (SELECT address, "
        "url," ASOF_ORPHANS ")"}) {
    TRY(database().query(sql).bind(file).run());
  }
#undef ASOF_ORPHANS
  // Captures elsewhere that had no links but those recorded here.
  TRY(database()
          .query("INSERT OR REPLACE INTO touched_file SELECT DISTINCT c.file, 0 FROM metadata_row"
                 " AS m JOIN capture_row AS c ON c.address = m.address WHERE m.file = ?"
                 " AND m.links IS NOT NULL")
          .bind(file)
          .run());
  TRY(touch_file(database(), file));
  for (const char* remove :
       {"DELETE FROM payload WHERE (digest_key, revisit, at, file, offset, inner) IN"
        " (SELECT digest_key(digest), kind = 2, at, file, offset, inner FROM capture_row"
        " WHERE file = ?)",
        "DELETE FROM capture_row WHERE file = ?", "DELETE FROM metadata_row WHERE file = ?",
        "DELETE FROM damage WHERE file = ?", "DELETE FROM flawed WHERE file = ?",
        "DELETE FROM undated WHERE file = ?", "DELETE FROM original_row WHERE file = ?",
        "DELETE FROM file WHERE id = ?"}) {
    TRY(database().query(remove).bind(file).run());
  }
  return transaction.commit();
}

Result<void> Writer::add_log(const std::vector<LogEntry>& entries) {
  Transaction transaction = TRY(Transaction::begin(database()));
  Query insert = database().query(kPutLog.c_str());
  Query touch = database().query("INSERT OR IGNORE INTO touched_day VALUES (?)");
  for (const LogEntry& entry : entries) {
    TRY(run_with(insert.again(), entry));
    TRY(touch.again().bind(entry.begin.value_or(entry.at).ms / kDayMs).run());
  }
  return transaction.commit();
}

}  // namespace asof::catalog
