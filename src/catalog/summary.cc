#include "catalog/summary.h"

#include "catalog/reader.h"
#include "catalog/rows_internal.h"

namespace asof::catalog {
namespace {

// ?1 and ?2 bound the keys.
#define ASOF_WITHIN "urlkey >= ?1 AND urlkey < ?2"

struct Scope {
  std::string begin, end;
  bool whole = true;
  std::size_t at_most = 0;
};

Result<void> count_captures(Database& database, const Scope& scope, Summary& summary) {
  Query query = database.query(
      "SELECT kind, count(*), sum(size), sum(length), min(at), max(at) FROM capture"
      " WHERE " ASOF_WITHIN " GROUP BY kind ORDER BY kind");
  query.bind(scope.begin, scope.end);
  constexpr const char* kNames[] = {"",           "response", "revisit",      "resource",
                                    "conversion", "metadata", "continuation", "request"};
  while (TRY(query.step())) {
    auto kind = static_cast<std::size_t>(query.integer(0));
    std::uint64_t count = query.natural(1);
    summary.kinds.push_back(
        {kind < std::size(kNames) ? kNames[kind] : "other", count, query.natural(2)});
    summary.stored_bytes += query.natural(3);
    if (kind < 1 || kind > 3) {
      summary.other_records += count;
      continue;
    }
    (kind == 1 ? summary.responses : kind == 2 ? summary.revisits : summary.resources) = count;
    summary.captures += count;
    // A revisit states the size of a payload that lies elsewhere.
    if (kind != 2) summary.payload_bytes += query.natural(2);
    Instant first = query.instant(4);
    Instant last = query.instant(5);
    if (!summary.first || first < *summary.first) summary.first = first;
    if (!summary.last || last > *summary.last) summary.last = last;
  }
  return {};
}

Result<std::vector<Tally>> tally(Database& database, const char* sql, const Scope& scope) {
  Query query = database.query(sql);
  query.bind(scope.begin, scope.end, scope.at_most);
  std::vector<Tally> tallies;
  while (TRY(query.step())) {
    tallies.push_back({query.string(0), query.natural(1), query.natural(2)});
  }
  return tallies;
}

Result<std::uint64_t> count(Database& database, const char* sql, const Scope& scope) {
  Query query = database.query(sql);
  query.bind(scope.begin, scope.end);
  if (!TRY(query.step())) return std::uint64_t{0};
  return query.natural(0);
}

// Sorted by the database, through a file where it is large.
Result<void> count_duplicates(Database& database, const Scope& scope, Summary& summary) {
  Query query = database.query(
      "SELECT sum(n - 1), sum((n - 1) * size) FROM (SELECT count(*) AS n, max(size) AS size"
      " FROM capture WHERE " ASOF_WITHIN
      " AND kind IN (1, 3) AND sha256 IS NOT NULL AND size > 0"
      " GROUP BY sha256 HAVING n > 1)");
  query.bind(scope.begin, scope.end);
  if (TRY(query.step())) {
    summary.duplicates = query.natural(0);
    summary.duplicate_bytes = query.natural(1);
  }
  return {};
}

Result<void> count_revisits(Database& database, const Scope& scope, Summary& summary) {
  if (summary.revisits == 0) return {};
  summary.revisit_profiles = TRY(
      tally(database,
            "SELECT coalesce(profile, '') AS name, count(*) AS n, 0 FROM capture WHERE " ASOF_WITHIN
            " AND kind = 2 GROUP BY 1 ORDER BY n DESC, name LIMIT ?3",
            scope));
  auto by_how =
      TRY(tally(database,
                "SELECT coalesce(original.how, 0) AS name, count(*) AS n, 0 FROM capture"
                " LEFT JOIN original_row AS original USING (file, offset, inner)"
                " WHERE " ASOF_WITHIN " AND kind = 2 AND ?3 >= 0 GROUP BY 1 ORDER BY n DESC, name",
                scope));
  for (Tally& how : by_how) {
    auto number = static_cast<OriginMatch>(std::stoi(how.name));
    how.name = name_of(number);
    (number == OriginMatch::None ? summary.unresolved : summary.resolved) += how.captures;
  }
  summary.resolved_how = std::move(by_how);
  return {};
}

Result<void> list_flawed(Database& database, const Scope& scope, Summary& summary) {
  summary.cut = TRY(tally(database,
                          "SELECT cut AS name, count(*) AS n, sum(size) FROM flawed"
                          " CROSS JOIN capture USING (file, offset, inner) WHERE " ASOF_WITHIN
                          " AND cut > 0 AND ?3 >= 0 GROUP BY cut ORDER BY n DESC, name",
                          scope));
  for (Tally& cut : summary.cut)
    cut.name = sentence_of(static_cast<capture::Cut>(std::stoi(cut.name)));
  summary.coarse =
      TRY(count(database,
                "SELECT count(*) FROM flawed CROSS JOIN capture USING (file, offset, inner)"
                " WHERE " ASOF_WITHIN " AND width > 0",
                scope));
  Query undated = database.query("SELECT * FROM undated WHERE " ASOF_WITHIN
                                 " ORDER BY urlkey, file, offset, inner LIMIT ?3");
  undated.bind(scope.begin, scope.end, scope.at_most);
  summary.undated = TRY(all_rows<Undated>(undated));
  summary.undated_count =
      TRY(count(database, "SELECT count(*) FROM undated WHERE " ASOF_WITHIN, scope));
  return {};
}

Result<void> list_sites(Database& database, const Scope& scope, Summary& summary) {
  Query query = database.query(
      "SELECT * FROM site WHERE key >= ?1 AND key < ?2"
      " ORDER BY captures DESC, key LIMIT ?3");
  query.bind(scope.begin, scope.end, scope.at_most);
  summary.sites = TRY(all_rows<Site>(query));
  summary.site_count =
      TRY(count(database, "SELECT count(*) FROM site WHERE key >= ?1 AND key < ?2", scope));
  return {};
}

// Crawls, files and damage belong to the archive, not to a part of its keys.
Result<void> list_whole(Database& database, const Scope& scope, Summary& summary) {
  Query crawls = database.query("SELECT * FROM crawl ORDER BY first DESC, name LIMIT ?");
  crawls.bind(scope.at_most);
  summary.crawls = TRY(all_rows<Crawl>(crawls));
  Query files = database.query(ASOF_FILES "ORDER BY name LIMIT ?");
  files.bind(scope.at_most);
  Query counts = database.query(
      "SELECT (SELECT sum(captures) FROM activity WHERE file = ?1),"
      " (SELECT count(*) FROM damage WHERE file = ?1)");
  while (TRY(files.step())) {
    File file = read_file_row(files);
    counts.again().bind(file.id());
    TRY(counts.step());
    summary.files.push_back({std::move(file), counts.natural(0), counts.natural(1)});
  }
  Query damage = database.query("SELECT * FROM damage ORDER BY 1, 2, 3 LIMIT ?");
  damage.bind(scope.at_most);
  summary.damage = TRY(all_rows<Damage>(damage));
  auto number = [](Result<std::int64_t> counted) -> Result<std::uint64_t> {
    if (!counted) return std::move(counted).error();
    return static_cast<std::uint64_t>(*counted);
  };
  summary.crawl_count = TRY(number(database.integer("SELECT count(*) FROM crawl")));
  summary.file_count = TRY(number(database.integer("SELECT count(*) FROM file")));
  summary.damage_count = TRY(number(database.integer("SELECT count(*) FROM damage")));
  return {};
}

}  // namespace

Result<Summary> summarise(const Reader& reader, const SummaryOptions& options) {
  Database& database = database_of(reader);
  Scope scope{options.key_prefix, after_prefix(options.key_prefix), options.key_prefix.empty(),
              options.at_most};
  Summary summary;
  summary.settled = TRY(reader.settled());
  TRY(count_captures(database, scope, summary));
  summary.pages =
      TRY(count(database,
                "SELECT count(*) FROM (SELECT DISTINCT urlkey FROM capture WHERE " ASOF_WITHIN
                " AND kind IN (1, 2, 3))",
                scope));
  summary.urls =
      TRY(count(database,
                "SELECT count(*) FROM (SELECT DISTINCT urlkey, url FROM capture WHERE " ASOF_WITHIN
                " AND kind IN (1, 2, 3))",
                scope));
  summary.versions = TRY(count(
      database, "SELECT count(*) FROM address JOIN version_row ON address = id WHERE " ASOF_WITHIN,
      scope));
  summary.documents =
      TRY(count(database, "SELECT count(*) FROM document WHERE " ASOF_WITHIN, scope));
  summary.links = TRY(count(
      database, "SELECT coalesce(sum(link_count), 0) FROM document WHERE " ASOF_WITHIN, scope));
  TRY(count_duplicates(database, scope, summary));
  TRY(count_revisits(database, scope, summary));
  summary.statuses =
      TRY(tally(database,
                "SELECT status AS name, count(*) AS n, sum(size) FROM capture WHERE " ASOF_WITHIN
                " AND kind IN (1, 2, 3) GROUP BY status ORDER BY n DESC, name LIMIT ?3",
                scope));
  summary.mimes = TRY(tally(
      database,
      "SELECT coalesce(mime, '') AS name, count(*) AS n, sum(size) FROM capture WHERE " ASOF_WITHIN
      " AND kind IN (1, 2, 3) GROUP BY 1 ORDER BY n DESC, name LIMIT ?3",
      scope));
  TRY(list_flawed(database, scope, summary));
  TRY(list_sites(database, scope, summary));
  if (scope.whole) TRY(list_whole(database, scope, summary));
  return summary;
}

}  // namespace asof::catalog
