#include "schedule/allocator.h"

#include <gtest/gtest.h>

#include "schedule/loop.h"
#include "schedule/registry.h"

namespace asof::schedule {
namespace {

// Sites with a delay each, answers at once, and a clock that is always `late`.
class TurnTaker final : public Harvester {
 public:
  TurnTaker(std::vector<Duration> delays, Duration late) : delays_(std::move(delays)), late_(late) {
    polite_.assign(delays_.size(), 0);
  }
  Time now() const override { return now_; }
  std::span<const Turn> polite() override {
    turns_.clear();
    for (SiteId site = 0; site < delays_.size(); ++site)
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
    polite_[site] = now_ + delays_[site];
    visits.push_back({site, visit, now_});
    answers_.push_back({.site = site, .visit = visit, .sent = now_, .received = now_});
  }
  Result<std::optional<Seen>> wait(Time until) override {
    if (!answers_.empty()) {
      std::optional<Seen> seen = std::move(answers_.back());
      answers_.pop_back();
      return seen;
    }
    now_ = until + late_;
    return std::optional<Seen>();
  }
  struct Made {
    SiteId site;
    Visit visit;
    Time at;
  };
  std::vector<Made> visits;

 private:
  std::vector<Duration> delays_;
  Duration late_;
  Time now_ = 0;
  std::vector<Time> polite_;
  std::vector<Turn> turns_;
  std::vector<Seen> answers_;
};

// Pages whose numbers are given, each visited at most once in a period.
class Numbered final : public Strategy {
 public:
  Numbered(std::vector<double> numbers, Duration period)
      : numbers_(std::move(numbers)), period_(period) {
    std::sort(numbers_.rbegin(), numbers_.rend());
  }
  void expect(const Outlook&) override {}
  void learn(const Page&) override {}
  Time wants(Time now) const override { return left(now) > 0 ? now : end_of(now); }
  std::optional<Visit> next(const Turn& turn) override {
    if (left(turn.now) == 0) return std::nullopt;
    if (index_of(turn.now) > index_) index_ = index_of(turn.now), used_ = 0;
    const std::size_t i = used_++;
    return Visit{.page = static_cast<PageId>(i), .why = "numbered", .score = numbers_[i]};
  }
  void observe(const Seen&) override {}
  std::unique_ptr<Strategy> clone() const override { return std::make_unique<Numbered>(*this); }
  std::optional<std::vector<double>> urgencies(Time, std::uint64_t most) override {
    auto first = numbers_;
    first.resize(std::min<std::size_t>(most, first.size()));
    return first;
  }

