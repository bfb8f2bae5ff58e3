// schedule_bench PAGES...: what capturing a site costs the strategies that capture sites.
//
// All pages are known beforehand, in a tree, with rates that follow a power law; every request is
// answered at once. Prints tab-separated: strategy, pages, requests, CPU seconds to plan (all
// before the first decision is known), CPU nanoseconds of a decision after that, and bytes per page
// that the strategy holds at most.
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

int run(int argc, char** argv) {
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
