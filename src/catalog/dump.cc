#include "catalog/dump.h"

#include "base/text.h"
#include "catalog/rows_internal.h"

namespace asof::catalog {
namespace {

// By hand instead of from sqlite_master: the order of a WITHOUT ROWID table is its primary key, but
// only an ORDER BY promises it. `touched*` is work to do, not content.
constexpr std::pair<std::string_view, const char*> kTables[] = {
    {"activity", "SELECT * FROM activity ORDER BY file, first"},
    {"capture", "SELECT * FROM capture ORDER BY urlkey, at, file, offset, inner"},
    {"change", "SELECT * FROM change ORDER BY urlkey, url, first, file, offset, inner"},
    {"change_detail",
     "SELECT * FROM change_detail ORDER BY urlkey, url, first, file, offset, inner"},
    {"change_use", "SELECT * FROM change_use ORDER BY resource, urlkey"},
    {"crawl", "SELECT * FROM crawl ORDER BY name"},
    {"crawl_span", "SELECT * FROM crawl_span ORDER BY file, first"},
    {"damage", "SELECT * FROM damage ORDER BY file, offset, what"},
    {"document", "SELECT * FROM document ORDER BY urlkey, url, sha256"},
    {"file", "SELECT * FROM file ORDER BY id"},
    {"flawed", "SELECT * FROM flawed ORDER BY file, offset, inner"},
    {"log", "SELECT * FROM log ORDER BY urlkey, at, log, line"},
    {"metadata", "SELECT * FROM metadata ORDER BY urlkey, at, file, offset, inner"},
    {"original", "SELECT * FROM original ORDER BY file, offset, inner"},
    {"page", "SELECT * FROM page ORDER BY urlkey"},
    {"path", "SELECT * FROM path ORDER BY crawl, urlkey, url"},
    {"site", "SELECT * FROM site ORDER BY key"},
    {"undated", "SELECT * FROM undated ORDER BY urlkey, file, offset, inner"},
    {"validator", "SELECT * FROM validator ORDER BY urlkey"},
    {"version", "SELECT * FROM version ORDER BY urlkey, url, first, file, offset, inner"},
};

std::string cell(const Query& query, int column) {
  switch (query.type(column)) {
    case SQLITE_NULL:
      return "null";
    case SQLITE_INTEGER:
      return std::to_string(query.integer(column));
    case SQLITE_BLOB:
      return "x" + hex(query.text(column));
    default:
      return json_quote(query.text(column));
  }
}

}  // namespace

Result<void> dump(const Reader& reader, const std::function<void(std::string_view line)>& on_line) {
  Database& database = database_of(reader);
  for (const auto& [name, sql] : kTables) {
    Query query = database.query(sql);
    while (TRY(query.step())) {
      std::string line(name);
      for (int i = 0; i < query.columns(); ++i) line += '\t' + cell(query, i);
      on_line(line);
    }
  }
  return {};
}

}  // namespace asof::catalog
