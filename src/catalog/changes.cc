// Changes between versions: written by whoever compares them, read by everybody.
#include <algorithm>
#include <set>

#include "catalog/catalog.h"
#include "catalog/pack_internal.h"
#include "catalog/rows_internal.h"

namespace asof::catalog {
namespace {

const std::string kPutChange = "INSERT OR REPLACE INTO change VALUES " + parameters<Change>();

Result<void> put_change(Database& database, const Change& change, const ChangeDetail& detail) {
  const VersionName& v = change.fresh;
  Query put = database.query(kPutChange.c_str());
  TRY(run_with(put, change));
  const std::string delta = pack(detail.delta);
  const std::string uses = pack(detail.uses);
  if (delta.empty() && uses.empty()) {
    return database
        .query(
            "DELETE FROM change_detail WHERE (urlkey, url, first, file, offset, inner) ="
            " (?, ?, ?, ?, ?, ?)")
        .bind(change.urlkey, v.url, v.first, v.where.file, v.where.offset, v.where.inner)
        .run();
  }
  return database.query("INSERT OR REPLACE INTO change_detail VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
      .bind(change.urlkey, v.url, v.first, v.where.file, v.where.offset, v.where.inner,
            optional_blob(delta), optional_blob(uses))
      .run();
}

// Removes the rows of a page that are none of those it has now.
Result<void> remove_others(Database& database, const WeighedPage& page) {
  const std::set<VersionName> all(page.all.begin(), page.all.end());
  std::vector<VersionName> others;
  {
    Query query =
        database.query("SELECT url, first, file, offset, inner FROM change WHERE urlkey = ?");
    query.bind(page.urlkey);
    while (TRY(query.step())) {
      VersionName version{query.string(0), query.instant(1), read_locator(query, 2)};
      if (!all.contains(version)) others.push_back(std::move(version));
    }
  }
  for (const VersionName& v : others) {
    for (const char* sql :
         {"DELETE FROM change WHERE (urlkey, url, first, file, offset, inner) = (?, ?, ?, ?, ?, ?)",
          "DELETE FROM change_detail WHERE (urlkey, url, first, file, offset, inner) ="
          " (?, ?, ?, ?, ?, ?)"}) {
      TRY(database.query(sql)
              .bind(page.urlkey, v.url, v.first, v.where.file, v.where.offset, v.where.inner)
              .run());
    }
  }
  return {};
}

Result<void> put_page(Database& database, const WeighedPage& page) {
  for (const auto& [change, detail] : page.changes) TRY(put_change(database, change, detail));
  if (!page.last) return {};
  TRY(remove_others(database, page));
  TRY(database.query("DELETE FROM change_use WHERE urlkey = ?").bind(page.urlkey).run());
  Query use = database.query("INSERT OR IGNORE INTO change_use VALUES (?, ?)");
  for (const std::string& key : page.resources) {
    TRY(use.again().bind(hash63(key), page.urlkey).run());
  }
  if (page.checked > 0) {
    TRY(database.query("INSERT OR REPLACE INTO validator VALUES (?, ?, ?)")
            .bind(page.urlkey, page.checked, page.lied)
            .run());
  } else {
    TRY(database.query("DELETE FROM validator WHERE urlkey = ?").bind(page.urlkey).run());
  }
  return database.query("DELETE FROM touched_change WHERE urlkey = ?").bind(page.urlkey).run();
}

}  // namespace

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

Result<std::vector<std::string>> Catalog::touched_changes(std::string_view after,
                                                          std::size_t most) const {
  Query query = database_->query(
      "SELECT urlkey FROM touched_change WHERE urlkey > ? ORDER BY urlkey LIMIT ?");
  query.bind(after, most);
  std::vector<std::string> keys;
  while (TRY(query.step())) keys.push_back(query.string(0));
  return keys;
}

Result<std::uint64_t> Catalog::count_touched_changes() const {
  const auto number = TRY(database_->integer("SELECT count(*) FROM touched_change"));
  return static_cast<std::uint64_t>(number);
}

Result<std::uint64_t> Catalog::touch_other_algorithms(std::string_view algorithm) {
  TRY(database_
          ->query("INSERT OR IGNORE INTO touched_change SELECT urlkey FROM change"
                  " WHERE algorithm <> ?")
          .bind(algorithm)
          .run());
  return count_touched_changes();
}

Result<void> Catalog::put_changes(const std::vector<WeighedPage>& batch) {
  Transaction transaction = TRY(Transaction::begin(*database_));
  for (const WeighedPage& page : batch) TRY(put_page(*database_, page));
  return transaction.commit();
}

Result<void> Catalog::changes(std::string_view key_prefix,
                              const std::function<bool(const Change&)>& on_change) const {
  const std::string end = after_prefix(key_prefix);
  Query query = database_->query(
      "SELECT * FROM change WHERE urlkey >= ?1 AND urlkey < ?2"
      " ORDER BY urlkey, url, first, file, offset, inner");
  return each_row<Change>(query.bind(key_prefix, end), on_change);
}

Result<std::vector<Change>> Catalog::changes_of(std::string_view urlkey,
                                                std::string_view url) const {
  Query query = database_->query(
      "SELECT * FROM change WHERE urlkey = ?1 AND (?2 = '' OR url = ?2)"
      " ORDER BY url, first, file, offset, inner");
  return all_rows<Change>(query.bind(urlkey, url));
}

Result<ChangeDetail> Catalog::change_detail(const std::string& urlkey,
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

Result<ValidatorTally> Catalog::validators(std::string_view key_prefix) const {
  const std::string end = after_prefix(key_prefix);
  Query query = database_->query(
      "SELECT coalesce(sum(checked), 0), coalesce(sum(lied), 0) FROM validator"
      " WHERE urlkey >= ?1 AND urlkey < ?2");
  query.bind(key_prefix, end);
  if (!TRY(query.step())) return ValidatorTally{};
  return ValidatorTally{query.natural(0), query.natural(1)};
}

Result<ChangeSummary> Catalog::change_summary(std::string_view key_prefix, std::size_t most) const {
  ChangeSummary summary;
  const std::string begin(key_prefix);
  const std::string end = after_prefix(key_prefix);
  {
    // The sum in the order of the key: floating point must not depend on the plan.
    Query query = database_->query(
        "SELECT importance, stage, urlkey FROM change WHERE urlkey >= ?1 AND urlkey < ?2"
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
      const auto tenth = static_cast<std::size_t>(std::max(0.0, importance * 10 - 1e-9));
      ++summary.tenths[std::min<std::size_t>(tenth, 9)];
      if (query.text(2) != page) ++summary.pages;
      page = query.text(2);
    }
    for (std::size_t stage = 0; stage < stages.size(); ++stage) {
      if (stages[stage] > 0) summary.stages.emplace_back(static_cast<int>(stage), stages[stage]);
    }
  }
  Query query = database_->query(
      "SELECT * FROM change WHERE urlkey >= ?1 AND urlkey < ?2 AND importance > 0"
      " ORDER BY importance DESC, until DESC, urlkey, url, first, file, offset, inner LIMIT ?3");
  query.bind(begin, end, most);
  summary.most = TRY(all_rows<Change>(query));
  summary.pending = TRY(count_touched_changes());
  return summary;
}

}  // namespace asof::catalog
