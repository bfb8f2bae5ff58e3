#include "lab/figure_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "lab/figure_look.h"

namespace asof::lab {
namespace {

constexpr double kNotWorse = 0.01;  // of the mean compared with

// "A 12 ± 1, B 15 ± 2 (difference 3 ± .5)" with what was expected between them.
std::string compared(const Sample& a, const Sample& b, std::string_view relation,
                     const Estimate& difference, std::string_view where) {
  return fmt::format("{}{} {} {} {} {} (difference {})",
                     where.empty() ? "" : fmt::format("{}: ", where), a.name,
                     readable(a.mean().mean), relation, b.name, readable(b.mean().mean),
                     with_interval(difference));
}

// How a difference turned out: -1 and 1 where the interval leaves out 0.
int sign_of(const Estimate& difference) {
  if (difference.count < 2) return difference.mean < 0 ? -1 : difference.mean > 0 ? 1 : 0;
  if (difference.high() < 0) return -1;
  return difference.low() > 0 ? 1 : 0;
}

std::string_view relation_of(int sign) {
  if (sign < 0) return "is below";
  return sign > 0 ? "is above" : "cannot be told from";
}

}  // namespace

Check is_printed(std::string_view what, double measured, std::string_view printed) {
  const std::string text(printed);
  const double value = std::strtod(text.c_str(), nullptr);
  const auto point = text.find('.');
  const int digits = point == std::string::npos ? 0 : static_cast<int>(text.size() - point - 1);
  // Half a unit of the last digit, and as much again where the authors cut rather than rounded.
  const double unit = std::pow(10, -digits);
  const bool held = std::abs(measured - value) < unit * 0.9999;
  return {held ? fmt::format("{} {}, as printed", what, readable(measured))
               : fmt::format("{} {}, printed {}", what, readable(measured), printed),
          held};
}

Check is_lower(const Sample& a, const Sample& b, std::string_view where) {
  const Estimate difference = paired(a.values, b.values);
  const int sign = sign_of(difference);
  return {compared(a, b, relation_of(sign), difference, where), sign < 0, sign != 0};
}

Check is_higher(const Sample& a, const Sample& b, std::string_view where) {
  const Estimate difference = paired(a.values, b.values);
  const int sign = sign_of(difference);
  return {compared(a, b, relation_of(sign), difference, where), sign > 0, sign != 0};
}

Check is_not_higher(const Sample& a, const Sample& b, std::string_view where) {
  const Estimate difference = paired(a.values, b.values);
  const int sign = sign_of(difference);
  const double margin = kNotWorse * std::abs(b.mean().mean);
  const bool held = sign < 0 || (sign == 0 && difference.high() <= margin);
  return {compared(a, b, relation_of(sign), difference, where), held, held || sign > 0};
}

Check is_ahead(std::string what, double low, double high) {
  return {std::move(what), low > 0, low > 0 || high < 0};
}

const Sample& lowest(const std::vector<Sample>& samples) {
  return *std::ranges::min_element(samples, {}, [](const Sample& s) { return s.mean().mean; });
}

const Sample& highest(const std::vector<Sample>& samples) {
  return *std::ranges::max_element(samples, {}, [](const Sample& s) { return s.mean().mean; });
}

Check is_around(std::string_view what, double measured, double low, double high,
                std::string_view claimed) {
  return {fmt::format("{}: {} (claimed: {})", what, percent(measured, 1), claimed),
          measured >= low && measured <= high};
}

}  // namespace asof::lab
