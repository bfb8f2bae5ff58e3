// What a certificate says of sets of pages that must be consistent with each other: the stretch of
// time over which all pages of a set are proven or attested together.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "certificate/course.h"
#include "certificate/standing.h"

namespace asof::certificate {

struct PageVerdict;

struct SetVerdict {
  std::vector<std::string> urls;
  // Proven, Attested (some are proven, or none), or Unknown.
  Grade grade = Grade::Unknown;
  std::optional<Span> span;  // over which every page held one content; the longest there is
  std::string why;           // there is none

  bool operator==(const SetVerdict&) const = default;
};

// In the order of the sets. Pages that were never asked for are named.
std::vector<SetVerdict> judge_sets(std::span<const std::vector<std::string>> sets,
                                   std::span<const PageVerdict> pages);

// "proven together from A to B" or "not proven together: why", for people.
std::string describe(const SetVerdict& set);

}  // namespace asof::certificate
