#include <fmt/format.h>

#include <cmath>

#include "lab/plot.h"

namespace asof::lab {
namespace {

std::string quoted(std::string_view text) {
  if (text.find_first_of(",\"\n") == std::string_view::npos) return std::string(text);
  std::string out = "\"";
  for (char c : text) {
    out += c;
    if (c == '"') out += c;
  }
  return out + "\"";
}

// The name of a category, or the number.
std::string value_on(const Axis& axis, double value) {
  const auto at = static_cast<std::size_t>(value);
  if (at < axis.names.size() && static_cast<double>(at) == value) return quoted(axis.names[at]);
  return fmt::format("{:.9g}", value);
}

}  // namespace

std::string csv_rows(const Chart& chart) {
  std::string out;
  const std::string panel = quoted(chart.title);
  for (const Series& series : chart.series) {
    for (const Point& point : series.points) {
      out += fmt::format("{},{},{},{}", panel, quoted(series.name), value_on(chart.x, point.x),
                         value_on(chart.y, point.y));
      // An interval from one run is no interval.
      out += point.high > point.low && std::isfinite(point.high - point.low)
                 ? fmt::format(",{:.9g},{:.9g}\n", point.low, point.high)
                 : ",,\n";
    }
  }
  for (const Rule& rule : chart.rules)
    out += fmt::format("{},{},,{:.9g},,\n", panel, quoted(rule.label), rule.y);
  const Grid& grid = chart.grid;
  for (std::size_t i = 0; i < grid.values.size(); ++i) {
    if (Grid::is_hole(grid.values[i])) continue;
    out += fmt::format("{},{} {:.9g},{:.9g},{:.9g},,\n", panel, quoted(chart.x.label), grid.x_of(i),
                       grid.y_of(i), grid.values[i]);
  }
  return out;
}

}  // namespace asof::lab
