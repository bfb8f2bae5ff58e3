// SHARC's worked examples as figures: organ pipes (Figure 3), the penalty of two visits (Figure 7),
// visit and revisit intervals of SHARC-threshold (Figure 8). Everything is scheduled by the
// strategies of the registry and graded by the measures.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "quality/blur.h"
#include "quality/sharp.h"
#include "studies/figure_capture.h"
#include "studies/figure_checks.h"
#include "studies/figure_internal.h"
#include "studies/figure_look.h"

namespace asof::studies {
namespace {

const std::vector<double>& example_rates() {
  static const std::vector<double> rates = {0, 1, 2, 3, 4, 5};
  return rates;
}

// Downloads as pipes: when, and how hot the page is.
page::Chart pipes_of(std::string title, std::string_view strategy, const std::vector<double>& rates,
                     const Captures& captures) {
  page::Chart chart{
      std::move(title), page::ChartKind::Stems, {"download time"}, {"change rate λ"}, {}};
  chart.x.least = -0.5;
  chart.x.most = static_cast<double>(downloads_of(captures)) - 0.5;
  page::Series series = series_of(strategy);
  series.name.clear();
  for (std::size_t page = 0; page < rates.size(); ++page)
    for (Time at : captures[page]) series.points.push_back({at, rates[page]});
  std::ranges::sort(series.points, {}, &page::Point::x);
  chart.series.push_back(std::move(series));
  return chart;
}

double best_by_trial(const std::vector<double>& rates, quality::Interval observation) {
  std::vector<std::size_t> order(rates.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  double best = std::numeric_limits<double>::infinity();
  do {
    double blur = 0;
    for (std::size_t page = 0; page < rates.size(); ++page) {
      const Time at = static_cast<double>(order[page]);
      blur += quality::expected_blur(rates[page], std::span(&at, 1), observation);
    }
    best = std::min(best, blur);
  } while (std::ranges::next_permutation(order).found);
  return best;
}

}  // namespace

Result<Figure> sharc_figure_3(const Setting&) {
  const auto& rates = example_rates();
  Figure figure{"sharc-figure-3",
                "SHARC, Figure 3",
                "Organ pipes",
                "The site of SHARC's Figure 2, six pages of rates 0 to 5, one download per unit of "
                "time. A pipe is a download, its height the page's change rate. Beside it our "
                "sharc-multi on the same site with four downloads more.",
                {}};
  const Captures offline = schedule_known("sharc-offline", rates);
  const Captures in_order = schedule_known("round-robin", rates);
  const quality::Interval observation = span_of(offline);
  const double blur = quality::expected_blur(rates, offline, observation);
  const double plain = quality::expected_blur(rates, in_order, observation);
  schedule::Tuning tuning;
  tuning.extra = 4;
  tuning.extra_given = true;
  const Captures multi = schedule_known("sharc-multi", rates, tuning);
  const double multi_blur = quality::expected_blur(rates, multi, span_of(multi));
  figure.charts.push_back(pipes_of("SHARC-offline", "sharc-offline", rates, offline));
  figure.charts.push_back(pipes_of(fmt::format("sharc-multi, {} downloads", downloads_of(multi)),
                                   "sharc-multi", rates, multi));

  std::string times;
  for (std::size_t page = 0; page < rates.size(); ++page)
    times +=
        fmt::format("{}t{} = {}", page > 0 ? ", " : "", page, page::readable(offline[page][0]));
  figure.claims.push_back(
      {"The optimal schedule is t0 = 0, t1 = 5, t2 = 1, t3 = 4, t4 = 2, t5 = 3 (Example 4.4).",
       {{times, offline == Captures{{0}, {5}, {1}, {4}, {2}, {3}}}}});
  figure.claims.push_back({"Its blur is 22.7, where the order of the pages has 27.5.",
                           {is_printed("blur of SHARC-offline", blur, "22.7"),
                            is_printed("blur in the order of the pages", plain, "27.5")}});
  const double best = best_by_trial(rates, observation);
  figure.claims.push_back(
      {"No other order has less blur (Theorem 4.5).",
       {{fmt::format("the least blur of all 720 orders is {}", page::readable(best)),
         std::abs(best - blur) < 1e-9}}});
  figure.claims.push_back(
      {"Some downloads more of the hottest pages lower the blur.",
       {{fmt::format("sharc-multi with {} downloads has blur {}, SHARC-offline {}",
                     downloads_of(multi), page::readable(multi_blur), page::readable(blur)),
         multi_blur < blur}},
       "",
       true});
  return figure;
}

namespace {

// omega of a visit and a revisit, over [0, 2n + 1].
page::Grid penalty_grid(std::size_t n) {
  page::Grid grid;
  grid.y = static_cast<double>(n + 1);
  grid.columns = n + 1;
  const quality::Interval observation{0, static_cast<double>(2 * n + 1)};
  for (std::size_t revisit = n + 1; revisit <= 2 * n + 1; ++revisit)
    for (std::size_t visit = 0; visit <= n; ++visit) {
      const Time pair[] = {static_cast<double>(visit), static_cast<double>(revisit)};
      grid.values.push_back(quality::penalty(pair, observation));
    }
  return grid;
}

page::Point least_of(const page::Grid& grid) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < grid.values.size(); ++i)
    if (grid.values[i] < grid.values[best]) best = i;
  return {grid.x_of(best), grid.y_of(best)};
}

// The hottest page takes the pair of least penalty, its row and column are struck out, and so on.
double greedy_penalty(const std::vector<double>& rates) {
  page::Grid grid = penalty_grid(rates.size() - 1);
  double sum = 0;
  for (auto rate = rates.rbegin(); rate != rates.rend(); ++rate) {
    std::size_t best = 0;
    for (std::size_t i = 0; i < grid.values.size(); ++i)
      if (grid.values[i] < grid.values[best]) best = i;
    sum += *rate * grid.values[best];
    for (std::size_t i = 0; i < grid.values.size(); ++i)
      if (i % grid.columns == best % grid.columns || i / grid.columns == best / grid.columns)
        grid.values[i] = std::numeric_limits<double>::infinity();
  }
  return sum / static_cast<double>(2 * rates.size() - 1);
}

}  // namespace

