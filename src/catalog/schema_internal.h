// The schema as a list of steps. A catalog's user_version is the number of steps it has taken.
#pragma once

#include <span>
#include <string>

#include "catalog/database_internal.h"

namespace asof::catalog {

inline constexpr std::int64_t kApplicationId = 0x61736f66;  // "asof"
inline constexpr int kSchemaVersion = 9;

// The steps of this program; as many as kSchemaVersion.
std::span<const char* const> migrations();

// The ninth of them, without the views that are made of others.
std::string numbered_addresses();

// Takes the steps the catalog has not taken yet, each in a transaction of its own. An empty
// database becomes a catalog, in one. Invalid: not a catalog, or made by a newer program.
Result<void> migrate(Database& database, std::span<const char* const> steps);

// It is a catalog that has not taken all of them.
Result<bool> is_older(Database& database, std::size_t steps);
// Invalid unless the database is a catalog of exactly this many steps.
Result<void> require_version(Database& database, std::size_t steps);

// Empties the derived tables and marks everything as touched, in one transaction.
Result<void> forget_derived(Database& database);

}  // namespace asof::catalog
