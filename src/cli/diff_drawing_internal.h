// The picture of a version in `asof diff --html`: drawn from the boxes of its layout, never from
// its markup. Both versions are drawn so that what stands in both stands side by side.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/diff_internal.h"

namespace asof::cli {

// Everything from a height on is drawn further down.
struct Shift {
  int from = 0;
  int by = 0;
};
using Shifts = std::vector<Shift>;  // both members grow

// For the old and the new version: room where the other one has something more.
std::pair<Shifts, Shifts> aligned(const Difference& difference);
// A box that reaches over a shift becomes taller.
layout::Box shifted(const Shifts& shifts, const layout::Box& box);

// The images that the page shows, each held once, as classes of its style sheet.
class Pictures final {
 public:
  // The class that shows the image; empty where it is missing, too large or of no known type.
  std::string add(const layout::Resources& resources, const std::string& address);
  const std::string& style() const { return style_; }

 private:
  std::map<std::string, std::string> classes_;  // by digest
  std::string style_;
};

// Backgrounds, then images, then texts.
std::string drawing(const DiffSide& side, const Shifts& shifts, const layout::Resources& resources,
                    Pictures& pictures);

// As the style of an element: "left:0px;top:..."
std::string place(const layout::Box& box);

inline constexpr int kTallest = 60'000;  // pixels that are drawn

}  // namespace asof::cli