Result<Figure> sharc_figure_7(const Setting&) {
  constexpr std::size_t kPages = 21;
  const double length = 2 * kPages - 1;
  Figure figure{
      "sharc-figure-7",
      "SHARC, Figure 7",
      "Penalty of a visit and a revisit",
      "A site of 21 pages: the penalty ω of every pair of visit and revisit (Equation 19). "
      "Filled circles are the pairs SHARC-revisits gives its pages. On the right the grid "
      "after the hottest page took its pair: its visit and its revisit are struck out.",
      {}};
  const page::Grid grid = penalty_grid(kPages - 1);
  std::vector<double> rates(kPages);
  std::iota(rates.begin(), rates.end(), 1.0);
  const Captures captures = schedule_known("sharc-revisits", rates);
  page::Series pairs = series_of("sharc-revisits");
  pairs.dots = true;
  bool diagonal = true;
  for (const auto& times : captures) {
    pairs.points.push_back({times.front(), times.back()});
    diagonal = diagonal && std::abs(times.back() - times.front() - kPages) < 1e-9;
  }
  const page::Point least = least_of(grid);
  page::Chart surface{"(a) the penalty", page::ChartKind::Surface, {"visit"}, {"revisit"}, {pairs}};
  surface.grid = grid;
  page::Chart above{
      "(b) after the first choice", page::ChartKind::Heat, {"visit"}, {"revisit"}, {}};
  above.grid = grid;
  for (std::size_t i = 0; i < grid.values.size(); ++i)
    if (grid.x_of(i) == least.x || grid.y_of(i) == least.y)
      above.grid.values[i] = std::numeric_limits<double>::quiet_NaN();
  page::Series first = series_of("sharc-revisits");
  first.name = "pair of the hottest page";
  first.dots = true;
  first.points.push_back(least);
  above.series.push_back(first);
  figure.charts = {surface, above};

  figure.claims.push_back(
      {"The penalty is an elliptic paraboloid with one minimum, at a quarter and three quarters.",
       {{fmt::format("least penalty at ({}, {}); quarters are {} and {}", page::readable(least.x),
                     page::readable(least.y), page::readable(length / 4),
                     page::readable(length * 3 / 4)),
         std::abs(least.x - length / 4) <= 0.5 && std::abs(least.y - length * 3 / 4) <= 0.5}}});
  figure.claims.push_back(
      {"The pairs lie on the diagonal.",
       {{fmt::format("every revisit comes {} downloads after its visit", kPages), diagonal}}});
  const auto& six = example_rates();
  const Captures example = schedule_known("sharc-revisits", six);
  const double blur = quality::expected_blur(six, example, {0, 11});
  const Captures plain = schedule_known("round-robin+revisit", six);
  figure.claims.push_back(
      {"In the example, SHARC-revisits has blur 22.59 where the order of the pages has 24.77.",
       {is_printed("blur of SHARC-revisits", blur, "22.59"),
        is_printed("blur in the order of the pages", quality::expected_blur(six, plain, {0, 11}),
                   "24.77")}});
  const double greedy = greedy_penalty(six);
  figure.claims.push_back(
      {"Each choice of SHARC-revisits has the smallest penalty left (Theorem 7.5).",
       {{fmt::format("taking the smallest penalty left gives blur {}, Definition 7.3 {}",
                     page::readable(greedy), page::readable(blur)),
         std::abs(greedy - blur) < 1e-9}},
       "With an odd n the shift n is as good as n + 1; Definition 7.3 is kept for comparison."});
  return figure;
}

