#include "crawl/strategy_choice.h"

#include <gtest/gtest.h>

namespace asof::crawl {
namespace {

TEST(ChooseStrategy, ByWhatIsKnownAndSet) {
  const std::vector<std::string> two = {"http://a.example/", "http://a.example/b"};
  struct {
    std::string rule;
    std::size_t archived;
    Settings settings;
    std::string name;
    double visits_per_page;
  } const cases[] = {
      {"pages are found as the crawl goes", 0, {}, "sharc-dated", 2},
      {"one page is not enough to plan", 1, {}, "sharc-dated", 2},
      {"revisits of pages that are found", 0, {.revisit = 0.5}, "sharc-dated", 1.5},
      {"all pages are known", 2, {}, "sharc-dated-known", 2},
      {"all pages are listed", 0, {.known = two}, "sharc-dated-known", 2},
      {"revisits of pages that are known", 2, {.revisit = 0.5}, "sharc-bounded", 1.5},
      {"more revisits than pages", 2, {.revisit = 1.5}, "sharc-bounded", 2.5},
      {"no revisits", 2, {.revisit = 0}, "sharc-bounded", 1},
      {"the strategy that is set", 2, {.strategy = "breadth-first"}, "breadth-first", 1},
  };
  for (const auto& [rule, archived, settings, name, visits] : cases) {
    SCOPED_TRACE(rule);
    const auto choice = choose_strategy(settings, archived);
    ASSERT_TRUE(choice) << choice.error().what;
    EXPECT_EQ(choice->name, name);
    EXPECT_NEAR(choice->visits_per_page, visits, 0.02);
    EXPECT_EQ(choice->needs_all_pages, name == "sharc-bounded" || name == "sharc-dated-known");
  }
}

TEST(ChooseStrategy, SaysWhatDoesNotGoTogether) {
  struct {
    Settings settings;
    std::string what;
  } const cases[] = {
      {{.strategy = "sharc-threshold"}, "needs all pages beforehand"},
      {{.strategy = "off-peak"}, "which a crawl does not have"},
      {{.strategy = "breadth-first", .revisit = 0.5}, "--revisit cannot be combined"},
      {{.strategy = "sharc-nestet"}, "sharc-nested"},
  };
  for (const auto& [settings, what] : cases) {
    const auto choice = choose_strategy(settings, 0);
    ASSERT_FALSE(choice) << what;
    EXPECT_EQ(choice.error().code, Errc::Invalid);
    EXPECT_NE(choice.error().what.find(what), std::string::npos) << choice.error().what;
  }
}

TEST(StrategyFor, VisitsEveryPageOfASite) {
  const Settings settings{.revisit = 1};
  const auto choice = choose_strategy(settings, 0);
  ASSERT_TRUE(choice);
  const auto strategy = strategy_for({.pages = 1, .start = 100}, *choice, settings);
  strategy->learn({.id = 0, .rate = 1e-6});
  const auto visit = strategy->next({.site = 0, .now = 100});
  ASSERT_TRUE(visit);
  EXPECT_EQ(visit->page, 0u);
}

}  // namespace
}  // namespace asof::crawl
