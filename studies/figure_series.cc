// JCDL Figures 4 to 6: time series of the importance of changes, the patterns discovered from them,
// and a threshold of indexing. The pages are the generator's; they are watched at the end of every
// hour, and learned as the paper does (Algorithm 3) and as the program does (page_pattern.h). What
// they were drawn from serves as the truth beside it, for nothing else.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "lab/synthetic.h"
#include "pattern/indexing.h"
#include "pattern/learn.h"
#include "pattern/page_pattern.h"
#include "studies/figure_checks.h"
#include "studies/figure_internal.h"
#include "studies/figure_look.h"

namespace asof::studies {
namespace {

constexpr double kHour = 3600;
constexpr double kDay = 24 * kHour;

lab::Synthetic watched_site(const Setting& setting, double days) {
  lab::PatternOptions options;
  options.pages = setting.choose(6, 60, 200);
  options.hours = days * 24;
  return lab::pattern_site(options, Rng(setting.seed).fork(4));
}

// What visits at these times see: the last change since the visit before.
std::vector<pattern::Sighting> sightings(const lab::Synthetic& site, std::uint32_t page,
                                         const std::vector<Time>& visits) {
  const auto changes = lab::changes_of(site.history, page);
  std::vector<pattern::Sighting> seen;
  for (std::size_t i = 1; i < visits.size(); ++i) {
    const std::size_t before = quality::version_at(changes, visits[i - 1]);
    const std::size_t after = quality::version_at(changes, visits[i]);
    seen.push_back({visits[i - 1], visits[i], after > before,
                    after > before ? changes[after - 1].importance : 0});
  }
  return seen;
}

std::vector<Time> hourly(Time from, Time until) {
  std::vector<Time> visits;
  for (Time at = from; at <= until; at += kHour) visits.push_back(at);
  return visits;
}

// About `gap` hours apart, so that all hours of the day come round.
std::vector<Time> sparse(Time until, double gap, Rng rng) {
  std::vector<Time> visits;
  for (Time at = 0; at <= until; at += gap * kHour * rng.uniform(0.5, 1.5)) visits.push_back(at);
  return visits;
}

// The series of one day: importance found in each hour.
std::vector<double> series_on(const lab::Synthetic& site, std::uint32_t page, std::size_t day) {
  const Time from = static_cast<double>(day) * kDay;
  std::vector<double> series;
  for (const auto& seen : sightings(site, page, hourly(from, from + kDay)))
    series.push_back(seen.importance);
  return series;
}

std::vector<double> omegas(const pattern::Pattern& pattern) {
  std::vector<double> values;
  for (std::size_t slot = 0; slot < pattern.slots(); ++slot) values.push_back(pattern.omega(slot));
  return values;
}

double correlation(const std::vector<double>& a, const std::vector<double>& b) {
  const auto n = static_cast<double>(a.size());
  const double mean_a = std::accumulate(a.begin(), a.end(), 0.0) / n;
  const double mean_b = std::accumulate(b.begin(), b.end(), 0.0) / n;
  double both = 0, own_a = 0, own_b = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    both += (a[i] - mean_a) * (b[i] - mean_b);
    own_a += (a[i] - mean_a) * (a[i] - mean_a);
    own_b += (b[i] - mean_b) * (b[i] - mean_b);
  }
  return own_a > 0 && own_b > 0 ? both / std::sqrt(own_a * own_b) : 0;
}

// What the program learns from visits, as hours of a day.
pattern::Pattern learned_day(const std::vector<pattern::Sighting>& seen) {
  const auto page = pattern::learn_page(pattern::log_of(seen), {.bounds = false});
  const pattern::Pattern week = page.week_from(0);
  pattern::Pattern day{.cycle = kDay};
  for (std::size_t hour = 0; hour < 24; ++hour) {
    double changes = 0, weight = 0;
    for (std::size_t slot = hour; slot < week.slots(); slot += 24) {
      changes += week.rates[slot] / 7;
      weight += week.rates[slot] * week.importance[slot] / 7;
    }
    day.rates.push_back(changes);
    day.importance.push_back(changes > 0 ? weight / changes : 0);
  }
  return day;
}

std::vector<pattern::Pattern> learned_days(const lab::Synthetic& site) {
  std::vector<pattern::Pattern> days;
  days.reserve(site.patterns.size());
  for (std::uint32_t page = 0; page < site.patterns.size(); ++page)
    days.push_back(learned_day(sightings(site, page, hourly(0, site.history.until))));
  return days;
}

// Pages that matter most, so that there is something to see.
std::vector<std::uint32_t> liveliest(const std::vector<pattern::Pattern>& patterns,
                                     std::size_t count) {
  std::vector<std::uint32_t> pages(patterns.size());
  std::iota(pages.begin(), pages.end(), 0u);
  auto sum = [&](std::uint32_t page) {
    const auto values = omegas(patterns[page]);
    return -std::accumulate(values.begin(), values.end(), 0.0);
  };
  std::ranges::stable_sort(pages, {}, sum);
  pages.resize(std::min(count, pages.size()));
  return pages;
}

page::Series steps_of(page::Series series, const std::vector<double>& values) {
  for (std::size_t hour = 0; hour < values.size(); ++hour)
    series.points.push_back({static_cast<double>(hour), values[hour]});
  return series;
}

page::Chart day_chart(std::string title) {
  page::Chart chart{
      std::move(title), page::ChartKind::Steps, {"hour of the day"}, {"importance of changes"}, {}};
  chart.x.least = 0;
  chart.x.most = 24;
  chart.y.least = 0;
  return chart;
}

}  // namespace

