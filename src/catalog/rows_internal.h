// Rows to statements and back, by the columns of their tables.
#pragma once

#include "catalog/addresses_internal.h"
#include "catalog/columns_internal.h"
#include "catalog/database_internal.h"
#include "catalog/reader.h"

namespace asof::catalog {

// "(?,?,?)": as many parameters as the table of a Row has columns.
template <class Row>
std::string parameters() {
  std::string list;
  const Row row{};
  each_column(row, [&](const char*, auto&, Sql) { list += list.empty() ? "(?" : ",?"; });
  return list + ")";
}

// Binds a value. Texts are not copied: the row must outlive the statement.
void put(Query& statement, int index, const std::string& value, Sql sql);
template <class T>
void put(Query& statement, int index, const T& value, Sql) {
  if constexpr (std::is_enum_v<T> || std::is_same_v<T, bool>) {
    statement.put(index, static_cast<int>(value));
  } else {
    statement.put(index, value);
  }
}

// Runs a statement whose parameters from `first` on are the columns of a Row's table.
template <class Row>
Result<void> run_with(Query& statement, const Row& row, int first = 1) {
  each_column(
      row, [&](const char*, const auto& value, Sql sql) { put(statement, first++, value, sql); });
  return statement.run();
}

// The same for a row of this address.
template <class Row>
Result<void> run_at(Query& statement, const Address& address, const Row& row) {
  int index = 0;
  each_column(row, [&](const char*, const auto& value, Sql sql) {
    ++index;
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(value)>, std::string>) {
      if (sql == Sql::Key) return statement.put(index, address.id);
      if (sql == Sql::Url) return put_url(statement, index, value, address);
      if constexpr (std::is_same_v<Row, Capture>) {
        const bool key = sql == Sql::RefersToKey;
        if ((key && value == row.urlkey) || (sql == Sql::RefersToUrl && value == row.url))
          return statement.put(index, 0);
        if (key || sql == Sql::RefersToUrl) return put(statement, index, value, Sql::OrNull);
      }
    }
    put(statement, index, value, sql);
  });
  return statement.run();
}

template <class Row>
Result<void> put_all(Query statement, const std::vector<Row>& rows) {
  for (const Row& row : rows) TRY(run_with(statement.again(), row));
  return {};
}

// What a column of a query holds.
template <class T>
void read(const Query& query, int column, T& value) {
  if constexpr (std::is_same_v<T, std::string>) {
    value = query.text(column);
  } else if constexpr (std::is_same_v<T, Instant>) {
    value = query.instant(column);
  } else if constexpr (std::is_same_v<T, double>) {
    value = query.real(column);
  } else {
    value = static_cast<T>(query.integer(column));
  }
}
template <class T>
void read(const Query& query, int column, std::optional<T>& value) {
  if (!query.null(column)) read(query, column, value.emplace());
}

// A record id as it is stored, or as the views show it.
void read_record_id(const Query& query, int column, std::string& value);

// The row in the columns of a query from `first` on; "SELECT *" of its table has them in order.
template <class Row>
Row read_row(const Query& query, int first = 0) {
  Row row;
  each_column(row, [&](const char*, auto& value, Sql sql) {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(value)>, std::string>) {
      if (sql == Sql::RecordId) return read_record_id(query, first++, value);
    }
    read(query, first++, value);
  });
  return row;
}
template <class Row>
Result<std::optional<Row>> one_row(Query& query) {
  if (!TRY(query.step())) return std::optional<Row>();
  return std::optional<Row>(read_row<Row>(query));
}
template <class Row>
Result<std::vector<Row>> all_rows(Query& query) {
  std::vector<Row> rows;
  while (TRY(query.step())) rows.push_back(read_row<Row>(query));
  return rows;
}
// Until `on_row` returns false.
template <class Row>
Result<void> each_row(Query& query, const std::function<bool(const Row&)>& on_row, int first = 0) {
  while (TRY(query.step())) {
    if (!on_row(read_row<Row>(query, first))) break;
  }
  return {};
}

// The view `capture`, but for record ids, which read_row() turns into texts at a tenth of the cost.
#define ASOF_CAPTURE_URL "CASE c.url WHEN 0 THEN a.url ELSE c.url END"
#define ASOF_CAPTURE_COLUMNS                                                                   \
  " a.urlkey, c.at, c.file, c.offset, c.inner, " ASOF_CAPTURE_URL                              \
  ", c.kind, c.status, c.mime, c.size, c.length, c.digest, c.sha256, c.etag, c.last_modified," \
  " c.location, c.record_id, c.refers_to,"                                                     \
  " CASE c.refers_to_key WHEN 0 THEN a.urlkey ELSE c.refers_to_key END,"                       \
  " CASE c.refers_to_url WHEN 0 THEN " ASOF_CAPTURE_URL                                        \
  " ELSE c.refers_to_url END, c.refers_to_at, c.profile, c.truncated, c.ip, c.page_id,"        \
  " c.resource_type, c.fetch_ms, c.purpose, c.links, c.nofollow"                               \
  " FROM address AS a JOIN capture_row AS c ON c.address = a.id "

#define ASOF_FILES                                                                       \
  "SELECT file.*, (SELECT min(activity.first) FROM activity WHERE activity.file = id), " \
  "(SELECT max(activity.last) FROM activity WHERE activity.file = id) FROM file "

// A row of ASOF_FILES.
File read_file_row(const Query& query);
Locator read_locator(const Query& query, int column);

// The connection of a Reader, for what is made of many rows.
Database& database_of(const Reader& reader);

// The least key that is greater than all keys beginning with `prefix`.
std::string after_prefix(std::string_view prefix);

}  // namespace asof::catalog
