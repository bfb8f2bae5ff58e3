// JCDL Figure 7: how long the periods of a pattern should be. The paper allows M pages "at each
// period T": read as a budget per hour, whatever the pattern's periods, and as printed, where
// shorter periods also mean more visits.
#include <fmt/format.h>

#include <span>

#include "lab/simulate.h"
#include "quality/completeness.h"
#include "studies/figure_contest.h"
#include "studies/figure_internal.h"
#include "studies/figure_look.h"
#include "studies/figure_watch.h"

namespace asof::studies {
namespace {

constexpr double kHour = 3600;
constexpr std::size_t kPeriods[] = {2, 3, 4, 6, 8, 12, 24, 30, 40, 60, 80, 120};
constexpr double kShares[] = {0.1, 0.2, 0.3};

// Completeness by budget, then by number of periods.
using Grid2 = std::vector<std::vector<Sample>>;

struct Plan {
  std::string_view strategy = "pattern";
  bool per_period = false;  // the budget comes with every period of the pattern
  double from = 0;          // shares of the whole experiment, for progress
  double to = 1;
};

Grid2 measure(const Setting& setting, const Plan& plan, std::span<const double> shares) {
  Grid2 found(shares.size(), std::vector<Sample>(std::size(kPeriods)));
  const std::size_t repetitions = setting.choose(2, 3, 8);
  lab::PatternOptions options;
  options.pages = setting.choose(10, 100, 400);
  for (std::size_t r = 0; r < repetitions; ++r) {
    lab::Synthetic site = lab::pattern_site(options, Rng(setting.seed).fork(r));
    forget_importance(site);
    for (std::size_t k = 0; k < std::size(kPeriods); ++k) {
      std::vector<pattern::Pattern> patterns;
      for (const auto& pattern : site.patterns) patterns.push_back(resliced(pattern, kPeriods[k]));
      const Duration period =
          plan.per_period ? 24 * kHour / static_cast<double>(kPeriods[k]) : kHour;
      for (std::size_t m = 0; m < shares.size(); ++m) {
        const auto visits =
            static_cast<std::uint64_t>(shares[m] * static_cast<double>(options.pages) + 0.5);
        const auto captures = watch(
            site, patterns,
            {.strategy = plan.strategy, .period = period, .per_period = visits, .global = true});
        found[m][k].name = fmt::format("{} periods", kPeriods[k]);
        found[m][k].range = lab::kShare;
        found[m][k].values.push_back(
            quality::unweighted_completeness(lab::tracks(site.history, captures)).value_or(1));
      }
    }
    const double share = static_cast<double>(r + 1) / static_cast<double>(repetitions);
    setting.progress(plan.from + share * (plan.to - plan.from));
  }
  return found;
}

page::Chart chart_of(std::string title, const Grid2& found) {
  page::Chart chart{std::move(title),
                    page::ChartKind::Lines,
                    {"number of periods of the pattern"},
                    {"completeness"},
                    {}};
  chart.x.logarithmic = true;
  chart.y.percent = true;
  for (std::size_t m = 0; m < std::size(kShares); ++m) {
    page::Series series{
        fmt::format("M = {}", percent(kShares[m])), page::Kin::Paper, static_cast<unsigned>(m), {}};
    for (std::size_t k = 0; k < std::size(kPeriods); ++k)
      series.points.push_back(point_at(static_cast<double>(kPeriods[k]), found[m][k].mean()));
    chart.series.push_back(std::move(series));
  }
  return chart;
}

}  // namespace

Result<Figure> jcdl_figure_7(const Setting& setting) {
  const Grid2 hourly = measure(setting, {.from = 0, .to = 0.2}, kShares);
  const Grid2 printed = measure(setting, {.per_period = true, .from = 0.2, .to = 0.5}, kShares);
  const double fifth[] = {0.2};
  const auto lagrange = measure(setting, {.strategy = "lagrange", .from = 0.5, .to = 1}, fifth)[0];
  Figure figure{
      "jcdl-figure-7",
      "JCDL, Figure 7",
      "Pattern time periods",
      fmt::format("The strategy Pattern, told each page's pattern in 2 to 120 periods a day; "
                  "versions captured over versions, {} sites drawn. (a) M pages every hour; "
                  "(b) M pages every period, as printed.",
                  hourly[0][0].values.size()),
      {chart_of("(a) the same budget every hour", hourly),
       chart_of("(b) the budget comes with every period", printed)}};
  page::Series series = series_of("lagrange");
  series.name = "lagrange, M = 20 %";
  for (std::size_t k = 0; k < std::size(kPeriods); ++k)
    series.points.push_back(point_at(static_cast<double>(kPeriods[k]), lagrange[k].mean()));
  figure.charts[0].series.push_back(std::move(series));
  constexpr std::size_t kHourly = 6;  // 24 periods
  Claim rises{"The completeness increases with the number of periods, up to 24.", {}};
  Claim flat{"Beyond 24 periods it stays nearly the same.", {}};
  for (std::size_t m = 0; m < std::size(kShares); ++m) {
    const std::string where = fmt::format("M = {}", percent(kShares[m]));
    rises.checks.push_back(is_higher(hourly[m][kHourly], hourly[m][0], where));
    const double change = hourly[m].back().mean().mean / hourly[m][kHourly].mean().mean - 1;
    flat.checks.push_back(is_alike(where + ", from 24 to 120 periods", change, "quasi-constant"));
  }
  const double growth = printed[1].back().mean().mean / printed[1][kHourly].mean().mean - 1;
  figure.method += fmt::format(
      " In (b) 120 periods bring five times the visits of 24, and the completeness changes by {} "
      "(M = 20 %): the claims are tested on (a).",
      percent(growth));
  Claim ours{"lagrange captures more than Pattern at any number of periods.", {}, "", true};
  for (std::size_t k : {std::size_t{0}, kHourly})
    ours.checks.push_back(is_higher({"lagrange", lagrange[k].values},
                                    {"Pattern", hourly[1][k].values},
                                    fmt::format("M = 20 %, {}", lagrange[k].name)));
  figure.claims = {rises, flat, ours};
  return figure;
}

}  // namespace asof::studies
