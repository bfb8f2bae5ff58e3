// Verdict: whether a phrase stood on a page, from what the page is known to have held and what its
// versions show. Pure decisions.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "prove/look.h"
#include "prove/timeline.h"

namespace asof::prove {

enum class Verdict : std::uint8_t {
  Present,  // readers saw it, at every moment asked for
  Partly,   // readers saw it in a part of the time asked for; nothing more is known of the rest
  Hidden,   // it was in the source, and readers did not see it
  Absent,   // it was not there, at no moment asked for
  Unknown,  // the evidence does not say
};
std::string_view name_of(Verdict verdict);

// What two captures around an unknown moment suggest. It is no proof.
enum class Likely : std::uint8_t { Nothing, Present, Absent };

// A stretch of the time asked for, and the verdict on it: never Partly.
struct Part {
  Stretch stretch;
  Verdict verdict = Verdict::Unknown;
  Likely likely = Likely::Nothing;  // Unknown only
};

// What the version with a content shows.
using Shows = std::function<const Look&(const certificate::Content&)>;
// The content that a sighting tells of.
using Told = std::function<const certificate::Content&(std::size_t sighting)>;

Part judge(Stretch stretch, const Shows& shows, const Told& told);
// Neighbours with one verdict, one basis and one content are one already; `parts` is not empty.
Verdict verdict_on(const std::vector<Part>& parts);

// 0 Present or Partly, 1 Absent, 3 Unknown, 4 Hidden.
int exit_code(Verdict verdict);

}  // namespace asof::prove
