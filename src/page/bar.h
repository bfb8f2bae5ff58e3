// A bar: shares of a whole side by side, or over each other, drawn as SVG.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace asof::page {

// From one share of the bar's length to another, 0..1. The kind is a class: one of the grades, or
// "track", "share", "span".
struct BarPart {
  std::string_view kind;
  double from = 0;
  double to = 1;
  bool thin = false;  // the middle third of the height
};

// Parts cover those before them. The title is shown where the pointer rests on it.
std::string bar(std::string_view title, std::span<const BarPart> parts);
// The style sheet of bars.
std::string_view bar_style();

}  // namespace asof::page
