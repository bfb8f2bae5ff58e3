#include "catalog/flawed_internal.h"

#include "catalog/reader.h"
#include "catalog/rows_internal.h"

namespace asof::catalog {

Result<Flaws> Flaws::open(Database& database) {
  const std::int64_t any = TRY(database.integer("SELECT EXISTS (SELECT 1 FROM flawed)"));
  return Flaws(database, any != 0);
}

Result<Flawed> Flaws::at(const Locator& where) const {
  if (!any_) return Flawed{.where = where};
  Query query =
      database_->query("SELECT * FROM flawed WHERE file = ? AND offset = ? AND inner = ?");
  auto row = TRY(one_row<Flawed>(query.bind(where.file, where.offset, where.inner)));
  return row.value_or(Flawed{.where = where});
}

Result<Flawed> Reader::flaws_at(const Locator& where) const {
  const Flaws flaws = TRY(Flaws::open(*database_));
  return flaws.at(where);
}

Result<void> Reader::undated(std::string_view urlkey, const On<Undated>& on_undated) const {
  Query query = database_->query(
      "SELECT * FROM undated WHERE ?1 = '' OR urlkey = ?1 ORDER BY urlkey, file, offset, inner");
  return each_row<Undated>(query.bind(urlkey), on_undated);
}

}  // namespace asof::catalog
