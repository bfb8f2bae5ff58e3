#include "certificate/standing.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "certificate/as_of.h"
#include "certificate/names_internal.h"

namespace asof::certificate {
namespace {

std::vector<Span> spans_of(const std::vector<Held>& held) {
  std::vector<Span> spans(held.size());
  std::transform(held.begin(), held.end(), spans.begin(), [](const Held& h) { return h.span; });
  return spans;
}

// The place of the span that holds `span`; as many as there are where none does.
std::size_t find_holding(const std::vector<Span>& held, const Span& span) {
  const auto at =
      std::find_if(held.begin(), held.end(), [&](const Span& h) { return h.holds(span); });
  return static_cast<std::size_t>(at - held.begin());
}

// Touching is no conflict: what was seen at an end of the change's interval was still, or already,
// valid there.
bool may_change_within(const Standing& page, const Span& span) {
  return std::any_of(page.changes.begin(), page.changes.end(),
                     [&](const Span& c) { return c.from < span.until && span.from < c.until; });
}

// The longest time, in milliseconds, that may lie between what was seen and any instant of the
// span.
std::int64_t gap_between(const Span& seen, const Span& span) {
  return std::max(span.until.ms - seen.from.ms, seen.until.ms - span.from.ms);
}

// That nothing changed in so many milliseconds.
double likelihood(const Standing& page, std::int64_t gap) {
  return std::exp(-page.rate * static_cast<double>(gap) / 1000);
}

// The sighting with the shortest gap.
Judged by_nearest(const Standing& page, const Span& span) {
  Judged best{.grade = Grade::Likely};
  std::int64_t shortest = std::numeric_limits<std::int64_t>::max();  // milliseconds
  for (std::size_t i = 0; i < page.seen.size(); ++i) {
    const auto gap = gap_between(page.seen[i], span);
    if (gap >= shortest) continue;
    shortest = gap;
    best.index = i;
  }
  best.probability = likelihood(page, shortest);
  return best;
}

std::uint64_t millionths(double weight) {
  return static_cast<std::uint64_t>(std::llround(std::clamp(weight, 1e-6, 1e6) * 1e6));
}

double likely_weight(std::span<const Standing> pages, const Span& span) {
  double sum = 0;
  for (const Standing& page : pages) {
    // Most pages, where none was visited twice; what judge() says of them, at a third of the cost.
    const bool seen_once =
        page.seen.size() == 1 && page.proven.empty() && page.solid.empty() && page.changes.empty();
    if (seen_once) {
      sum += page.weight * likelihood(page, gap_between(page.seen.front(), span));
      continue;
    }
    const Judged judged = judge(page, span);
    if (judged.grade == Grade::Likely) sum += page.weight * judged.probability;
  }
  return sum;
}

// How many stretches or instants are compared by what is likely: each costs a look at every page.
std::size_t asked_for(std::size_t pages) {
  return std::clamp<std::size_t>(4'000'000 / std::max<std::size_t>(pages, 1), 16, 256);
}

Span likeliest(std::span<const Standing> pages, const Span& whole) {
  Span best{whole.from, whole.from};
  double most = -1;
  const auto asked = asked_for(pages.size());
  for (std::size_t i = 0; i < asked; ++i) {
    const Instant at{whole.from.ms + static_cast<std::int64_t>(i) *
                                         (whole.until.ms - whole.from.ms) /
                                         static_cast<std::int64_t>(asked - 1)};
    const double worth = likely_weight(pages, {at, at});
    if (worth > most) {
      most = worth;
      best = {at, at};
    }
  }
  return best;
}

// The interval over which the pages proven throughout `span` are proven together.
Span widened(std::span<const Standing> pages, const Span& span) {
  Span wide{{std::numeric_limits<std::int64_t>::min()}, {std::numeric_limits<std::int64_t>::max()}};
  bool any = false;
  for (const Standing& page : pages) {
    const auto held = find_holding(page.proven, span);
    if (held == page.proven.size()) continue;
    any = true;
    wide = {std::max(wide.from, page.proven[held].from),
            std::min(wide.until, page.proven[held].until)};
  }
  return any ? wide : span;
}

}  // namespace

std::string_view name_of(Grade grade) { return kGradeNames[static_cast<std::size_t>(grade)]; }

std::string_view label_of(Grade grade) {
  return grade == Grade::Conflict ? "changed" : name_of(grade);
}

Standing standing_of(const PageEvidence& page, const Course& course) {
  Standing standing{.proven = spans_of(course.proven), .solid = spans_of(course.solid)};
  standing.changes.reserve(course.changes.size());
  for (const ChangeSeen& change : course.changes) standing.changes.push_back(change.within);
  standing.seen.reserve(course.said.size());
  for (const Statement& statement : course.said) {
    const Sighting& sighting = page.sightings[statement.sighting];
    standing.seen.push_back({sighting.sent, sighting.received});
  }
  return standing;
}

Judged judge(const Standing& page, const Span& span) {
  if (const auto held = find_holding(page.proven, span); held < page.proven.size())
    return {Grade::Proven, held, 1};
  if (const auto held = find_holding(page.solid, span); held < page.solid.size())
    return {Grade::Attested, held, 1};
  if (may_change_within(page, span)) return {.grade = Grade::Conflict};
  if (page.seen.empty()) return {};
  return by_nearest(page, span);
}

AsOf tallied(std::span<const Standing> pages, const Span& span) {
  AsOf as_of{.span = span};
  for (const Standing& page : pages) {
    Tally& tally = as_of.of(judge(page, span).grade);
    ++tally.pages;
    tally.weight += page.weight;
  }
  return as_of;
}

BestSpans best_spans(std::span<const Standing> pages, const Span& whole) {
  std::vector<Known> known;
  for (const Standing& page : pages)
    if (!page.solid.empty())
      known.push_back(
          {.weight = millionths(page.weight), .proven = page.proven, .solid = page.solid});
  const auto likely = [&](const Span& span) { return likely_weight(pages, span); };
  const auto solid = choose(known, Aim::Solid, likely, asked_for(pages.size()));
  const auto proven = choose(known, Aim::Proven, likely, asked_for(pages.size()));
  const Span main = solid ? solid->span : likeliest(pages, whole);
  const bool any_proven = proven && proven->proven > 0;
  return {main, any_proven ? widened(pages, proven->span) : main};
}

}  // namespace asof::certificate
