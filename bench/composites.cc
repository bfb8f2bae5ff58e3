// composites HISTORY GAP [ARCHIVES] [FIRST]: do the parts of archived pages fit them? A history is
// made from the instants of change of a real site, captures about every GAP hours
// (studies/composite_study.h). Prints tab-separated, for every policy: shares of composites that
// are prima facie coherent, possibly coherent, probably violative, prima facie violative; then the
// truth: never online together, not all online when the page was captured, and the first of these
// less nearest's, with the half of its 95 % interval over archives.
#include <fmt/format.h>

#include <cstdlib>

#include "lab/history_reader.h"
#include "studies/composite_study.h"

int main(int count, char** arguments) {
  if (count < 3) {
    fmt::print(stderr, "usage: composites HISTORY GAP [ARCHIVES] [FIRST]\n");
    return 2;
  }
  const auto history = asof::lab::read_history(arguments[1]);
  if (!history) {
    fmt::print(stderr, "{}\n", history.error().what);
    return 1;
  }
  asof::studies::CompositeOptions options{.mean_gap = 3600 * std::strtod(arguments[2], nullptr)};
  if (count > 3) options.seeds = std::strtoull(arguments[3], nullptr, 10);
  if (count > 4) options.first_seed = std::strtoull(arguments[4], nullptr, 10);
  for (const auto& row : asof::studies::composite_study(*history, options)) {
    fmt::print("{}", row.policy);
    for (const auto& state : row.states) fmt::print("\t{:.3f}", state.mean);
    fmt::print("\t{:.3f}\t{:.3f}\t{:+.3f}\t{:.3f}\n", row.apart.mean, row.elsewhen.mean,
               row.apart_over_nearest.mean, row.apart_over_nearest.half);
  }
  return 0;
}
