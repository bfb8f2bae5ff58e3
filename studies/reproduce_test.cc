#include "studies/reproduce.h"

#include <gtest/gtest.h>

#include <set>

#include "base/file.h"
#include "lab/synthetic.h"
#include "studies/figure_checks.h"
#include "studies/figure_internal.h"
#include "support/result.h"
#include "support/temp_dir.h"

namespace asof::studies {
namespace {

ReproduceOptions tiny(const std::string& out, std::vector<std::string> names) {
  ReproduceOptions options;
  options.out = out;
  options.names = std::move(names);
  options.effort = Effort::Tiny;
  return options;
}

TEST(Reproduce, EveryExperimentHasARowOfItsOwn) {
  std::set<std::string_view> names;
  for (const Experiment& experiment : experiments()) {
    EXPECT_TRUE(names.insert(experiment.name).second) << experiment.name;
    EXPECT_FALSE(experiment.claim.empty());
    EXPECT_GT(experiment.cost, 0);
  }
}

TEST(Reproduce, RunsEveryExperiment) {
  const test::TempDir dir;
  const auto figures = reproduce(tiny(dir.path().string(), {}));
  ASSERT_TRUE(figures) << figures.error().what;
  ASSERT_EQ(figures->size(), experiments().size());
  for (std::size_t i = 0; i < figures->size(); ++i) {
    const Figure& figure = (*figures)[i];
    SCOPED_TRACE(figure.name);
    EXPECT_EQ(figure.name, experiments()[i].name);
    EXPECT_EQ(figure.paper, experiments()[i].paper);
    EXPECT_EQ(figure.title, experiments()[i].title);
    EXPECT_FALSE(figure.claims.empty());
    const bool measured = experiments()[i].needs == Needs::Nothing;
    EXPECT_EQ(exists(dir.path().string() + "/" + figure.name + ".csv"), measured);
    EXPECT_EQ(to_csv(figure).empty(), !measured);
    EXPECT_EQ(to_html(std::span(&figure, 1), {}).find("--history") != std::string::npos, !measured);
    EXPECT_EQ(to_html(std::span(&figure, 1), {}).find("nan"), std::string::npos);
  }
  EXPECT_TRUE(exists(dir.path().string() + "/report.html"));
  EXPECT_FALSE(exists(dir.path().string() + "/report.html.open"));
}

TEST(Reproduce, GradesOursOnAHistory) {
  auto site = lab::pattern_site({.pages = 40, .hours = 240}, Rng(4));
  for (lab::HistoryPage& page : site.history.pages) page.name = "http://a.example/" + page.name;
  const Setting setting{.effort = Effort::Tiny, .histories = std::span(&site.history, 1)};
  for (auto* run : {rate_predictor, real_navigation}) {
    const auto figure = run(setting);
    ASSERT_TRUE(figure) << figure.error().what;
    ASSERT_FALSE(figure->tables.empty());
    EXPECT_FALSE(figure->tables[0].rows.empty());
    EXPECT_FALSE(figure->claims[0].checks.empty());
  }
  // 40 links fill no decile: that is said, and is no perfect score.
  const auto navigation = real_navigation(setting);
  EXPECT_EQ(navigation->tables[1].rows[0].back().text, "too few cases");
  EXPECT_TRUE(navigation->claims[1].checks.empty());
}

TEST(Reproduce, SameSeedSameFigures) {
  const test::TempDir dir;
  const std::vector<std::string> names = {"jcdl-figure-4", "sharc-figure-4"};
  auto options = tiny(dir.path().string(), names);
  const auto once = reproduce(options).value();
  const auto again = reproduce(options).value();
  options.seed = 2;
  const auto other = reproduce(options).value();
  for (std::size_t i = 0; i < names.size(); ++i) {
    EXPECT_EQ(to_csv(once[i]), to_csv(again[i]));
    EXPECT_NE(to_csv(once[i]), to_csv(other[i]));
  }
}

TEST(Reproduce, NamesTheNearestFigure) {
  const test::TempDir dir;
  const std::string out = dir.path().string() + "/new";
  const auto refused = reproduce(tiny(out, {"sharc-fig-10"}));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Errc::Invalid);
  EXPECT_NE(refused.error().what.find("sharc-figure-10"), std::string::npos);
  EXPECT_FALSE(exists(out)) << "nothing is written";
}

TEST(Reproduce, SuggestsNothingForAWordThatIsLikeNoFigure) {
  const test::TempDir dir;
  const auto refused = reproduce(tiny(dir.path().string(), {"foo"}));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().what.find("did you mean"), std::string::npos) << refused.error().what;
}

TEST(Reproduce, NoReportOfAnotherRunStandsBesideNewNumbers) {
  const test::TempDir dir;
  const std::string report = dir.path().string() + "/report.html";
  ASSERT_TRUE(FileSink::create(report));
  auto options = tiny(dir.path().string(), {"sharc-table-1"});
  bool stood = false;
  options.on_progress = [&](std::string_view, std::uint64_t, std::uint64_t) {
    stood = stood || exists(report);
  };
  ASSERT_TRUE(reproduce(options));
  EXPECT_FALSE(stood);
  EXPECT_TRUE(exists(report));
}

