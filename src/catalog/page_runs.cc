#include "catalog/page_runs.h"

#include "catalog/rows_internal.h"

namespace asof::catalog {

Result<void> page_runs(const Reader& reader, std::string_view key_prefix,
                       const On<PageRun>& on_run) {
  // As the view `version` reads them, but with the first capture at hand for its date.
  Query query = database_of(reader).query(
      "SELECT a.urlkey, CASE v.url WHEN 0 THEN a.url ELSE v.url END AS full, v.first, v.file,"
      " v.offset, v.inner, v.last, v.captures, coalesce(v.status, c.status),"
      " coalesce(v.sha256, c.sha256), coalesce(v.digest, c.digest), coalesce(v.mime, c.mime),"
      " coalesce(v.size, c.size), c.last_modified, h.importance,"
      " (SELECT f.width FROM flawed AS f"
      "  WHERE f.file = v.file AND f.offset = v.offset AND f.inner = v.inner)"
      " FROM address AS a JOIN version_row AS v ON v.address = a.id"
      " LEFT JOIN capture_row AS c ON c.address = v.address AND c.at = v.first"
      "  AND c.file = v.file AND c.offset = v.offset AND c.inner = v.inner"
      " LEFT JOIN change AS h ON h.urlkey = a.urlkey"
      "  AND h.url = CASE v.url WHEN 0 THEN a.url ELSE v.url END AND h.first = v.first"
      "  AND h.file = v.file AND h.offset = v.offset AND h.inner = v.inner"
      " WHERE a.urlkey >= ?1 AND a.urlkey < ?2"
      " ORDER BY a.urlkey, v.first, v.file, v.offset, v.inner");
  const std::string end = after_prefix(key_prefix);
  query.bind(key_prefix, end);
  while (TRY(query.step())) {
    PageRun run;
    run.version = read_row<Version>(query);
    run.last_modified = query.maybe_instant(13);
    if (!query.null(14)) run.importance = query.real(14);
    run.width = query.integer(15);
    if (!on_run(run)) break;
  }
  return {};
}

Result<void> visit_times(const Reader& reader, std::string_view key_prefix,
                         const On<VisitTime>& on_visit) {
  Query query = database_of(reader).query(
      "SELECT a.urlkey, CASE c.url WHEN 0 THEN a.url ELSE c.url END, c.at"
      " FROM address AS a JOIN capture_row AS c ON c.address = a.id"
      " WHERE a.urlkey >= ?1 AND a.urlkey < ?2 AND c.kind IN (1, 2, 3) AND NOT EXISTS"
      " (SELECT 1 FROM flawed AS f WHERE f.file = c.file AND f.offset = c.offset"
      "  AND f.inner = c.inner AND f.cut > 0)"
      " ORDER BY a.urlkey, c.at, c.file, c.offset, c.inner");
  const std::string end = after_prefix(key_prefix);
  query.bind(key_prefix, end);
  while (TRY(query.step()))
    if (!on_visit({query.text(0), query.text(1), query.instant(2)})) break;
  return {};
}

Result<std::uint64_t> count_undated(const Reader& reader, std::string_view key_prefix) {
  Query query = database_of(reader).query(
      "SELECT count(*) FROM undated WHERE urlkey >= ?1 AND urlkey < ?2 AND kind IN (1, 2, 3)");
  const std::string end = after_prefix(key_prefix);
  query.bind(key_prefix, end);
  if (!TRY(query.step())) return std::uint64_t{0};
  return query.natural(0);
}

Result<Depths> page_depths(const Reader& reader, std::string_view key_prefix) {
  Query query = database_of(reader).query(
      "SELECT a.urlkey, min(p.depth) FROM path_row AS p CROSS JOIN address AS a"
      " ON a.id = p.address WHERE a.urlkey >= ?1 AND a.urlkey < ?2 GROUP BY a.id");
  const std::string end = after_prefix(key_prefix);
  query.bind(key_prefix, end);
  Depths depths;
  while (TRY(query.step())) depths[query.string(0)] = query.natural(1);
  return depths;
}

}  // namespace asof::catalog
