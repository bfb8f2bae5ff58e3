// Which captures are cut, or have a date that does not name the second: few, so that most look-ups
// end before they begin.
#pragma once

#include "catalog/database_internal.h"
#include "catalog/rows.h"

namespace asof::catalog {

class Flaws final {
 public:
  static Result<Flaws> open(Database& database);

  bool any() const { return any_; }
  Result<Flawed> at(const Locator& where) const;

 private:
  Flaws(Database& database, bool any) : database_(&database), any_(any) {}

  Database* database_;
  bool any_;
};

}  // namespace asof::catalog
