#include "studies/figure_contest.h"

#include <algorithm>
#include <numeric>

#include "base/check.h"
#include "schedule/bounds.h"
#include "studies/figure_capture.h"
#include "studies/figure_look.h"

namespace asof::studies {
namespace {

std::string name_of(const Contender& contender) {
  return contender.label.empty() ? label_of(contender.strategy) : contender.label;
}

// The hottest pages first, which is where they stand in the tree.
std::vector<double> rates_of(const Contest& contest, const Situation& situation) {
  std::vector<double> rates =
      lab::sharc_rates(contest.n, situation.skew, lab::SkewReading::Mirrored);
  std::ranges::reverse(rates);
  for (double& rate : rates) rate *= situation.rate_factor;
  return rates;
}

std::vector<double> believed(const std::vector<double>& rates, double wrong, Rng rng) {
  std::vector<std::size_t> order(rates.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  rng.shuffle(std::span(order));
  std::vector<double> result = rates;
  const auto count = static_cast<std::size_t>(wrong * static_cast<double>(rates.size()) + 0.5);
  for (std::size_t i = 0; i < count; ++i) result[order[i]] = std::max(0.0, 1 - rates[order[i]]);
  return result;
}

struct Grade {
  double blur, sharp, downloads;
};

Grade grade(const lab::Synthetic& site, const Contender& contender, const Situation& situation,
            const std::vector<double>& beliefs) {
  CaptureTask task;
  task.strategy = contender.strategy;
  task.believed = beliefs;
  double visits = static_cast<double>(site.rates.size());
  if (contender.strategy.find("revisit") != std::string_view::npos ||
      contender.strategy == "sharc-threshold")
    visits *= 2;
  if (contender.extra >= 0) {
    task.tuning.extra = static_cast<std::uint64_t>(contender.extra * visits + 0.5);
    task.tuning.extra_given = true;
    visits += static_cast<double>(task.tuning.extra);
  }
  const double length = visits - 1;
  const Time middle = site.history.until / 2;
  task.start = middle - length / 2;
  const quality::Interval wanted{middle - situation.observe * length / 2,
                                 middle + situation.observe * length / 2};
  if (situation.observe > 1) task.observe = wanted;
  const Captures captures = capture(site, task);
  const quality::Interval seen = situation.observe > 1 ? wanted : span_of(captures);
  return {blur_of(site, captures, seen), sharp_of(site, captures, seen.middle()),
          static_cast<double>(downloads_of(captures))};
}

double bound_of(const Contest& contest, std::size_t situation, const Outcome& outcome) {
  const Situation& where = contest.situations[situation];
  const auto rates = rates_of(contest, where);
  const double most = *std::ranges::max_element(outcome.downloads);
  const auto downloads = static_cast<std::uint64_t>(most);
  if (where.observe <= 1) return schedule::blur_bound(rates, downloads);
  return schedule::blur_bound_observed(rates, downloads, where.observe * (most - 1));
}

}  // namespace

Setting part(const Setting& setting, double from, double to) {
  Setting result = setting;
  result.on_progress = [&setting, from, to](double share) {
    setting.progress(from + share * (to - from));
  };
  return result;
}

std::vector<Outcome> hold(const Contest& contest, const Setting& setting) {
  std::vector<Outcome> outcomes(contest.situations.size());
  double widest = 1;
  for (const Situation& situation : contest.situations)
    widest = std::max(widest, situation.observe);
  for (Outcome& outcome : outcomes) {
    for (const Contender& contender : contest.contenders) {
      outcome.blur.push_back({name_of(contender), {}});
      outcome.sharp.push_back({name_of(contender), {}, {0, static_cast<double>(contest.n + 1)}});
    }
    outcome.downloads.resize(contest.contenders.size());
  }
  // Three captures of each page are the most a contender takes.
  const double until = widest * 3 * static_cast<double>(contest.n + 1);
  for (std::size_t r = 0; r < contest.repetitions; ++r) {
    for (std::size_t s = 0; s < contest.situations.size(); ++s) {
      const Situation& situation = contest.situations[s];
      const Rng chance = Rng(setting.seed).fork(r);
      const auto rates = rates_of(contest, situation);
      const lab::Synthetic site = lab::poisson_site(rates, 8, until, chance.fork(1));
      const auto beliefs = believed(rates, situation.wrong, chance.fork(2));
      for (std::size_t c = 0; c < contest.contenders.size(); ++c) {
        const Grade result = grade(site, contest.contenders[c], situation, beliefs);
        outcomes[s].blur[c].values.push_back(result.blur);
        outcomes[s].sharp[c].values.push_back(result.sharp);
        outcomes[s].downloads[c] = result.downloads;
      }
    }
    setting.progress(static_cast<double>(r + 1) / static_cast<double>(contest.repetitions));
  }
  return outcomes;
}

page::Series series_of(const Contender& contender) {
  page::Series series = series_of(contender.strategy);
  series.name = name_of(contender);
  return series;
}

std::vector<Sample> of_kin(const Contest& contest, const std::vector<Sample>& samples,
                           page::Kin kin) {
  std::vector<Sample> result;
  for (std::size_t c = 0; c < contest.contenders.size(); ++c)
    if (series_of(contest.contenders[c]).kin == kin) result.push_back(samples[c]);
  return result;
}

const Sample& sample_of(const std::vector<Sample>& samples, std::string_view name) {
  const auto found = std::ranges::find(samples, name, &Sample::name);
  CHECK(found != samples.end());
  return *found;
}

double sharp_bound_of(const Contest& contest, std::size_t situation, const Outcome& outcome) {
  const auto rates = rates_of(contest, contest.situations[situation]);
  const double most = *std::ranges::max_element(outcome.downloads);
  std::vector<Time> requests(static_cast<std::size_t>(most));
  std::iota(requests.begin(), requests.end(), 0.0);
  return schedule::most_expected_sharp(rates, requests, (most - 1) / 2, true);
}

page::Chart chart_of(std::string title, const Contest& contest,
                     const std::vector<Outcome>& outcomes, std::string_view x_label) {
  page::Chart chart{std::move(title), page::ChartKind::Lines, {std::string(x_label)}, {"blur"}, {}};
  for (const Situation& situation : contest.situations) chart.x.names.push_back(situation.name);
  chart.y.logarithmic = true;
  for (std::size_t c = 0; c < contest.contenders.size(); ++c) {
    page::Series series = series_of(contest.contenders[c]);
    for (std::size_t s = 0; s < outcomes.size(); ++s)
      series.points.push_back(point_at(static_cast<double>(s), outcomes[s].blur[c].mean()));
    chart.series.push_back(std::move(series));
  }
  page::Series bound{"bound", page::Kin::Bound, 0, {}};
  for (std::size_t s = 0; s < outcomes.size(); ++s)
    bound.points.push_back({static_cast<double>(s), bound_of(contest, s, outcomes[s])});
  chart.series.push_back(std::move(bound));
  return chart;
}

}  // namespace asof::studies