TEST(Reproduce, BoundsStandWhereTheyAreDefined) {
  for (auto* run : {sharc_table_4, dexa_figure_7, jcdl_figure_8, jcdl_figure_9}) {
    const auto figure = run({.effort = Effort::Tiny});
    ASSERT_TRUE(figure);
    EXPECT_NE(to_csv(*figure).find("bound"), std::string::npos) << figure->name;
  }
  for (auto* run : {dexa_figure_8, tpdl_figure_6})
    EXPECT_NE(run({.effort = Effort::Tiny})->method.find("No bound"), std::string::npos);
}

TEST(Reproduce, RefusesAnOutThatIsNoDirectory) {
  const test::TempDir dir;
  const std::string file = dir.path().string() + "/file";
  ASSERT_TRUE(FileSink::create(file));
  const auto refused = reproduce(tiny(file, {"sharc-table-1"}));
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().what.find("--out"), std::string::npos);
}

TEST(Reproduce, WorkedExamplesComeOutAsTheNotesSay) {
  const test::TempDir dir;
  const auto figures =
      reproduce(tiny(dir.path().string(), {"sharc-table-1", "sharc-table-2", "sharc-table-3",
                                           "sharc-figure-5", "sharc-figure-7", "sharc-figure-8"}));
  ASSERT_TRUE(figures) << figures.error().what;
  constexpr Verdict kWanted[] = {Verdict::Reproduced, Verdict::Reproduced, Verdict::Reproduced,
                                 Verdict::Partly,     Verdict::Partly,     Verdict::Partly};
  for (std::size_t i = 0; i < figures->size(); ++i)
    EXPECT_EQ(verdict_of((*figures)[i]), kWanted[i]) << (*figures)[i].name;
}

TEST(Checks, PrintedNumbersAgreeToTheirDigits) {
  EXPECT_TRUE(is_printed("", 22.5909, "22.59").held);
  EXPECT_TRUE(is_printed("", 0.4286, "0.42").held) << "cut, not rounded";
  EXPECT_FALSE(is_printed("", 176, "145").held);
  EXPECT_FALSE(is_printed("", 25.9, "22.7").held);
}

TEST(Checks, SizesHoldFromHalfToTwiceOfWhatWasClaimed) {
  for (const auto& [measured, held] :
       {std::pair{0.09, false}, {0.1, true}, {0.233, true}, {0.4, true}, {0.657, false}})
    EXPECT_EQ(is_about("", measured, 0.2).held, held) << measured;
  EXPECT_TRUE(is_at_least("", 0.3, 0.15).held);
  EXPECT_FALSE(is_at_least("", 0.14, 0.15).held);
  EXPECT_TRUE(is_alike("", -0.1, "").held);
  EXPECT_FALSE(is_alike("", 0.11, "").held);
  EXPECT_NE(rule_of_size().find("0.5 and 2 times"), std::string::npos);
}

TEST(Checks, OfALeadOnlyTheOrderMayHold) {
  const Sample ours{"a", {3, 3.1, 3.2}};
  const std::vector<Sample> others = {{"b", {1, 1.1, 1.2}}, {"c", {2, 2.1, 2.2}}};
  EXPECT_EQ(verdict_of(Claim{"", leads_by("", ours, others, 0.5)}), Verdict::Reproduced);
  EXPECT_EQ(verdict_of(Claim{"", leads_by("", ours, others, 0.1)}), Verdict::Partly);
  EXPECT_EQ(verdict_of(Claim{"", leads_by("", others[0], {ours}, 0.1)}), Verdict::Not);
  const auto alone = leads_by("", ours, {others[1]}, 0.5);
  EXPECT_EQ(alone[1].what.find("best of the others"), std::string::npos) << alone[1].what;
}

TEST(Checks, DifferencesCountOnlyBeyondTheirInterval) {
  const Sample low{"a", {1, 2, 3, 4}};
  const Sample high{"b", {2, 3.1, 4, 5}};
  const Sample unsure{"c", {4, 1, 3, 2}};
  EXPECT_TRUE(is_lower(low, high).held);
  EXPECT_FALSE(is_lower(high, low).held);
  EXPECT_TRUE(is_higher(high, low).held);
  EXPECT_TRUE(is_lower(high, low).decided);
  EXPECT_FALSE(is_lower(low, unsure).held);
  EXPECT_FALSE(is_lower(low, unsure).decided);
  EXPECT_TRUE(is_not_higher(low, low).held);
  EXPECT_FALSE(is_not_higher(low, unsure).held);
  EXPECT_FALSE(is_not_higher(low, unsure).decided);
  EXPECT_FALSE(is_not_higher(high, low).held);
  EXPECT_TRUE(is_not_higher(high, low).decided);
  EXPECT_FALSE(is_ahead("", -1, 2).decided);
  EXPECT_TRUE(is_ahead("", -2, -1).decided);
}

}  // namespace
}  // namespace asof::studies
