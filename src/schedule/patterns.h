// PatternSource: what is believed now of when pages change. Strategies ask it whenever they rank
// pages; the harness that tells a strategy what a visit brought tells the source first.
#pragma once

#include <cstdint>

#include "pattern/pattern.h"

namespace asof::schedule {

inline constexpr std::uint32_t kNoPattern = ~std::uint32_t{0};

class PatternSource {
 public:
  virtual ~PatternSource() = default;
  // Of the page with this key (Page::pattern); null where nothing is known. Valid until the source
  // is told something.
  virtual const pattern::Pattern* pattern(std::uint32_t key) const = 0;
  // Changes whenever some pattern does, so that numbers worked out from patterns can be kept.
  virtual std::uint64_t revision() const = 0;
};

}  // namespace asof::schedule