namespace {

struct Intervals {
  Captures captures;
  std::string title;
};

const std::vector<std::vector<Time>>& example_changes() {
  static const std::vector<std::vector<Time>> changes = {
      {}, {1}, {2, 9}, {2, 8, 10}, {1, 3, 7, 11}, {2, 3, 4, 5, 6, 7}};
  return changes;
}

std::size_t sharp_in(const Captures& captures, quality::Bounds bounds) {
  quality::SiteTrack site(captures.size());
  for (std::size_t page = 0; page < captures.size(); ++page) {
    site[page].captures = captures[page];
    for (Time at : example_changes()[page]) site[page].changes.push_back({at, 1});
  }
  return quality::sharp_pages(site, 5.5, bounds);
}

page::Chart intervals_of(const Intervals& intervals) {
  page::Chart chart{intervals.title, page::ChartKind::Lines, {"time"}, {"page"}, {}};
  chart.x.least = 0;
  chart.x.most = 11;
  for (std::size_t page = 0; page < intervals.captures.size(); ++page)
    chart.y.names.push_back(fmt::format("p{}", page));
  page::Series changes{"a change", page::Kin::Bound, 0, {}, true};
  changes.kin = page::Kin::Ours;
  for (std::size_t page = 0; page < intervals.captures.size(); ++page) {
    page::Series row = series_of("sharc-threshold");
    row.name = page == 0 ? "from visit to revisit" : "";
    row.thick = true;
    const double y = static_cast<double>(page);
    row.points = {{intervals.captures[page].front(), y}, {intervals.captures[page].back(), y}};
    chart.series.push_back(row);
    for (Time at : example_changes()[page]) changes.points.push_back({at, y});
  }
  chart.series.push_back(changes);
  return chart;
}

// How many thresholds make the hottest page, and it alone, hopeless: it stays at the ends.
std::size_t thresholds_with_one_hopeless(const std::vector<double>& rates) {
  std::size_t found = 0;
  const std::size_t last = rates.size() - 1;
  for (int i = 1; i < 1000; ++i) {
    schedule::Tuning tuning;
    tuning.tau = 1 - std::pow(10, -i / 100.0);
    const Captures captures = schedule_known("sharc-threshold", rates, tuning);
    bool alone = captures[last].front() == 0;
    for (std::size_t page = 0; page < last; ++page)
      alone = alone && captures[page].front() == static_cast<double>(page + 1);
    found += alone ? 1 : 0;
  }
  return found;
}

}  // namespace

