// Separators: what lies between two neighbouring units, and how much it weighs.
//
// VIPS starts with one separator over all the page, splits it where a block lies in it, shrinks it
// where one reaches into it and drops it where one covers it; what is left are the gaps between the
// projections of the blocks. Between neighbours in reading order these are the gaps computed here,
// each from the two alone, so that an edit elsewhere cannot change them.
#pragma once

#include <vector>

#include "block/shape_internal.h"

namespace asof::block {

enum class Direction : std::uint8_t { None, Horizontal, Vertical };

struct Separator {
  Direction direction = Direction::None;  // None: the two overlap
  int gap = 0;                            // pixels
  int points = 0;                         // its weight
};

Separator between(const layout::Box& a, const layout::Box& b);  // direction and gap

// The separators between each unit and the next.
std::vector<Separator> separators(const Shapes& shapes, const std::vector<Unit>& units);

// How many units lead to the only heading and belong to it: a date, a picture, a rubric.
std::size_t lead_in(const std::vector<Unit>& units);

// VIPS's degree of coherence, 10 to 1, of what is divided by no heavier separator.
int coherence_of(int points);
// The most points that leave this coherence.
int heaviest_within(int coherence);
inline bool divides(const Shapes& shapes, int points) {
  return coherence_of(points) < shapes.coherence;
}

}  // namespace asof::block
