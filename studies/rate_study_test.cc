#include "studies/rate_study.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "base/random.h"
#include "lab/history_reader.h"

namespace asof::studies {
namespace {

// A site of four directories whose pages change at four very different rates, for sixty days.
lab::History made_up(const std::string& name, double scale, bool alike, Rng rng) {
  lab::History history{.name = name, .from = 0, .until = 60 * 86400.0};
  for (int directory = 0; directory < 4; ++directory) {
    const double per_day = scale * (alike ? 0.3 : 0.01 * std::pow(6, directory));
    for (int i = 0; i < 25; ++i) {
      lab::HistoryPage page;
      page.name = "https://" + name + ".example/" + std::string(1, char('a' + directory)) + "/" +
                  std::string(1, char('a' + i));
      page.mime = "text/html";
      page.versions.push_back({.at = 0, .content = 1});
      const double rate = per_day / 86400 * rng.gamma(4) / 4;
      for (Time at = rng.exponential(rate); at < history.until; at += rng.exponential(rate))
        page.versions.push_back(
            {.at = at, .content = static_cast<std::uint32_t>(page.versions.size() + 1)});
      history.pages.push_back(std::move(page));
    }
  }
  return history;
}

const RateScore& row(const std::vector<RateScore>& rows, const std::string& history,
                     std::string_view knowledge, std::string_view model) {
  const auto at = std::find_if(rows.begin(), rows.end(), [&](const RateScore& one) {
    return one.history == history && one.knowledge == knowledge && one.model == model;
  });
  EXPECT_NE(at, rows.end()) << history << " " << knowledge << " " << model;
  return at == rows.end() ? rows.front() : *at;
}

constexpr RateStudyOptions kQuick{.splits = 3, .resamples = 200};

TEST(RateStudy, PredictorLeadsWhereDirectoriesDiffer) {
  Rng rng(1);
  const std::vector<lab::History> histories = {made_up("one", 1, false, rng.fork(1)),
                                               made_up("two", 0.2, false, rng.fork(2))};
  const auto rows = rate_study(histories, 7, kQuick);
  ASSERT_EQ(rows.size(), 3u * 2 * 4);
  for (const std::string knowledge : {"never seen", "seen once"}) {
    EXPECT_GT(row(rows, "all", knowledge, "predictor").over_site_mean.low, 0);
    EXPECT_GT(row(rows, "all", knowledge, "predictor").over_constant.low, 0);
    EXPECT_GT(row(rows, "all", knowledge, "site mean").over_constant.low, 0);
    EXPECT_EQ(row(rows, "all", knowledge, "constant").over_constant.value, 0);
  }
  for (const RateScore& one : rows) {
    EXPECT_LE(one.score.low, one.score.value);
    EXPECT_GE(one.score.high, one.score.value);
    EXPECT_LT(one.score.value, 0);
  }
}

// Where directories mean nothing there is nothing to gain, and little may be lost.
TEST(RateStudy, PredictorLosesLittleWherePagesAreAlike) {
  const std::vector<lab::History> histories = {made_up("one", 1, true, Rng(2))};
  const auto rows = rate_study(histories, 7, kQuick);
  EXPECT_NEAR(row(rows, "one", "never seen", "predictor").over_site_mean.value, 0, 0.01);
}

TEST(RateStudy, TheSameSeedGivesTheSameRows) {
  const std::vector<lab::History> histories = {made_up("one", 1, false, Rng(3))};
  const auto a = rate_study(histories, 1, kQuick), b = rate_study(histories, 1, kQuick);
  const auto other = rate_study(histories, 2, kQuick);
  ASSERT_EQ(a.size(), b.size());
  bool differs = false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(a[i].score.value, b[i].score.value);
    EXPECT_EQ(a[i].over_site_mean.low, b[i].over_site_mean.low);
    differs = differs || a[i].score.value != other[i].score.value;
  }
  EXPECT_TRUE(differs);
}

TEST(RateStudy, LaterVisitsCanBePredictedFromEarlierOnes) {
  const std::vector<lab::History> histories = {made_up("one", 1, false, Rng(4))};
  const auto rows =
      rate_study(histories, 1, {.every = 21600, .splits = 3, .resamples = 200, .later = true});
  EXPECT_GT(row(rows, "one", "never seen", "predictor").over_site_mean.low, 0);
}

TEST(RateStudy, PagesThatStayAwayAreNotScored) {
  lab::History history = made_up("one", 1, false, Rng(5));
  for (std::size_t p = 0; p < 10; ++p) history.pages[p].versions = {{.at = 1, .content = 0}};
  const auto rows =
      rate_study(std::vector<lab::History>{history}, 1, {.splits = 12, .resamples = 10});
  EXPECT_EQ(rows.front().pages, 90u);
}

TEST(RateStudy, PredictorLeadsOnTheRealHistories) {
  std::vector<lab::History> histories;
  for (const std::string name : {"incubator", "flink", "teletext"}) {
    const std::string path = ASOF_SHARED "/histories/" + name + ".warc.gz";
    if (!std::filesystem::exists(path)) GTEST_SKIP() << "SKIPPED: no " << path;
    auto history = lab::read_history(path);
    ASSERT_TRUE(history) << history.error().what;
    history->name = name;
    histories.push_back(std::move(*history));
  }
  const auto rows = rate_study(histories, 1, {.splits = 4, .resamples = 200});
  for (const std::string name : {"incubator", "flink", "teletext", "all"})
    for (const std::string knowledge : {"never seen", "seen once"}) {
      EXPECT_GT(row(rows, name, knowledge, "predictor").over_constant.low, 0) << name;
      EXPECT_GT(row(rows, name, knowledge, "predictor").over_site_mean.low, 0) << name;
    }
}

TEST(RateStudy, NothingToStudyGivesNoRows) {
  EXPECT_TRUE(rate_study({}, 1).empty());
  EXPECT_TRUE(
      rate_study(std::vector<lab::History>{lab::History{.name = "empty", .until = 5}}, 1).empty());
}

}  // namespace
}  // namespace asof::studies
