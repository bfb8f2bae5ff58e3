#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "page/chart_internal.h"

namespace asof::page {
namespace {

struct Extent {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();

  double share(double value) const { return high > low ? (value - low) / (high - low) : 0; }
};

Extent extent_of(const Grid& grid) {
  Extent extent;
  for (double value : grid.values) {
    if (Grid::is_hole(value)) continue;
    extent.low = std::min(extent.low, value);
    extent.high = std::max(extent.high, value);
  }
  return extent;
}

struct Pixel {
  double x, y;
};

// u and v run over the floor from the near corner to the right and to the left, w upwards; all
// from 0 to 1. Rows of a grid run towards the near corner, so that its diagonal lies across.
Pixel project(const Frame& frame, double u, double v, double w) {
  const double width = frame.right - frame.left;
  const double height = frame.bottom - frame.top;
  return {frame.left + width * (0.5 + (u - v) * 0.44),
          frame.bottom - height * (0.04 + (u + v) * 0.2 + w * 0.52)};
}

void draw_floor(std::string& out, const Frame& frame, const Chart& chart) {
  const Pixel near = project(frame, 0, 0, 0);
  const Pixel right = project(frame, 1, 0, 0);
  const Pixel left = project(frame, 0, 1, 0);
  const Pixel roof = project(frame, 0, 1, 1);
  out += fmt::format(
      "<path d='M{:.1f} {:.1f}L{:.1f} {:.1f}L{:.1f} {:.1f}V{:.1f}' class='axis' fill='none'/>",
      right.x, right.y, near.x, near.y, left.x, left.y, roof.y);
  out += text_at((near.x + right.x) / 2 + 24, (near.y + right.y) / 2 + 24, "start", "label",
                 chart.x.label);
  out += text_at((near.x + left.x) / 2 - 24, (near.y + left.y) / 2 + 24, "end", "label",
                 chart.y.label);
  const Grid& grid = chart.grid;
  const auto across = static_cast<double>(grid.columns - 1);
  const auto deep = static_cast<double>(grid.rows() - 1);
  out += text_at(near.x + 14, near.y + 14, "start", "tick", readable(grid.x));
  out += text_at(right.x, right.y + 16, "middle", "tick", readable(grid.x + across));
  out += text_at(near.x - 14, near.y + 14, "end", "tick", readable(grid.y + deep));
  out += text_at(left.x, left.y + 16, "middle", "tick", readable(grid.y));
  const Extent extent = extent_of(grid);
  out += text_at(left.x - 6, left.y + 4, "end", "tick", readable(extent.low));
  out += text_at(roof.x - 6, roof.y + 4, "end", "tick", readable(extent.high));
}

}  // namespace

void draw_heat(Canvas& canvas, const Chart& chart) {
  const Grid& grid = chart.grid;
  const Extent extent = extent_of(grid);
  for (std::size_t i = 0; i < grid.values.size(); ++i) {
    if (Grid::is_hole(grid.values[i])) continue;
    const double x = grid.x_of(i);
    const double y = grid.y_of(i);
    const double left = canvas.x.at(x - 0.5);
    const double top = canvas.y.at(y + 0.5);
    // Ten bands, so that lines of equal penalty can be seen.
    const double band =
        std::min(9.0, static_cast<double>(static_cast<int>(extent.share(grid.values[i]) * 10)));
    canvas.out += fmt::format(
        "<rect x='{:.1f}' y='{:.1f}' width='{:.1f}' height='{:.1f}' fill='var(--paper-0)' "
        "fill-opacity='{:.2f}'/>",
        left, top, canvas.x.at(x + 0.5) - left + 0.3, canvas.y.at(y - 0.5) - top + 0.3,
        0.04 + band * 0.075);
  }
  for (const Series& series : chart.series)
    for (const Point& point : series.points)
      canvas.out += mark_at(series, canvas.x.at(point.x), canvas.y.at(point.y), 4);
}

void draw_surface(std::string& out, const Frame& frame, const Chart& chart) {
  const Grid& grid = chart.grid;
  if (grid.columns < 2 || grid.values.size() < 2 * grid.columns) return;
  const std::size_t rows = grid.rows();
  const Extent extent = extent_of(grid);
  const auto across = static_cast<double>(grid.columns - 1);
  const auto deep = static_cast<double>(rows - 1);
  draw_floor(out, frame, chart);
  auto corner = [&](std::size_t column, std::size_t row) {
    const double value = grid.values[row * grid.columns + column];
    return project(frame, static_cast<double>(column) / across, 1 - static_cast<double>(row) / deep,
                   extent.share(value));
  };
  // The far cells first, so that near ones cover them.
  for (std::size_t far = grid.columns + rows - 3; far < grid.columns + rows; --far) {
    for (std::size_t column = 0; column + 1 < grid.columns; ++column) {
      if (column > far || far - column + 1 >= rows) continue;
      const std::size_t row = rows - 2 - (far - column);
      const Pixel a = corner(column, row);
      const Pixel b = corner(column + 1, row);
      const Pixel c = corner(column + 1, row + 1);
      const Pixel d = corner(column, row + 1);
      const double share = extent.share(grid.values[row * grid.columns + column]);
      out += fmt::format(
          "<path d='M{:.1f} {:.1f}L{:.1f} {:.1f}L{:.1f} {:.1f}L{:.1f} {:.1f}z' class='sheet'/>"
          "<path d='M{:.1f} {:.1f}L{:.1f} {:.1f}L{:.1f} {:.1f}L{:.1f} {:.1f}z' "
          "fill='var(--paper-0)' fill-opacity='{:.2f}' class='mesh'/>",
          a.x, a.y, b.x, b.y, c.x, c.y, d.x, d.y, a.x, a.y, b.x, b.y, c.x, c.y, d.x, d.y,
          0.06 + share * 0.6);
    }
  }
  for (const Series& series : chart.series) {
    for (const Point& point : series.points) {
      const double column = point.x - grid.x;
      const double row = point.y - grid.y;
      const auto at =
          static_cast<std::size_t>(row) * grid.columns + static_cast<std::size_t>(column);
      if (at >= grid.values.size()) continue;
      const Pixel pixel =
          project(frame, column / across, 1 - row / deep, extent.share(grid.values[at]));
      out += mark_at(series, pixel.x, pixel.y, 3.6);
    }
  }
}

}  // namespace asof::page
