// TPDL Figure 7: how often each way of following a link leads to a version that stood beside the
// page it was followed from.
#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "studies/figure_checks.h"
#include "studies/figure_internal.h"
#include "studies/figure_look.h"
#include "studies/navigate_study.h"

namespace asof::studies {
namespace {

struct Shown {
  std::string_view column;
  std::string_view label;
  page::Kin kin;
  unsigned shade;
};

constexpr Shown kShown[] = {
    {"recent", "Recent", page::Kin::Classic, 1},
    {"nearest", "Nearest", page::Kin::Classic, 0},
    {"pattern", "Pattern", page::Kin::Paper, 0},
    {"likelihood, digests", "likelihood", page::Kin::Ours, 0},
    {"likelihood, + Last-Modified on half", "likelihood, half with Last-Modified", page::Kin::Ours,
     2},
    {"oracle", "best possible", page::Kin::Bound, 0},
};

std::size_t column_of(const NavigationTable& table, std::string_view name) {
  const auto found = std::ranges::find(table.columns, name);
  CHECK(found != table.columns.end());
  return static_cast<std::size_t>(found - table.columns.begin());
}

double mean_of(const NavigationTable& table, const NavigationRow& row, std::string_view name) {
  return row.coherent[column_of(table, name)].mean;
}

page::Chart bars_of(const NavigationTable& table) {
  page::Chart chart{"coherent versions",
                    page::ChartKind::Bars,
                    {"outgoing links (share whose nearest version is incoherent)"},
                    {"links that lead to a coherent version"},
                    {}};
  chart.y.percent = true;
  chart.y.most = 1;
  for (const NavigationRow& row : table.rows)
    if (row.links > 0)
      chart.x.names.push_back(
          fmt::format("{} ({})", row.links, percent(1 - mean_of(table, row, "nearest"), 1)));
  for (const Shown& shown : kShown) {
    page::Series series{std::string(shown.label), shown.kin, shown.shade, {}};
    double x = 0;
    for (const NavigationRow& row : table.rows)
      if (row.links > 0)
        series.points.push_back(point_at(x++, row.coherent[column_of(table, shown.column)]));
    chart.series.push_back(std::move(series));
  }
  return chart;
}

page::Chart calibration_of(const NavigationTable& table) {
  page::Chart chart{"what likelihood states, and what is so",
                    page::ChartKind::Lines,
                    {"probability stated"},
                    {"share that was coherent"},
                    {}};
  chart.x.percent = true;
  chart.y.percent = true;
  page::Series ideal{"as stated", page::Kin::Bound, 0, {{0, 0}, {1, 1}}};
  page::Series found{"likelihood", page::Kin::Ours, 0, {}};
  constexpr std::size_t kLeast = 50;
  for (const navigate::Decile& decile : table.digests.deciles)
    if (decile.count >= kLeast) found.points.push_back({decile.stated, decile.happened});
  if (table.digests.certain.count >= kLeast)
    found.points.push_back({1, table.digests.certain.happened});
  chart.series = {ideal, found};
  return chart;
}

Check leads(std::string_view what, const lab::Estimate& difference) {
  const lab::Estimate points{difference.mean * 100, difference.half * 100, difference.count};
  return is_ahead(fmt::format("{} by {} points", what, with_interval(points)), points.low(),
                  points.high());
}

}  // namespace

Result<Figure> tpdl_figure_7(const Setting& setting) {
  const NavigationTable table = navigation_figure(setting.choose(4, 20, 152));
  const NavigationRow& all = table.rows.back();
  Figure figure{"tpdl-figure-7",
                "TPDL, Figure 7",
                "Coherence-oriented navigation",
                "Links followed from the capture of a page to captures of others, on pages of the "
                "generator with daily patterns, captured about every ten hours. A version is "
                "coherent when it stood at the same instant as the page it is reached from. In "
                "brackets, as in the paper, the share of links whose nearest version is not. "
                "Whatever the seed, the same pages are drawn.",
                {bars_of(table), calibration_of(table)}};
  const double pattern = mean_of(table, all, "pattern");
  const double nearest = mean_of(table, all, "nearest");
  const double recent = mean_of(table, all, "recent");
  figure.claims.push_back({"Pattern outperforms Nearest and Recent.",
                           {leads("Pattern ahead of Nearest", all.pattern_over_nearest),
                            leads("Nearest ahead of Recent", all.nearest_over_recent)}});
  figure.claims.push_back(
      {"It improves the coherence by around 10 % over Nearest and around 40 % over Recent.",
       {is_about("Pattern over Nearest", pattern / nearest - 1, 0.1),
        is_about("Pattern over Recent", pattern / recent - 1, 0.4)},
       fmt::format("Nothing can be more than {} better than Nearest here: that is what the best "
                   "possible choice reaches.",
                   percent(mean_of(table, all, "oracle") / nearest - 1, 1))});
  const double possible = mean_of(table, all, "oracle") - nearest;
  auto recovered = [&](std::string_view name) {
    return possible > 0 ? (mean_of(table, all, name) - nearest) / possible : 0;
  };
  figure.claims.push_back(
      {"Likelihood is better than Pattern, and its probabilities are true.",
       {leads("likelihood ahead of Pattern", all.likelihood_over_pattern),
        {fmt::format("of what Nearest loses and could be had, Pattern recovers {}, likelihood {}, "
                     "with Last-Modified on half of the pages {}",
                     percent(recovered("pattern")), percent(recovered("likelihood, digests")),
                     percent(recovered("likelihood, + Last-Modified on half"))),
         recovered("likelihood, digests") > recovered("pattern")},
        {fmt::format("stated and observed differ by at most {} in deciles of 200 cases",
                     page::readable(table.digests.worst(200))),
         table.digests.worst(200) <= 0.03}},
       "",
       true});
  return figure;
}

}  // namespace asof::studies
