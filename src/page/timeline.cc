#include "page/timeline.h"

#include <fmt/format.h>

#include <algorithm>

#include "page/escape.h"

namespace asof::page {
namespace {

constexpr double kTimelineWidth = 1000;
constexpr double kTimelineTop = 22;

}  // namespace

Timeline::Timeline(Instant from, Instant until, std::size_t rows)
    : from_(from.ms),
      length_(until.ms - from.ms),
      rows_(rows),
      row_(std::clamp(640.0 / static_cast<double>(rows), 3.2, 14.0)),
      y_(kTimelineTop + row_ / 2) {}

double Timeline::x(Instant at) const {
  const double share =
      length_ == 0 ? 0.5 : static_cast<double>(at.ms - from_) / static_cast<double>(length_);
  return 6 + (kTimelineWidth - 12) * std::clamp(share, 0.0, 1.0);
}

double Timeline::bottom() const { return kTimelineTop + row_ * static_cast<double>(rows_) + 4; }

void Timeline::band(Instant from, Instant until, std::string_view word) {
  const double left = x(from);
  const double width = std::max(1.5, x(until) - left);
  out_ += fmt::format(
      "<rect x='{:.1f}' y='{:.1f}' width='{:.1f}' height='{:.1f}' fill='var(--band)'/>"
      "<text x='{:.1f}' y='14' text-anchor='middle'>{}</text>\n",
      left, kTimelineTop - 4, width, bottom() - kTimelineTop + 4,
      std::clamp(left + width / 2, 20.0, kTimelineWidth - 20), escaped(word));
}

void Timeline::begin_row(std::string_view title) {
  out_ += fmt::format("<g><title>{}</title>", escaped(title));
}

void Timeline::end_row() {
  y_ += row_;
  out_ += "</g>\n";
}

void Timeline::line(Instant from, Instant until, std::string_view kind, bool dashed) {
  out_ += fmt::format(
      "<path d='M{:.1f} {:.1f}H{:.1f}' stroke='var(--{})' stroke-width='{:.1f}'{}/>", x(from), y_,
      x(until), kind, std::clamp(row_ / 4, 1.0, 2.5), dashed ? " stroke-dasharray='4 2'" : "");
}

void Timeline::mark(Instant at, Mark mark, std::string_view kind) {
  const double r = std::clamp(row_ / 3.2, 0.9, 3.5);
  const double left = x(at);
  switch (mark) {
    case Mark::Dot:
      out_ += fmt::format("<circle cx='{:.1f}' cy='{:.1f}' r='{:.1f}' fill='var(--{})'/>", left, y_,
                          r, kind);
      break;
    case Mark::Ring:
      out_ += fmt::format(
          "<circle cx='{:.1f}' cy='{:.1f}' r='{:.1f}' fill='var(--back)' stroke='var(--{})'/>",
          left, y_, r, kind);
      break;
    case Mark::Cross:
      out_ += fmt::format(
          "<path d='M{:.1f} {:.1f}l{:.1f} {:.1f}m0 {:.1f}l{:.1f} {:.1f}' stroke='var(--unknown)'/>",
          left - r, y_ - r, 2 * r, 2 * r, -2 * r, -2 * r, 2 * r);
      break;
  }
}

std::string Timeline::svg(std::string_view label, std::string_view left_end,
                          std::string_view right_end) const {
  return fmt::format(
      "<svg viewBox='0 0 {:.0f} {:.0f}' role='img' aria-label='{}'>"
      "{}<text x='6' y='{:.0f}'>{}</text><text x='{:.0f}' y='{:.0f}' text-anchor='end'>{}</text>"
      "</svg>",
      kTimelineWidth, bottom() + 18, escaped(label), out_, bottom() + 13, escaped(left_end),
      kTimelineWidth - 6, bottom() + 13, escaped(right_end));
}

}  // namespace asof::page
