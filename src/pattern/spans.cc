#include "pattern/spans.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/check.h"

namespace asof::pattern {
namespace {

constexpr std::size_t kWeekHours = 168;
constexpr unsigned kLongest = 12;  // hours of a busy span
constexpr double kDiffers = 0.25;  // of the mean, before anything is worth a word
constexpr unsigned kShortest = 3;  // hours of a quiet span

// Hours of the day, averaged over some days of the week.
struct DayHours {
  std::array<double, 24> weight{};
  double sum = 0;
};

DayHours hours_of(const WeekProfile& week, unsigned first, unsigned last) {
  DayHours day;
  for (unsigned d = first; d < last; ++d)
    for (unsigned h = 0; h < 24; ++h) day.weight[h] += week.weight[24 * d + h] / (last - first);
  day.sum = std::accumulate(day.weight.begin(), day.weight.end(), 0.0);
  return day;
}

double slot_weight(const PagePattern& page, std::size_t slot) {
  const SlotBelief& belief = page.slots[slot];
  return belief.importance.value * -std::expm1(-belief.rate.value * kSecondsPerHour);
}

}  // namespace

WeekProfile profile_of(const PagePattern& page) {
  WeekProfile week;
  if (page.slots.empty()) return week;
  double month = 0;
  if (page.kind == Kind::Monthly)
    for (std::size_t k = 0; k < page.slots.size(); ++k)
      month += slot_weight(page, k) / static_cast<double>(page.slots.size());
  const auto weight = [&](unsigned day, unsigned hour, bool holiday) {
    switch (page.kind) {
      case Kind::Constant:
        return slot_weight(page, 0);
      case Kind::Daily:
        return slot_weight(page, hour);
      case Kind::DailyByDay: {
        const std::size_t kind = holiday ? 3 : day < 5 ? 0 : day - 4;
        return slot_weight(page, 24 * kind + hour);
      }
      case Kind::Weekly:
        return slot_weight(page, 4 * day + hour / 6);
      case Kind::Monthly:
        return month;
    }
    return 0.0;
  };
  for (unsigned i = 0; i < kWeekHours; ++i) week.weight[i] = weight(i / 24, i % 24, false);
  for (unsigned h = 0; h < 24; ++h) week.holiday[h] = weight(6, h, true);
  return week;
}

std::vector<std::size_t> heaviest(std::span<const double> weights, double eta) {
  std::vector<std::size_t> top(weights.size());
  std::iota(top.begin(), top.end(), std::size_t{0});
  std::ranges::stable_sort(top,
                           [&](std::size_t a, std::size_t b) { return weights[a] > weights[b]; });
  const auto count = static_cast<double>(weights.size());
  const double wanted = std::ceil(eta * count - 1e-9);
  top.resize(static_cast<std::size_t>(std::clamp(wanted, std::min(1.0, count), count)));
  return top;
}

WeekProfile profile_of(std::span<const WeighedPattern> pages, double eta) {
  std::vector<double> weights;
  weights.reserve(pages.size());
  for (const WeighedPattern& page : pages) weights.push_back(page.weight);
  const auto top = heaviest(weights, eta);
  WeekProfile sum;
  double all = 0;
  for (const std::size_t i : top) {
    const WeekProfile week = profile_of(*pages[i].pattern);
    for (std::size_t k = 0; k < kWeekHours; ++k) sum.weight[k] += weights[i] * week.weight[k];
    for (std::size_t k = 0; k < 24; ++k) sum.holiday[k] += weights[i] * week.holiday[k];
    all += weights[i];
  }
  if (!(all > 0)) return sum;
  for (double& one : sum.weight) one /= all;
  for (double& one : sum.holiday) one /= all;
  return sum;
}

std::optional<DaySpan> busiest_span(const WeekProfile& week) {
  const DayHours work = hours_of(week, 0, 5), saturday = hours_of(week, 5, 6),
                 sunday = hours_of(week, 6, 7), weekend = hours_of(week, 5, 7),
                 every = hours_of(week, 0, 7);
  if (!(every.sum > 0)) return std::nullopt;
  const auto differ = [](double a, double b) {
    return std::abs(a - b) > kDiffers * std::max(a, b);
  };
  DaySpan span;
  const DayHours* day = &every;
  unsigned days = 7;
  if (differ(work.sum, weekend.sum) || differ(saturday.sum, sunday.sum)) {
    const bool apart = differ(saturday.sum, sunday.sum);
    const double most =
        std::max({work.sum, apart ? saturday.sum : weekend.sum, apart ? sunday.sum : weekend.sum});
    if (most == work.sum) {
      day = &work, span.days = Days::Weekdays, days = 5;
    } else if (!apart) {
      day = &weekend, span.days = Days::Weekend, days = 2;
    } else if (most == saturday.sum) {
      day = &saturday, span.days = Days::Saturday, days = 1;
    } else {
      day = &sunday, span.days = Days::Sunday, days = 1;
    }
  }
  const double mean = every.sum / 24;
  const bool flat_day = std::ranges::all_of(
      day->weight, [&](double one) { return std::abs(one * 24 - day->sum) < kDiffers * day->sum; });
  if (flat_day && span.days == Days::Every) return std::nullopt;
  const double total = every.sum * 7;
  span.share = day->sum * days / total;
  span.times = day->sum / 24 / mean;
  if (flat_day) return span;
  // The shortest that holds half, else the best of the longest allowed.
  for (unsigned hours = 1; hours <= kLongest; ++hours) {
    double most = -1;
    unsigned from = 0;
    for (unsigned start = 0; start < 24; ++start) {
      double sum = 0;
      for (unsigned h = 0; h < hours; ++h) sum += day->weight[(start + h) % 24];
      if (sum > most * (1 + 1e-12)) most = sum, from = start;
    }
    if (most * 2 < day->sum && hours < kLongest) continue;
    span.from = from;
    span.until = (from + hours - 1) % 24 + 1;
    span.share = most * days / total;
    span.times = most / hours / mean;
    break;
  }
  return span;
}

std::optional<WeekSpan> quiet_span(const WeekProfile& week) {
  const double sum = std::accumulate(week.weight.begin(), week.weight.end(), 0.0);
  if (!(sum > 0)) return std::nullopt;
  const double limit = sum / kWeekHours / 2;
  std::optional<WeekSpan> best;
  for (unsigned from = 0; from < kWeekHours; ++from) {
    if (week.weight[(from + kWeekHours - 1) % kWeekHours] < limit)
      continue;  // not where one begins
    WeekSpan span{.from = from};
    while (span.hours < kWeekHours && week.weight[(from + span.hours) % kWeekHours] < limit) {
      span.share += week.weight[(from + span.hours) % kWeekHours] / sum;
      ++span.hours;
    }
    if (span.hours < kShortest) continue;
    if (!best || span.hours > best->hours ||
        (span.hours == best->hours && span.share < best->share - 1e-12))
      best = span;
  }
  return best;
}

WeekSpan off_peak(const WeekProfile& week, unsigned hours) {
  CHECK(hours > 0 && hours <= kWeekHours);
  const double sum = std::accumulate(week.weight.begin(), week.weight.end(), 0.0);
  WeekSpan best{.from = 0, .hours = hours, .share = 2};
  for (unsigned from = 0; from < kWeekHours; ++from) {
    double inside = 0;
    for (unsigned h = 0; h < hours; ++h) inside += week.weight[(from + h) % kWeekHours];
    const double share = sum > 0 ? inside / sum : static_cast<double>(hours) / kWeekHours;
    if (share < best.share - 1e-12) best = {.from = from, .hours = hours, .share = share};
  }
  return best;
}

std::optional<MonthSpan> busiest_days(const PagePattern& page) {
  if (page.kind != Kind::Monthly) return std::nullopt;
  const auto days = static_cast<unsigned>(page.slots.size());
  double sum = 0;
  for (const SlotBelief& slot : page.slots) sum += slot.rate.value;
  for (unsigned length = 1; length <= days; ++length)
    for (unsigned first = 0; first < days; ++first) {
      double inside = 0;
      for (unsigned d = 0; d < length; ++d) inside += page.slots[(first + d) % days].rate.value;
      if (inside * 2 >= sum)
        return MonthSpan{first + 1, (first + length - 1) % days + 1, sum > 0 ? inside / sum : 0};
    }
  return std::nullopt;
}

}  // namespace asof::pattern
