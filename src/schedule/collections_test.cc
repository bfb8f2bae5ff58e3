#include "schedule/collections.h"

#include <gtest/gtest.h>

#include <set>

#include "base/random.h"
#include "schedule/loop.h"
#include "schedule/off_peak.h"
#include "schedule/registry.h"
#include "schedule/watch_test_world.h"

namespace asof::schedule {
namespace {

std::vector<Collection> random_collections(const testing::World& world, std::size_t count) {
  std::vector<Collection> collections(count);
  for (std::size_t i = 0; i < world.pages(); ++i) {
    auto& pages = collections[i % count].pages;
    Page page = world.page(i);
    page.id = static_cast<PageId>(pages.size());
    pages.push_back(page);
  }
  for (std::size_t i = 0; i < count; ++i)
    collections[i].weight = static_cast<double>((i * 7) % count);
  return collections;
}

// Asks for every turn at the beginning of each period, all sites polite.
void run_periods(CollectionAllocator& allocator, std::size_t sites, int periods) {
  for (int k = 0; k < periods; ++k) {
    std::vector<Turn> polite;
    for (SiteId site = 0; site < sites; ++site) polite.push_back({.site = site, .now = 1.0 * k});
    while (const auto turn = allocator.grant(polite, k)) allocator.spent(*turn);
  }
}

TEST(CollectionAllocator, ChoosesTheMostUrgentByTheFormula) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const auto world = testing::make_world(40, Rng(seed));
    const auto collections = random_collections(world, 8);
    const double eta = seed % 2 == 0 ? 1 : 0.5;
    const FixedPatterns source = world.source();
    CollectionAllocator allocator({.period = 1, .per_period = 3, .eta = eta, .patterns = &source},
                                  collections);
    run_periods(allocator, 8, 30);
    ASSERT_EQ(allocator.chosen().size(), 90u);
    std::vector<double> last(8, -1);
    for (std::size_t k = 0; k < 30; ++k) {
      const auto urgency = [&](std::size_t site) {
        std::vector<std::pair<double, double>> pages;  // weight, omega
        for (const Page& page : collections[site].pages)
          pages.emplace_back(page.weight, world.patterns[page.pattern].omega(k % 24));
        std::stable_sort(pages.begin(), pages.end(),
                         [](const auto& a, const auto& b) { return a.first > b.first; });
        if (eta < 1) pages.resize((pages.size() + 1) / 2);
        double sum = 0;
        for (const auto& page : pages) sum += page.second;
        return (1 - sum / static_cast<double>(pages.size())) *
               (static_cast<double>(k) - last[site]);
      };
      std::set<std::size_t> chosen;
      double least = 1e9;
      for (std::size_t j = 3 * k; j < 3 * k + 3; ++j) {
        chosen.insert(allocator.chosen()[j].first);
        least = std::min(least, urgency(allocator.chosen()[j].first));
      }
      ASSERT_EQ(chosen.size(), 3u);
      for (std::size_t site = 0; site < 8; ++site) {
        if (chosen.count(site) != 0) continue;
        ASSERT_LE(urgency(site), least + 1e-12);
      }
      for (const std::size_t site : chosen) last[site] = static_cast<double>(k);
    }
  }
}

TEST(CollectionAllocator, GoesRoundAndRoundInFixedOrders) {
  const auto world = testing::make_world(10, Rng(1));
  for (const Choice choice : {Choice::Circular, Choice::Weight}) {
    CollectionAllocator allocator({.period = 1, .per_period = 2, .choice = choice},
                                  random_collections(world, 5));
    run_periods(allocator, 5, 5);
    std::vector<SiteId> expected = {0, 1, 2, 3, 4};
    if (choice == Choice::Weight) expected = {2, 4, 1, 3, 0};  // weights 0 2 4 1 3
    ASSERT_EQ(allocator.chosen().size(), 10u);
    for (std::size_t k = 0; k < 10; ++k)
      EXPECT_EQ(allocator.chosen()[k].first, expected[k % 5]) << k;
  }
}

