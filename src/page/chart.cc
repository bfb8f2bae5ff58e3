#include "page/chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "page/chart_internal.h"
#include "page/escape.h"

namespace asof::page {
namespace {

struct Limits {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();

  void take(double value) {
    if (!std::isfinite(value)) return;
    low = std::min(low, value);
    high = std::max(high, value);
  }
};

Limits settled(Limits limits, const Axis& axis) {
  if (limits.low > limits.high) limits = {0, 1};
  if (axis.least) limits.low = *axis.least;
  if (axis.most) limits.high = *axis.most;
  return limits;
}

Limits limits_x(const Chart& chart) {
  Limits limits;
  for (const Series& series : chart.series)
    for (const Point& point : series.points) limits.take(point.x);
  if (chart.kind == ChartKind::Heat) {
    limits.take(chart.grid.x - 0.5);
    limits.take(chart.grid.x + static_cast<double>(chart.grid.columns) - 0.5);
  }
  return settled(limits, chart.x);
}

Limits limits_y(const Chart& chart) {
  Limits limits;
  const bool from_zero = chart.kind == ChartKind::Bars || chart.kind == ChartKind::Stems ||
                         chart.kind == ChartKind::Steps;
  if (from_zero && !chart.y.logarithmic) limits.take(0);
  for (const Series& series : chart.series) {
    for (const Point& point : series.points) {
      if (chart.y.logarithmic && point.y <= 0) continue;
      limits.take(point.y);
      limits.take(point.high);
      if (!chart.y.logarithmic || point.low > 0) limits.take(point.low);
    }
  }
  for (const Rule& rule : chart.rules) limits.take(rule.y);
  // An interval that reaches below nothing is cut there.
  if (from_zero && !chart.y.logarithmic) limits.low = std::max(limits.low, 0.0);
  if (chart.kind == ChartKind::Heat && chart.grid.columns > 0) {
    limits.take(chart.grid.y - 0.5);
    limits.take(chart.grid.y + static_cast<double>(chart.grid.rows()) - 0.5);
  }
  return settled(limits, chart.y);
}

bool labels_lines(const Chart& chart) {
  return chart.kind == ChartKind::Lines && chart.y.names.empty();
}

// Rows of the legend: charts whose series cannot be labelled where they end.
std::string draw_legend(const Chart& chart, double left, double& top) {
  std::string out;
  double x = left;
  bool any = false;
  for (const Series& series : chart.series) {
    if (series.name.empty()) continue;
    const double room = width_of(series.name) + 30;
    if (x > left && x + room > kChartWidth - 8) {
      x = left;
      top += 17;
    }
    const bool dot = series.dots && chart.kind != ChartKind::Bars;
    out += dot ? mark_at(series, x + 5, top - 4, 4.5)
               : fmt::format("<rect x='{:.1f}' y='{:.1f}' width='10' height='10' fill='{}'/>", x,
                             top - 9, colour_of(series));
    out += text_at(x + 15, top, "start", "legend", series.name);
    x += room;
    any = true;
  }
  if (any) top += 12;
  return out;
}

void draw_axes(Canvas& canvas, const Chart& chart) {
  const Frame& f = canvas.frame;
  for (const Tick& tick : canvas.y.ticks()) {
    const double y = canvas.y.at(tick.value);
    canvas.out += fmt::format("<path d='M{:.1f} {:.1f}H{:.1f}' class='grid'/>", f.left, y, f.right);
    canvas.out += text_at(f.left - 8, y + 4, "end", "tick", tick.label);
  }
  double room_from = -1e9;
  for (const Tick& tick : canvas.x.ticks()) {
    const double x = canvas.x.at(tick.value);
    canvas.out += fmt::format("<path d='M{:.1f} {:.1f}v5' class='axis'/>", x, f.bottom);
    const double half = width_of(tick.label, 11) / 2;
    if (x - half < room_from) continue;
    room_from = x + half + 6;
    canvas.out += text_at(x, f.bottom + 19, "middle", "tick", tick.label);
  }
  canvas.out +=
      fmt::format("<path d='M{:.1f} {:.1f}H{:.1f}' class='axis'/>", f.left, f.bottom, f.right);
  canvas.out += text_at((f.left + f.right) / 2, f.bottom + 42, "middle", "label", chart.x.label);
  canvas.out += fmt::format(
      "<text transform='translate(16 {:.1f}) rotate(-90)' text-anchor='middle' "
      "class='label'>{}</text>",
      (f.top + f.bottom) / 2, escaped(chart.y.label));
}

void draw_rules(Canvas& canvas, const Chart& chart) {
  for (const Rule& rule : chart.rules) {
    const double y = canvas.y.at(rule.y);
    canvas.out += fmt::format("<path d='M{:.1f} {:.1f}H{:.1f}' class='rule'/>", canvas.frame.left,
                              y, canvas.frame.right);
    canvas.out += text_at(canvas.frame.right - 4, y - 5, "end", "rule-label", rule.label);
  }
}

void draw_marks(Canvas& canvas, const Chart& chart) {
  switch (chart.kind) {
    case ChartKind::Bars:
      return draw_bars(canvas, chart);
    case ChartKind::Stems:
      return draw_stems(canvas, chart);
    case ChartKind::Steps:
      return draw_steps(canvas, chart);
    case ChartKind::Heat:
      return draw_heat(canvas, chart);
    default:
      return draw_lines(canvas, chart);
  }
}

double left_margin(const Chart& chart) {
  const Limits limits = limits_y(chart);
  const Scale probe(chart.y, limits.low, limits.high, 0, 1);
  double widest = 0;
  for (const Tick& tick : probe.ticks()) widest = std::max(widest, width_of(tick.label, 11));
  return 40 + widest;
}

double right_margin(const Chart& chart) {
  if (!labels_lines(chart)) return 16;
  double widest = 0;
  for (const Series& series : chart.series) widest = std::max(widest, width_of(series.name, 13.5));
  return 24 + widest;
}

}  // namespace

std::string draw(const Chart& chart) {
  std::string out =
      fmt::format("<svg viewBox='0 0 {} {}' role='img' aria-label=\"{}\" class='chart'>",
                  kChartWidth, kChartHeight, escaped(chart.title));
  out += text_at(16, 20, "start", "title", chart.title);
  if (!chart.note.empty())
    return out + text_at(kChartWidth / 2, kChartHeight / 2, "middle", "note", chart.note) +
           "</svg>\n";
  double top = 42;
  if (!labels_lines(chart)) out += draw_legend(chart, 16, top);
  const Frame frame{left_margin(chart), top + 4, kChartWidth - right_margin(chart),
                    kChartHeight - 56};
  if (chart.kind == ChartKind::Surface) {
    draw_surface(out, {40, top, kChartWidth - 40, kChartHeight - 10}, chart);
    return out + "</svg>\n";
  }
  const Limits x = limits_x(chart);
  const Limits y = limits_y(chart);
  Axis exact = chart.x;  // lines reach both ends of the frame
  if (!exact.least) exact.least = x.low;
  if (!exact.most) exact.most = x.high;
  Axis upright = chart.y;
  if (chart.kind == ChartKind::Heat) upright.least = y.low, upright.most = y.high;
  Canvas canvas{std::move(out), frame, Scale(exact, x.low, x.high, frame.left + 6, frame.right - 6),
                Scale(upright, y.low, y.high, frame.bottom, frame.top)};
  draw_axes(canvas, chart);
  draw_marks(canvas, chart);
  draw_rules(canvas, chart);
  if (labels_lines(chart)) draw_end_labels(canvas, chart);
  return canvas.out + "</svg>\n";
}

std::string chart_style() {
  return R"(:root{--classic-0:#3d464e;--classic-1:#66717b;--classic-2:#7d8892;--classic-3:#525c65;--classic-4:#8b959e;--classic-5:#6f7a84;
--paper-0:#1f5fa8;--paper-1:#3b8fd6;--paper-2:#12808f;--paper-3:#0b3c75;--paper-4:#5b62d0;--paper-5:#2b93ad;
--ours-0:#cf4520;--ours-1:#a9156f;--ours-2:#c47600;--ours-3:#8f1d1d;--ours-4:#d0588f;--ours-5:#8a5a00;
--bound-0:#1b1f24;--plain-0:#7a8590}
@media(prefers-color-scheme:dark){:root{--classic-0:#c3ccd4;--classic-1:#98a4af;--classic-2:#83909c;--classic-3:#aab5bf;--classic-4:#75828e;--classic-5:#8d99a4;
--paper-0:#6aa9f0;--paper-1:#8cc6ff;--paper-2:#4fc3d1;--paper-3:#4c86d6;--paper-4:#a3a8ff;--paper-5:#6fd0e6;
--ours-0:#ff8560;--ours-1:#f07cc0;--ours-2:#f2b04a;--ours-3:#ff6d6d;--ours-4:#f5a3c8;--ours-5:#d9b06a;
--bound-0:#e8ebee;--plain-0:#98a4af}}
svg.chart text{font-size:12px}
svg.chart .title{fill:var(--ink);font-size:14px;font-weight:600}
svg.chart .tick{font-size:11px}
svg.chart .end{font-weight:600}
svg.chart .legend,svg.chart .label{fill:var(--ink)}
svg.chart .note{font-size:14px;font-style:italic}
svg.chart .grid{stroke:var(--line);stroke-width:1}
svg.chart .axis{stroke:var(--soft);stroke-width:1}
svg.chart .rule{stroke:var(--ink);stroke-width:1.2;stroke-dasharray:5 4}
svg.chart .rule-label{fill:var(--ink)}
svg.chart .whisker{stroke:var(--ink);stroke-width:1.1;fill:none}
svg.chart .sheet{fill:var(--back)}
svg.chart .mesh{stroke:var(--paper-0);stroke-width:.5;stroke-opacity:.6}
)";
}

}  // namespace asof::page
