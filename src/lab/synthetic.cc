#include "lab/synthetic.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace asof::lab {
namespace {

constexpr double kHour = 3600;

// The tree in which page k links to pages outdegree * k + 1 .. outdegree * (k + 1).
void grow_tree(History& history, std::size_t outdegree) {
  const std::size_t n = history.pages.size();
  history.links.resize(n + 1);
  for (std::size_t page = 0; page < n; ++page)
    for (std::size_t c = outdegree * page + 1; c <= outdegree * (page + 1) && c < n; ++c)
      history.links[page + 1].push_back(static_cast<std::uint32_t>(c));
}

void start_page(History& history, std::size_t page) {
  history.pages[page].name = fmt::format("p{}", page);
  history.pages[page].versions.push_back(
      {history.from, 1, static_cast<std::uint32_t>(page + 1), 0});
}

void change(HistoryPage& page, Time at, double importance) {
  const Version& last = page.versions.back();
  page.versions.push_back({at, last.content + 1, last.links, importance});
}

// The chance of hour h of a bump around mu, on the circle of the day.
double bump(double h, double mu, double width) {
  double d = std::fabs(h - mu);
  d = std::min(d, 24 - d);
  return std::exp(-d * d / (2 * width * width));
}

pattern::Pattern draw_pattern(double changes_per_day, Rng& rng) {
  const double per_day = changes_per_day * std::exp(rng.normal());
  const double base = rng.uniform(0.02, 0.4);
  std::vector<double> centres(1 + rng.below(3));
  for (double& centre : centres) centre = rng.uniform(0, 24);
  pattern::Pattern pattern;
  double sum = 0;
  for (int h = 0; h < 24; ++h) {
    double shape = base;
    for (double centre : centres) shape += bump(h + 0.5, centre, 2);
    pattern.rates.push_back(shape);
    sum += shape;
  }
  for (double& rate : pattern.rates) rate *= per_day / sum;
  const double level = rng.beta(1.5, 3);
  const double peak = rng.uniform(0, 24);
  for (int h = 0; h < 24; ++h)
    pattern.importance.push_back(
        std::clamp(level * (0.4 + 1.2 * bump(h + 0.5, peak, 4)), 0.02, 1.0));
  return pattern;
}

double season_of(Time at, double amplitude) {
  return 1 + amplitude * std::sin(2 * std::numbers::pi * at / (365.25 * 24 * kHour));
}

}  // namespace

std::vector<double> sharc_rates(std::size_t n, double skew, SkewReading reading) {
  std::vector<double> rates;
  auto rate = [&](std::size_t i) { return std::pow(static_cast<double>(i), -skew); };
  if (reading == SkewReading::Single) {
    for (std::size_t i = 1; i <= n + 1; ++i) rates.push_back(rate(i));
  } else {
    for (std::size_t i = 1; i <= n / 2; ++i) rates.insert(rates.end(), 2, rate(i));
    while (rates.size() < n + 1) rates.push_back(rate(std::max<std::size_t>(n / 2, 1)));
  }
  std::sort(rates.begin(), rates.end());
  return rates;
}

Synthetic poisson_site(const std::vector<double>& rates, std::size_t outdegree, Time until,
                       Rng rng) {
  Synthetic site;
  site.rates = rates;
  site.history.name = "synthetic tree";
  site.history.until = until;
  site.history.pages.resize(rates.size());
  grow_tree(site.history, outdegree);
  for (std::size_t page = 0; page < rates.size(); ++page) {
    start_page(site.history, page);
    Rng own = rng.fork(page);
    if (rates[page] <= 0) continue;
    for (Time t = own.exponential(rates[page]); t <= until; t += own.exponential(rates[page]))
      change(site.history.pages[page], t, 1);
  }
  return site;
}

Synthetic sharc_site(const TreeOptions& options, Rng rng) {
  auto rates = sharc_rates(options.n, options.skew, options.reading);
  std::reverse(rates.begin(), rates.end());
  return poisson_site(rates, options.outdegree, options.until, rng);
}

Synthetic pattern_site(const PatternOptions& options, Rng rng) {
  Synthetic site;
  History& history = site.history;
  history.name = "synthetic patterns";
  history.until = options.hours * kHour;
  history.pages.resize(options.pages);
  grow_tree(history, 8);
  Rng templates = rng.fork(~std::uint64_t{0});
  std::vector<Time> events;
  if (options.templates_per_day > 0)
    for (Time t = 0; t <= history.until;) {
      t += templates.exponential(options.templates_per_day / (24 * kHour));
      if (t <= history.until) events.push_back(t);
    }
  for (std::size_t page = 0; page < options.pages; ++page) {
    Rng own = rng.fork(page);
    start_page(history, page);
    site.patterns.push_back(draw_pattern(options.changes_per_day, own));
    const pattern::Pattern& pattern = site.patterns.back();
    site.rates.push_back(pattern.mean_rate());
    history.pages[page].weight = std::min(1.0, 0.05 + own.pareto(1.5) / 10);
    std::vector<std::pair<Time, double>> changes;
    for (int hour = 0; hour < static_cast<int>(options.hours); ++hour) {
      const auto slot = static_cast<std::size_t>(hour % 24);
      const double factor =
          (hour / 24 % 7 >= 5 ? options.weekend : 1) * season_of(hour * kHour, options.season);
      for (std::uint64_t k = own.poisson(pattern.rates[slot] * factor); k > 0; --k) {
        const double importance =
            std::clamp(pattern.importance[slot] * own.uniform(0.25, 1.75), 0.0, 1.0);
        changes.emplace_back((hour + own.uniform()) * kHour, importance);
      }
    }
    if (own.uniform() < options.template_share)
      for (Time t : events) changes.emplace_back(t, 0.1);
    std::sort(changes.begin(), changes.end());
    for (const auto& [at, importance] : changes) change(history.pages[page], at, importance);
  }
  return site;
}

}  // namespace asof::lab
