// growth_bench HISTORY...: how well the size of a site is predicted while it is crawled.
//
// Each site is crawled as it was at nine instants, breadth-first and in a random order (rates say
// nothing of links). Prints, of crawls that have visited 5, 10, 25, 50 and 75 % of the pages, how
// far off the true size are the pages known by then and the prediction: the mean of |ln(guess /
// truth)|, of which .1 is about 10 %.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <map>

#include "base/random.h"
#include "lab/history_reader.h"
#include "schedule/growth.h"

namespace asof::bench {
namespace {

constexpr std::array kShares = {.05, .1, .25, .5, .75};

struct Off {
  std::array<double, kShares.size()> known{}, predicted{};
  int crawls = 0;
};

// By visits: pages known after each, and what was predicted then.
struct Course {
  std::vector<double> known, predicted;
};

Course crawl(const lab::History& site, Time at, bool shuffled, Rng& rng) {
  std::vector<bool> met(site.pages.size());
  std::multimap<double, std::uint32_t> queue{{0, site.entry}};
  met[site.entry] = true;
  schedule::Growth growth;
  Course course;
  std::uint64_t known = 1;
  while (!queue.empty()) {
    const std::uint32_t page = queue.extract(queue.begin()).mapped();
    const std::uint64_t before = known;
    for (const std::uint32_t link : site.links_at(page, at)) {
      if (met[link] || !site.alive(link, at)) continue;
      met[link] = true;
      queue.emplace(shuffled ? rng.uniform() : static_cast<double>(known), link);
      ++known;
    }
    growth.visited(known - before);
    course.known.push_back(static_cast<double>(known));
    course.predicted.push_back(static_cast<double>(growth.pages(known)));
  }
  return course;
}

void add(const Course& course, Off& off) {
  const double size = course.known.back();
  for (std::size_t i = 0; i < kShares.size(); ++i) {
    const auto visit = static_cast<std::size_t>(std::max(0.0, kShares[i] * size - 1));
    off.known[i] += std::abs(std::log(course.known[visit] / size));
    off.predicted[i] += std::abs(std::log(course.predicted[visit] / size));
  }
  ++off.crawls;
}

void print(const std::string& site, const char* order, const char* guess,
           const std::array<double, kShares.size()>& sums, int crawls) {
  fmt::print("{}\t{}\t{}", site, order, guess);
  for (const double sum : sums) fmt::print("\t{:.2f}", sum / crawls);
  fmt::print("\n");
}

}  // namespace
}  // namespace asof::bench

int main(int argc, char** argv) {
  using namespace asof;
  Rng rng(1);
  for (int i = 1; i < argc; ++i) {
    const auto history = lab::read_history(std::string(argv[i]));
    if (!history) {
      fmt::print(stderr, "growth_bench: {}\n", history.error().what);
      return 2;
    }
    for (const bool shuffled : {false, true}) {
      bench::Off off;
      for (int tenth = 1; tenth < 10; ++tenth)
        bench::add(
            bench::crawl(*history, history->from + (history->until - history->from) * tenth / 10,
                         shuffled, rng),
            off);
      const char* order = shuffled ? "random" : "breadth-first";
      bench::print(history->name, order, "known", off.known, off.crawls);
      bench::print(history->name, order, "predicted", off.predicted, off.crawls);
    }
  }
}
