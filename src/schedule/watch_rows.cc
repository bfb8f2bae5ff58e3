#include "schedule/rows_internal.h"

namespace asof::schedule {

std::span<const Row> watch_rows() { return {}; }

}  // namespace asof::schedule
