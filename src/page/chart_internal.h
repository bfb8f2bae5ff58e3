// Scales, ticks and colours that the kinds of charts share.
#pragma once

#include <string>
#include <vector>

#include "page/chart.h"

namespace asof::page {

struct Tick {
  double value = 0;
  std::string label;
};

// From the values of an axis to pixels, and back to round numbers for its ticks.
class Scale final {
 public:
  // Values from `low` to `high` lie on pixels `from` to `to`, which may run backwards.
  Scale(const Axis& axis, double low, double high, double from, double to);

  double at(double value) const;
  double low() const { return low_; }
  double high() const { return high_; }
  const std::vector<Tick>& ticks() const { return ticks_; }

 private:
  void tick_names(const Axis& axis);
  void tick_decades(const Axis& axis);
  void tick_steps(const Axis& axis);

  const bool logarithmic_;
  double low_;
  double high_;
  const double from_;
  const double to_;
  std::vector<Tick> ticks_;
};

// The drawing area in pixels, y downwards.
struct Frame {
  double left = 0;
  double top = 0;
  double right = 0;
  double bottom = 0;
};

struct Canvas {
  std::string out;
  Frame frame;
  Scale x;
  Scale y;
};

inline constexpr double kChartWidth = 640;
inline constexpr double kChartHeight = 400;

std::string colour_of(const Series& series);  // "var(--ours-0)"
std::string_view dash_of(const Series& series);
// A mark of the series' shape around a point.
std::string mark_at(const Series& series, double x, double y, double size = 3.6);
std::string text_at(double x, double y, std::string_view anchor, std::string_view style,
                    std::string_view text);
double width_of(std::string_view text, double size = 12);  // about, in pixels

void draw_lines(Canvas& canvas, const Chart& chart);
void draw_bars(Canvas& canvas, const Chart& chart);
void draw_stems(Canvas& canvas, const Chart& chart);
void draw_steps(Canvas& canvas, const Chart& chart);
void draw_heat(Canvas& canvas, const Chart& chart);
void draw_surface(std::string& out, const Frame& frame, const Chart& chart);
// Names at the right end of the lines, moved apart where they would overlap.
void draw_end_labels(Canvas& canvas, const Chart& chart);

}  // namespace asof::page
