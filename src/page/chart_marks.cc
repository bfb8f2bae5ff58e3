#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "page/chart_internal.h"
#include "page/escape.h"

namespace asof::page {
namespace {

bool has_interval(const Point& point) {
  return point.high > point.low && std::isfinite(point.high - point.low);
}

// Fainter where many lie on each other.
void draw_band(Canvas& canvas, const Series& series, bool faint) {
  if (series.points.size() < 2 || std::ranges::none_of(series.points, has_interval)) return;
  std::string path;
  auto add = [&](const Point& point, double end) {
    path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? 'M' : 'L', canvas.x.at(point.x),
                        canvas.y.at(has_interval(point) ? end : point.y));
  };
  for (const Point& point : series.points) add(point, point.high);
  for (auto point = series.points.rbegin(); point != series.points.rend(); ++point)
    add(*point, point->low);
  canvas.out += fmt::format("<path d='{}z' fill='{}' fill-opacity='{}'/>", path, colour_of(series),
                            faint ? ".07" : ".16");
}

void draw_whisker(Canvas& canvas, double x, const Point& point) {
  if (!has_interval(point)) return;
  const double top = canvas.y.at(point.high);
  const double bottom = std::min(canvas.y.at(point.low), canvas.frame.bottom);
  canvas.out += fmt::format(
      "<path d='M{0:.1f} {1:.1f}V{2:.1f}M{3:.1f} {1:.1f}h5M{3:.1f} {2:.1f}h5' class='whisker'/>", x,
      top, bottom, x - 2.5);
}

void draw_line(Canvas& canvas, const Series& series) {
  std::string path;
  for (const Point& point : series.points)
    path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? 'M' : 'L', canvas.x.at(point.x),
                        canvas.y.at(point.y));
  const double width = series.thick ? 7 : series.kin == Kin::Ours ? 2.4 : 1.8;
  canvas.out += fmt::format(
      "<path d='{}' fill='none' stroke='{}' stroke-width='{}' stroke-dasharray='{}' "
      "stroke-linejoin='round' stroke-linecap='{}'/>",
      path, colour_of(series), width, dash_of(series), series.thick ? "butt" : "round");
}

}  // namespace

void draw_lines(Canvas& canvas, const Chart& chart) {
  for (const Series& series : chart.series)
    if (!series.dots && !series.thick) draw_band(canvas, series, chart.series.size() > 5);
  for (const Series& series : chart.series) {
    if (!series.dots) draw_line(canvas, series);
    constexpr std::size_t kCrowded = 40;
    if (series.thick || series.points.size() > kCrowded) continue;
    for (const Point& point : series.points) {
      if (series.dots || series.points.size() == 1)
        draw_whisker(canvas, canvas.x.at(point.x), point);
      canvas.out += mark_at(series, canvas.x.at(point.x), canvas.y.at(point.y));
    }
  }
}

void draw_bars(Canvas& canvas, const Chart& chart) {
  const auto count = static_cast<double>(std::max<std::size_t>(chart.series.size(), 1));
  const double group = canvas.x.at(1) - canvas.x.at(0);
  const double width = std::min(group * 0.84 / count, 48.0);
  for (std::size_t i = 0; i < chart.series.size(); ++i) {
    const Series& series = chart.series[i];
    for (const Point& point : series.points) {
      const double left = canvas.x.at(point.x) + (static_cast<double>(i) - count / 2) * width;
      const double top = canvas.y.at(point.y);
      canvas.out += fmt::format(
          "<rect x='{:.1f}' y='{:.1f}' width='{:.1f}' height='{:.1f}' fill='{}' rx='1'>"
          "<title>{}: {}</title></rect>",
          left + 0.5, top, std::max(width - 1, 0.8), std::max(canvas.frame.bottom - top, 0.0),
          colour_of(series), escaped(series.name), readable(point.y));
      draw_whisker(canvas, left + width / 2, point);
    }
  }
}

