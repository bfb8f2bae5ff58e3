#include "catalog/settle_internal.h"

namespace asof::catalog {

Result<Settled> settle(Database&, const OnStep&) { return Settled{}; }

}  // namespace asof::catalog
