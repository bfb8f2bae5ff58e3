#include <fmt/format.h>

#include <cmath>

#include "studies/report.h"

namespace asof::studies {
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
std::string value_on(const page::Axis& axis, double value) {
  const auto at = static_cast<std::size_t>(value);
  if (at < axis.names.size() && static_cast<double>(at) == value) return quoted(axis.names[at]);
  return fmt::format("{:.9g}", value);
}

// Rows of "panel,series,x,y,low,high"; a grid gives one series per column.
std::string csv_rows(const page::Chart& chart) {
  std::string out;
  const std::string panel = quoted(chart.title);
  for (const page::Series& series : chart.series) {
    for (const page::Point& point : series.points) {
      out += fmt::format("{},{},{},{}", panel, quoted(series.name), value_on(chart.x, point.x),
                         value_on(chart.y, point.y));
      // An interval from one run is no interval.
      out += point.high > point.low && std::isfinite(point.high - point.low)
                 ? fmt::format(",{:.9g},{:.9g}\n", point.low, point.high)
                 : ",,\n";
    }
  }
  for (const page::Rule& rule : chart.rules)
    out += fmt::format("{},{},,{:.9g},,\n", panel, quoted(rule.label), rule.y);
  const page::Grid& grid = chart.grid;
  for (std::size_t i = 0; i < grid.values.size(); ++i) {
    if (page::Grid::is_hole(grid.values[i])) continue;
    out += fmt::format("{},{} {:.9g},{:.9g},{:.9g},,\n", panel, quoted(chart.x.label), grid.x_of(i),
                       grid.y_of(i), grid.values[i]);
  }
  return out;
}

std::string csv_line(const std::vector<std::string>& cells) {
  std::string out;
  for (std::size_t i = 0; i < cells.size(); ++i) out += (i > 0 ? "," : "") + quoted(cells[i]);
  return out + "\n";
}

// A column of numbers becomes three: the value and the ends of its interval.
std::string csv_table(const Table& table) {
  std::vector<bool> numbers(table.heading.size());
  for (const auto& row : table.rows)
    for (std::size_t c = 0; c < row.size(); ++c) numbers[c] = numbers[c] || row[c].number;
  std::vector<std::string> heading;
  for (std::size_t c = 0; c < numbers.size(); ++c) {
    heading.push_back(table.heading[c]);
    if (!numbers[c]) continue;
    heading.push_back(table.heading[c] + " low");
    heading.push_back(table.heading[c] + " high");
  }
  std::string out = csv_line(heading);
  for (const auto& row : table.rows) {
    std::vector<std::string> cells;
    for (std::size_t c = 0; c < row.size(); ++c) {
      const auto& number = row[c].number;
      cells.push_back(number ? fmt::format("{:.9g}", number->y) : row[c].text);
      if (!numbers[c]) continue;
      const bool interval = number && number->high > number->low;
      for (const double end : {interval ? number->low : 0, interval ? number->high : 0})
        cells.push_back(interval ? fmt::format("{:.9g}", end) : "");
    }
    out += csv_line(cells);
  }
  return out;
}

}  // namespace

std::string to_csv(const Figure& figure) {
  std::string out;
  for (const page::Chart& chart : figure.charts) out += csv_rows(chart);
  if (!out.empty()) return "panel,series,x,y,low,high\n" + out;
  for (const Table& table : figure.tables) out += csv_table(table);
  return out;
}

}  // namespace asof::studies
