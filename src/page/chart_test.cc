#include "page/chart.h"

#include <gtest/gtest.h>

#include <limits>

namespace asof::page {
namespace {

std::size_t count(std::string_view text, std::string_view part) {
  std::size_t found = 0;
  for (auto at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1))
    ++found;
  return found;
}

TEST(Chart, ReadableNumbersAreShort) {
  constexpr std::pair<double, std::string_view> kTable[] = {{0, "0"},
                                                            {1, "1"},
                                                            {1024, "1,024"},
                                                            {0.05, "0.05"},
                                                            {27.5, "27.5"},
                                                            {22.5909, "22.59"},
                                                            {1234567, "1,234,567"},
                                                            {-1002.16, "-1,002"},
                                                            {1e-7, "1.00e-07"},
                                                            {-0.00001, "-1.00e-05"}};
  for (const auto& [value, text] : kTable) EXPECT_EQ(readable(value), text) << value;
  EXPECT_EQ(readable(std::numeric_limits<double>::infinity()), "∞");
}

TEST(Chart, DrawsWhatItIsGiven) {
  Chart chart{
      "a & b", ChartKind::Lines, {"x"}, {"y"}, {{"one", Kin::Ours, 0, {{0, 1, 0.9, 1.1}, {1, 2}}}}};
  const std::string svg = draw(chart);
  EXPECT_TRUE(svg.starts_with("<svg"));
  EXPECT_TRUE(svg.ends_with("</svg>\n"));
  EXPECT_NE(svg.find("a &amp; b"), std::string::npos);
  EXPECT_EQ(count(svg, "<circle"), 2u);
  EXPECT_EQ(count(svg, "fill-opacity='.16'"), 1u) << "a band for the interval";
  EXPECT_EQ(svg.find("nan"), std::string::npos);
}

TEST(Chart, BarsStandSideBySide) {
  Chart chart{"",
              ChartKind::Bars,
              {"x"},
              {"y"},
              {{"one", Kin::Ours, 0, {{0, 1}, {1, 2}}},
               {"two", Kin::Paper, 0, {{0, 3, 2.5, 3.5}, {1, 4}}}}};
  chart.x.names = {"first", "second"};
  const std::string svg = draw(chart);
  EXPECT_EQ(count(svg, "<title>"), 4u);
  EXPECT_EQ(count(svg, "class='whisker'"), 1u);
  EXPECT_NE(svg.find(">second<"), std::string::npos);
}

TEST(Chart, LogarithmicAxesLeaveOutWhatHasNoLogarithm) {
  Chart chart{"",
              ChartKind::Lines,
              {"x"},
              {"y"},
              {{"one", Kin::Paper, 0, {{1, 0}, {2, 10}, {3, 1000, 2000}}}}};
  chart.y.logarithmic = true;
  const std::string svg = draw(chart);
  EXPECT_EQ(svg.find("nan"), std::string::npos);
  EXPECT_EQ(svg.find("inf"), std::string::npos);
  EXPECT_NE(svg.find(">1,000<"), std::string::npos);
}

TEST(Chart, SaysWhyThereIsNothing) {
  Chart chart{"empty", ChartKind::Bars, {}, {}, {}};
  chart.note = "no history was given";
  EXPECT_NE(draw(chart).find("no history was given"), std::string::npos);
  EXPECT_NE(draw({"nothing", ChartKind::Lines, {"x"}, {"y"}, {}}).find("</svg>"),
            std::string::npos);
}

TEST(Chart, SurfaceAndHeatDrawEveryCell) {
  Chart chart{"", ChartKind::Heat, {"x"}, {"y"}, {}};
  chart.grid = {0, 0, 3, {1, 2, 3, 4, std::numeric_limits<double>::quiet_NaN(), 6, 7, 8, 9}};
  EXPECT_EQ(count(draw(chart), "<rect"), 8u) << "the hole is left out";
  chart.kind = ChartKind::Surface;
  chart.grid.values[4] = 5;
  EXPECT_EQ(count(draw(chart), "class='mesh'"), 4u);
}

}  // namespace
}  // namespace asof::page
