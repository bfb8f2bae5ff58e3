#include <gtest/gtest.h>

#include "support/captures.h"

namespace asof::schedule {
namespace {

struct Site {
  std::vector<std::vector<Time>> changes;
  test::Rates rates;
  std::vector<bool> dated;  // its changes are known
};

Site random_site(Rng& rng) {
  Site site;
  const std::size_t n = 1 + rng.below(8);
  for (std::size_t i = 0; i < n; ++i) {
    std::vector<Time> changes;
    const double rate = rng.uniform(0.05, 2);
    for (Time at = -3 + rng.exponential(rate); at < 20; at += rng.exponential(rate))
      changes.push_back(at);
    site.changes.push_back(std::move(changes));
    site.rates.push_back(rate);
    site.dated.push_back(rng.below(4) > 0);
  }
  return site;
}

// The most useful page, everything added up at every step.
std::vector<PageId> by_adding_up(const Site& site, Time start) {
  std::vector<bool> done(site.rates.size(), false);
  std::vector<PageId> order;
  for (std::size_t step = 0; step < site.rates.size(); ++step) {
    const Time now = start + 0.5 + static_cast<double>(step);
    PageId best = kNoPage;
    double highest = -1;
    for (PageId id = 0; id < site.rates.size(); ++id) {
      if (done[id]) continue;
      double utility = 0;
      if (!site.dated[id]) utility = site.rates[id] * (now - start) * (now - start) / 2;
      if (site.dated[id])
        for (const Time at : site.changes[id])
          if (at >= start && at <= now) utility += at - start;
      if (utility > highest) best = id, highest = utility;
    }
    done[best] = true;
    order.push_back(best);
  }
  return order;
}

TEST(OlstonPandey, TakesThePageOfHighestUtility) {
  Rng rng(11);
  for (int round = 0; round < 2000; ++round) {
    const Site site = random_site(rng);
    const Time start = static_cast<double>(rng.below(4));
    auto strategy = make_strategy("olston-pandey").value();
    strategy->expect({.start = start});
    for (PageId id = 0; id < site.rates.size(); ++id)
      strategy->learn({.id = id,
                       .rate = site.rates[id],
                       .changes = site.dated[id] ? &site.changes[id] : nullptr});
    EveryAllocator allocator;
    const auto plan = dry_run(std::move(strategy), allocator, {.start = start + 0.5});
    EXPECT_EQ(test::pages_of(plan), by_adding_up(site, start));
  }
}

}  // namespace
}  // namespace asof::schedule
