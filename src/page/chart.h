// Charts as values, drawn as SVG. Colours are CSS variables that
// chart_style() defines for light and dark pages; a family of colours says whose strategy it is.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace asof::page {

// Whose a series is: greys, blues, warm colours, the ink of the page, a pale one.
enum class Kin : std::uint8_t { Classic, Paper, Ours, Bound, Plain };

struct Point {
  double x = 0;
  double y = 0;
  double low = y;  // the 95 % interval of y; y to y: none to draw
  double high = y;
};

struct Series {
  std::string name;
  Kin kin = Kin::Plain;
  unsigned shade = 0;  // 0..5 within the family
  std::vector<Point> points;
  bool dots = false;  // marks without a line
  bool thick = false;
};

struct Axis {
  std::string label;
  bool logarithmic = false;  // all values above 0
  bool percent = false;      // .2 is shown as 20 %
  std::optional<double> least{};
  std::optional<double> most{};
  std::vector<std::string> names{};  // of the values 0, 1, 2, ...: categories
};

// A horizontal line across the chart.
struct Rule {
  double y = 0;
  std::string label;
};

// Values over a grid of unit steps: values[row * columns + column] at (x + column, y + row).
struct Grid {
  double x = 0;
  double y = 0;
  std::size_t columns = 0;
  std::vector<double> values;

  std::size_t rows() const { return columns > 0 ? values.size() / columns : 0; }
  std::size_t row_of(std::size_t i) const { return i / columns; }
  double x_of(std::size_t i) const { return x + static_cast<double>(i % columns); }
  double y_of(std::size_t i) const { return y + static_cast<double>(row_of(i)); }
  // Where there is nothing: not drawn.
  static bool is_hole(double value) { return value != value; }
};

enum class ChartKind : std::uint8_t {
  Lines,    // with bands for intervals
  Bars,     // one group per category of x, one bar per series
  Stems,    // organ pipes: a vertical line per point
  Steps,    // y holds until the next x; filled to the axis
  Heat,     // the grid from above, series as dots on it
  Surface,  // the grid in perspective, series as dots on it
};

struct Chart {
  std::string title;
  ChartKind kind = ChartKind::Lines;
  Axis x;
  Axis y;
  std::vector<Series> series;
  std::vector<Rule> rules{};
  Grid grid{};
  std::string note{};  // said instead of drawing, where there is nothing to draw
};

// One <svg> element.
std::string draw(const Chart& chart);
// The style sheet of charts.
std::string chart_style();

// "1,024", "0.05", "3.2e-05": as short as says it to four digits.
std::string readable(double value);
// "1,002 ± 12"; where the interval is cut on one side, "0.98 +0.02 −0.04"; a value alone where
// there is none.
std::string with_interval(double value, double low, double high);

}  // namespace asof::page
