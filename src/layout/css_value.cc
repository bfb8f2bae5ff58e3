#include "layout/css_value_internal.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "base/text.h"

namespace asof::layout {

namespace {

constexpr double kLargest = 20'000;  // pixels; with margins on both sides far inside an int
constexpr double kLargestPercentage = 1'000;
constexpr std::size_t kLongestFilled = 1'200;

struct Unit {
  std::string_view name;
  std::string_view known_as;
  double factor;
};
constexpr std::array kUnits = {
    Unit{"", "", 1},       Unit{"px", "px", 1},         Unit{"%", "%", 1},
    Unit{"em", "em", 1},   Unit{"rem", "rem", 1},       Unit{"ex", "em", 0.5},
    Unit{"ch", "em", 0.5}, Unit{"pt", "px", 4 / 3.0},   Unit{"pc", "px", 16},
    Unit{"in", "px", 96},  Unit{"cm", "px", 96 / 2.54}, Unit{"mm", "px", 96 / 25.4},
    Unit{"vw", "vw", 1},   Unit{"vh", "vh", 1},         Unit{"vmin", "vh", 1},
    Unit{"vmax", "vw", 1}, Unit{"dvh", "vh", 1},        Unit{"svh", "vh", 1},
    Unit{"lvh", "vh", 1},  Unit{"dvw", "vw", 1},        Unit{"svw", "vw", 1},
    Unit{"lh", "em", 1.2}, Unit{"rlh", "rem", 1.2},
};

struct Quantity {
  double value = 0;
  std::string_view unit;
};

// The number and unit at `at`, which is moved behind them.
std::optional<Quantity> quantity(std::string_view text, std::size_t& at) {
  double value = 0;
  std::size_t start = at;
  if (text[start] == '+') ++start;
  const auto [end, error] = std::from_chars(text.data() + start, text.data() + text.size(), value);
  if (error == std::errc::result_out_of_range) {
    value = text[start] == '-' ? -kLargest : kLargest;
  } else if (error != std::errc{} || !std::isfinite(value)) {
    return std::nullopt;
  }
  at = static_cast<std::size_t>(end - text.data());
  std::size_t unit_end = at;
  while (unit_end < text.size() && (is_alpha(text[unit_end]) || text[unit_end] == '%')) ++unit_end;
  const std::string_view name = text.substr(at, unit_end - at);
  at = unit_end;
  for (const Unit& unit : kUnits) {
    if (unit.name == name) return Quantity{value * unit.factor, unit.known_as};
  }
  return std::nullopt;
}

void append_quantity(std::string& out, const Quantity& quantity) {
  double most = kLargest;
  if (quantity.unit == "%") most = kLargestPercentage;
  if (quantity.unit == "em" || quantity.unit == "rem") most = 500;
  if (quantity.unit == "vw" || quantity.unit == "vh") most = 1'000;
  const double value = std::clamp(quantity.value, -most, most);
  // The engine knows no exponents.
  std::string number = fmt::format("{:.3f}", value);
  number.resize(number.find_last_not_of('0') + 1);
  if (number.back() == '.') number.pop_back();
  out.append(number == "-0" ? "0" : number).append(quantity.unit);
}

// A sum of pixels and percentages: what calc() comes to when an em is taken for 16 pixels.
struct Sum {
  double pixels = 0;
  double percent = 0;
  bool is_number = false;  // without unit, in `pixels`
};

class Calculation final {
 public:
  explicit Calculation(std::string_view text) : text_(text) {}

  std::optional<Sum> result() {
    auto value = sum(0);
    skip_space();
    return at_ == text_.size() ? value : std::nullopt;
  }

 private:
  void skip_space() {
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
  }

  std::optional<Sum> sum(int depth) {
    auto left = product(depth);
    while (left) {
      skip_space();
      if (at_ >= text_.size() || (text_[at_] != '+' && text_[at_] != '-')) break;
      const double sign = text_[at_++] == '-' ? -1 : 1;
      const auto right = product(depth);
      if (!right || left->is_number != right->is_number) return std::nullopt;
      left->pixels += sign * right->pixels;
      left->percent += sign * right->percent;
    }
    return left;
  }

  std::optional<Sum> product(int depth) {
    auto left = term(depth);
    while (left) {
      skip_space();
      if (at_ >= text_.size() || (text_[at_] != '*' && text_[at_] != '/')) break;
      const bool divides = text_[at_++] == '/';
      const auto right = term(depth);
      if (!right) return std::nullopt;
      left = divides ? over(*left, *right) : times(*left, *right);
    }
    return left;
  }

  static std::optional<Sum> times(const Sum& a, const Sum& b) {
    if (!a.is_number && !b.is_number) return std::nullopt;
    const Sum& number = a.is_number ? a : b;
    const Sum& other = a.is_number ? b : a;
    return Sum{other.pixels * number.pixels, other.percent * number.pixels, other.is_number};
  }
  static std::optional<Sum> over(const Sum& a, const Sum& b) {
    if (!b.is_number || b.pixels == 0) return std::nullopt;
    return Sum{a.pixels / b.pixels, a.percent / b.pixels, a.is_number};
  }

