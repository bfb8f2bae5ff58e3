#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "page/chart_internal.h"
#include "page/escape.h"

namespace asof::page {
namespace {

std::string with_separators(std::string text) {
  const std::size_t start = text.starts_with('-') ? 1 : 0;
  std::size_t point = text.find('.');
  if (point == std::string::npos) point = text.size();
  while (point > start + 3) {
    point -= 3;
    text.insert(point, ",");
  }
  return text;
}

std::string without_zeros(std::string text) {
  if (text.find('.') == std::string::npos) return text;
  while (text.ends_with('0')) text.pop_back();
  if (text.ends_with('.')) text.pop_back();
  return text;
}

// The step of about `count` ticks over a span: 1, 2 or 5 times a power of ten.
double round_step(double span, double count) {
  const double raw = span / count;
  const double power = std::pow(10, std::floor(std::log10(raw)));
  for (double factor : {1.0, 2.0, 5.0})
    if (raw <= factor * power * 1.0001) return factor * power;
  return 10 * power;
}

std::string tick_label(const Axis& axis, double value) {
  return axis.percent ? readable(value * 100) + " %" : readable(value);
}

}  // namespace

std::string readable(double value) {
  if (std::isinf(value)) return value > 0 ? "∞" : "−∞";
  if (std::isnan(value)) return "–";
  const double size = std::abs(value);
  if (size == 0) return "0";
  if (size >= 1e7 || size < 1e-4) return fmt::format("{:.2e}", value);
  const int before = size >= 1 ? static_cast<int>(std::floor(std::log10(size))) + 1 : 1;
  const int digits = std::clamp(4 - before, 0, 4);
  std::string text = without_zeros(fmt::format("{:.{}f}", value, digits));
  return text == "-0" ? "0" : with_separators(std::move(text));
}

std::string with_interval(double value, double low, double high) {
  if (!(high > low) || !std::isfinite(high - low)) return readable(value);
  const double above = high - value;
  const double below = value - low;
  if (std::abs(above - below) <= 1e-9 * (above + below))
    return readable(value) + " ± " + readable(above);
  return readable(value) + " +" + readable(above) + " −" + readable(below);
}

Scale::Scale(const Axis& axis, double low, double high, double from, double to)
    : logarithmic_(axis.logarithmic), low_(low), high_(high), from_(from), to_(to) {
  if (!(high_ > low_)) high_ = low_ + 1;
  if (!axis.names.empty()) {
    tick_names(axis);
  } else if (logarithmic_) {
    tick_decades(axis);
  } else {
    tick_steps(axis);
  }
}

void Scale::tick_names(const Axis& axis) {
  low_ = -0.5;
  high_ = static_cast<double>(axis.names.size()) - 0.5;
  for (std::size_t i = 0; i < axis.names.size(); ++i)
    ticks_.push_back({static_cast<double>(i), axis.names[i]});
}

void Scale::tick_decades(const Axis& axis) {
  // A little room, so that marks do not sit on the frame.
  low_ /= 1.1;
  high_ *= 1.1;
  const double decades = std::log10(high_ / low_);
  const double step = decades > 6 ? 2 : 1;
  for (double power = std::floor(std::log10(low_)); power <= std::log10(high_) + 1e-9;
       power += step) {
    for (double factor : {1.0, 2.0, 5.0}) {
      if (factor > 1 && decades > 2) continue;
      const double value = factor * std::pow(10, power);
      if (value >= low_ && value <= high_) ticks_.push_back({value, tick_label(axis, value)});
    }
  }
}

void Scale::tick_steps(const Axis& axis) {
  const double step = round_step(high_ - low_, 6);
  if (!axis.least) low_ = std::floor(low_ / step + 1e-9) * step;
  if (!axis.most) high_ = std::ceil(high_ / step - 1e-9) * step;
  for (auto i = static_cast<int>(std::ceil(low_ / step - 1e-9)); i * step <= high_ + step * 1e-6;
       ++i)
    ticks_.push_back({i * step, tick_label(axis, i * step)});
}

double Scale::at(double value) const {
  const double share = logarithmic_
                           ? std::log(std::max(value, low_) / low_) / std::log(high_ / low_)
                           : (value - low_) / (high_ - low_);
  return from_ + share * (to_ - from_);
}

std::string colour_of(const Series& series) {
  constexpr std::array kFamilies = {"classic", "paper", "ours", "bound", "plain"};
  return fmt::format("var(--{}-{})", kFamilies.at(static_cast<std::size_t>(series.kin)),
                     series.kin == Kin::Bound || series.kin == Kin::Plain ? 0 : series.shade % 6);
}

std::string_view dash_of(const Series& series) {
  constexpr std::array<std::string_view, 6> kDashes = {"", "6 3", "2 3", "8 3 2 3", "4 2", "1 2"};
  if (series.kin == Kin::Bound) return "3 3";
  return series.kin == Kin::Classic ? kDashes.at(series.shade % 6) : std::string_view{};
}

std::string mark_at(const Series& series, double x, double y, double size) {
  if (series.kin == Kin::Bound) return "";
  const std::string fill = colour_of(series);
  switch (series.shade % 6) {
    case 0:
      return fmt::format("<circle cx='{:.1f}' cy='{:.1f}' r='{:.1f}' fill='{}'/>", x, y, size,
                         fill);
    case 1:
      return fmt::format("<rect x='{:.1f}' y='{:.1f}' width='{:.1f}' height='{:.1f}' fill='{}'/>",
                         x - size * 0.9, y - size * 0.9, size * 1.8, size * 1.8, fill);
    case 2:
      return fmt::format("<path d='M{:.1f} {:.1f}l{:.1f} {:.1f}h{:.1f}z' fill='{}'/>", x,
                         y - size * 1.2, size * 1.2, size * 2.1, -size * 2.4, fill);
    case 3:
      return fmt::format(
          "<path d='M{:.1f} {:.1f}l{:.1f} {:.1f}l{:.1f} {:.1f}l{:.1f} {:.1f}z' "
          "fill='{}'/>",
          x, y - size * 1.3, size * 1.3, size * 1.3, -size * 1.3, size * 1.3, -size * 1.3,
          -size * 1.3, fill);
    case 4:
      return fmt::format("<path d='M{:.1f} {:.1f}l{:.1f} {:.1f}h{:.1f}z' fill='{}'/>", x,
                         y + size * 1.2, size * 1.2, -size * 2.1, -size * 2.4, fill);
    default:
      return fmt::format(
          "<circle cx='{:.1f}' cy='{:.1f}' r='{:.1f}' fill='var(--back)' "
          "stroke='{}' stroke-width='1.5'/>",
          x, y, size * 0.9, fill);
  }
}

double width_of(std::string_view text, double size) {
  // Continuation bytes of UTF-8 take no room of their own.
  const auto letters = std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; });
  return static_cast<double>(letters) * size * 0.54;
}

std::string text_at(double x, double y, std::string_view anchor, std::string_view style,
                    std::string_view text) {
  return fmt::format("<text x='{:.1f}' y='{:.1f}' text-anchor='{}' class='{}'>{}</text>", x, y,
                     anchor, style, escaped(text));
}

}  // namespace asof::page
