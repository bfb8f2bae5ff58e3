#include "lab/simulate.h"

#include <gtest/gtest.h>

#include <map>
#include <numeric>

#include "lab/synthetic.h"
#include "lab/training.h"
#include "lab/world.h"
#include "schedule/registry.h"
#include "schedule/requisites.h"

namespace asof::lab {
namespace {

double sum(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

TEST(Synthetic, HasTheRatesOfBothReadings) {
  const auto mirrored = sharc_rates(1024, 1.75, SkewReading::Mirrored);
  EXPECT_EQ(mirrored.size(), 1025u);
  EXPECT_NEAR(sum(mirrored), 3.8999, 5e-5);
  const auto single = sharc_rates(1024, 1.75, SkewReading::Single);
  EXPECT_EQ(single.size(), 1025u);
  EXPECT_NEAR(sum(single), 1.9550, 5e-5);
}

TEST(Synthetic, ChangesAsOftenAsItsRatesSay) {
  const auto site = sharc_site({.until = 5000}, Rng(3));
  double expected = 0, seen = 0;
  for (std::uint32_t page = 0; page < site.history.pages.size(); ++page) {
    expected += site.rates[page] * 5000;
    seen += static_cast<double>(change_times(site.history, page).size());
  }
  EXPECT_NEAR(seen / expected, 1, 0.03);
  EXPECT_EQ(site.history.links_at(0, 0), (Links{1, 2, 3, 4, 5, 6, 7, 8}));
  EXPECT_GE(site.rates[0], site.rates[1]);
  const auto again = sharc_site({.until = 5000}, Rng(3));
  EXPECT_EQ(change_times(site.history, 7), change_times(again.history, 7));
}

TEST(Synthetic, TemplatesTouchManyPagesAtOnce) {
  const auto site = pattern_site({.pages = 40, .hours = 240, .templates_per_day = 2}, Rng(5));
  std::map<Time, int> at;
  for (std::uint32_t page = 0; page < 40; ++page)
    for (Time t : change_times(site.history, page)) ++at[t];
  int together = 0;
  for (const auto& [t, count] : at) together += count > 5;
  EXPECT_GT(together, 5);
}

TEST(Simulate, TellsWhatAVisitSees) {
  History history{.from = 0, .until = 100};
  history.pages = {{.name = "a", .versions = {{0, 1, 1}, {5, 2, 1}, {9, 0, 0}}},
                   {.name = "b", .versions = {{0, 1, 0}}}};
  history.links = {{}, {1, 0}};
  const History* histories[] = {&history};
  SimulatedHarvester harvester(
      histories, [](schedule::SiteId, std::uint32_t) { return schedule::Page{}; }, {.delay = 4});
  EXPECT_EQ(harvester.know(0, 0).id, 0u);
  auto visit = [&](schedule::PageId page) {
    harvester.start(0, {.page = page});
    EXPECT_TRUE(harvester.polite().empty());
    auto seen = harvester.wait(kNever).value();
    EXPECT_FALSE(harvester.wait(harvester.next_polite()).value());
    return *seen;
  };
  const auto first = visit(0);
  EXPECT_EQ(first.outcome, schedule::Outcome::First);
  ASSERT_EQ(first.found.size(), 1u);
  EXPECT_EQ(first.found[0].parent, 0u);
  EXPECT_EQ(first.found[0].depth, 1u);
  EXPECT_EQ(visit(0).outcome, schedule::Outcome::Same);     // at 4
  EXPECT_EQ(visit(0).outcome, schedule::Outcome::Changed);  // at 8
  EXPECT_EQ(visit(0).outcome, schedule::Outcome::Gone);     // at 12
  EXPECT_EQ(visit(1).outcome, schedule::Outcome::First);
  EXPECT_EQ(harvester.take_captures()[0][0], (std::vector<Time>{0, 4, 8, 12}));
}

// Pages 1 and 3 by anchors, 2 and 4 embedded.
TEST(SimulatedHarvester, TellsRequisitesSoThatTheyAreFetchedWithTheirPage) {
  History history{.until = 100};
  history.pages.resize(5);
  for (auto& page : history.pages) page.versions = {{0, 1, 0}};
  history.links = {{}, {1, 2, 3}, {4}};
  history.embeds = {{}, {false, true, false}, {true}};
  history.pages[0].versions[0].links = 1;
  history.pages[1].versions[0].links = 2;
  auto visits = [&](bool requisites) {
    auto strategy = schedule::make_strategy("breadth-first").value();
    if (requisites) strategy = schedule::with_requisites(std::move(strategy));
    schedule::EveryAllocator allocator;
    const auto captures = simulate({.history = &history,
                                    .strategy = std::move(strategy),
                                    .outlook = {.pages = 5, .delay = 1},
                                    .known = {0},
                                    .believe = [](auto, auto) { return schedule::Page{}; }},
                                   allocator);
    std::vector<Time> first;
    for (const auto& times : captures) first.push_back(times.at(0));
    return first;
  };
  EXPECT_EQ(visits(false), (std::vector<Time>{0, 1, 2, 3, 4}));
  EXPECT_EQ(visits(true), (std::vector<Time>{0, 2, 1, 4, 3}));
}

TEST(Training, SeesRhythmAndNothingOfTheFuture) {
  History history{.from = 0, .until = 28 * 86400.0};
  history.pages.resize(3);
  for (auto& page : history.pages) page.versions = {{0, 1, 0}};
  auto add = [&](std::size_t page, Time at) {
    auto& versions = history.pages[page].versions;
    versions.push_back({at, versions.back().content + 1, 0});
  };
  for (int day = 0; day < 28; ++day) add(0, day * 86400 + 9.5 * 3600);
  for (int day = 15; day < 28; ++day) add(1, day * 86400 + 100);
  const auto training = train(history, 0, 14 * 86400.0);
  EXPECT_NEAR(training.rates[0] * 86400, 1, 0.1);
  EXPECT_LT(training.rates[1] * 86400, 0.1);
  EXPECT_EQ(training.rates[1], training.rates[2]);
  EXPECT_GT(training.rates[2], 0);
  const auto& pattern = training.patterns[0];
  for (std::size_t hour = 0; hour < 24; ++hour)
    if (hour != 9) {
      EXPECT_LT(pattern.rates[hour] * 3, pattern.rates[9]) << hour;
    }
}

TEST(World, NamesWhatIsWrong) {
  const std::pair<const char*, const char*> kCases[] = {
      {"{", "not JSON"},
      {"[]", "not an object"},
      {R"({"pages":[]})", "pages: a world needs at least one page"},
      {R"({"pages":[{"name":"a","rate":-1}]})", "pages[0].rate: -1 is below zero"},
      {R"({"pages":[{"name":"a","rat":1}]})", "pages[0]: 'rat' is not known here"},
      {R"({"pages":[{"name":"a","rate":"x"}]})", "pages[0].rate: \"x\" is not a number"},
      {R"({"pages":[{"rate":1}]})", "pages[0]: 'name' is missing"},
      {R"({"pages":[{"name":"a"},{"name":"a"}]})", "pages[1]: the name \"a\" is taken"},
      {R"({"pages":[{"name":"a","parent":"b"}]})", "pages[0].parent: no page is named \"b\""},
      {R"({"pages":[{"name":"a","parent":"a"}]})", "form a circle"},
      {R"({"pages":[{"name":"a","pattern":{"rates":[]}}]})", "at least one slot"},
      {R"({"pages":[{"name":"a","pattern":{"rates":[1],"importance":[2]}}]})", "2 is above 1"},
      {R"({"pages":[{"name":"a"}],"cycle":0})", "cycle: 0 is below"},
  };
  for (const auto& [text, message] : kCases) {
    const auto world = parse_world(text);
    ASSERT_FALSE(world) << text;
    EXPECT_NE(world.error().what.find(message), std::string::npos) << world.error().what;
  }
  EXPECT_FALSE(world_of_rates("1,,2"));
  EXPECT_FALSE(world_of_rates("1,-2"));
  EXPECT_FALSE(world_of_rates("nan"));
}

TEST(World, CentresACaptureOnWhatIsObserved) {
  const auto world = world_of_rates("0,1,2").value();
  for (double from : {-100.0, 0.0, 10.0}) {
    const auto schedule = make_schedule(
        world, {.strategy = "sharc-offline", .observe_from = from, .observe_until = from + 5});
    ASSERT_TRUE(schedule);
    ASSERT_EQ(schedule->visits.size(), 3u);
    for (std::size_t i = 0; i < 3; ++i)
      EXPECT_DOUBLE_EQ(schedule->visits[i].at, from + 1.5 + static_cast<double>(i));
    EXPECT_NEAR(schedule->blur.value, 3.95, 1e-9);
  }
}

TEST(World, CollectionsAreVisitedPolitelyAndEnd) {
  Rng rng(9);
  for (int round = 0; round < 200; ++round) {
    World world;
    const std::size_t slots = 1 + rng.below(6);
    const double cycle = rng.uniform(0.5, 30);
    for (std::size_t i = 0; i < 6; ++i) {
      WorldPage page{.name = std::to_string(i), .rate = 1};
      page.collection = std::to_string(rng.below(3));
      page.pattern = pattern::Pattern{.cycle = cycle};
      for (std::size_t k = 0; k < slots; ++k) page.pattern->rates.push_back(rng.uniform(0, 2));
      world.pages.push_back(std::move(page));
    }
    const double delay = rng.uniform(0.05, 10);
    const auto schedule =
        make_schedule(world, {.strategy = round % 2 == 0 ? "off-peak" : "off-peak-two-zone",
                              .delay = delay,
                              .start = round % 3 == 0 ? 1.7e9 : 0,
                              .per_period = 1 + rng.below(3),
                              .periods = 1 + rng.below(20)});
    ASSERT_TRUE(schedule) << schedule.error().what;
    std::map<std::string, Time> last;
    for (const ScheduledVisit& visit : schedule->visits) {
      const auto& collection = world.pages[visit.page].collection;
      if (last.contains(collection)) {
        EXPECT_GE(visit.at - last[collection], delay * (1 - 1e-6));
      }
      last[collection] = visit.at;
    }
  }
}

TEST(World, SchedulesTheExampleOfSharc) {
  const auto world = world_of_rates("0,1,2,3,4,5").value();
  const auto schedule = make_schedule(world, {.strategy = "round-robin"});
  ASSERT_TRUE(schedule);
  EXPECT_NEAR(schedule->blur.value, 27.5, 1e-9);  // Example 4.2
  EXPECT_EQ(schedule->visits.size(), 6u);
  EXPECT_FALSE(make_schedule(world, {.strategy = "breadth-first"}));  // it needs links
}

}  // namespace
}  // namespace asof::lab
