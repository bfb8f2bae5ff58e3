// wrong_rates [SEEDS] [ORDERS]: what wrong rates do to captures of SHARC's synthetic site.
//
// Two requests for each page; 1 - rate is told of a share of the pages. Prints tab-separated: the
// order of pages (0: as the rates fall, twice; 1: rising; else shuffled), the share that is
// wrong, and the mean exact blur over SEEDS (200) histories of each strategy. ORDERS (5) are
// shuffled.
#include <fmt/format.h>

#include <cstdlib>

#include "support/wrong_rates.h"

namespace asof::test {
namespace {

void run(std::uint64_t seeds, std::uint64_t orders) {
  const schedule::Tuning twice{.extra = 1025, .extra_given = true};
  fmt::print("order\twrong\tsharc-revisits\tsharc-multi\tsharc-multi-adaptive\n");
  for (std::uint64_t order = 0; order < orders + 2; ++order) {
    Rates truth = first_reading();
    Rng shuffling(order);
    if (order == 1) std::sort(truth.begin(), truth.end());
    if (order > 1) shuffling.shuffle(std::span(truth));
    for (const double wrong : {0.0, 0.1, 0.25, 0.5}) {
      double revisits = 0;
      double planned = 0;
      double adaptive = 0;
      for (std::uint64_t seed = 0; seed < seeds; ++seed) {
        Rng rng(1000 + seed);
        const Changes changes = draw_changes(rng, truth, 2050);
        const Rates told = told_wrong(rng, truth, wrong);
        const auto blur = [&](std::string_view name, const schedule::Tuning& tuning) {
          return exact_blur(changes, capture_changing(name, told, changes, tuning), 2049) /
                 static_cast<double>(seeds);
        };
        revisits += blur("sharc-revisits", {});
        planned += blur("sharc-multi", twice);
        adaptive += blur("sharc-multi-adaptive", twice);
      }
      fmt::print("{}\t{}\t{:.1f}\t{:.1f}\t{:.1f}\n", order, wrong, revisits, planned, adaptive);
    }
  }
}

}  // namespace
}  // namespace asof::test

int main(int count, char** arguments) {
  asof::test::run(count > 1 ? std::strtoull(arguments[1], nullptr, 10) : 200,
                  count > 2 ? std::strtoull(arguments[2], nullptr, 10) : 5);
}
