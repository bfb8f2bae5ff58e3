// Writing changes between versions.
#include <set>

#include "catalog/pack_internal.h"
#include "catalog/rows_internal.h"
#include "catalog/writer.h"

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
Result<void> remove_others(Database& database, const PageChanges& page) {
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

Result<void> put_page(Database& database, const PageChanges& page) {
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

Result<std::uint64_t> Writer::touch_other_algorithms(std::string_view algorithm) {
  TRY(database()
          .query("INSERT OR IGNORE INTO touched_change SELECT urlkey FROM change"
                 " WHERE algorithm <> ?")
          .bind(algorithm)
          .run());
  return reader_.count_touched_changes();
}

Result<void> Writer::put_changes(const std::vector<PageChanges>& batch) {
  Transaction transaction = TRY(Transaction::begin(database()));
  for (const PageChanges& page : batch) TRY(put_page(database(), page));
  return transaction.commit();
}

}  // namespace asof::catalog
