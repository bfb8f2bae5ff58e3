// Groups: the units of one round, taken together over light separators.
#pragma once

#include <cstddef>
#include <vector>

#include "block/shape_internal.h"

namespace asof::block {

struct Group {
  std::vector<Unit> units;
  int points = 0;  // of the separator before it
  int level = 0;   // of the heading it begins with; 0: none
  bool landmark = false;

  bool divisible() const;  // then it is one unit, with separators in it
};

// In reading order; one group where nothing divides the units.
std::vector<Group> grouped(const Shapes& shapes, const std::vector<Unit>& units);

// A group that no separator divides and that is too long to be one block, in parts of about a
// screen. Where a part ends is decided by the words at its end and the room since the last, so
// that parts after an edit find back to where they ended before. One part: it is not too long.
std::vector<std::vector<Unit>> parts(const Shapes& shapes, const std::vector<Unit>& units);

}  // namespace asof::block
