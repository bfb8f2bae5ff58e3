// The rate predictor on held-out pages.
//
// A visit shows whether a page differs from the visit before, deletion included; a page that stays
// away shows nothing. "Never seen" predicts each visit of a held-out page from what the model
// learned of other pages; "seen once" predicts each visit after being told the outcome of the one
// before. The constant and the site means are maximum-likelihood rates at the very distance of
// visits that is scored, so they are as good as a single number can be; the site belief adds the
// spread of rates within the site, and so can learn from the page's own visit.
// Intervals: the bootstrap over pages. Pages that change together are fewer than they look, so
// intervals within one site are narrower than another site's pages would find them.
#include "studies/rate_study.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "base/random.h"
#include "pattern/predictor.h"

namespace asof::studies {
namespace {

using pattern::Observation;

constexpr std::array<std::string_view, 4> kModels = {"constant", "site mean", "site belief",
                                                     "predictor"};
constexpr std::array<std::string_view, 2> kKnowledge = {"never seen", "seen once"};
constexpr std::size_t kColumns = kModels.size() * kKnowledge.size();

struct Subject {
  std::size_t history = 0;
  pattern::PageTraits traits;
  pattern::PageTraits site;          // the same, as far as a site belief looks
  std::vector<Observation> learned;  // visits a model may learn from
  std::vector<Observation> scored;
  std::array<double, kColumns> score{};  // summed over the splits that held it out
  double held_out = 0;
};

// Visits of a page from `from` to `until`.
std::vector<Observation> visits(const lab::History& history, std::uint32_t page, Time from,
                                Time until, Duration every) {
  std::vector<Observation> seen;
  const lab::Version* before = nullptr;
  for (Time at = from; at <= until; at += every) {
    const lab::Version* now = history.version_at(page, at);
    const bool there = now != nullptr && now->content != 0;
    const bool was_there = before != nullptr && before->content != 0;
    if (before != nullptr && (there || was_there))
      seen.push_back({.length = every, .changed = now->content != before->content});
    before = now;
  }
  return seen;
}

std::vector<Subject> subjects(std::span<const lab::History> histories, Rng rng,
                              const RateStudyOptions& options) {
  std::vector<Subject> all;
  for (std::size_t h = 0; h < histories.size(); ++h) {
    const lab::History& history = histories[h];
    const auto early = lab::depths(history, history.from),
               late = lab::depths(history, history.until);
    const Time middle = (history.from + history.until) / 2;
    for (std::uint32_t p = 0; p < history.pages.size(); ++p) {
      const lab::HistoryPage& page = history.pages[p];
      const Time from = history.from + rng.uniform(0, options.every);
      Subject one{.history = h};
      one.traits = {.url = page.name, .mime = page.mime, .depth = std::min(early[p], late[p])};
      if (page.name.find("://") == std::string::npos)
        one.traits.url = fmt::format("lab://history{}/{}", h, page.name);
      one.site = {.url = fmt::format("lab://history{}/", h), .mime = {}, .depth = 0};
      one.learned = visits(history, p, from, options.later ? middle : history.until, options.every);
      const Time start = options.later ? std::max(from, middle) : from;
      one.scored = visits(history, p, start, history.until, options.every);
      if (one.scored.size() >= 2) all.push_back(std::move(one));
    }
  }
  return all;
}

// Everything learned from one part of the pages.
struct Models {
  double constant = 0;
  std::vector<double> site_means;
  pattern::RatePredictor sites, pages;
};

// The likeliest rate of many visits; a rate of zero would be refuted by the first change.
double mean_rate(std::span<const Observation> seen) {
  double time = 0;
  for (const Observation& one : seen) time += one.length;
  if (seen.empty()) return 0;
  const double likely = pattern::maximum_likelihood_rate(seen);
  return std::isfinite(likely) ? std::max(likely, 0.5 / time)
                               : pattern::smoothed_rate(seen, seen.front().length);
}

Models learn(std::span<const Subject> all, std::span<const std::size_t> trained,
             std::size_t histories) {
  Models models;
  std::vector<Observation> everything;
  std::vector<std::vector<Observation>> by_site(histories);
  for (const std::size_t i : trained) {
    const Subject& one = all[i];
    models.sites.learn(one.site, one.learned);
    models.pages.learn(one.traits, one.learned);
    everything.insert(everything.end(), one.learned.begin(), one.learned.end());
    auto& site = by_site[one.history];
    site.insert(site.end(), one.learned.begin(), one.learned.end());
  }
  models.sites.fit();
  models.pages.fit();
  models.constant = mean_rate(everything);
  for (const auto& site : by_site)
    models.site_means.push_back(site.empty() ? models.constant : mean_rate(site));
  return models;
}

double log_chance(double chance, bool changed) {
  const double held = std::clamp(chance, 1e-6, 1 - 1e-6);
  return changed ? std::log(held) : std::log1p(-held);
}

// Adds the mean score of a page's visits under every model and knowledge.
void score(Subject& one, const Models& models) {
  const pattern::Gamma site = models.sites.belief(one.site);
  const pattern::Gamma page = models.pages.belief(one.traits);
  const double count = static_cast<double>(one.scored.size());
  for (std::size_t i = 0; i < one.scored.size(); ++i) {
    const Duration length = one.scored[i].length;
    const bool changed = one.scored[i].changed;
    const std::array<double, 2> plain = {
        -std::expm1(-models.constant * length),
        -std::expm1(-models.site_means[one.history] * length),
    };
    one.score[0] += log_chance(plain[0], changed) / count;
    one.score[1] += log_chance(plain[1], changed) / count;
    one.score[2] += log_chance(site.change_probability(length), changed) / count;
    one.score[3] += log_chance(page.change_probability(length), changed) / count;
    if (i == 0) continue;
    const Observation& last = one.scored[i - 1];
    const auto after = [&](const pattern::Gamma& belief) {
      return pattern::updated(belief, last.length, last.changed).change_probability(length);
    };
    one.score[4] += log_chance(plain[0], changed) / (count - 1);
    one.score[5] += log_chance(plain[1], changed) / (count - 1);
    one.score[6] += log_chance(after(site), changed) / (count - 1);
    one.score[7] += log_chance(after(page), changed) / (count - 1);
  }
  one.held_out += 1;
}

using Row = std::array<double, kColumns>;

Row mean_of(const std::vector<const Subject*>& pages, Rng* resampled) {
  Row mean{};
  const double count = static_cast<double>(pages.size());
  for (std::size_t i = 0; i < pages.size(); ++i) {
    const Subject& one = *pages[resampled == nullptr ? i : resampled->below(pages.size())];
    for (std::size_t c = 0; c < kColumns; ++c) mean[c] += one.score[c] / one.held_out / count;
  }
  return mean;
}

template <class Value>
Interval interval(const Row& mean, const std::vector<Row>& resamples, Value value) {
  std::vector<double> values;
  values.reserve(resamples.size());
  for (const Row& row : resamples) values.push_back(value(row));
  std::sort(values.begin(), values.end());
  Interval result{value(mean), value(mean), value(mean)};
  if (values.empty()) return result;
  const auto cut = static_cast<std::size_t>(0.025 * static_cast<double>(values.size()));
  result.low = values[cut];
  result.high = values[values.size() - 1 - cut];
  return result;
}

void add_rows(std::vector<RateScore>& rows, const std::string& name,
              const std::vector<const Subject*>& pages, Rng rng, int resamples) {
  if (pages.empty()) return;
  const Row mean = mean_of(pages, nullptr);
  std::vector<Row> again;
  again.reserve(static_cast<std::size_t>(resamples));
  for (int i = 0; i < resamples; ++i) again.push_back(mean_of(pages, &rng));
  for (std::size_t k = 0; k < kKnowledge.size(); ++k) {
    const std::size_t first = k * kModels.size();
    for (std::size_t m = 0; m < kModels.size(); ++m) {
      const auto over = [&](std::size_t rival) {
        return interval(mean, again,
                        [&](const Row& row) { return row[first + m] - row[first + rival]; });
      };
      rows.push_back(
          {.history = name,
           .knowledge = kKnowledge[k],
           .model = kModels[m],
           .pages = pages.size(),
           .score = interval(mean, again, [&](const Row& row) { return row[first + m]; }),
           .over_constant = over(0),
           .over_site_mean = over(1)});
    }
  }
}

}  // namespace

std::vector<RateScore> rate_study(std::span<const lab::History> histories, std::uint64_t seed,
                                  const RateStudyOptions& options) {
  const Rng rng(seed);
  std::vector<Subject> all = subjects(histories, rng.fork(0), options);
  std::vector<std::size_t> order(all.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  Rng parting = rng.fork(1);
  for (int split = 0; split < options.splits && all.size() >= 2; ++split) {
    parting.shuffle(std::span<std::size_t>(order));
    const std::span<const std::size_t> parts(order);
    const std::size_t half = order.size() / 2;
    const Models models = learn(all, parts.first(half), histories.size());
    for (const std::size_t i : parts.subspan(half)) score(all[i], models);
  }
  std::vector<RateScore> rows;
  std::vector<const Subject*> held_out;
  for (std::size_t h = 0; h < histories.size(); ++h) {
    std::vector<const Subject*> own;
    for (const Subject& one : all)
      if (one.history == h && one.held_out > 0) own.push_back(&one);
    held_out.insert(held_out.end(), own.begin(), own.end());
    add_rows(rows, histories[h].name, own, rng.fork(2 + h), options.resamples);
  }
  add_rows(rows, "all", held_out, rng.fork(2 + histories.size()), options.resamples);
  return rows;
}

}  // namespace asof::studies
