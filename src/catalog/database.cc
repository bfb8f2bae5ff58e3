#include "catalog/database_internal.h"

#include <cstring>
#include <utility>

#include "base/text.h"
#include "catalog/page_sums_internal.h"
#include "catalog/rows.h"

namespace asof::catalog {
namespace {

constexpr int kBusyMilliseconds = 2000;

Errc kind_of(int code) {
  if (code == SQLITE_IOERR_DATA) return Errc::Corrupt;
  switch (code & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return Errc::Busy;
    case SQLITE_FULL:
      return Errc::Full;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return Errc::Corrupt;
    default:
      return Errc::Io;
  }
}

// digest_key(text): the first 63 bits of its SHA-256; null of null.
void digest_key(sqlite3_context* call, int, sqlite3_value** arguments) {
  const void* bytes = sqlite3_value_blob(arguments[0]);
  if (!bytes) return sqlite3_result_null(call);
  auto size = static_cast<std::size_t>(sqlite3_value_bytes(arguments[0]));
  sqlite3_result_int64(call, hash63({static_cast<const char*>(bytes), size}));
}

// short_record_id(text): as it is stored.
void short_record_id(sqlite3_context* call, int, sqlite3_value** arguments) {
  const void* bytes = sqlite3_value_blob(arguments[0]);
  if (!bytes) return sqlite3_result_null(call);
  auto size = static_cast<std::size_t>(sqlite3_value_bytes(arguments[0]));
  const auto uuid = uuid_of({static_cast<const char*>(bytes), size});
  if (!uuid) return sqlite3_result_value(call, arguments[0]);
  sqlite3_result_blob64(call, uuid->data(), uuid->size(), SQLITE_TRANSIENT);
}

struct Function {
  const char* name;
  void (*call)(sqlite3_context*, int, sqlite3_value**);
};
constexpr Function kFunctions[] = {{"digest_key", digest_key},
                                   {"short_record_id", short_record_id}};

}  // namespace

Query::Query(Query&& other) noexcept
    : database_(other.database_),
      sql_(other.sql_),
      statement_(std::exchange(other.statement_, nullptr)) {}

Query::~Query() {
  if (!statement_) return;
  sqlite3_reset(statement_);
  sqlite3_clear_bindings(statement_);
  database_->idle_[sql_].push_back(statement_);
}

Query& Query::again() {
  if (statement_) sqlite3_reset(statement_);
  return *this;
}

Result<bool> Query::step() {
  if (!statement_) return database_->error(sqlite3_errcode(database_->connection_));
  int code = sqlite3_step(statement_);
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  Error error = database_->error(code);
  sqlite3_reset(statement_);
  return error;
}

Result<void> Query::run() {
  while (TRY(step())) {
  }
  sqlite3_reset(statement_);
  return {};
}

Result<void> Query::each(const std::function<Result<void>()>& row) {
  while (TRY(step())) TRY(row());
  return {};
}

void Query::put(int index, std::int64_t value) {
  if (statement_) CHECK(sqlite3_bind_int64(statement_, index, value) == SQLITE_OK);
}

void Query::put(int index, double value) {
  if (statement_) CHECK(sqlite3_bind_double(statement_, index, value) == SQLITE_OK);
}

void Query::put(int index, std::string_view value) {
  if (!statement_) return;
  // A null pointer would bind null; empty text is a value.
  const char* bytes = value.data() ? value.data() : "";
  CHECK(sqlite3_bind_text64(statement_, index, bytes, value.size(), SQLITE_STATIC, SQLITE_UTF8) ==
        SQLITE_OK);
}

void Query::put(int index, Blob value) {
  if (!statement_) return;
  const char* bytes = value.bytes.data() ? value.bytes.data() : "";
  CHECK(sqlite3_bind_blob64(statement_, index, bytes, value.bytes.size(), SQLITE_STATIC) ==
        SQLITE_OK);
}

void Query::put_copy(int index, Blob value) {
  if (!statement_) return;
  CHECK(sqlite3_bind_blob64(statement_, index, value.bytes.data(), value.bytes.size(),
                            SQLITE_TRANSIENT) == SQLITE_OK);
}

void Query::put(int index, std::nullopt_t) {
  if (statement_) CHECK(sqlite3_bind_null(statement_, index) == SQLITE_OK);
}

bool Query::null(int column) const {
  return sqlite3_column_type(statement_, column) == SQLITE_NULL;
}
std::int64_t Query::integer(int column) const { return sqlite3_column_int64(statement_, column); }
std::uint64_t Query::natural(int column) const {
  return static_cast<std::uint64_t>(sqlite3_column_int64(statement_, column));
}
double Query::real(int column) const { return sqlite3_column_double(statement_, column); }

std::string_view Query::text(int column) const {
  const void* bytes = sqlite3_column_blob(statement_, column);
  auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement_, column));
  return bytes ? std::string_view(static_cast<const char*>(bytes), size) : std::string_view();
}

