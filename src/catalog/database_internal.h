// SQLite, thinly: a connection, statements that are prepared once, transactions.
//
// Every failure becomes an Error that names the file: Busy, Full, Corrupt, or Io.
// One connection belongs to one thread at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <sqlite3.h>

#include "base/result.h"
#include "base/time.h"

namespace asof::catalog {

struct Blob {
  std::string_view bytes;
};

class Database;

// A prepared statement on loan; goes back to its Database, reset, when destroyed. A statement that
// could not be prepared fails at its first step. Bound text must live until the statement is done.
class Query final {
 public:
  Query(Query&& other) noexcept;
  Query(const Query&) = delete;
  Query& operator=(const Query&) = delete;
  ~Query();

  // All parameters in order.
  template <class... Values>
  Query& bind(const Values&... values) {
    int index = 0;
    (put(++index, values), ...);
    return *this;
  }
  // Reset, so that it can be bound and run again.
  Query& again();
  // One parameter; the first is 1.
  void put(int index, std::int64_t value);
  void put(int index, std::uint64_t value) { put(index, static_cast<std::int64_t>(value)); }
  void put(int index, double value);
  void put(int index, int value) { put(index, static_cast<std::int64_t>(value)); }
  void put(int index, Instant value) { put(index, value.ms); }
  // Text that must not be null; see optional_text for the other kind.
  void put(int index, std::string_view value);
  void put(int index, const std::string& value) { put(index, std::string_view(value)); }
  void put(int index, const char* value) { put(index, std::string_view(value)); }
  void put(int index, Blob value);
  void put_copy(int index, Blob value);  // need not live on; not empty
  void put(int index, std::nullopt_t);
  template <class T>
  void put(int index, const std::optional<T>& value) {
    value ? put(index, *value) : put(index, std::nullopt);
  }

  Result<bool> step();  // true: a row is there
  Result<void> run();   // to the end, ignoring rows
  Result<void> each(const std::function<Result<void>()>& row);

  bool null(int column) const;
  std::int64_t integer(int column) const;
  std::uint64_t natural(int column) const;
  double real(int column) const;
  std::string_view text(int column) const;  // text or blob; valid until the next step
  std::string string(int column) const { return std::string(text(column)); }
  Instant instant(int column) const { return {integer(column)}; }
  std::optional<Instant> maybe_instant(int column) const;
  std::optional<std::int64_t> maybe_integer(int column) const;
  std::optional<std::string> maybe_string(int column) const;
  int columns() const;
  int type(int column) const;

 private:
  friend class Database;
  Query(Database& database, const char* sql, sqlite3_stmt* statement)
      : database_(&database), sql_(sql), statement_(statement) {}

  Database* database_;
  const char* sql_;
  sqlite3_stmt* statement_;
};

// Empty text and blobs are stored as null.
inline std::optional<std::string_view> optional_text(std::string_view text) {
  return text.empty() ? std::nullopt : std::optional<std::string_view>(text);
}
inline std::optional<Blob> optional_blob(std::string_view bytes) {
  return bytes.empty() ? std::nullopt : std::optional<Blob>(Blob{bytes});
}

class Database final {
 public:
  enum class Mode { ReadOnly, ReadWrite, Create };

  // Opens without looking inside. `path` may be ":memory:".
  static Result<std::unique_ptr<Database>> open(const std::string& path, Mode mode);
  // As a file that nobody changes: needs no lock and no write-ahead log beside it.
  static Result<std::unique_ptr<Database>> open_immutable(const std::string& path);
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;
  ~Database();

  // `sql` is a literal: statements are kept by its address.
  Query query(const char* sql);
  // Any number of statements without parameters.
  Result<void> execute(const std::string& sql);
  Result<std::int64_t> integer(const char* sql);

  // Whether its pages have checksums (page_sums_internal.h).
  bool has_sums() const;
  // They will, from the first page of an empty database on, or else from the next VACUUM.
  void reserve_sums();

  Error error(int code) const;
  std::int64_t last_rowid() const { return sqlite3_last_insert_rowid(connection_); }
  std::int64_t changes() const { return sqlite3_changes64(connection_); }
  const std::string& path() const { return path_; }

 private:
  friend class Query;
  Database(std::string path, sqlite3* connection)
      : path_(std::move(path)), connection_(connection) {}
  static Result<std::unique_ptr<Database>> connect(const std::string& path, const std::string& name,
                                                   int flags);

  std::string path_;
  sqlite3* connection_;
  std::unordered_map<const char*, std::vector<sqlite3_stmt*>> idle_;
};

// Rolls back unless committed.
class Transaction final {
 public:
  static Result<Transaction> begin(Database& database);
  Transaction(Transaction&& other) noexcept : database_(std::exchange(other.database_, nullptr)) {}
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  ~Transaction();

  Result<void> commit();

 private:
  explicit Transaction(Database& database) : database_(&database) {}
  Database* database_;
};

}  // namespace asof::catalog
