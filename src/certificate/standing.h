// Standing: how a page stands over time, without what it held. What certify() grades, and whoever
// has many pages and little memory.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "certificate/course.h"

namespace asof::certificate {

enum class Grade : std::uint8_t { Proven, Attested, Likely, Conflict, Unknown };
inline constexpr std::array kGrades = {Grade::Proven, Grade::Attested, Grade::Likely,
                                       Grade::Conflict, Grade::Unknown};
std::string_view name_of(Grade grade);   // as files call it: "conflict"
std::string_view label_of(Grade grade);  // as people are told: "changed"

struct Tally {
  std::uint64_t pages = 0;
  double weight = 0;

  bool operator==(const Tally&) const = default;
};

// A stretch of time and how the pages stand over it.
struct AsOf {
  Span span;
  std::array<Tally, kGrades.size()> grades;

  const Tally& of(Grade grade) const { return grades[static_cast<std::size_t>(grade)]; }
  Tally& of(Grade grade) { return grades[static_cast<std::size_t>(grade)]; }
  bool operator==(const AsOf&) const = default;
};

struct Standing {
  double weight = 1;          // importance, > 0
  double rate = 0;            // changes per second
  std::vector<Span> proven;   // disjoint
  std::vector<Span> solid;    // disjoint; covers `proven`
  std::vector<Span> changes;  // in which the page changed
  std::vector<Span> seen;     // from request to last byte of each sighting that counts
};

// The page's spans, without weight and rate.
Standing standing_of(const PageEvidence& page, const Course& course);

// The grade over a whole span, and which of `proven`, `solid` or `seen` it rests on.
struct Judged {
  Grade grade = Grade::Unknown;
  std::size_t index = 0;
  double probability = 0;  // that it held throughout what that shows
};
Judged judge(const Standing& page, const Span& span);

// How the pages stand over a span.
AsOf tallied(std::span<const Standing> pages, const Span& span);

struct BestSpans {
  Span solid;   // over which the most weight is known, proven or not
  Span proven;  // over which the most weight is proven; `solid` where nothing is
};

// Of equally good ones the one with the most that is likely, then the earliest. Where nothing is
// known, the instant of `whole` (one of a few hundred) at which the most is likely. O(n log n), and
// at most 256 looks at every page.
BestSpans best_spans(std::span<const Standing> pages, const Span& whole);

}  // namespace asof::certificate
