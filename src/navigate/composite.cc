#include "navigate/composite.h"

namespace asof::navigate {

Composite composite_of(Time page, const Track& part, std::size_t run, std::size_t capture) {
  const Run& one = part.runs[run];
  if (one.modified.value_or(one.lo) <= page && page <= one.hi) return Composite::Coherent;
  if (part.page->captures[capture].at < page) return Composite::PossiblyCoherent;
  return one.modified && *one.modified > page ? Composite::Violative : Composite::ProbablyViolative;
}

}  // namespace asof::navigate