Result<Figure> sharc_figure_8(const Setting&) {
  Figure figure{
      "sharc-figure-8",
      "SHARC, Figure 8",
      "SHARC-threshold",
      "The six pages and the changes of Example 7.9. A bar reaches from a page's visit to "
      "its revisit; a page is sharp when no change lies inside.",
      {}};
  schedule::Tuning all;
  all.tau = 1;
  const Intervals promising{schedule_known("sharc-threshold", example_rates(), all),
                            "(b) all pages promising"};
  // No threshold sacrifices p5 alone at the example's rates; a page far hotter is.
  std::vector<double> hotter = example_rates();
  hotter.back() = 50;
  schedule::Tuning most;
  most.tau = 1 - 1e-9;
  const Intervals hopeless{schedule_known("sharc-threshold", hotter, most),
                           "(a) p5 hopeless, the others promising"};
  figure.charts = {intervals_of(hopeless), intervals_of(promising)};

  auto counts = [](const Captures& captures, quality::Bounds bounds) {
    return static_cast<double>(sharp_in(captures, bounds));
  };
  figure.claims.push_back(
      {"With p5 hopeless 4 pages are sharp, with all promising 1 (changes at the visit and at the "
       "revisit both counted).",
       {is_printed("(a) sharp pages", counts(hopeless.captures, quality::Bounds::Closed), "4"),
        is_printed("(b) sharp pages", counts(promising.captures, quality::Bounds::Closed), "1")},
       fmt::format("p0 never changes and is sharp too, the paper forgot it. The program counts a "
                   "change at the instant of a visit as captured: then (a) {} and (b) {}.",
                   sharp_in(hopeless.captures, quality::Bounds::HalfOpen),
                   sharp_in(promising.captures, quality::Bounds::HalfOpen))});
  figure.claims.push_back({"Declaring a page hopeless makes more pages sharp.",
                           {{fmt::format("{} sharp pages in (a), {} in (b)",
                                         sharp_in(hopeless.captures, quality::Bounds::HalfOpen),
                                         sharp_in(promising.captures, quality::Bounds::HalfOpen)),
                             sharp_in(hopeless.captures, quality::Bounds::HalfOpen) >
                                 sharp_in(promising.captures, quality::Bounds::HalfOpen)}}});
  const std::size_t found = thresholds_with_one_hopeless(example_rates());
  figure.claims.push_back(
      {"A threshold exists that makes p5 hopeless and the others promising.",
       {{fmt::format("{} of 999 thresholds tried, from .02 to 1 - 1e-10, do", found), found > 0}},
       found > 0 ? ""
                 : "With rates 0 to 5 a threshold that gives up p5 gives up p3 too, whose "
                   "interval is three times as long; drawn here with a hotter p5."});
  figure.claims.push_back(
      {"SHARC-threshold has more blur than SHARC-revisits.",
       {{fmt::format(
             "expected blur {} (a), {} (b), SHARC-revisits {}",
             page::readable(quality::expected_blur(example_rates(), hopeless.captures, {0, 11})),
             page::readable(quality::expected_blur(example_rates(), promising.captures, {0, 11})),
             page::readable(quality::expected_blur(
                 example_rates(), schedule_known("sharc-revisits", example_rates()), {0, 11}))),
         quality::expected_blur(example_rates(), hopeless.captures, {0, 11}) >
             quality::expected_blur(example_rates(),
                                    schedule_known("sharc-revisits", example_rates()), {0, 11})}}});
  return figure;
}

}  // namespace asof::studies
