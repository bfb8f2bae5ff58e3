// Opening a catalog to read or to write it, and putting one in the place of another.
#include <sys/stat.h>

#include "base/file.h"
#include "catalog/rows_internal.h"
#include "catalog/schema_internal.h"
#include "catalog/writer.h"

namespace asof::catalog {
namespace {

// The catalog can be made again from the WARCs, so a power cut may cost the last transactions
// (synchronous=NORMAL) but, thanks to the write-ahead log, never half of one. Some builds of SQLite
// overwrite what is deleted (secure_delete), for nothing: the WARCs have it all anyway.
constexpr const char* kWriting =
    "PRAGMA page_size = 4096; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;"
    "PRAGMA wal_autocheckpoint = 8000; PRAGMA journal_size_limit = 67108864;"
    "PRAGMA secure_delete = OFF;";
// 48 MB of pages whatever the size of the catalog; sorts larger than that go to a file.
constexpr const char* kAlways =
    "PRAGMA cache_size = -49152; PRAGMA temp_store = FILE; PRAGMA trusted_schema = OFF;";

bool has_bytes(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && status.st_size > 0;
}

// The pages of an older catalog get their checksums, which takes writing all of them once. A
// catalog for which there is no room twice, or that others read now, stays as it is.
Result<void> add_sums(Database& database) {
  if (database.has_sums()) return {};
  database.reserve_sums();
  auto done = database.execute("VACUUM");
  if (!done && done.error().code != Errc::Full && done.error().code != Errc::Busy) return done;
  return {};
}

Result<std::unique_ptr<Database>> open_for_writing(const std::string& path) {
  auto database = TRY(Database::open(path, Database::Mode::Create));
  // Look before touching: a foreign database must not be turned into WAL mode.
  auto version = database->integer("PRAGMA schema_version");
  if (!version) return std::move(version).error();
  if (*version != 0) {
    std::int64_t application = TRY(database->integer("PRAGMA application_id"));
    if (application != kApplicationId) {
      return Error{Errc::Invalid, path + ": not a catalog of an archive"};
    }
  } else {
    database->reserve_sums();
  }
  TRY(database->execute(kWriting));
  TRY(database->execute(kAlways));
  TRY(migrate(*database, migrations()));
  TRY(add_sums(*database));
  return database;
}

// SQLite reads a database in WAL mode through files beside it, which it cannot make in a read-only
// directory. Then the file is opened as one that nobody changes; right unless a log with
// transactions lies beside it.
Result<std::unique_ptr<Database>> open_for_reading(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) {
    return Error{Errc::NotFound, path + ": no such catalog; make one with 'asof reindex'"};
  }
  auto database = TRY(Database::open(path, Database::Mode::ReadOnly));
  auto version = database->integer("PRAGMA schema_version");
  if (!version && version.error().code == Errc::Io) {
    if (has_bytes(path + "-wal")) {
      return Error{Errc::Io, path + ": has a write-ahead log that cannot be read in a read-only " +
                                 "directory; open the catalog once where it can be written"};
    }
    database = TRY(Database::open_immutable(path));
    version = database->integer("PRAGMA schema_version");
  }
  if (!version) return std::move(version).error();
  if (TRY(is_older(*database, migrations().size()))) {
    auto newer = open_for_writing(path);
    if (!newer)
      return Error{newer.error().code,
                   "the catalog was made by an older version of asof and cannot be updated: " +
                       newer.error().what + "; make it writable and try again"};
    database = TRY(Database::open(path, Database::Mode::ReadOnly));
  }
  TRY(database->execute(kAlways));
  TRY(require_version(*database, migrations().size()));
  return database;
}

// Moves what is in the write-ahead log into the file itself: only then may the file be renamed, or
// the log removed.
Result<void> empty_log(const std::string& path) {
  auto database = TRY(Database::open(path, Database::Mode::ReadWrite));
  Query checkpoint = database->query("PRAGMA wal_checkpoint(TRUNCATE)");
  if (!TRY(checkpoint.step()))
    return Error{Errc::Io, path + ": its write-ahead log cannot be read"};
  // A reader may keep the log from being cut to nothing; what counts is that all of it was moved.
  if (checkpoint.integer(1) == checkpoint.integer(2)) return {};
  return Error{Errc::Busy, path + ": it is in use; try again when no other program reads it"};
}

// SQLite's word for a file of other bytes is not ours.
Error explained(Error error, const std::string& path) {
  if (error.code != Errc::Corrupt || error.what.find("not a database") == std::string::npos)
    return error;
  return {Errc::Invalid, path + ": not a catalog of an archive; make one with 'asof reindex'"};
}

}  // namespace

Result<void> Writer::replace(const std::filesystem::path& old, const std::filesystem::path& fresh) {
  TRY(empty_log(fresh.string()));
  if (exists(old.string())) {
    auto emptied = empty_log(old.string());
    // Of a file that is no database there is nothing to keep.
    if (!emptied && emptied.error().code != Errc::Corrupt) return emptied;
  }
  // What the old one left beside itself must not be taken for the new one's.
  for (const char* ending : {"-wal", "-shm", "-journal"}) {
    std::string leftover = old.string() + ending;
    if (exists(leftover)) TRY(asof::remove_file(leftover));
  }
  return rename_synced(fresh.string(), old.string());
}

Result<Reader> Reader::open(const std::filesystem::path& path) {
  auto database = open_for_reading(path.string());
  if (!database) return explained(std::move(database).error(), path.string());
  return Reader(std::move(database).value());
}

Reader::Reader(std::unique_ptr<Database> database) : database_(std::move(database)) {}
Reader::Reader(Reader&&) noexcept = default;
Reader& Reader::operator=(Reader&&) noexcept = default;
Reader::~Reader() = default;

const std::string& Reader::path() const { return database_->path(); }
Database& database_of(const Reader& reader) { return *reader.database_; }

Result<Writer> Writer::open(const std::filesystem::path& path) {
  auto database = open_for_writing(path.string());
  if (!database) return explained(std::move(database).error(), path.string());
  return Writer(Reader(std::move(database).value()));
}

}  // namespace asof::catalog
