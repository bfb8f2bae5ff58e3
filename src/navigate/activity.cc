// The method is in the header.
#include "navigate/activity.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"

namespace asof::navigate {
namespace {

// Slots are numbered on the whole axis, so that a cycle of as many slots maps time to them.
double first_slot(const ActivityOptions& options) {
  return std::floor(options.from / options.slot);
}

std::size_t slot_count(const ActivityOptions& options) {
  return static_cast<std::size_t>(std::ceil(options.until / options.slot) - first_slot(options));
}

// Calls visit(slot, changes expected of the base there) for the parts of [from, to) in each slot.
template <class Visit>
void each_slot(const pattern::Pattern& base, const ActivityOptions& options, Time from, Time to,
               Visit visit) {
  const double first = first_slot(options);
  const double last = first + static_cast<double>(slot_count(options)) - 1;
  const double begin = std::clamp(std::floor(from / options.slot), first, last);
  for (double k = begin; k <= last && (k == begin || k * options.slot < to); ++k) {
    const Time a = std::max(from, k * options.slot);
    const Time b = std::min(to, (k + 1) * options.slot);
    if (b > a) visit(static_cast<std::size_t>(k - first), base.expected(a, b));
  }
}

struct Part {
  std::uint32_t slot;
  double base;
};

struct Gap {
  std::size_t from, to;  // of the parts
};

}  // namespace

std::vector<double> learn_activity(std::span<const Page> pages, const ActivityOptions& options) {
  std::vector<const Page*> all;
  all.reserve(pages.size());
  for (const Page& page : pages) all.push_back(&page);
  return learn_activity(all, options);
}

std::vector<double> learn_activity(std::span<const Page* const> pages,
                                   const ActivityOptions& options) {
  CHECK(options.until > options.from && options.slot > 0);
  const std::size_t slots = slot_count(options);
  std::vector<double> expected(slots, 0);
  std::vector<Part> parts;  // of changed gaps only: the others matter by their length alone
  std::vector<Gap> changed;
  for (const Page* page : pages)
    for (std::size_t i = 0; i + 1 < page->captures.size(); ++i) {
      const CaptureMark& a = page->captures[i];
      const CaptureMark& b = page->captures[i + 1];
      const bool changes = a.digest != b.digest;
      const std::size_t first = parts.size();
      each_slot(page->changes, options, a.at, b.at, [&](std::size_t slot, double base) {
        expected[slot] += base;
        if (changes) parts.push_back({static_cast<std::uint32_t>(slot), base});
      });
      if (changes) changed.push_back({first, parts.size()});
    }
  std::vector<double> activity(slots, 1);
  for (int round = 0; round < options.rounds; ++round) {
    std::vector<double> count(slots, 0);
    for (const Gap& gap : changed) {
      double sum = 0;
      for (std::size_t i = gap.from; i < gap.to; ++i)
        sum += parts[i].base * activity[parts[i].slot];
      if (!(sum > 0)) continue;
      const double scale = 1 / -std::expm1(-sum);
      for (std::size_t i = gap.from; i < gap.to; ++i)
        count[parts[i].slot] += parts[i].base * activity[parts[i].slot] * scale;
    }
    for (std::size_t k = 0; k < slots; ++k)
      activity[k] = (count[k] + options.doubt) / (expected[k] + options.doubt);
  }
  return activity;
}

std::vector<double> refine(std::span<const double> activity, const ActivityOptions& coarse,
                           const ActivityOptions& fine) {
  CHECK(activity.size() == slot_count(coarse));
  std::vector<double> out(slot_count(fine));
  for (std::size_t k = 0; k < out.size(); ++k) {
    const Time middle = (first_slot(fine) + static_cast<double>(k) + 0.5) * fine.slot;
    const double index = std::floor(middle / coarse.slot) - first_slot(coarse);
    out[k] = activity[static_cast<std::size_t>(
        std::clamp(index, 0.0, static_cast<double>(activity.size() - 1)))];
  }
  return out;
}

pattern::Pattern with_activity(const pattern::Pattern& base, std::span<const double> activity,
                               const ActivityOptions& options) {
  CHECK(activity.size() == slot_count(options));
  const double first = first_slot(options);
  const double count = static_cast<double>(activity.size());
  pattern::Pattern out{.cycle = count * options.slot,
                       .rates = std::vector<double>(activity.size())};
  for (std::size_t k = 0; k < activity.size(); ++k) {
    const double index = first + static_cast<double>(k);
    const double wrapped = index - count * std::floor(index / count);
    out.rates[static_cast<std::size_t>(wrapped)] =
        base.expected(index * options.slot, (index + 1) * options.slot) * activity[k];
  }
  return out;
}

}  // namespace asof::navigate
