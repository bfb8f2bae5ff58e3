// Beyond the papers, on real histories: can rates be told before a page was watched, and does a
// link lead to the coherent version when all that is known comes from the archive's own captures?
#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "lab/history.h"
#include "studies/figure_checks.h"
#include "studies/figure_internal.h"
#include "studies/figure_look.h"
#include "studies/navigate_study.h"
#include "studies/rate_study.h"

namespace asof::studies {
namespace {

constexpr std::string_view kNoHistory =
    "No history was given, so nothing was measured: name one with --history FILE.warc.gz.";
constexpr double kDay = 86400;

std::string shown(const Interval& i) {
  return fmt::format("{:+.3f} [{:+.3f}, {:+.3f}]", i.value, i.low, i.high);
}

Cell cell_of(const Interval& i) { return {shown(i), {0, i.value, i.low, i.high}}; }

// Archives of lively sites are captured often, those of calm ones seldom, as people would.
Duration gap_for(const lab::History& history) {
  double changes = 0;
  for (std::uint32_t page = 0; page < history.pages.size(); ++page)
    changes += static_cast<double>(lab::change_times(history, page).size());
  const double page_days =
      static_cast<double>(history.pages.size()) * (history.until - history.from) / kDay;
  return changes > 0.5 * page_days ? kDay / 4 : 3 * kDay;
}

std::string base_name(const std::string& path) { return path.substr(path.find_last_of('/') + 1); }

constexpr std::size_t kEnoughCases = 200;  // of a decile, to be judged

std::string worst_of(const navigate::Reliability& table) {
  const bool judged =
      std::any_of(table.deciles.begin(), table.deciles.end(),
                  [](const navigate::Decile& each) { return each.count >= kEnoughCases; });
  return judged ? fmt::format("{:.3f}", table.worst(kEnoughCases)) : "too few cases";
}

}  // namespace

Result<Figure> rate_predictor(const Setting& setting) {
  Figure figure{
      "rate-predictor",
      "Ours, rates",
      "Rates of pages nobody has watched",
      "Pages of the histories are parted at random; from one part the predictor learns by site, "
      "directory, template, type and depth, and the daily visits of the other part are "
      "predicted. Score: mean logarithm of the chance given to what a visit saw; leads are "
      "paired, their intervals over pages.",
      {}};
  Claim claim{"The predictor beats a constant and a mean per site.", {}, {}, true};
  if (setting.histories.empty()) {
    figure.method = kNoHistory;
    figure.claims = {std::move(claim)};
    return figure;
  }
  const RateStudyOptions options{.splits = static_cast<int>(setting.choose(1, 3, 10)),
                                 .resamples = static_cast<int>(setting.choose(20, 200, 1000))};
  Table table{"held-out pages",
              {"history", "knowledge", "model", "pages", "score", "over a constant",
               "over the site's mean"},
              {}};
  for (const RateScore& row : rate_study(setting.histories, setting.seed, options)) {
    table.rows.push_back({base_name(row.history),
                          std::string(row.knowledge),
                          std::string(row.model),
                          std::to_string(row.pages),
                          {fmt::format("{:.3f}", row.score.value), {0, row.score.value}},
                          cell_of(row.over_constant),
                          cell_of(row.over_site_mean)});
    if (row.history != "all" || row.model != "predictor") continue;
    for (const auto& [rival, lead] : {std::pair("a constant", row.over_constant),
                                      std::pair("the site's mean", row.over_site_mean)})
      claim.checks.push_back(is_ahead(
          fmt::format("{}: over {} {}", row.knowledge, rival, shown(lead)), lead.low, lead.high));
  }
  figure.tables.push_back(std::move(table));
  figure.claims.push_back(std::move(claim));
  return figure;
}

Result<Figure> real_navigation(const Setting& setting) {
  Figure figure{
      "real-navigation",
      "Ours, navigation",
      "Links on real histories",
      "Irregular captures are drawn from each history (about every 6 hours of lively sites, "
      "every 3 days of calm ones); links whose destination changed are followed by every policy, "
      "with rates and joint changes learned from the captures alone. The correction is learned by "
      "hiding captures.",
      {}};
  Claim ahead{"Likelihood is ahead of nearest.", {}, {}, true};
  Claim calibrated{"Corrected probabilities are within .05 of what is observed.", {}, {}, true};
  if (setting.histories.empty()) {
    figure.method = kNoHistory;
    figure.claims = {std::move(ahead), std::move(calibrated)};
    return figure;
  }
  Table coherent{"links that lead to a coherent version", {"history"}, {}};
  Table sure{"greatest distance of stated and observed, of deciles with 200 cases",
             {"history", "pages held independent", "joint changes modelled", "and corrected"},
             {}};
  double done = 0;
  for (const lab::History& history : setting.histories) {
    const std::string name = base_name(history.name);
    const auto result = navigate_history(
        history, {.mean_gap = gap_for(history),
                  .seeds = setting.choose(1, 2, 5),
                  .first_seed = 5000 + setting.seed,
                  .links = setting.choose(40, 400, gap_for(history) < kDay ? 8000 : 700),
                  .questions = setting.choose(40, 400, 1500)});
    if (coherent.heading.size() == 1)
      coherent.heading.insert(coherent.heading.end(), result.columns.begin(), result.columns.end());
    std::vector<Cell> row = {name};
    for (const lab::Estimate& share : result.coherent)
      row.emplace_back(fmt::format("{:.3f}", share.mean), point_at(0, share));
    coherent.rows.push_back(std::move(row));
    const double corrected = result.corrected.worst(kEnoughCases);
    sure.rows.push_back(
        {name, worst_of(result.apart), worst_of(result.joint), worst_of(result.corrected)});
    const lab::Estimate& lead = result.likelihood_over_nearest;
    ahead.checks.push_back(is_ahead(fmt::format("{}: {:+.4f} ± {:.4f}", name, lead.mean, lead.half),
                                    lead.low(), lead.high()));
    if (corrected > 0)
      calibrated.checks.push_back({fmt::format("{}: {:.3f}", name, corrected), corrected <= 0.05});
    setting.progress(++done / static_cast<double>(setting.histories.size()));
  }
  figure.tables = {std::move(coherent), std::move(sure)};
  figure.claims = {std::move(ahead), std::move(calibrated)};
  return figure;
}

}  // namespace asof::studies
