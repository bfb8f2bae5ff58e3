#include "schedule/watch_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace asof::schedule {
namespace {

std::string length_of(Duration seconds) {
  struct Unit {
    double length;
    const char* name;
  };
  constexpr std::array kUnits = {Unit{365.0 * 86400, "year"}, Unit{7 * 86400.0, "week"},
                                 Unit{86400, "day"}, Unit{3600, "hour"}, Unit{60, "minute"}};
  for (const Unit& unit : kUnits) {
    const double count = std::round(seconds / unit.length);
    // Below two of a unit the next one says more.
    if (count < 2 && unit.length > 60) continue;
    const double shown = std::max(count, 1.0);
    return fmt::format("{:.0f} {}{}", shown, unit.name, shown == 1 ? "" : "s");
  }
  return {};
}

}  // namespace

std::string WatchWords::text() const {
  std::string text = seen ? fmt::format("Last visited {} ago", length_of(ago))
                          : fmt::format("Never visited, known for {}", length_of(ago));
  text += fmt::format("; changes about every {}", length_of(every));
  if (speed >= 1.5) text += "; its site is busier than usual at this hour";
  if (announced) text += "; another page announces a change";
  return text + fmt::format("; {:.0f} % chance of a new version.", 100 * chance);
}

}  // namespace asof::schedule
