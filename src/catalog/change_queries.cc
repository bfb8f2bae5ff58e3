// Reading changes between versions.
#include <fmt/format.h>

#include <algorithm>

#include "catalog/pack_internal.h"
#include "catalog/reader.h"
#include "catalog/rows_internal.h"

namespace asof::catalog {
std::int64_t basis_of(const Version& old, const Version& fresh) {
  std::string text;
  for (const Version* version : {&old, &fresh}) {
    append_number(text, static_cast<std::uint64_t>(version->first.ms));
    append_number(text, static_cast<std::uint64_t>(version->where.file));
    append_number(text, version->where.offset);
    append_number(text, version->where.inner);
    append_number(text, static_cast<std::uint64_t>(version->status));
    for (const std::string* part : {&version->sha256, &version->digest, &version->mime}) {
      append_number(text, part->size());
      text += *part;
    }
  }
  append_number(text, static_cast<std::uint64_t>(old.last.ms));
  return hash63(text);
}

Result<std::vector<std::string>> Reader::touched_changes(std::string_view after,
                                                         std::size_t most) const {
  Query query = database_->query(
      "SELECT urlkey FROM touched_change WHERE urlkey > ? ORDER BY urlkey LIMIT ?");
  query.bind(after, most);
  std::vector<std::string> keys;
  while (TRY(query.step())) keys.push_back(query.string(0));
  return keys;
}

Result<std::uint64_t> Reader::count_touched_changes() const {
  const auto number = TRY(database_->integer("SELECT count(*) FROM touched_change"));
  return static_cast<std::uint64_t>(number);
}

// Only pages in the queue can lack a change. Those whose changes another algorithm made are put
// there when comparing begins.
Result<std::uint64_t> Reader::count_uncompared(std::string_view algorithm,
                                               std::string_view key_prefix) const {
  // Of versions that say something about the page, as derive compares them.
  const auto tells = [](std::string_view v) {
    return fmt::format(
        "({0}.status IN (404, 410) OR ({0}.status BETWEEN 300 AND 399 AND {0}.status <> 304) OR "
        "(({0}.status = 0 OR {0}.status BETWEEN 200 AND 299) AND "
        "(coalesce({0}.sha256, '') <> '' OR coalesce({0}.digest, '') <> '')))",
        v);
  };
  const std::string sql =
      "SELECT (SELECT count(*) FROM touched_change t JOIN version v ON v.urlkey = t.urlkey"
      " WHERE t.urlkey >= ?2 AND t.urlkey < ?3 AND " +
      tells("v") +
      " AND EXISTS (SELECT 1 FROM version o WHERE o.urlkey = v.urlkey AND o.url = v.url"
      " AND (o.first, o.file, o.offset, o.inner) < (v.first, v.file, v.offset, v.inner) AND " +
      tells("o") +
      ") AND NOT EXISTS (SELECT 1 FROM change c WHERE c.urlkey = v.urlkey AND c.url = v.url"
      " AND c.first = v.first AND c.file = v.file AND c.offset = v.offset AND c.inner = v.inner))"
      " + (SELECT count(*) FROM change WHERE ?1 <> '' AND algorithm <> ?1 AND urlkey >= ?2"
      " AND urlkey < ?3)";
  const std::string end = after_prefix(key_prefix);
  Query query = database_->query(sql.c_str());
  query.bind(algorithm, key_prefix, end);
  if (!TRY(query.step())) return std::uint64_t{0};
  return query.natural(0);
}

Result<void> Reader::changes(std::string_view key_prefix, const On<Change>& on_change) const {
  const std::string end = after_prefix(key_prefix);
  Query query = database_->query(
      "SELECT * FROM change WHERE urlkey >= ?1 AND urlkey < ?2"
      " ORDER BY urlkey, url, first, file, offset, inner");
  return each_row<Change>(query.bind(key_prefix, end), on_change);
}

Result<std::vector<Change>> Reader::changes_of(std::string_view urlkey,
                                               std::string_view url) const {
  Query query = database_->query(
      "SELECT * FROM change WHERE urlkey = ?1 AND (?2 = '' OR url = ?2)"
      " ORDER BY url, first, file, offset, inner");
  return all_rows<Change>(query.bind(urlkey, url));
}

Result<ChangeDetail> Reader::change_detail(const std::string& urlkey,
                                           const VersionName& version) const {
  Query query = database_->query(
      "SELECT delta, uses FROM change_detail WHERE (urlkey, url, first, file, offset, inner) ="
      " (?, ?, ?, ?, ?, ?)");
  query.bind(urlkey, version.url, version.first, version.where.file, version.where.offset,
             version.where.inner);
  ChangeDetail detail;
  if (!TRY(query.step())) return detail;
  detail.delta = TRY(unpack(query.text(0), "deltas"));
  detail.uses = TRY(unpack(query.text(1), "uses"));
  return detail;
}

Result<ValidatorTally> Reader::validators(std::string_view key_prefix) const {
  const std::string end = after_prefix(key_prefix);
  Query query = database_->query(
      "SELECT coalesce(sum(checked), 0), coalesce(sum(lied), 0) FROM validator"
      " WHERE urlkey >= ?1 AND urlkey < ?2");
  query.bind(key_prefix, end);
  if (!TRY(query.step())) return ValidatorTally{};
  return ValidatorTally{query.natural(0), query.natural(1)};
}

Result<ChangeSummary> summarise_changes(const Reader& reader, std::string_view key_prefix,
                                        std::size_t most) {
  Database& database = database_of(reader);
  ChangeSummary summary;
  const std::string begin(key_prefix);
  const std::string end = after_prefix(key_prefix);
  {
    // The sum in the order of the key: floating point must not depend on the plan.
    Query query = database.query(
        "SELECT importance, stage, urlkey, matters, replaced FROM change WHERE urlkey >= ?1 AND "
        "urlkey < ?2"
        " ORDER BY urlkey, url, first, file, offset, inner");
    query.bind(begin, end);
    std::array<std::uint64_t, 256> stages{};
    std::string page;
    while (TRY(query.step())) {
      ++summary.rows;
      ++stages[static_cast<std::size_t>(query.integer(1)) & 255U];
      const double importance = query.real(0);
      if (importance <= 0) continue;
      ++summary.changed;
      summary.importance += importance;
      const double matters = query.real(3);
      summary.likely += matters >= .5 ? 1 : 0;
      summary.replaced += query.integer(4) != 0 ? 1 : 0;
      const auto tenth = static_cast<std::size_t>(std::max(0.0, matters * 10 - 1e-9));
      ++summary.tenths[std::min<std::size_t>(tenth, 9)];
      if (query.text(2) != page) ++summary.pages;
      page = query.text(2);
    }
    for (std::size_t stage = 0; stage < stages.size(); ++stage) {
      if (stages[stage] > 0) summary.stages.emplace_back(static_cast<int>(stage), stages[stage]);
    }
  }
  Query query = database.query(
      "SELECT * FROM change WHERE urlkey >= ?1 AND urlkey < ?2 AND importance > 0"
      " ORDER BY matters DESC, importance DESC, until DESC, urlkey, url, first, file, offset, "
      "inner LIMIT ?3");
  query.bind(begin, end, most);
  summary.most = TRY(all_rows<Change>(query));
  summary.uncompared = TRY(reader.count_uncompared("", key_prefix));
  summary.pending = TRY(reader.count_touched_changes());
  return summary;
}

}  // namespace asof::catalog
