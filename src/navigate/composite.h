// How a part of a page (a style sheet, a script, an image) fits the page that shows it, by times
// alone: the measure of Ainsworth, Nelson and Van de Sompel (2015). A whole page is as good as its
// worst part.
//
// t is when the page was captured, m when the part was, l its Last-Modified.
#pragma once

#include <cstddef>

#include "navigate/coherence.h"

namespace asof::navigate {

// From best to worst.
enum class Composite {
  Coherent,           // prima facie: l <= t <= m, or equal content on both sides of t
  PossiblyCoherent,   // m < t, and nothing against it
  ProbablyViolative,  // m > t, and no l
  Violative,          // prima facie: t < l <= m
};
inline constexpr std::size_t kComposites = 4;

// Of the capture chosen, which lies in that run. A Last-Modified counts where it can be true.
Composite composite_of(Time page, const Track& part, std::size_t run, std::size_t capture);

}  // namespace asof::navigate
