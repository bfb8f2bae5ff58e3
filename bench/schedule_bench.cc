// schedule_bench PAGES...: what capturing a site costs the strategies that capture sites; and
// schedule_bench watch PAGES...: what watching costs those that watch.
//
// All pages are known beforehand, in a tree, with rates that follow a power law; every request is
// answered at once. Prints tab-separated: strategy, pages, requests, CPU seconds to plan (all
// before the first decision is known), CPU nanoseconds of a decision after that, and bytes per page
// that the strategy holds at most. Watching: 49 hours with 1 % of the pages in each, a thousand
// pages to a host, a twentieth of the visits finds a change; strategy, pages, CPU seconds of the
// first hour, of an hour (median), of the dearest hour, nanoseconds of a visit, bytes per page.
#include <fmt/format.h>
#include <malloc.h>
#include <time.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <string>
#include <vector>

#include "base/random.h"
#include "schedule/registry.h"

namespace {

std::size_t held = 0;
std::size_t most_held = 0;

}  // namespace

void* operator new(std::size_t size) {
  void* memory = std::malloc(size);
  if (memory == nullptr) std::abort();
  held += ::malloc_usable_size(memory);
  most_held = std::max(most_held, held);
  return memory;
}
void operator delete(void* memory) noexcept {
  if (memory != nullptr) held -= ::malloc_usable_size(memory);
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept { operator delete(memory); }

namespace asof::bench {
namespace {

double cpu_seconds() {
  timespec t{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

struct Site {
  std::vector<schedule::Page> pages;
  std::vector<std::vector<Time>> changes;
};

Site make_site(std::size_t pages) {
  Rng rng(1);
  Site site;
  site.pages.resize(pages);
  site.changes.resize(pages);
  std::vector<double> rates(pages);
  for (std::size_t i = 0; i < pages; ++i) rates[i] = std::pow(static_cast<double>(i + 1), -1.25);
  rng.shuffle(std::span(rates));
  for (schedule::PageId id = 0; id < pages; ++id) {
    auto& changes = site.changes[id];
    for (int i = 0; i < 2; ++i) changes.push_back(rng.uniform(0, static_cast<double>(pages)));
    std::sort(changes.begin(), changes.end());
    auto& page = site.pages[id];
    page = {.id = id, .rate = rates[id], .changes = &changes};
    if (id == 0) continue;
    page.parent = (id - 1) / 8;
    page.depth = site.pages[page.parent].depth + 1;
  }
  return site;
}

void measure(std::string_view name, const schedule::Tuning& tuning, const Site& site,
             std::string_view label) {
  const std::size_t before = held;
  most_held = held;
  auto strategy = schedule::make_strategy(name, tuning).value();
  strategy->expect({.pages = site.pages.size()});
  double begin = cpu_seconds();
  for (const auto& page : site.pages) strategy->learn(page);
  std::uint64_t requests = 0;
  double planned = 0;
  std::vector<bool> seen(site.pages.size(), false);
  for (Time now = 0; strategy->wants(now) <= now; ++now) {
    const auto visit = strategy->next({.now = now});
    if (!visit) break;
    if (requests++ == 0) {
      planned = cpu_seconds() - begin;
      begin = cpu_seconds();
    }
    schedule::Seen what{.visit = *visit, .sent = now, .received = now};
    if (seen[visit->page]) what.outcome = schedule::Outcome::Same;
    seen[visit->page] = true;
    strategy->observe(what);
  }
  const double decided = cpu_seconds() - begin;
  fmt::print("{}\t{}\t{}\t{:.3f}\t{:.0f}\t{:.0f}\n", label, site.pages.size(), requests, planned,
             decided * 1e9 / static_cast<double>(requests),
             static_cast<double>(most_held - before) / static_cast<double>(site.pages.size()));
  std::fflush(stdout);
}

void measure_watching(std::string_view name, std::size_t pages) {
  constexpr Duration kHour = 3600;
  constexpr int kHours = 49;
  const std::size_t before = held;
  most_held = held;
  auto strategy = schedule::make_strategy(name).value();
  const std::uint64_t budget = std::max<std::size_t>(1, pages / 100);
  strategy->expect({.pages = pages,
                    .start = 0,
                    .period = kHour,
                    .per_period = budget,
                    .until = 60 * 24 * kHour});
  for (schedule::PageId id = 0; id < pages; ++id)
    strategy->learn({.id = id,
                     .rate = 1e-6 * (1 + id % 7),
                     .host = static_cast<std::uint32_t>(id / 1000),
                     .cluster = static_cast<std::uint32_t>(id / 50)});
  std::vector<double> plans;
  double visiting = 0;
  Rng rng(2);
  std::vector<bool> seen(pages, false);
  for (int hour = 1; hour <= kHours; ++hour) {
    const Time now = hour * kHour;
    double begin = cpu_seconds();
    auto visit = strategy->next({.now = now});
    plans.push_back(cpu_seconds() - begin);
    begin = cpu_seconds();
    for (std::uint64_t k = 0; k < budget && visit; ++k) {
      schedule::Seen what{.visit = *visit, .sent = now, .received = now};
      if (seen[visit->page])
        what.outcome = rng.below(20) == 0 ? schedule::Outcome::Changed : schedule::Outcome::Same;
      seen[visit->page] = true;
      strategy->observe(what);
      if (k + 1 < budget) visit = strategy->next({.now = now});
    }
    visiting += cpu_seconds() - begin;
  }
  const double first = plans.front();
  std::sort(plans.begin(), plans.end());
  fmt::print("{}\t{}\t{:.3f}\t{:.3f}\t{:.3f}\t{:.0f}\t{:.0f}\n", name, pages, first,
             plans[plans.size() / 2], plans.back(),
             1e9 * visiting / static_cast<double>(budget * kHours),
             static_cast<double>(most_held - before) / static_cast<double>(pages));
  std::fflush(stdout);
}

int run_watching(int argc, char** argv) {
  for (int i = 2; i < argc; ++i)
    for (const char* name : {"nutch-adaptive", "frequency", "loss-index-online", "site-clock"})
      measure_watching(name, std::strtoull(argv[i], nullptr, 10));
  return 0;
}

int run(int argc, char** argv) {
  if (argc > 1 && std::string_view(argv[1]) == "watch") return run_watching(argc, argv);
  for (int i = 1; i < argc; ++i) {
    const Site site = make_site(std::strtoull(argv[i], nullptr, 10));
    const std::uint64_t few = site.pages.size() / 20;
    for (const schedule::Row& row : schedule::strategies()) {
      if ((row.needs & (schedule::kPeriods | schedule::kCollections)) != 0) continue;
      measure(row.name, {}, site, row.name);
      if (row.name == "sharc-multi")
        measure(row.name, {.extra = few, .extra_given = true}, site, "sharc-multi, 5 % extra");
    }
  }
  return 0;
}

}  // namespace
}  // namespace asof::bench

int main(int argc, char** argv) { return asof::bench::run(argc, argv); }