Result<Figure> jcdl_figure_4(const Setting& setting) {
  const lab::Synthetic site = watched_site(setting, 5);
  const std::uint32_t page = liveliest(learned_days(site), 1)[0];
  Figure figure{"jcdl-figure-4",
                "JCDL, Figure 4",
                "Samples of time series",
                "One page of the generator on four weekdays: the importance of what changed within "
                "each hour. The paper showed Sport.FranceTV.fr.",
                {}};
  constexpr std::string_view kDays[] = {"Monday", "Tuesday", "Wednesday", "Thursday"};
  for (std::size_t day = 0; day < std::size(kDays); ++day) {
    page::Chart chart = day_chart(std::string(kDays[day]));
    chart.y.most = 1;
    chart.series.push_back(steps_of({"", page::Kin::Paper, 0, {}}, series_on(site, page, day)));
    figure.charts.push_back(std::move(chart));
  }
  Sample same{"correlation of two days of one page", {}, {-1, 1}};
  Sample other{"that of days of different pages", {}, {-1, 1}};
  for (std::uint32_t p = 0; p + 1 < site.patterns.size(); ++p) {
    const auto today = series_on(site, p, 0);
    same.values.push_back(correlation(today, series_on(site, p, 1)));
    other.values.push_back(correlation(today, series_on(site, p + 1, 1)));
  }
  figure.claims.push_back(
      {"There is a similar periodicity of changes over the four days.", {is_higher(same, other)}});
  return figure;
}

Result<Figure> jcdl_figure_5(const Setting& setting) {
  constexpr double kDays = 30;
  constexpr double kGap = 5;
  const lab::Synthetic site = watched_site(setting, kDays);
  Figure figure{
      "jcdl-figure-5",
      "JCDL, Figure 5",
      "Samples of discovered patterns",
      "Four pages of the generator. Blue: the importance found in each hour, averaged over "
      "30 days of hourly visits (Algorithm 3). Warm: learned from visits about five hours "
      "apart by expectation and maximization. Black: the pattern they were drawn from.",
      {}};
  const auto shown = liveliest(learned_days(site), 4);
  Sample hourly_average{"averages of hourly visits", {}, {-1, 1}};
  Sample sparse_average{"averages of visits 5 h apart", {}, {-1, 1}};
  Sample sparse_learned{"learned from the same visits", {}, {-1, 1}};
  for (std::uint32_t page = 0; page < site.patterns.size(); ++page) {
    const auto truth = omegas(site.patterns[page]);
    const auto all = sightings(site, page, hourly(0, site.history.until));
    const auto few =
        sightings(site, page, sparse(site.history.until, kGap, Rng(setting.seed).fork(page)));
    const auto found = pattern::averaged_importance(all, kDay, 24);
    const auto learned = omegas(pattern::learned_pattern(few, {}));
    hourly_average.values.push_back(correlation(truth, found));
    sparse_average.values.push_back(
        correlation(truth, pattern::averaged_importance(few, kDay, 24)));
    sparse_learned.values.push_back(correlation(truth, learned));
    setting.progress((page + 1.0) / static_cast<double>(site.patterns.size()));
    const auto at = std::ranges::find(shown, page);
    if (at == shown.end()) continue;
    page::Chart chart =
        day_chart(fmt::format("({}) page {}", static_cast<char>('a' + (at - shown.begin())), page));
    chart.series.push_back(steps_of({"discovered, hourly visits", page::Kin::Paper, 0, {}}, found));
    chart.series.push_back(
        steps_of({"learned, visits 5 h apart", page::Kin::Ours, 0, {}}, learned));
    chart.series.push_back(steps_of({"truth", page::Kin::Bound, 0, {}}, truth));
    figure.charts.push_back(std::move(chart));
  }
  std::ranges::sort(figure.charts, {}, &page::Chart::title);
  const lab::Estimate fit = hourly_average.mean();
  figure.claims.push_back({"Averaging time series discovers the periodic pattern of a page.",
                           {{fmt::format("correlation with the true pattern {} over {} pages",
                                         with_interval(fit), fit.count),
                             fit.low() > 0.7}}});
  figure.claims.push_back(
      {"Patterns can be learned from visits further apart than their periods.",
       {is_higher(sparse_learned, sparse_average, "correlation with the true pattern")},
       "",
       true});
  return figure;
}

