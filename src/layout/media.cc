// Media Queries Level 4 as far as sheets in the wild use it: types, width and height in both
// notations, orientation and the handful of features whose answer is fixed for a screen without
// scripts. An unknown feature is false, as the standard has it.
#include <charconv>
#include <cmath>
#include <optional>

#include "base/text.h"
#include "layout/css_internal.h"

namespace asof::layout {

namespace {

std::optional<double> length(std::string_view text) {
  double value = 0;
  text = trim(text);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || !std::isfinite(value)) return std::nullopt;
  const std::string unit = lower({end, static_cast<std::size_t>(text.data() + text.size() - end)});
  if (unit == "px" || unit.empty()) return value;
  if (unit == "em" || unit == "rem") return value * 16;
  if (unit == "pt") return value * 4 / 3;
  if (unit == "cm") return value * 96 / 2.54;
  if (unit == "in") return value * 96;
  return std::nullopt;
}

std::optional<int> dimension(std::string_view name, const Window& window) {
  if (name == "width" || name == "device-width") return window.width;
  if (name == "height" || name == "device-height") return window.height;
  return std::nullopt;
}

bool named_feature(std::string_view name, std::string_view value, const Window& window) {
  if (name == "orientation") {
    return value == (window.height >= window.width ? "portrait" : "landscape");
  }
  if (name == "prefers-color-scheme") return value == "light";
  if (name == "prefers-reduced-motion" || name == "prefers-contrast") {
    return value == "no-preference";
  }
  if (name == "hover" || name == "any-hover") return value.empty() || value == "hover";
  if (name == "pointer" || name == "any-pointer") return value.empty() || value == "fine";
  if (name == "color" || name == "min-color") return true;
  if (name == "scripting") return value == "none";
  if (name == "update") return value.empty() || value == "fast";
  return false;
}

// "a < b", "a >= b" and chains of two.
bool range_holds(std::string_view text, const Window& window) {
  const auto value = [&window](std::string_view operand) -> std::optional<double> {
    if (const auto known = dimension(lower(trim(operand)), window)) return *known;
    return length(operand);
  };
  std::optional<double> left;
  std::string relation;
  while (true) {
    const std::size_t at = text.find_first_of("<>=");
    const auto right = value(text.substr(0, at));
    if (!right) return false;
    if (left) {
      const bool equal = relation.size() == 2 || relation == "=";
      const bool holds = (relation.front() == '<' && *left < *right) ||
                         (relation.front() == '>' && *left > *right) || (equal && *left == *right);
      if (!holds) return false;
    }
    if (at == std::string_view::npos) return true;
    left = right;
    const std::size_t end = text.find_first_not_of("<>=", at);
    relation = text.substr(at, end == std::string_view::npos ? end : end - at);
    if (end == std::string_view::npos) return false;
    text = text.substr(end);
  }
}

bool condition_holds(std::string_view text, const Window& window, int depth);

bool feature_holds(std::string_view text, const Window& window, int depth) {
  text = trim(text);
  if (text.starts_with('(') || istarts_with(text, "not ")) {
    return condition_holds(text, window, depth + 1);
  }
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos && text.find_first_of("<>=") != std::string_view::npos) {
    return range_holds(text, window);
  }
  std::string name = lower(trim(text.substr(0, colon)));
  const std::string value =
      colon == std::string_view::npos ? "" : lower(trim(text.substr(colon + 1)));
  const bool least = name.starts_with("min-");
  const bool most = name.starts_with("max-");
  const auto known = dimension(least || most ? std::string_view(name).substr(4) : name, window);
  if (!known) return named_feature(name, value, window);
  if (value.empty()) return *known != 0;
  const auto asked = length(value);
  if (!asked) return false;
  if (least) return *known >= *asked;
  if (most) return *known <= *asked;
  return *known == *asked;
}

// "(a) and (b)", "(a) or (b)", "not (a)", in brackets or not, and types between them.
bool condition_holds(std::string_view text, const Window& window, int depth) {
  if (depth > 8) return false;
  bool result = true;
  bool is_or = false;
  bool negated = false;
  bool first = true;
  std::size_t at = 0;
  while (at < text.size()) {
    if (is_space(text[at])) {
      ++at;
      continue;
    }
    bool term = false;
    if (text[at] == '(') {
      const std::size_t end = skip_component(text, at);
      const std::size_t inner = end > at + 1 && text[end - 1] == ')' ? end - at - 2 : end - at - 1;
      term = feature_holds(text.substr(at + 1, inner), window, depth);
      at = end;
    } else {
      std::size_t end = at;
      while (end < text.size() && !is_space(text[end]) && text[end] != '(') ++end;
      const std::string word = lower(text.substr(at, end - at));
      at = end;
      if (word == "and" || word == "only") continue;
      if (word == "or") {
        is_or = true;
        continue;
      }
      if (word == "not") {
        negated = true;
        continue;
      }
      term = word == "all" || word == "screen";
    }
    result = first ? term : (is_or ? result || term : result && term);
    first = false;
  }
  return result != negated;
}

}  // namespace

bool media_holds(std::string_view queries, const Window& window) {
  if (trim(queries).empty()) return true;
  for (const std::string_view query : split_selectors(queries)) {
    if (!query.empty() && condition_holds(query, window, 0)) return true;
  }
  return false;
}

bool supports_holds(std::string_view condition) {
  const std::string text = lower(trim(condition));
  const bool known =
      text.find("grid") == std::string::npos && text.find("flex") == std::string::npos;
  return text.starts_with("not") ? !known : known;
}

}  // namespace asof::layout
