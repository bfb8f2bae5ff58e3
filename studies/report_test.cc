#include "studies/report.h"

#include <gtest/gtest.h>

namespace asof::studies {
namespace {

TEST(Report, VerdictFollowsFromChecks) {
  EXPECT_EQ(verdict_of(Claim{"", {}}), Verdict::Untested);
  EXPECT_EQ(verdict_of(Claim{"", {{"", true}, {"", true}}}), Verdict::Reproduced);
  EXPECT_EQ(verdict_of(Claim{"", {{"", true}, {"", false}}}), Verdict::Partly);
  EXPECT_EQ(verdict_of(Claim{"", {{"", false}}}), Verdict::Not);
  EXPECT_EQ(verdict_of(Claim{"", {{"", false, false}}}), Verdict::Undecided);
  EXPECT_EQ(verdict_of(Claim{"", {{"", false, false}, {"", false}}}), Verdict::Not);
  EXPECT_EQ(verdict_of(Claim{"", {{"", false, false}, {"", true}}}), Verdict::Partly);
}

TEST(Report, FigureIsJudgedByThePapersClaimsAlone) {
  Figure figure;
  EXPECT_EQ(verdict_of(figure), Verdict::Untested);
  figure.claims = {{"", {{"", true}}}, {"", {}}, {"", {{"", false}}, "", true}};
  EXPECT_EQ(verdict_of(figure), Verdict::Reproduced) << "ours and the untested do not count";
  figure.claims.push_back({"", {{"", false}}});
  EXPECT_EQ(verdict_of(figure), Verdict::Partly);
  figure.claims.erase(figure.claims.begin());
  EXPECT_EQ(verdict_of(figure), Verdict::Not);
  figure.claims.erase(figure.claims.begin() + 2);
  figure.claims.push_back({"", {{"", false, false}}});
  EXPECT_EQ(verdict_of(figure), Verdict::Undecided);
  figure.claims = {{"", {{"", true}}, "", true}};
  EXPECT_EQ(verdict_of(figure), Verdict::Reproduced) << "a figure of ours alone";
}

TEST(Report, PageNeedsNothingElse) {
  Figure figure{"f", "P, Figure 1", "T <i>", "made so", {}};
  figure.charts.push_back(
      {"c", page::ChartKind::Lines, {"x"}, {"y"}, {{"s", page::Kin::Paper, 0, {{0, 1}}}}});
  figure.claims.push_back({"it works", {{"3 < 4", true}}});
  const std::string html = to_html(std::span(&figure, 1), {"title", "asof lab", true});
  EXPECT_EQ(html.find("://"), std::string::npos);
  EXPECT_EQ(html.find("<script"), std::string::npos);
  EXPECT_NE(html.find("T &lt;i&gt;"), std::string::npos);
  EXPECT_NE(html.find("3 &lt; 4"), std::string::npos);
  EXPECT_NE(html.find("1 reproduced"), std::string::npos);
  EXPECT_NE(html.find("quick look"), std::string::npos);
}

TEST(Report, CsvHoldsPointsIntervalsAndNamesOfCharts) {
  page::Chart chart{"a, b",
                    page::ChartKind::Bars,
                    {"x"},
                    {"y"},
                    {{"one", page::Kin::Ours, 0, {{0, 1, 0.75, 1.25}, {1, 2}}}}};
  chart.x.names = {"1:1", "1:2"};
  EXPECT_EQ(to_csv({"f", "", "", "", {chart}}),
            "panel,series,x,y,low,high\n\"a, b\",one,1:1,1,0.75,1.25\n\"a, b\",one,1:2,2,,\n");
}

TEST(Report, CsvHasIntervalsInColumnsOfTheirOwn) {
  Figure figure{"t", "", "", "", {}};
  figure.tables.push_back(
      {"", {"a", "b"}, {{"x", {"2 ± 1", {0, 2, 1, 3}}}, {"y", {"5", {0, 5}}}, {"z", "none"}}});
  EXPECT_EQ(to_csv(figure), "a,b,b low,b high\nx,2,1,3\ny,5,,\nz,none,,\n");
}

TEST(Report, CsvOfAFigureWithoutChartsIsItsTables) {
  Figure figure{"t", "", "", "", {}};
  figure.tables.push_back({"", {"a", "b"}, {{"1", "2,3"}, {"x \"y\"", ""}}});
  EXPECT_EQ(to_csv(figure), "a,b\n1,\"2,3\"\n\"x \"\"y\"\"\",\n");
}

}  // namespace
}  // namespace asof::studies
