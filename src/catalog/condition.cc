// Whether the file itself is sound, and the same as before.
#include "catalog/reader.h"
#include "catalog/rows_internal.h"

namespace asof::catalog {

// SQLite's own check reads every page in use, and with it compares every checksum.
Result<Condition> Reader::condition() const {
  Condition condition{.checksums = database_->has_sums()};
  Query check = database_->query("PRAGMA quick_check(20)");
  while (TRY(check.step()))
    if (auto said = check.string(0); said != "ok") condition.faults.push_back(std::move(said));
  return condition;
}

Result<std::int64_t> Reader::generation() const {
  return database_->integer("PRAGMA data_version");
}

}  // namespace asof::catalog
