// Settling: bringing the derived tables up to date with the raw ones.
#pragma once

#include "catalog/database_internal.h"
#include "catalog/derived.h"

namespace asof::catalog {

Result<Settled> settle(Database& database, const OnStep& on_step);

}  // namespace asof::catalog
