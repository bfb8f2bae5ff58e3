// What remains of declarations: the properties that move boxes or show in them, with numbers the
// engine's integers can hold and forms it knows.
#include <algorithm>
#include <array>
#include <cmath>

#include "base/text.h"
#include "layout/css_internal.h"
#include "layout/css_value_internal.h"

namespace asof::layout {

namespace {

constexpr std::size_t kLongestDeclared = 300;

// Kept as they are, but for their numbers. Sorted.
constexpr std::array<std::string_view, 61> kKept = {
    "border",
    "border-bottom",
    "border-bottom-style",
    "border-bottom-width",
    "border-collapse",
    "border-left",
    "border-left-style",
    "border-left-width",
    "border-right",
    "border-right-style",
    "border-right-width",
    "border-spacing",
    "border-style",
    "border-top",
    "border-top-style",
    "border-top-width",
    "border-width",
    "bottom",
    "box-sizing",
    "clear",
    "float",
    "font-size",
    "font-weight",
    "height",
    "left",
    "line-height",
    "margin",
    "margin-bottom",
    "margin-left",
    "margin-right",
    "margin-top",
    "max-height",
    "max-width",
    "min-height",
    "min-width",
    "overflow",
    "padding",
    "padding-bottom",
    "padding-left",
    "padding-right",
    "padding-top",
    "position",
    "right",
    "text-align",
    "text-indent",
    "top",
    "vertical-align",
    "visibility",
    "white-space",
    "width",
    // Handled one by one below.
    "background",
    "background-color",
    "content",
    "display",
    "flex",
    "flex-basis",
    "flex-direction",
    "flex-flow",
    "flex-wrap",
    "font",
    "font-family",
};
constexpr std::size_t kPlain = 50;

bool is_plain(std::string_view name) {
  return std::binary_search(kKept.begin(), kKept.begin() + kPlain, name);
}

bool is_wanted(std::string_view name) {
  return is_plain(name) || std::find(kKept.begin() + kPlain, kKept.end(), name) != kKept.end();
}

// Lengths of these are fractions of the containing block's width.
bool is_horizontal(std::string_view name) {
  return name.find("height") == std::string_view::npos && name != "top" && name != "bottom";
}

std::string monospace_or_not(std::string_view families) {
  for (const std::string_view mark : {"mono", "courier", "consol", "menlo", "typewriter"}) {
    if (families.find(mark) != std::string_view::npos) return "monospace";
  }
  return "sans-serif";
}

// The engine misreads numbers.
std::string weight_of(std::string_view value) {
  const bool number = !value.empty() && is_digit(value[0]);
  if (value == "bold" || value == "bolder" || (number && value >= "600")) return "bold";
  return value == "inherit" ? "inherit" : "normal";
}

// What `initial` and its kin mean for the few properties where it matters.
std::string_view initial_of(std::string_view name) {
  if (name == "display") return "inline";
  if (name == "position") return "static";
  if (name == "float" || name == "clear") return "none";
  if (name.starts_with("max-")) return "none";
  if (name.starts_with("min-") || name.starts_with("margin") || name.starts_with("padding")) {
    return "0";
  }
  if (name == "width" || name == "height" || name == "left" || name == "right" || name == "top" ||
      name == "bottom") {
    return "auto";
  }
  if (name == "visibility" || name == "overflow") return "visible";
  if (name.starts_with("background")) return "transparent";
  return {};
}

class Declarations final {
 public:
  explicit Declarations(const Window& window) : window_(window) {}

  void add(const std::string& name, std::string value, bool important) {
    important_ = important;
    if (value == "initial" || value == "unset" || value == "revert") {
      value = value == "revert" ? "" : std::string(initial_of(name));
      if (value.empty()) return;
    }
    if (name == "display") return add_display(value);
    if (name == "flex-direction") return emit("-asof-direction", value);
    if (name == "flex-wrap" || name == "flex-flow") return add_flow(value);
    if (name == "flex" || name == "flex-basis") return add_basis(value);
    if (name == "font-weight") value = weight_of(value);
    if (name == "position" && value.ends_with("sticky")) value = "relative";
    if (name == "overflow" && value.starts_with("clip")) value = "hidden";
    // What stands in generated content is not the page's text; that something stands there can
    // clear floats.
    if (name == "content")
      return emit(name, value == "none" || value == "normal" ? "none" : "\"\"");
    if (name.starts_with("background")) {
      const std::string colour = background_colour(value);
      if (!colour.empty()) emit("background-color", colour);
      return;
    }
    if (name == "font-family") return emit(name, monospace_or_not(value));
    if (name == "font") return add_font(value);
    add_numbers(name, value);
  }

  std::string take() { return std::move(out_); }

 private:
  void add_display(const std::string& value) {
    // The engine knows neither flex nor grid. What they were is kept beside, so that the layout can
    // be doubted or imitated.
    if (value.find("flex") != std::string::npos || value.find("grid") != std::string::npos) {
      const bool is_inline = value.find("inline") != std::string::npos;
      emit("display", is_inline ? "inline-block" : "block");
      emit("-asof-display", value.find("grid") != std::string::npos ? "grid" : "flex");
      return;
    }
    emit("-asof-display", "none");
    if (value == "flow-root" || value == "flow" || value == "-webkit-box")
      return emit("display", "block");
    if (value == "contents" || value == "ruby") return emit("display", "inline");
    emit("display", value);
  }

