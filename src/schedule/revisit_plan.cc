#include "schedule/revisit_plan.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "schedule/matching.h"

namespace asof::schedule {
namespace {

constexpr std::size_t kMostGroups = 512;
constexpr double kMus[] = {0, 0.01, 0.03, 0.1, 0.3, 1, 3};
constexpr int kHalvings = 3;  // between two of them

struct Candidate {
  std::vector<std::uint32_t> order;
  RevisitScores scores;
};

double mean_of(const RateShares& shares) {
  const RateShares& rates = table_of_rates();
  return std::inner_product(shares.begin(), shares.end(), rates.begin(), 0.0);
}

// Of a rate of one, without the part before the first visit, which no order changes.
double penalty_between(Time last, Time again, Time end) {
  return (again - last) * (again - last) / 4 + (end - again) * (end - again) / 2;
}

Time end_of(const RevisitSlots& slots, std::size_t count) {
  return slots.first + slots.step * (static_cast<double>(count) - 1);
}

// Pages that are placed as one: neighbours by rate, then by the time of the visit.
struct Groups {
  std::size_t size = 1;                // pages of each but the last
  std::vector<std::uint32_t> members;  // indexes, group after group
  std::size_t count() const { return (members.size() + size - 1) / size; }
};

Groups group(const std::vector<Revisited>& pages, const std::vector<double>& means) {
  Groups groups{.size = (pages.size() + kMostGroups - 1) / kMostGroups, .members = {}};
  groups.members.resize(pages.size());
  std::iota(groups.members.begin(), groups.members.end(), 0u);
  if (groups.size == 1) return groups;
  std::vector<int> class_of;
  class_of.reserve(means.size());
  for (const double mean : means) class_of.push_back(std::ilogb(mean));
  std::stable_sort(groups.members.begin(), groups.members.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return class_of[a] < class_of[b]; });
  return groups;
}

// What groups are worth in blocks of slots: the chance to be the same, and the blur.
struct Tables {
  Worth sharp, blur;
};

Tables tabulate(const std::vector<Revisited>& pages, const std::vector<double>& means,
                const Groups& groups, const RevisitSlots& slots) {
  const std::size_t n = groups.count();
  Tables tables{Worth(n), Worth(n)};
  const RateShares& rates = table_of_rates();
  const Time end = end_of(slots, pages.size());
  const Duration length = std::max(end - slots.began, slots.step);
  // exp(-rate (slot - last)) is a product of one factor for the slot and one for the page.
  std::vector<RateShares> decay(n);
  const auto time_of = [&](std::size_t block) {
    const double slot =
        static_cast<double>(block * groups.size) + (static_cast<double>(groups.size) - 1) / 2;
    return std::min(slots.first + slots.step * slot, end);
  };
  for (std::size_t block = 0; block < n; ++block)
    for (std::size_t k = 0; k < kRateCount; ++k)
      decay[block][k] = std::exp(-rates[k] * (time_of(block) - slots.first));
  for (std::size_t row = 0; row < n; ++row) {
    RateShares left{};
    double mean = 0;
    Time last = 0;
    const std::size_t until = std::min((row + 1) * groups.size, pages.size());
    const auto members = static_cast<double>(until - row * groups.size);
    for (std::size_t i = row * groups.size; i < until; ++i) {
      const Revisited& page = pages[groups.members[i]];
      for (std::size_t k = 0; k < kRateCount; ++k)
        left[k] += page.rates[k] * std::exp(-rates[k] * (slots.first - page.last));
      mean += means[groups.members[i]];
      last += page.last / members;
    }
    for (std::size_t block = 0; block < n; ++block) {
      tables.sharp.at(row, block) =
          std::inner_product(left.begin(), left.end(), decay[block].begin(), 0.0);
      tables.blur.at(row, block) = mean * penalty_between(last, time_of(block), end) / length;
    }
  }
  return tables;
}

// Of each group's pages the one visited first comes first.
std::vector<std::uint32_t> order_of(const Groups& groups, const Places& places) {
  std::vector<std::uint32_t> order;
  for (const std::uint32_t row : places) {
    const std::size_t from = row * groups.size;
    const std::size_t until = std::min(from + groups.size, groups.members.size());
    const std::size_t begin = order.size();
    for (std::size_t i = from; i < until; ++i) order.push_back(groups.members[i]);
    std::sort(order.begin() + static_cast<std::ptrdiff_t>(begin), order.end());
  }
  return order;
}

}  // namespace

double blur_of(const Revisited& page, Time again, Time began, Time end) {
  if (end <= began) return 0;
  return mean_of(page.rates) * penalty_between(page.last, again, end) / (end - began);
}

double blur_anywhere(const Revisited& page, const RevisitSlots& slots, std::size_t count) {
  const Time end = end_of(slots, count);
  if (end <= slots.began) return 0;
  const auto n = static_cast<double>(count);
  const Time middle = (slots.first + end) / 2;
  const double spread = slots.step * slots.step * (n * n - 1) / 12;  // mean square around it
  return mean_of(page.rates) * (penalty_between(page.last, middle, end) + spread * 3 / 4) /
         (end - slots.began);
}

RevisitScores score(const std::vector<Revisited>& pages, const RevisitSlots& slots,
                    const std::vector<std::uint32_t>& order) {
  RevisitScores scores;
  const Time end = end_of(slots, order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    const Revisited& page = pages[order[i]];
    const Time again = slots.first + slots.step * static_cast<double>(i);
    scores.sharp += chance_of_same(page.rates, again - page.last);
    scores.blur += blur_of(page, again, slots.began, end);
  }
  return scores;
}

std::vector<std::uint32_t> plan_revisits(const std::vector<Revisited>& pages,
                                         const RevisitSlots& slots, double limit) {
  std::vector<std::uint32_t> same(pages.size());
  std::iota(same.begin(), same.end(), 0u);
  if (pages.size() < 2) return same;
  std::vector<double> means;
  means.reserve(pages.size());
  for (const Revisited& page : pages) means.push_back(mean_of(page.rates));
  const Groups groups = group(pages, means);
  const Tables tables = tabulate(pages, means, groups, slots);
  Worth worth(groups.count());
  const auto matched = [&](double mu, Places places) {
    for (std::size_t row = 0; row < worth.size(); ++row)
      for (std::size_t block = 0; block < worth.size(); ++block)
        worth.at(row, block) = tables.sharp.at(row, block) - mu * tables.blur.at(row, block);
    if (places.empty()) places = choose_by_regret(worth);
    improve_by_swaps(worth, places);
    return places;
  };
  Candidate best{.order = same, .scores = score(pages, slots, same)};
  const auto offer = [&](const Places& places) {
    Candidate next{.order = order_of(groups, places), .scores = {}};
    next.scores = score(pages, slots, next.order);
    const bool good = next.scores.blur <= limit * (1 + 1e-9);
    const bool best_good = best.scores.blur <= limit * (1 + 1e-9);
    const bool better = good ? !best_good || next.scores.sharp > best.scores.sharp
                             : !best_good && next.scores.blur < best.scores.blur;
    if (better) best = std::move(next);
    return good;
  };
  Places places;
  double low = 0, high = kMus[std::size(kMus) - 1];  // too cheap; dear enough
  for (const double mu : kMus) {
    places = matched(mu, std::move(places));
    high = mu;
    if (offer(places)) break;
    low = mu;
  }
  for (int i = 0; i < kHalvings && high > 0 && low < high; ++i) {
    const double mu = low > 0 ? std::sqrt(low * high) : high / 3;
    (offer(matched(mu, places)) ? high : low) = mu;
  }
  return best.order;
}

}  // namespace asof::schedule
