#include "studies/figure_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "studies/figure_look.h"

namespace asof::studies {
namespace {

constexpr double kNotWorse = 0.01;  // of the mean compared with
constexpr double kLeastOfSize = 0.5;
constexpr double kMostOfSize = 2;
constexpr double kAlike = 0.1;

// "A 12 ± 1, B 15 ± 2 (difference 3 ± .5)" with what was expected between them.
std::string compared(const Sample& a, const Sample& b, std::string_view relation,
                     const lab::Estimate& difference, std::string_view where) {
  return fmt::format("{}{} {} {} {} {} (difference {})",
                     where.empty() ? "" : fmt::format("{}: ", where), a.name,
                     page::readable(a.mean().mean), relation, b.name, page::readable(b.mean().mean),
                     with_interval(difference));
}

// How a difference turned out: -1 and 1 where the interval leaves out 0.
int sign_of(const lab::Estimate& difference) {
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
  return {held ? fmt::format("{} {}, as printed", what, page::readable(measured))
               : fmt::format("{} {}, printed {}", what, page::readable(measured), printed),
          held};
}

Check is_lower(const Sample& a, const Sample& b, std::string_view where) {
  const lab::Estimate difference = lab::paired(a.values, b.values);
  const int sign = sign_of(difference);
  return {compared(a, b, relation_of(sign), difference, where), sign < 0, sign != 0};
}

Check is_higher(const Sample& a, const Sample& b, std::string_view where) {
  const lab::Estimate difference = lab::paired(a.values, b.values);
  const int sign = sign_of(difference);
  return {compared(a, b, relation_of(sign), difference, where), sign > 0, sign != 0};
}

Check is_not_higher(const Sample& a, const Sample& b, std::string_view where) {
  const lab::Estimate difference = lab::paired(a.values, b.values);
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

std::string rule_of_size() {
  return fmt::format(
      "A claimed size (“around 20 %”) holds where what was measured lies between {} and {} times "
      "of "
      "it, likeness (“as well”, “similarly”) where no more than {} lies between; a claim of which "
      "only the order holds is partly reproduced.",
      page::readable(kLeastOfSize), page::readable(kMostOfSize), percent(kAlike));
}

Check is_about(std::string_view what, double measured, double claimed) {
  const double low = kLeastOfSize * claimed;
  const double high = kMostOfSize * claimed;
  return {fmt::format("{}: {} (claimed: about {}, so {} to {})", what, percent(measured, 1),
                      percent(claimed), percent(low), percent(high)),
          measured >= low && measured <= high};
}

Check is_at_least(std::string_view what, double measured, double claimed) {
  return {
      fmt::format("{}: {} (claimed: {} at least)", what, percent(measured, 1), percent(claimed)),
      measured >= claimed};
}

Check is_alike(std::string_view what, double measured, std::string_view claimed) {
  return {fmt::format("{}: {} (claimed: {}, so within {})", what, percent(measured, 1), claimed,
                      percent(kAlike)),
          std::abs(measured) <= kAlike};
}

double lead_over(const Sample& ours, const std::vector<Sample>& others) {
  return ours.mean().mean / highest(others).mean().mean - 1;
}

std::vector<Check> leads_by(std::string_view where, const Sample& ours,
                            const std::vector<Sample>& others, double claimed) {
  const Sample& best = highest(others);
  const Check order = is_higher(ours, best, where);
  Check size = is_about(fmt::format("{}: {} ahead of {}{}", where, ours.name, best.name,
                                    others.size() > 1 ? ", the best of the others" : ""),
                        lead_over(ours, others), claimed);
  size.decided = size.held || order.decided;
  return {order, size};
}

}  // namespace asof::studies
