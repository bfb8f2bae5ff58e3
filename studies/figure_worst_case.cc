// SHARC section 6: what k misplaced pages cost at worst (Figures 5 and 6, Example 6.1), with the
// rates' index starting at 1 and the sums of errata C3.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "quality/worst_case.h"
#include "studies/figure_checks.h"
#include "studies/figure_internal.h"
#include "studies/figure_look.h"

namespace asof::studies {
namespace {

// Figure 6: pairs of pages of rates 100 / i^skew.
std::vector<double> paired_rates(std::size_t pages, double skew) {
  std::vector<double> rates;
  for (std::size_t i = 1; rates.size() < pages; ++i)
    rates.insert(rates.end(), 2, 100 * std::pow(static_cast<double>(i), -skew));
  std::ranges::reverse(rates);
  return rates;
}

// Positions from the ends inwards; the k hottest take the first ones, the others ascend.
page::Chart pipes_with_misplaced(std::string title, const std::vector<double>& rates,
                                 std::size_t misplaced) {
  page::Chart chart{
      std::move(title), page::ChartKind::Stems, {"download time"}, {"change rate λ"}, {}};
  chart.x.least = -0.5;
  chart.x.most = static_cast<double>(rates.size()) - 0.5;
  page::Series placed = series_of("sharc-offline");
  placed.name = "as SHARC-offline";
  page::Series wrong{"misplaced", page::Kin::Classic, 1, {}};
  const std::size_t last = rates.size() - 1;
  for (std::size_t i = 0; i < rates.size(); ++i) {
    const std::size_t position = i % 2 == 0 ? i / 2 : last - i / 2;
    const double rate = i < misplaced ? rates[last - i] : rates[i - misplaced];
    (i < misplaced ? wrong : placed).points.push_back({static_cast<double>(position), rate});
  }
  chart.series = {placed};
  if (misplaced > 0) chart.series.push_back(wrong);
  return chart;
}

}  // namespace

Result<Figure> sharc_figure_5(const Setting&) {
  const std::vector<double> rates = {1, 1, 2, 2, 3, 3, 4, 4, 5, 5};
  Figure figure{"sharc-figure-5",
                "SHARC, Figure 5",
                "A worst case",
                "Example 6.1: ten pages, four of them misplaced. The sums are of rate times "
                "penalty; divided by n = 9 they are blur.",
                {pipes_with_misplaced("(a) SHARC-offline", rates, 0),
                 pipes_with_misplaced("(b) the worst 4 misplacements", rates, 4)}};
  const quality::WorstCase found = quality::worst_case(rates, 4);
  figure.claims.push_back({"SHARC-offline has 755, the worst case 145 more.",
                           {is_printed("SHARC-offline", found.offline, "755"),
                            is_printed("increase", found.increase(), "145")},
                           "The expression printed in the example adds up to 176, not 145."});
  figure.claims.push_back(
      {"The worst case costs about 20 %.", {is_about("increase", found.relative(), 0.2)}});
  return figure;
}

namespace {

page::Chart skew_chart() {
  page::Chart chart{"(a) impact of the skew",
                    page::ChartKind::Lines,
                    {"misplaced pages k"},
                    {"increase of the blur"},
                    {}};
  chart.y.logarithmic = true;
  const std::vector<double> shown = {0.25, 0.5, 1, 1.5, 2, 3};
  for (std::size_t s = 0; s < shown.size(); ++s) {
    page::Series series{fmt::format("skew {}", page::readable(shown[s])),
                        page::Kin::Paper,
                        static_cast<unsigned>(s),
                        {}};
    const auto rates = paired_rates(100, shown[s]);
    for (std::size_t k = 2; k <= 100; k += 2)
      series.points.push_back({static_cast<double>(k), quality::worst_case(rates, k).relative()});
    chart.series.push_back(std::move(series));
  }
  chart.y.percent = true;
  return chart;
}

page::Chart size_chart() {
  page::Chart chart{"(b) impact of the size",
                    page::ChartKind::Lines,
                    {"share of pages misplaced"},
                    {"increase of the blur"},
                    {}};
  chart.x.percent = true;
  chart.y.percent = true;
  chart.y.least = 0;
  for (std::size_t pages : {10u, 100u, 1000u}) {
    page::Series series{fmt::format("{} pages", pages),
                        page::Kin::Paper,
                        static_cast<unsigned>(chart.series.size()),
                        {}};
    const auto rates = paired_rates(pages, 1.75);
    const std::size_t step = std::max<std::size_t>(2, pages / 50 * 2);
    for (std::size_t k = 0; k <= pages; k += step)
      series.points.push_back({static_cast<double>(k) / static_cast<double>(pages),
                               quality::worst_case(rates, k).relative()});
    chart.series.push_back(std::move(series));
  }
  return chart;
}

}  // namespace

Result<Figure> sharc_figure_6(const Setting&) {
  Figure figure{
      "sharc-figure-6",
      "SHARC, Figure 6",
      "Worst-case analysis",
      "Equation 17: by how much the blur grows, at worst, when k pages are not where "
      "SHARC-offline wants them. Rates 100/i^skew in pairs; (a) 100 pages, (b) skew 1.75.",
      {}};
  const page::Chart skews = skew_chart();
  const page::Chart sizes = size_chart();
  std::vector<double> ends;
  for (const page::Series& series : sizes.series) ends.push_back(series.points.back().y);
  figure.charts = {skews, sizes};

  Claim order{"An increase of the skew by one increases the blur by an order of magnitude.", {}};
  for (double skew : {0.25, 0.5, 1.0, 2.0}) {
    const double factor = quality::worst_case(paired_rates(100, skew + 1), 10).relative() /
                          quality::worst_case(paired_rates(100, skew), 10).relative();
    order.checks.push_back(
        {fmt::format("10 misplaced, skew {} to {}: {} times the increase", page::readable(skew),
                     page::readable(skew + 1), page::readable(factor)),
         factor >= 5});
  }
  order.why =
      "At worst all weight moves from the middle to the ends, where the penalty is twice as "
      "high: no skew can cost more than 100 %, so the increase must level off.";
  figure.claims.push_back(order);
  Claim steep{"The first misplaced pages are the costliest; then the increase slows down.", {}};
  for (const page::Series& series : skews.series) {
    const double first = series.points[4].y;  // k = 10
    const double all = series.points.back().y;
    steep.checks.push_back({fmt::format("{}: the first 10 of 100 cost {} of what all cost",
                                        series.name, percent(first / all)),
                            first / all > 0.3});
  }
  figure.claims.push_back(steep);
  figure.claims.push_back(
      {"The size matters for small sites; from 100 to 1,000 pages the increase changes only "
       "slightly.",
       {{fmt::format("all misplaced: {} at 10 pages, {} at 100, {} at 1,000", percent(ends[0], 1),
                     percent(ends[1], 1), percent(ends[2], 1)),
         ends[1] - ends[0] > 2 * std::abs(ends[2] - ends[1])}}});
  return figure;
}

}  // namespace asof::studies
