#include <array>

#include "schedule/capture_internal.h"
#include "schedule/rows_internal.h"

namespace asof::schedule {
namespace {

constexpr std::array kRows = {
    Row{"round-robin", "pages in the order they became known; when watching, round and round",
        "baseline", kNothing, true, "O(1)", "none", make_round_robin},
};

}  // namespace

std::span<const Row> capture_rows() { return kRows; }

}  // namespace asof::schedule
