// quality_bench [CHANGES] [VERSIONS]: what the measures cost as histories grow.
//
// Exact blur of one page with CHANGES changes (10000) and a hundredth as many captures, coherence
// of VERSIONS versions (1000), the clairvoyant optimum of VERSIONS versions; each for n, 10 n and
// 100 n. Prints tab-separated: what, n, nanoseconds of CPU time per item, growth of the time over
// the row before (10 is linear).
#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "base/random.h"
#include "quality/blur.h"
#include "quality/clairvoyant.h"
#include "quality/coherence.h"

namespace asof::bench {
namespace {

using quality::Interval;

constexpr double kEnd = 1e6;
constexpr int kRounds = 5;

double cpu_seconds() {
  timespec t{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) / 1e9;
}

using Measure = std::function<double()>;

// The least CPU time of some rounds over all inputs; what they compute is added up, so that it is
// computed.
double seconds_of(const std::vector<Measure>& measures, double& sum) {
  double best = kNever;
  for (int round = 0; round < kRounds; ++round) {
    const double start = cpu_seconds();
    for (const Measure& measure : measures) sum += measure();
    best = std::min(best, cpu_seconds() - start);
  }
  return best;
}

std::vector<Time> random_times(Rng& rng, std::size_t count) {
  std::vector<Time> times(count);
  for (Time& t : times) t = rng.uniform(0, kEnd);
  std::sort(times.begin(), times.end());
  return times;
}

Measure blur(std::size_t n, Rng rng) {
  return [changes = random_times(rng, n), captures = random_times(rng, n / 100 + 1)] {
    return quality::exact_blur(changes, captures, Interval{0, kEnd});
  };
}

Measure coherence(std::size_t n, Rng rng) {
  std::vector<quality::Version> versions(n);
  for (auto& version : versions) {
    const Time from = rng.uniform(0, kEnd);
    version = {.valid = {from, from + rng.exponential(20 / kEnd)}, .weight = rng.uniform()};
  }
  return [versions = std::move(versions)] { return quality::coherence(versions).weight; };
}

// Places for about half of what there is, as when watching under a budget.
Measure clairvoyant(std::size_t n, Rng rng) {
  constexpr std::uint32_t kInstants = 600;
  std::vector<quality::Wanted> wanted(n);
  for (auto& version : wanted) {
    const auto first = static_cast<std::uint32_t>(rng.below(kInstants));
    version = {first, first + static_cast<std::uint32_t>(rng.exponential(.05)), rng.uniform()};
  }
  return [wanted = std::move(wanted), n] {
    return quality::clairvoyant(wanted, kInstants, n / kInstants / 2 + 1);
  };
}

// Every row measures 100 n items in all, small inputs many times over and each a different one: a
// processor learns a small input by heart.
void grow(const char* what, std::size_t n, Measure (*make)(std::size_t, Rng)) {
  const Rng rng(1);
  double before = 0;
  double sum = 0;
  for (const std::size_t size : {n, 10 * n, 100 * n}) {
    std::vector<Measure> inputs;
    for (std::size_t i = 0; i < 100 * n / size; ++i) inputs.push_back(make(size, rng.fork(i)));
    const double each = seconds_of(inputs, sum) / static_cast<double>(inputs.size());
    fmt::print("{}\t{}\t{:.1f}\t{}\n", what, size, each * 1e9 / static_cast<double>(size),
               before > 0 ? fmt::format("{:.1f}", each / before) : "");
    before = each;
  }
  if (sum < 0) fmt::print("# {}\n", sum);
}

}  // namespace
}  // namespace asof::bench

int main(int argc, char** argv) {
  const std::size_t changes = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 10'000;
  const std::size_t versions = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1'000;
  if (changes == 0 || versions == 0) {
    fmt::print(stderr, "usage: quality_bench [CHANGES] [VERSIONS]\n");
    return 2;
  }
  asof::bench::grow("exact blur, per change", changes, asof::bench::blur);
  asof::bench::grow("coherence, per version", versions, asof::bench::coherence);
  asof::bench::grow("clairvoyant, per version", versions, asof::bench::clairvoyant);
}
