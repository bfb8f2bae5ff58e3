#include "prove/timeline.h"

#include <algorithm>

#include "base/check.h"

namespace asof::prove {
namespace {

using certificate::Held;
using certificate::Sighting;
using certificate::Span;
using certificate::Statement;

const Held* holding(const std::vector<Held>& held, const Span& moment) {
  const auto after = std::ranges::upper_bound(held, moment.from, {},
                                              [](const Held& one) { return one.span.from; });
  if (after == held.begin()) return nullptr;
  const Held& last = *std::prev(after);
  return last.span.holds(moment) ? &last : nullptr;
}

}  // namespace

std::string_view name_of(Basis basis) {
  switch (basis) {
    case Basis::Captured:
      return "captured";
    case Basis::Proven:
      return "proven";
    case Basis::Attested:
      return "attested";
    case Basis::Silent:
      return "unknown";
  }
  return "";
}

Timeline::Timeline(const certificate::PageEvidence& page, bool trusted)
    : page_(page), course_(certificate::course_of(page, trusted)) {
  for (const Statement& one : course_.said)
    longest_ = std::max(longest_, sighting(one).received.ms - sighting(one).sent.ms);
}

const certificate::Content& Timeline::told(std::size_t sighting) const {
  const auto found = std::ranges::lower_bound(course_.said, sighting, {}, &Statement::sighting);
  CHECK(found != course_.said.end() && found->sighting == sighting);
  return found->content;
}

Stretch Timeline::at(const Span& moment) const {
  Stretch stretch{.span = moment};
  if (const Held* proven = holding(course_.proven, moment)) {
    stretch.basis = Basis::Proven;
    stretch.content = proven->content;
  } else if (Stretch itself = captured(moment); itself.basis == Basis::Captured) {
    return itself;
  } else if (const Held* solid = holding(course_.solid, moment)) {
    stretch.basis = Basis::Attested;
    stretch.content = solid->content;
  }
  find_sides(stretch);
  return stretch;
}

// A capture of another content in the same moment makes it uncertain which one stood at it.
Stretch Timeline::captured(const Span& moment) const {
  Stretch stretch{.span = moment};
  auto next = std::ranges::upper_bound(course_.said, moment.until, {},
                                       [&](const Statement& one) { return sighting(one).sent; });
  while (next != course_.said.begin()) {
    const Statement& one = *--next;
    if (sighting(one).sent.ms < moment.from.ms - longest_) break;
    if (one.by_validator || sighting(one).received < moment.from) continue;
    if (stretch.content && *stretch.content != one.content) return {.span = moment};
    stretch.basis = Basis::Captured;
    stretch.content = one.content;
    stretch.before = stretch.after = one.sighting;
  }
  return stretch;
}

void Timeline::find_sides(Stretch& stretch) const {
  const auto serves = [&](const Statement& one) {
    if (stretch.basis == Basis::Proven && one.by_validator) return false;
    return !stretch.content || one.content == *stretch.content;
  };
  const auto sent = [&](const Statement& one) { return sighting(one).sent; };
  auto before = std::ranges::upper_bound(course_.said, stretch.span.from, {}, sent);
  while (!stretch.before && before != course_.said.begin()) {
    --before;
    if (sighting(*before).received <= stretch.span.from && serves(*before))
      stretch.before = before->sighting;
  }
  auto after = std::ranges::lower_bound(course_.said, stretch.span.until, {}, sent);
  for (; !stretch.after && after != course_.said.end(); ++after)
    if (serves(*after)) stretch.after = after->sighting;
}

// Between two neighbouring ends of what is known, every instant is like the first of them.
std::vector<Stretch> Timeline::over(const Span& span) const {
  std::vector<std::int64_t> begins = {span.from.ms};
  const auto add = [&](const Span& known) {
    for (const std::int64_t begin : {known.from.ms, known.until.ms + 1})
      if (begin > span.from.ms && begin <= span.until.ms) begins.push_back(begin);
  };
  for (const Held& held : course_.proven) add(held.span);
  for (const Held& held : course_.solid) add(held.span);
  for (const Statement& one : course_.said) add({sighting(one).sent, sighting(one).received});
  std::ranges::sort(begins);
  begins.erase(std::unique(begins.begin(), begins.end()), begins.end());
  std::vector<Stretch> parts;
  for (std::size_t i = 0; i < begins.size(); ++i) {
    Stretch next = at({{begins[i]}, {begins[i]}});
    next.span.until = i + 1 < begins.size() ? Instant{begins[i + 1] - 1} : span.until;
    const bool same =
        !parts.empty() && parts.back().basis == next.basis && parts.back().content == next.content;
    if (same) {
      parts.back().span.until = next.span.until;
      parts.back().after = next.after;
    } else {
      parts.push_back(std::move(next));
    }
  }
  return parts;
}

}  // namespace asof::prove