 private:
  int index_of(Time now) const { return static_cast<int>(now / period_); }
  Time end_of(Time now) const { return (index_of(now) + 1) * period_; }
  std::size_t left(Time now) const {
    return numbers_.size() - (index_of(now) > index_ ? 0 : used_);
  }
  std::vector<double> numbers_;
  Duration period_;
  int index_ = -1;
  std::size_t used_ = 0;
};

// `pages` numbers from `low` to `high`.
std::unique_ptr<Strategy> site_of(std::size_t pages, double low, double high) {
  std::vector<double> numbers;
  for (std::size_t i = 0; i < pages; ++i)
    numbers.push_back(low + (high - low) * static_cast<double>(i) / static_cast<double>(pages));
  return std::make_unique<Numbered>(std::move(numbers), 3600);
}

std::vector<std::size_t> count_by_site(const TurnTaker& harvester, std::size_t sites) {
  std::vector<std::size_t> counts(sites, 0);
  for (const auto& made : harvester.visits) ++counts[made.site];
  return counts;
}

constexpr PeriodAllocator::Options kHourly{
    .start = 0, .period = 3600, .per_period = 500, .until = 2 * 3600 - 1};

TEST(PeriodAllocator, SpendsTheWholeBudgetWhenWokenLate) {
  for (const Duration late : {0.0, 0.001, 1.0, 600.0}) {
    Strategies strategies;
    strategies.push_back(site_of(800, 0, 1));
    TurnTaker harvester({0}, late);
    PeriodAllocator allocator(kHourly, &strategies);
    EXPECT_EQ(run(harvester, allocator, strategies, {}).value(), 500u) << late;
    EXPECT_EQ(harvester.visits.front().at, 3600 + late);
  }
}

TEST(PeriodAllocator, SpendsTheWholeBudgetInTheCourseOfThePeriodWhereThereIsADelay) {
  for (const bool with : {true, false}) {
    Strategies strategies;
    strategies.push_back(site_of(800, 0, 1));
    TurnTaker harvester({1}, 0.001);
    PeriodAllocator allocator(kHourly, with ? &strategies : nullptr);
    EXPECT_EQ(run(harvester, allocator, strategies, {}).value(), 500u);
    EXPECT_LT(harvester.visits.back().at, 3600 + 502);
  }
}

TEST(PeriodAllocator, SpreadsTheBudgetThroughThePeriod) {
  Strategies strategies;
  strategies.push_back(site_of(800, 0, 1));
  TurnTaker harvester({1}, 0.001);
  auto options = kHourly;
  options.spread = true;
  PeriodAllocator allocator(options, &strategies);
  EXPECT_EQ(run(harvester, allocator, strategies, {}).value(), 500u);
  for (std::size_t i = 0; i < 500; ++i)
    EXPECT_NEAR(harvester.visits[i].at, 3600 + 7.2 * static_cast<double>(i), 0.002);
}

TEST(PeriodAllocator, AfterASleepOnlyTheBudgetOfThePeriodIsSpent) {
  Strategies strategies;
  strategies.push_back(site_of(800, 0, 1));
  PeriodAllocator allocator({.start = 0, .period = 10, .per_period = 3}, &strategies);
  const Turn polite[] = {{.site = 0, .now = 57}};
  for (int i = 0; i < 3; ++i) {
    const auto turn = allocator.grant(polite, 57);
    ASSERT_TRUE(turn);
    EXPECT_EQ(turn->left, 3u - static_cast<unsigned>(i));
    allocator.spent(*turn);
  }
  EXPECT_FALSE(allocator.grant(polite, 57));
  EXPECT_EQ(allocator.wants(57), 60);
}

// The 500 largest numbers of both sites: 100 of the first, 400 of the second, though politeness
// would give both as many.
TEST(PeriodAllocator, ChoosesAcrossSitesByUrgencyWhateverTheDelays) {
  Strategies strategies;
  strategies.push_back(site_of(400, 0, 4));
  strategies.push_back(site_of(400, 3, 7));
  for (const auto& delays : {std::vector<Duration>{1, 1}, {0, 1}, {3, 0.5}}) {
    TurnTaker harvester(delays, 0.001);
    PeriodAllocator allocator(kHourly, &strategies);
    EXPECT_EQ(run(harvester, allocator, strategies, {}).value(), 500u);
    EXPECT_EQ(count_by_site(harvester, 2), (std::vector<std::size_t>{100, 400}));
    strategies[0] = site_of(400, 0, 4), strategies[1] = site_of(400, 3, 7);
  }
}

TEST(PeriodAllocator, GivesToOthersWhatASitesDelayOrLimitLeavesOver) {
  for (const auto& limits :
       {PeriodAllocator::Site{.delay = 36}, PeriodAllocator::Site{.most = 100}}) {
    Strategies strategies;
    strategies.push_back(site_of(450, 0, 1));
    strategies.push_back(site_of(450, 10, 11));
    auto options = kHourly;
    options.sites = {{}, limits};
    TurnTaker harvester({0, limits.delay}, 0);
    PeriodAllocator allocator(options, &strategies);
    run(harvester, allocator, strategies, {}).value();
    const auto counts = count_by_site(harvester, 2);
    EXPECT_NEAR(static_cast<double>(counts[1]), 100, 1);
    EXPECT_NEAR(static_cast<double>(counts[0]), 400, 1);
  }
}

TEST(PeriodAllocator, SitesWithoutNumbersGetEqualParts) {
  Strategies strategies;
  strategies.push_back(make_strategy("relevance").value());
  strategies.push_back(site_of(600, 10, 11));
  strategies.push_back(make_strategy("relevance").value());
  for (const std::size_t site : {0u, 2u}) {
    strategies[site]->expect({.period = 3600, .per_period = 500});
    for (PageId id = 0; id < 300; ++id) strategies[site]->learn({.id = id});
  }
  TurnTaker harvester({0, 0, 0}, 0.001);
  PeriodAllocator allocator(kHourly, &strategies);
  run(harvester, allocator, strategies, {}).value();
  EXPECT_EQ(count_by_site(harvester, 3), (std::vector<std::size_t>{167, 167, 166}));
}

TEST(PeriodAllocator, StopsWhenThePeriodsBytesAreReceived) {
  Strategies strategies;
  strategies.push_back(site_of(800, 0, 1));
  PeriodAllocator allocator({.start = 0, .period = 10, .per_period = 9, .bytes = 1000},
                            &strategies);
  const Turn early[] = {{.site = 0, .now = 11}};
  allocator.spent(*allocator.grant(early, 11));
  allocator.received(600);
  allocator.spent(*allocator.grant(early, 11));
  allocator.received(600);
  EXPECT_FALSE(allocator.grant(early, 11));
  EXPECT_EQ(allocator.wants(11), 20);
  const Turn later[] = {{.site = 0, .now = 20}};
  EXPECT_TRUE(allocator.grant(later, 20));
}

TEST(PeriodAllocator, GoesOnAfterAKillAsIfNothingHadHappened) {
  const auto fresh = [] {
    Strategies strategies;
    strategies.push_back(site_of(400, 0, 4));
    strategies.push_back(site_of(400, 3, 7));
    return strategies;
  };
  Strategies whole = fresh();
  TurnTaker harvester({1, 2}, 0.001);
  PeriodAllocator allocator(kHourly, &whole);
  run(harvester, allocator, whole, {}).value();
  for (const std::size_t killed : {1u, 77u, 499u}) {
    Strategies again = fresh();
    PeriodAllocator resumed(kHourly, &again);
    for (std::size_t i = 0; i < killed; ++i) {
      const auto& made = harvester.visits[i];
      const Turn turn{.site = made.site, .now = made.at};
      resumed.spent(turn);
      again[made.site]->next(turn);
    }
    const auto& next = harvester.visits[killed];
    const Turn polite[] = {{.site = next.site, .now = next.at}};
    const auto turn = resumed.grant(polite, next.at);
    ASSERT_TRUE(turn);
    EXPECT_EQ(again[turn->site]->next(*turn)->score, next.visit.score);
    EXPECT_EQ(resumed.left(), 500 - killed);
  }
}

}  // namespace
}  // namespace asof::schedule