std::optional<Instant> Query::maybe_instant(int column) const {
  return null(column) ? std::nullopt : std::optional<Instant>(instant(column));
}
std::optional<std::int64_t> Query::maybe_integer(int column) const {
  return null(column) ? std::nullopt : std::optional<std::int64_t>(integer(column));
}
std::optional<std::string> Query::maybe_string(int column) const {
  return null(column) ? std::nullopt : std::optional<std::string>(string(column));
}
int Query::columns() const { return sqlite3_column_count(statement_); }
int Query::type(int column) const { return sqlite3_column_type(statement_, column); }

Result<std::unique_ptr<Database>> Database::connect(const std::string& path,
                                                    const std::string& name, int flags) {
  sqlite3* connection = nullptr;
  int code = sqlite3_open_v2(name.c_str(), &connection, flags | SQLITE_OPEN_NOMUTEX, summed_vfs());
  std::unique_ptr<Database> database(new Database(path, connection));
  if (code != SQLITE_OK) return database->error(code);
  sqlite3_extended_result_codes(connection, 1);
  sqlite3_busy_timeout(connection, kBusyMilliseconds);
  for (const Function& function : kFunctions) {
    code =
        sqlite3_create_function_v2(connection, function.name, 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC,
                                   nullptr, function.call, nullptr, nullptr, nullptr);
    if (code != SQLITE_OK) return database->error(code);
  }
  return database;
}

Result<std::unique_ptr<Database>> Database::open(const std::string& path, Mode mode) {
  int flags = mode == Mode::ReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE;
  if (mode == Mode::Create) flags |= SQLITE_OPEN_CREATE;
  return connect(path, path, flags);
}

Result<std::unique_ptr<Database>> Database::open_immutable(const std::string& path) {
  std::string uri = "file:";
  for (char c : path) {
    if (c == '?' || c == '#' || c == '%') {
      uri += '%';
      uri += hex(std::string_view(&c, 1));
    } else {
      uri += c;
    }
  }
  return connect(path, uri + "?immutable=1", SQLITE_OPEN_READONLY | SQLITE_OPEN_URI);
}

Database::~Database() {
  for (auto& [sql, statements] : idle_) {
    for (sqlite3_stmt* statement : statements) sqlite3_finalize(statement);
  }
  CHECK(sqlite3_close(connection_) == SQLITE_OK);
}

Query Database::query(const char* sql) {
  auto& idle = idle_[sql];
  if (!idle.empty()) {
    sqlite3_stmt* statement = idle.back();
    idle.pop_back();
    return Query(*this, sql, statement);
  }
  sqlite3_stmt* statement = nullptr;
  sqlite3_prepare_v3(connection_, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, nullptr);
  return Query(*this, sql, statement);
}

Result<void> Database::execute(const std::string& sql) {
  int code = sqlite3_exec(connection_, sql.c_str(), nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) return error(code);
  return {};
}

Result<std::int64_t> Database::integer(const char* sql) {
  Query query = this->query(sql);
  if (!TRY(query.step())) return Error{Errc::Corrupt, path_ + ": no answer to " + sql};
  return query.integer(0);
}

bool Database::has_sums() const {
  int reserved = -1;  // asks only
  sqlite3_file_control(connection_, "main", SQLITE_FCNTL_RESERVE_BYTES, &reserved);
  return reserved == kSumBytes;
}

void Database::reserve_sums() {
  int reserved = kSumBytes;
  sqlite3_file_control(connection_, "main", SQLITE_FCNTL_RESERVE_BYTES, &reserved);
}

Error Database::error(int code) const {
  const char* said = connection_ ? sqlite3_errmsg(connection_) : sqlite3_errstr(code);
  if (code == SQLITE_IOERR_DATA) said = "damaged: a page does not match its checksum";
  Error error{kind_of(code), path_ + ": " + said};
  if (error.code == Errc::Corrupt) error.what += "; rebuild it with 'asof reindex'";
  return error;
}

Result<Transaction> Transaction::begin(Database& database) {
  TRY(database.query("BEGIN IMMEDIATE").run());
  return Transaction(database);
}

Result<void> Transaction::commit() {
  TRY(database_->query("COMMIT").run());
  database_ = nullptr;
  return {};
}

Transaction::~Transaction() {
  // After some failures SQLite has rolled back by itself and this says so; either way it is undone.
  if (database_) static_cast<void>(database_->query("ROLLBACK").run());
}

}  // namespace asof::catalog