  // "column wrap"
  void add_flow(std::string_view value) {
    if (value.find("column") != std::string_view::npos) emit("-asof-direction", "column");
    const bool wraps = value.find("wrap") != std::string_view::npos &&
                       value.find("nowrap") == std::string_view::npos;
    emit("-asof-wrap", wraps ? "wrap" : "nowrap");
  }

  // "0 0 25%": of the three only a size is of use, where the engine has a column instead.
  void add_basis(std::string_view value) {
    const std::string_view last = value.substr(value.rfind(' ') + 1);
    if (last.ends_with("px") || last.ends_with('%') || last.ends_with("em")) {
      if (last != "0%" && last != "0px") add_numbers("-asof-basis", std::string(last));
    }
  }

  // "italic bold 12px/30px Georgia, serif"
  void add_font(std::string_view value) {
    std::size_t at = 0;
    std::string weight = "normal";
    while (at < value.size()) {
      const std::size_t end = std::min(value.find(' ', at), value.size());
      const std::string_view word = value.substr(at, end - at);
      const std::size_t slash = word.find('/');
      const std::string_view size = word.substr(0, slash);
      const bool is_weight = word == "bold" || word == "bolder" || word == "lighter" ||
                             (word.size() == 3 && word.ends_with("00") && is_digit(word[0]));
      if (is_weight) {
        weight = word;
      } else if (is_font_size(size)) {
        emit("font-weight", weight_of(weight));
        add_numbers("font-size", std::string(size));
        if (slash != std::string_view::npos) {
          add_numbers("line-height", std::string(word.substr(slash + 1)));
        }
        emit("font-family", monospace_or_not(value.substr(end)));
        return;
      }
      at = end + 1;
    }
  }

  void add_numbers(const std::string& name, const std::string& value) {
    const auto bounded =
        bound_numbers(value, {.reference = window_.width, .percentages = is_horizontal(name)});
    if (bounded) emit(name, *bounded);
  }

  void emit(std::string_view name, std::string_view value) {
    const bool harmless =
        name == "content" || value.find_first_of("{};:<>\\@\"'\n\r\t") == std::string_view::npos;
    if (value.empty() || !harmless) return;
    out_.append(name).append(":").append(value);
    if (important_) out_.append(" !important");
    out_.push_back(';');
  }

  Window window_;
  std::string out_;
  bool important_ = false;
};

// Cuts "!important" off.
bool take_important(std::string_view& value) {
  const std::size_t mark = value.rfind('!');
  if (mark == std::string_view::npos) return false;
  const bool important = iequals(trim(value.substr(mark + 1)), "important");
  value = trim(value.substr(0, mark));
  return important;
}

// Calls `each` with the name in lower case and the raw value of every declaration.
template <class Each>
void walk_declarations(std::string_view text, Each each) {
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t end = find_outside(text, ";", at);
    const std::string_view one = text.substr(at, end - at);
    at = end + 1;
    const std::size_t colon = one.find(':');
    if (colon == std::string_view::npos || one.find('{') != std::string_view::npos) continue;
    const std::string_view name = trim(one.substr(0, colon));
    if (name.empty() || name.size() > 100) continue;
    each(name.starts_with("--") ? std::string(name) : lower(name), trim(one.substr(colon + 1)));
  }
}

// A string in a value would hide brackets and colons from the engine; only families and contents
// have them.
std::string without_strings(std::string_view value) {
  std::string out;
  std::size_t at = 0;
  while (at < value.size()) {
    const bool quoted = value[at] == '"' || value[at] == '\'';
    const std::size_t end = quoted ? skip_component(value, at) : at + 1;
    if (!quoted) {
      out.push_back(is_space(value[at]) ? ' ' : to_lower(value[at]));
    } else {
      for (const char c : value.substr(at, end - at)) {
        if (is_alnum(c)) out.push_back(to_lower(c));
      }
    }
    at = end;
  }
  return out;
}

}  // namespace

void collect_variables(std::string_view declarations, Variables& variables) {
  walk_declarations(declarations, [&variables](const std::string& name, std::string_view value) {
    take_important(value);
    if (name.starts_with("--") && value.size() <= kLongestDeclared && variables.size() < 5'000) {
      variables[name] = value;
    }
  });
}

std::string clean_declarations(std::string_view declarations, const Variables& variables,
                               const Window& window) {
  Declarations cleaned(window);
  walk_declarations(declarations, [&](const std::string& name, std::string_view value) {
    if (!is_wanted(name) || value.size() > 4 * kLongestDeclared) return;
    const bool important = take_important(value);
    std::string text(value);
    if (text.find("var(") != std::string::npos && !fill_variables(text, variables)) return;
    if (name == "content" && !text.empty() && (text[0] == '"' || text[0] == '\'')) text = "string";
    text = without_strings(text);
    if (text.size() <= kLongestDeclared) cleaned.add(name, std::string(trim(text)), important);
  });
  return cleaned.take();
}

}  // namespace asof::layout