  std::optional<Sum> term(int depth) {
    skip_space();
    if (at_ >= text_.size() || depth > 16) return std::nullopt;
    if (text_.substr(at_).starts_with("calc(")) at_ += 4;
    if (text_[at_] == '(') {
      ++at_;
      auto inner = sum(depth + 1);
      skip_space();
      if (at_ >= text_.size() || text_[at_] != ')') return std::nullopt;
      ++at_;
      return inner;
    }
    const auto found = quantity(text_, at_);
    if (!found) return std::nullopt;
    if (found->unit.empty()) return Sum{found->value, 0, true};
    if (found->unit == "%") return Sum{0, found->value, false};
    if (found->unit == "px") return Sum{found->value, 0, false};
    if (found->unit == "em" || found->unit == "rem") return Sum{found->value * 16, 0, false};
    if (found->unit == "vw") return Sum{found->value * 10.24, 0, false};
    return Sum{found->value * 7.68, 0, false};
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

std::optional<Quantity> calculate(std::string_view expression, const NumberRule& rule) {
  const auto sum = Calculation(expression).result();
  if (!sum || !std::isfinite(sum->pixels) || !std::isfinite(sum->percent)) return std::nullopt;
  if (sum->is_number) return Quantity{sum->pixels, ""};
  if (sum->percent == 0) return Quantity{sum->pixels, "px"};
  if (sum->pixels == 0) return Quantity{sum->percent, "%"};
  if (!rule.percentages) return std::nullopt;
  return Quantity{sum->percent + sum->pixels * 100 / rule.reference, "%"};
}

bool starts_number(std::string_view text, std::size_t at) {
  const char before = at == 0 ? ' ' : text[at - 1];
  if (!is_space(before) && before != '/' && before != ',' && before != '(') return false;
  if (text[at] == '+' || text[at] == '-') ++at;
  if (at < text.size() && text[at] == '.') ++at;
  return at < text.size() && is_digit(text[at]);
}

constexpr std::array<std::string_view, 24> kNotColours = {
    "none",   "repeat", "repeat-x",    "repeat-y",     "no-repeat",  "scroll",
    "fixed",  "local",  "left",        "right",        "top",        "bottom",
    "center", "cover",  "contain",     "auto",         "border-box", "padding-box",
    "space",  "round",  "content-box", "currentcolor", "text",       "/"};

}  // namespace

std::optional<std::string> bound_numbers(std::string_view value, const NumberRule& rule) {
  std::string out;
  std::size_t at = 0;
  while (at < value.size()) {
    if (value.substr(at).starts_with("calc(")) {
      const std::size_t end = skip_component(value, at + 4);
      const auto result = calculate(value.substr(at, end - at), rule);
      if (!result) return std::nullopt;
      append_quantity(out, *result);
      at = end;
    } else if (starts_number(value, at)) {
      const auto found = quantity(value, at);
      if (!found) return std::nullopt;
      append_quantity(out, *found);
    } else if (value[at] == '(') {
      // Another function: colours of borders, or lengths only browsers know.
      const std::size_t name = out.find_last_of(" ,");
      const std::string_view function =
          std::string_view(out).substr(name == std::string::npos ? 0 : name + 1);
      if (function != "rgb" && function != "rgba") return std::nullopt;
      const std::size_t end = skip_component(value, at);
      out.append(value.substr(at, end - at));
      at = end;
    } else {
      out.push_back(value[at++]);
    }
  }
  return out;
}

bool fill_variables(std::string& value, const Variables& variables) {
  for (int round = 0; round < 32; ++round) {
    // The last one has no other inside it but in its fallback, and that stands before it.
    const std::size_t at = value.rfind("var(");
    if (at == std::string::npos) return true;
    const std::size_t end = skip_component(value, at + 3);
    const std::string_view inside = std::string_view(value).substr(at + 4, end - at - 5);
    const std::size_t comma = inside.find(',');
    const auto known = variables.find(std::string(trim(inside.substr(0, comma))));
    std::string filled;
    if (known != variables.end()) {
      filled = known->second;
    } else if (comma != std::string_view::npos) {
      filled = trim(inside.substr(comma + 1));
    } else {
      return false;
    }
    value.replace(at, end - at, filled);
    if (value.size() > kLongestFilled) return false;
  }
  return false;
}

std::string background_colour(std::string_view value) {
  if (value == "inherit") return {};
  std::string colour = "transparent";
  std::size_t at = 0;
  while (at < value.size()) {
    const std::size_t end = find_outside(value, " ,", at);
    const std::string_view word = trim(value.substr(at, end - at));
    at = end + 1;
    if (word.empty() || is_digit(word[0]) || word[0] == '-' || word[0] == '.' || word[0] == '+') {
      continue;
    }
    const std::size_t bracket = word.find('(');
    if (bracket != std::string_view::npos) {
      const std::string_view function = word.substr(0, bracket);
      if (function == "rgb" || function == "rgba") colour = word;
      continue;
    }
    if (std::find(kNotColours.begin(), kNotColours.end(), word) == kNotColours.end()) colour = word;
  }
  return colour;
}

bool is_font_size(std::string_view word) {
  static constexpr std::array<std::string_view, 9> kNames = {"xx-small", "x-small", "small",
                                                             "medium",   "large",   "x-large",
                                                             "xx-large", "smaller", "larger"};
  if (word.empty()) return false;
  if (is_digit(word[0]) || word[0] == '.') return true;
  return word.starts_with("calc(") || std::find(kNames.begin(), kNames.end(), word) != kNames.end();
}

}  // namespace asof::layout