// Answers every request one unit of time after the last to the same site.
class SlowSites final : public Harvester {
 public:
  explicit SlowSites(std::size_t sites) : polite_(sites, 0) {}
  Time now() const override { return now_; }
  std::span<const Turn> polite() override {
    turns_.clear();
    for (SiteId site = 0; site < polite_.size(); ++site)
      if (polite_[site] <= now_) turns_.push_back({.site = site, .now = now_});
    return turns_;
  }
  Time next_polite() const override {
    Time next = kNever;
    for (const Time at : polite_)
      if (at > now_) next = std::min(next, at);
    return next;
  }
  void start(SiteId site, const Visit& visit) override {
    pending_.push_back({.site = site, .visit = visit, .sent = now_, .received = now_});
    polite_[site] = now_ + 1;
    log.push_back({site, visit.page, now_});
  }
  Result<std::optional<Seen>> wait(Time until) override {
    if (pending_.empty()) {
      now_ = until;
      return std::optional<Seen>();
    }
    std::optional<Seen> seen = pending_.back();
    pending_.pop_back();
    return seen;
  }
  struct Entry {
    SiteId site;
    PageId page;
    Time at;
  };
  std::vector<Entry> log;

 private:
  std::vector<Time> polite_;
  std::vector<Turn> turns_;
  std::vector<Seen> pending_;
  Time now_ = 0;
};

TEST(Collections, AreCapturedWholeInTheOrderOfTheirStrategy) {
  const auto world = testing::make_world(20, Rng(2));
  const FixedPatterns source = world.source();
  const auto collections = random_collections(world, 4);
  for (const std::string name :
       {"off-peak", "off-peak-two-zone", "relevance", "coherence", "sharc-repeat"}) {
    std::vector<std::unique_ptr<Strategy>> strategies;
    for (const Collection& collection : collections) {
      strategies.push_back(make_strategy(name).value());
      strategies.back()->expect(
          {.delay = 1, .start = 0, .period = 6, .per_period = 2, .patterns = &source});
      for (const Page& page : collection.pages) strategies.back()->learn(page);
    }
    CollectionAllocator allocator({.period = 6, .per_period = 2, .until = 60, .patterns = &source},
                                  collections);
    SlowSites sites(4);
    ASSERT_TRUE(run(sites, allocator, strategies).has_value());
    ASSERT_EQ(sites.log.size(), 10u * 2 * 5) << name;
    for (const auto& [site, from] : allocator.chosen()) {
      std::vector<PageId> order;
      for (const auto& entry : sites.log)
        if (entry.site == site && entry.at >= from && entry.at < from + 6)
          order.push_back(entry.page);
      ASSERT_EQ(std::set<PageId>(order.begin(), order.end()).size(), 5u) << name;
      if (name != "off-peak") continue;
      for (std::size_t i = 1; i < order.size(); ++i) {
        const auto expects = [&, start = from, chosen = site](PageId page) {
          return course_of(collections[chosen].pages[page], &source).omega(start, start + 6);
        };
        EXPECT_GE(expects(order[i - 1]), expects(order[i]));
      }
    }
  }
}

TEST(TwoZoneOrder, IsNearTheBestOfAllOrdersAndNeverBelowTheOrganPipe) {
  Rng rng(3);
  double worst = 1;
  for (int round = 0; round < 300; ++round) {
    std::vector<double> rates(1 + rng.below(6));
    for (double& rate : rates) rate = std::exp(2 * rng.normal());
    std::vector<std::size_t> order(rates.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    double best = 0;
    do {
      best = std::max(best, expected_unchanged(rates, order, 0.5));
    } while (std::next_permutation(order.begin(), order.end()));
    const auto found = two_zone_order(rates, 0.5);
    std::set<std::size_t> all(found.begin(), found.end());
    ASSERT_EQ(all.size(), rates.size());
    const double got = expected_unchanged(rates, found, 0.5);
    ASSERT_LE(got, best + 1e-12);
    worst = std::min(worst, got / best);
  }
  EXPECT_GT(worst, 0.9);
}

TEST(TwoZoneOrder, IsTheOrganPipeWhereNothingIsHopelessAndPutsTheHopelessOutside) {
  EXPECT_EQ(two_zone_order(std::vector<double>{0.01, 0.03, 0.02}, 1)[1], 1u);
  const auto order = two_zone_order(std::vector<double>{0.2, 50, 0.3, 0.1}, 1);
  EXPECT_TRUE(order.front() == 1 || order.back() == 1);
}

}  // namespace
}  // namespace asof::schedule