void draw_stems(Canvas& canvas, const Chart& chart) {
  for (const Series& series : chart.series) {
    const double room = (canvas.frame.right - canvas.frame.left) /
                        static_cast<double>(std::max<std::size_t>(series.points.size(), 1));
    const double width = std::clamp(room * 0.5, 1.0, 14.0);
    for (const Point& point : series.points) {
      const double x = canvas.x.at(point.x);
      const double y = canvas.y.at(point.y);
      canvas.out += fmt::format(
          "<path d='M{:.1f} {:.1f}V{:.1f}' stroke='{}' stroke-width='{:.1f}' "
          "stroke-linecap='butt'/>",
          x, canvas.frame.bottom, std::min(y, canvas.frame.bottom - 0.1), colour_of(series), width);
    }
  }
}

void draw_steps(Canvas& canvas, const Chart& chart) {
  for (const Series& series : chart.series) {
    if (series.dots) {
      for (const Point& point : series.points)
        canvas.out += mark_at(series, canvas.x.at(point.x), canvas.y.at(point.y), 4.4);
      continue;
    }
    if (series.points.empty()) continue;
    const double last = canvas.x.high();
    std::string path;
    for (std::size_t i = 0; i < series.points.size(); ++i) {
      const double until = i + 1 < series.points.size() ? series.points[i + 1].x : last;
      path += fmt::format("{}{:.1f} {:.1f}H{:.1f}", path.empty() ? 'M' : 'L',
                          canvas.x.at(series.points[i].x), canvas.y.at(series.points[i].y),
                          canvas.x.at(until));
    }
    if (series.kin != Kin::Bound)
      canvas.out +=
          fmt::format("<path d='{}V{:.1f}H{:.1f}z' fill='{}' fill-opacity='.2'/>", path,
                      canvas.frame.bottom, canvas.x.at(series.points[0].x), colour_of(series));
    canvas.out += fmt::format(
        "<path d='{}' fill='none' stroke='{}' stroke-width='1.8' stroke-dasharray='{}'/>", path,
        colour_of(series), dash_of(series));
  }
}

void draw_end_labels(Canvas& canvas, const Chart& chart) {
  struct Label {
    double wanted, y, x;
    int rank;     // where lines end together, the order in which they came
    double mean;  // height, over the whole line
    const Series* series;
  };
  std::vector<Label> labels;
  for (const Series& series : chart.series) {
    if (series.points.empty() || series.name.empty()) continue;
    const double y =
        std::clamp(canvas.y.at(series.points.back().y), canvas.frame.top, canvas.frame.bottom);
    double mean = 0;
    for (const Point& point : series.points)
      mean += canvas.y.at(point.y) / static_cast<double>(series.points.size());
    labels.push_back(
        {y, y, canvas.x.at(series.points.back().x), static_cast<int>(y / 8), mean, &series});
  }
  std::ranges::stable_sort(labels, [](const Label& a, const Label& b) {
    return a.rank != b.rank ? a.rank < b.rank : a.mean < b.mean;
  });
  // Push down what overlaps, then push back up what fell below the chart.
  constexpr double kLine = 15;
  for (std::size_t i = 1; i < labels.size(); ++i)
    labels[i].y = std::max(labels[i].y, labels[i - 1].y + kLine);
  double floor = canvas.frame.bottom;
  for (auto label = labels.rbegin(); label != labels.rend(); ++label, floor -= kLine)
    label->y = std::min(label->y, floor);
  for (const Label& label : labels) {
    const std::string colour = colour_of(*label.series);
    const double x = canvas.frame.right + 14;
    canvas.out += fmt::format(
        "<path d='M{:.1f} {:.1f}L{:.1f} {:.1f}' stroke='{}' stroke-width='.8' fill='none'/>",
        label.x + 5, label.wanted, x - 3, label.y, colour);
    canvas.out += fmt::format("<text x='{:.1f}' y='{:.1f}' class='end' style='fill:{}'>{}</text>",
                              x, label.y + 4, colour, escaped(label.series->name));
  }
}

}  // namespace asof::page
