#include "lab/entries.h"

#include <gtest/gtest.h>

#include "lab/earlier.h"
#include "lab/run.h"

namespace asof::lab {
namespace {

constexpr Time kDay = 86400;

// Two hosts without links between them; a third page of the first that nothing links to. Page 1
// changes every hour, the others never.
History two_hosts() {
  History history{.name = "made", .from = 0, .until = 40 * kDay};
  history.links = {{}, {1}};
  for (const char* name : {"http://a.example/", "http://a.example/news", "http://b.example/",
                           "http://a.example/hidden/page"})
    history.pages.push_back({.name = name, .mime = "text/html", .versions = {{0, 1, 0, 1}}});
  history.pages[0].versions[0].links = 1;
  std::uint32_t content = 1;
  for (Time at = 1800; at < history.until; at += 3600)
    history.pages[1].versions.push_back({at, ++content, 0, 1});
  return history;
}

std::size_t reachable(const History& history) {
  const auto depth = depths(history, kDay);
  return static_cast<std::size_t>(
      std::count_if(depth.begin(), depth.end(), [](std::uint32_t d) { return d != ~0u; }));
}

TEST(Entries, AreThoseNamed) {
  History history = two_hosts();
  EXPECT_EQ(reachable(history), 2u);
  const std::string wanted[] = {"http://b.example/", "http://a.example/", "http://b.example/"};
  ASSERT_TRUE(set_entries(history, wanted));
  EXPECT_EQ(history.entries(), (std::vector<std::uint32_t>{2, 0}));
  EXPECT_EQ(reachable(history), 3u);
}

TEST(Entries, OfEachHostAreTheShortestPaths) {
  History history = two_hosts();
  const std::string wanted[] = {std::string(kEachHost)};
  ASSERT_TRUE(set_entries(history, wanted));
  EXPECT_EQ(history.entries(), (std::vector<std::uint32_t>{0, 2}));
}

TEST(Entries, ThatTheHistoryDoesNotHaveAreNamed) {
  History history = two_hosts();
  const std::string wanted[] = {"http://a.example/", "http://c.example/"};
  const auto set = set_entries(history, wanted);
  ASSERT_FALSE(set);
  EXPECT_EQ(set.error().code, Errc::Invalid);
  EXPECT_NE(set.error().what.find("http://c.example/"), std::string::npos);
}

TEST(CompareCaptures, CountsThePagesThatCanBeReached) {
  History history = two_hosts();
  // Two pages, twice and some more, fit into the second half; four would not.
  const CaptureOptions options{
      .strategies = {"breadth-first", "random"}, .tuning = {}, .delay = 4 * kDay, .starts = 2};
  const auto two = compare_captures(history, options);
  ASSERT_TRUE(two) << two.error().what;
  EXPECT_EQ(two->pages, 2u);
  CaptureOptions all = options;
  all.strategies = {"random"};
  all.known = true;
  const auto four = compare_captures(history, all);
  ASSERT_FALSE(four);
  EXPECT_NE(four.error().what.find("a capture of 4 pages"), std::string::npos) << four.error().what;
}

TEST(RatesAfterCaptures, KnowNothingAtFirstAndMoreWithEachCapture) {
  const History history = two_hosts();
  EarlierOptions options{.captures = 0, .delay = 600, .from = 0, .until = 20 * kDay};
  const auto none = rates_after_captures(history, options);
  EXPECT_EQ(none[0], none[1]);
  options.captures = 4;
  const auto four = rates_after_captures(history, options);
  EXPECT_GT(four[1], 5 * four[0]);
  EXPECT_GT(four[1], none[1]);
}

}  // namespace
}  // namespace asof::lab