Result<Figure> jcdl_figure_6(const Setting& setting) {
  constexpr double kDays = 30;
  const lab::Synthetic site = watched_site(setting, kDays);
  const auto days = learned_days(site);
  const std::uint32_t page = liveliest(days, 2)[1];
  Figure figure{
      "jcdl-figure-6",
      "JCDL, Figure 6",
      "Example of indexing threshold",
      "The threshold of a page is the mean of its pattern (section 7.1), learned from 30 days "
      "of hourly visits. On the right one "
      "day: a version is indexed when its change, or the small ones since the last indexed "
      "one together, reach the threshold. Algorithm 4 as printed tests the sum before it "
      "adds the change, and comes one version late.",
      {}};
  const pattern::Pattern& chosen = days[page];
  const double threshold = pattern::index_threshold(chosen);
  page::Chart left = day_chart("(a) pattern and threshold");
  left.series.push_back(steps_of({"", page::Kin::Paper, 0, {}}, omegas(chosen)));
  left.rules.push_back({threshold, fmt::format("threshold δ = {}", page::readable(threshold))});
  page::Chart right = day_chart("(b) one day");
  const auto day = series_on(site, page, 1);
  right.series.push_back(steps_of({"importance of changes", page::Kin::Plain, 0, {}}, day));
  page::Series printed{"indexed by Algorithm 4 as printed", page::Kin::Paper, 2, {}, true};
  page::Series meant{"indexed as the text says", page::Kin::Ours, 0, {}, true};
  for (std::size_t at : pattern::indexed_versions(day, threshold, pattern::IndexReading::Printed))
    printed.points.push_back({static_cast<double>(at) + 0.3, day[at]});
  for (std::size_t at : pattern::indexed_versions(day, threshold))
    meant.points.push_back({static_cast<double>(at) + 0.7, day[at]});
  right.series.insert(right.series.end(), {printed, meant});
  right.rules.push_back({threshold, "δ"});
  figure.charts = {left, right};

  Sample versions{"share of versions indexed", {}, lab::kShare};
  Sample weight{"share of importance in them", {}, lab::kShare};
  for (std::uint32_t p = 0; p < site.patterns.size(); ++p) {
    std::vector<double> importance;
    for (const auto& seen : sightings(site, p, hourly(0, site.history.until)))
      if (seen.changed) importance.push_back(seen.importance);
    const double total = std::accumulate(importance.begin(), importance.end(), 0.0);
    if (total <= 0) continue;
    double kept = 0;
    const auto places = pattern::indexed_versions(importance, pattern::index_threshold(days[p]));
    for (std::size_t at : places) kept += importance[at];
    versions.values.push_back(static_cast<double>(places.size()) /
                              static_cast<double>(importance.size()));
    weight.values.push_back(kept / total);
  }
  const double mean = pattern::index_threshold({.cycle = 24,
                                                .rates = {40, 40, 40, 40, 40, 40},
                                                .importance = {0.1, 0.3, 0.6, 0.42, 0.37, 0.83}});
  figure.claims.push_back(
      {"The threshold is the sum of the pattern's importances over the number of periods.",
       {{fmt::format("the pattern of the paper's Figure 1 gives {}, the mean of its six numbers",
                     page::readable(mean)),
         std::abs(mean - 2.62 / 6) < 1e-9}}});
  figure.claims.push_back(
      {"A threshold avoids indexing versions with unimportant changes.",
       {is_higher(weight, versions),
        {fmt::format("{} of the versions are indexed on average", percent(versions.mean().mean, 1)),
         versions.mean().mean < 0.9}},
       "The mean counts hours without a change as 0: where changes are rare, nearly every one of "
       "them reaches it."});
  return figure;
}

}  // namespace asof::studies
