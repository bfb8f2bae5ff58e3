// Charts of 'asof pattern': bars per slot, classes of days side by side.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/pattern_internal.h"
#include "cli/print_internal.h"

namespace asof::cli {
namespace {

// How a chart is drawn: three columns with their intervals fit on a line of 100 signs.
struct Look {
  std::size_t bar = 16;
  double most = 0;
  int decimals = 2;

  std::string number(double value) const { return fmt::format("{:.{}f}", value, decimals); }
  std::string drawn(double value) const {
    const double share = most > 0 ? value / most : 0;
    const auto full = static_cast<std::size_t>(share * static_cast<double>(bar) + .5);
    std::string text;
    for (std::size_t i = 0; i < full; ++i) text += "█";
    return text + std::string(bar - std::min(full, bar), ' ');
  }
};

Look look_of(const std::vector<ChartColumn>& columns, bool bounds) {
  Look look{.bar = std::size_t{bounds && columns.size() > 1 ? 8U : 16U}};
  for (const ChartColumn& column : columns)
    for (const pattern::Bounded& value : column.values)
      look.most = std::max(look.most, value.value);
  // Three digits of the largest value.
  if (look.most > 0)
    look.decimals = std::clamp(2 - static_cast<int>(std::floor(std::log10(look.most))), 0, 9);
  return look;
}

}  // namespace

void print_chart(const std::vector<std::string>& labels, const std::vector<ChartColumn>& columns,
                 bool bounds) {
  const Look look = look_of(columns, bounds);
  std::size_t wide = 0, digits = 0, interval = 0;
  for (const std::string& label : labels) wide = std::max(wide, label.size());
  const auto between = [&](const pattern::Bounded& value) {
    return fmt::format("({} to {})", look.number(value.low), look.number(value.high));
  };
  for (const ChartColumn& column : columns)
    for (const pattern::Bounded& value : column.values) {
      digits = std::max(digits, look.number(value.value).size());
      if (bounds) interval = std::max(interval, between(value).size() + 1);
    }
  const auto line_of = [&](std::string line, std::string_view label) {
    while (line.ends_with(' ')) line.pop_back();
    print("  {:>{}}{}\n", label, wide, line);
  };
  std::string heads;
  for (const ChartColumn& column : columns)
    heads += fmt::format("  {:<{}}", column.title, look.bar + 1 + digits + interval);
  if (heads.find_first_not_of(' ') != std::string::npos) line_of(heads, "");
  for (std::size_t row = 0; row < labels.size(); ++row) {
    std::string line;
    for (const ChartColumn& column : columns) {
      const pattern::Bounded& value = column.values[row];
      line += fmt::format("  {} {:>{}}", look.drawn(value.value), look.number(value.value), digits);
      if (bounds) line += fmt::format("{:<{}}", " " + between(value), interval);
    }
    line_of(line, labels[row]);
  }
}

std::vector<std::string> labels_of_day(std::size_t slots) {
  std::vector<std::string> labels;
  labels.reserve(slots);
  for (std::size_t slot = 0; slot < slots; ++slot) {
    const std::size_t second = slot * 86400 / slots;
    labels.push_back(fmt::format("{}:{:02}", second / 3600, second / 60 % 60));
  }
  return labels;
}

pattern::Bounded hourly_weight(const pattern::SlotBelief& slot) {
  constexpr double kHour = 3600;
  const auto& [rate, importance] = slot;
  const double value = rate.value * kHour * importance.value;
  if (!(value > 0)) return {value, 0, rate.high * kHour * importance.high};
  // Two factors that err independently: their logarithms' errors add up as squares.
  const auto factor = [](double a, double b) { return a > 0 && b > 0 ? std::log(a / b) : 40.0; };
  const double down =
      std::hypot(factor(rate.value, rate.low), factor(importance.value, importance.low));
  const double up =
      std::hypot(factor(rate.high, rate.value), factor(importance.high, importance.value));
  return {value, value * std::exp(-down), value * std::exp(up)};
}

std::vector<ChartColumn> columns_of(const pattern::WeekProfile& week) {
  std::vector<ChartColumn> columns = {{"weekday", {}}, {"Saturday", {}}, {"Sunday", {}}};
  for (std::size_t hour = 0; hour < 24; ++hour) {
    double weekdays = 0;
    for (std::size_t day = 0; day < 5; ++day) weekdays += week.weight[day * 24 + hour] / 5;
    const double values[] = {weekdays, week.weight[5 * 24 + hour], week.weight[6 * 24 + hour]};
    for (std::size_t i = 0; i < 3; ++i)
      columns[i].values.push_back({values[i], values[i], values[i]});
  }
  return columns;
}

}  // namespace asof::cli
