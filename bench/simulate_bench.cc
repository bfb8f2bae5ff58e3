// simulate_bench [PAGES]: what a simulated visit costs as sites grow: the loop, the harvester, a
// strategy and the history together.
//
// Sites of PAGES (10000), 10 and 100 times as many; each strategy captures the whole of it, links
// found as it goes. Prints tab-separated: strategy, pages, nanoseconds of CPU time per visit,
// growth of the time over the row before (10 is linear).
#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <cstdlib>

#include "lab/simulate.h"
#include "lab/synthetic.h"
#include "schedule/registry.h"

namespace asof::bench {
namespace {

double cpu_seconds() {
  timespec t{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) / 1e9;
}

double seconds_of(const lab::Synthetic& site, const char* strategy) {
  schedule::EveryAllocator allocator;
  lab::SiteRun run{.history = &site.history,
                   .strategy = schedule::make_strategy(strategy).value(),
                   .outlook = {.pages = site.history.pages.size()},
                   .known = {0},
                   .believe = [&](schedule::SiteId, std::uint32_t page) {
                     return schedule::Page{.rate = site.rates[page]};
                   }};
  const double start = cpu_seconds();
  const auto captures = lab::simulate(std::move(run), allocator);
  const double spent = cpu_seconds() - start;
  std::size_t visits = 0;
  for (const auto& times : captures) visits += times.size();
  if (visits != captures.size()) std::abort();  // or something else was measured
  return spent;
}

}  // namespace
}  // namespace asof::bench

int main(int argc, char** argv) {
  using namespace asof;
  const std::size_t pages = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 10000;
  for (const char* strategy : {"breadth-first", "sharc-online"}) {
    double before = 0;
    for (std::size_t n = pages; n <= 100 * pages; n *= 10) {
      const auto site = lab::sharc_site({.n = n - 1, .until = 100}, Rng(1));
      const double spent = bench::seconds_of(site, strategy);
      fmt::print("simulated visits, {}\t{}\t{:.0f}\t{}\n", strategy, n,
                 spent * 1e9 / static_cast<double>(n),
                 before > 0 ? fmt::format("{:.1f}", spent / before) : "");
      before = spent;
    }
  }
}
