// Which selectors are worth giving to the engine. A selector can only match where every id, class
// and name it asks for occurs somewhere in the page: of the rules of a common framework that leaves
// a few in a hundred, and matching rules is nearly all the engine does.
#include <algorithm>
#include <array>
#include <optional>

#include "base/text.h"
#include "layout/css_internal.h"
#include "layout/names_internal.h"

namespace asof::layout {

namespace {

constexpr std::size_t kLongest = 400;
constexpr int kMostCompounds = 10;

constexpr std::array<std::string_view, 9> kStructural = {
    "first-child",  "last-child", "only-child", "first-of-type", "last-of-type",
    "only-of-type", "link",       "before",     "after"};
constexpr std::array<std::string_view, 4> kCounting = {"nth-child", "nth-of-type", "nth-last-child",
                                                       "nth-last-of-type"};

bool is_name_char(char c) {
  return is_alnum(c) || c == '-' || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

std::size_t count_of(const std::unordered_map<std::string, std::size_t>& counts,
                     const std::string& name) {
  const auto found = counts.find(name);
  return found == counts.end() ? 0 : found->second;
}

class Selector final {
 public:
  Selector(std::string_view text, const Vocabulary& names) : text_(text), names_(names) {}

  std::optional<std::string> read() {
    int compounds = 0;
    while (true) {
      candidates_ = names_.elements;
      if (++compounds > kMostCompounds || !compound()) return std::nullopt;
      if (at_ == text_.size()) return std::move(out_);
      if (!combinator()) return std::nullopt;
    }
  }

  std::size_t candidates() const { return candidates_; }

 private:
  char here() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  // A name with its escapes undone.
  std::string name() {
    std::string result;
    while (at_ < text_.size()) {
      if (is_name_char(text_[at_])) {
        result.push_back(text_[at_++]);
      } else if (text_[at_] == '\\' && at_ + 1 < text_.size()) {
        ++at_;
        escape(result);
      } else {
        break;
      }
    }
    return result;
  }

  void escape(std::string& result) {
    char32_t code = 0;
    int digits = 0;
    while (digits < 6 && hex_value(here()) >= 0) {
      code = code << 4 | static_cast<char32_t>(hex_value(text_[at_++]));
      ++digits;
    }
    if (digits == 0) {
      result.push_back(text_[at_++]);
      return;
    }
    if (is_space(here())) ++at_;
    append_utf8(result, code == 0 || code > 0x10FFFF ? 0xFFFD : code);
  }

  bool require(std::size_t count) {
    candidates_ = std::min(candidates_, count);
    return count != 0;
  }

  bool compound() {
    const std::size_t start = at_;
    if (here() == '*') {
      ++at_;
      out_.push_back('*');
    } else if (is_name_char(here()) || here() == '\\') {
      const std::string element = lower(name());
      if (!is_plain_name(element) || !require(count_of(names_.names, element))) return false;
      out_.append(element);
    }
    while (at_ < text_.size()) {
      const char c = text_[at_];
      bool good = false;
      if (c == '#' || c == '.') {
        good = id_or_class(c);
      } else if (c == '[') {
        good = attribute();
      } else if (c == ':') {
        good = pseudo();
      } else {
        break;
      }
      if (!good) return false;
    }
    return at_ != start;
  }

  bool id_or_class(char mark) {
    ++at_;
    const std::string wanted = name();
    if (wanted.empty()) return false;
    if (!require(count_of(mark == '#' ? names_.ids : names_.classes, wanted))) return false;
    out_.push_back(mark);
    out_.append(plain_name(wanted));
    return true;
  }

  // [name], [name=value] and the others; only values the engine reads as they stand.
  bool attribute() {
    const std::size_t end = skip_component(text_, at_);
    if (end < at_ + 3 || text_[end - 1] != ']') return false;
    const std::string_view inside = trim(text_.substr(at_ + 1, end - at_ - 2));
    at_ = end;
    const std::size_t equals = inside.find('=');
    const std::size_t name_end = inside.find_first_of("=~|^$* ");
    const std::string wanted = lower(inside.substr(0, name_end));
    if (!is_plain_name(wanted)) return false;
    out_.append("[").append(wanted);
    if (equals != std::string_view::npos) {
      const char operation = inside[equals - 1];
      if (std::string_view("~|^$*").find(operation) != std::string_view::npos) {
        out_.push_back(operation);
      }
      std::string_view value = trim(inside.substr(equals + 1));
      if (value.size() >= 2 && (value[0] == '"' || value[0] == '\'')) {
        if (value.back() != value[0]) return false;
        value = value.substr(1, value.size() - 2);
      }
      // Values of classes and ids may have been rewritten.
      if (!is_plain_name(value) || value.empty()) return false;
      out_.append("=\"").append(value).append("\"");
    }
    out_.push_back(']');
    return true;
  }

  bool pseudo() {
    ++at_;
    if (here() == ':') ++at_;
    const std::string wanted = lower(name());
    std::string_view argument;
    if (here() == '(') {
      const std::size_t end = skip_component(text_, at_);
      if (end < at_ + 2 || text_[end - 1] != ')') return false;
      argument = trim(text_.substr(at_ + 1, end - at_ - 2));
      at_ = end;
    }
    if (wanted == "root") {
      if (!out_.empty() && !is_space(out_.back())) return true;
      out_.append("html");
      return require(1);
    }
    if (wanted == "not") return negation(argument);
    if (wanted == "any-link") return append_pseudo("link", {});
    if (std::find(kStructural.begin(), kStructural.end(), wanted) != kStructural.end()) {
      return argument.empty() && append_pseudo(wanted, {});
    }
    if (std::find(kCounting.begin(), kCounting.end(), wanted) == kCounting.end()) return false;
    // an+b, even, odd; "of S" is not known.
    for (const char c : argument) {
      if (!is_alnum(c) && c != '+' && c != '-' && !is_space(c)) return false;
    }
    return argument.size() < 12 && argument.find("of") == std::string_view::npos &&
           append_pseudo(wanted, argument);
  }

  bool append_pseudo(std::string_view wanted, std::string_view argument) {
    out_.append(":").append(wanted);
    if (!argument.empty()) out_.append("(").append(argument).append(")");
    return true;
  }

  // Only of one class, id or name. One that does not occur excludes nothing.
  bool negation(std::string_view argument) {
    if (argument.size() < 2) return false;
    const char mark = argument[0];
    const std::string_view inside = mark == '.' || mark == '#' ? argument.substr(1) : argument;
    const std::string wanted(inside);
    if (!is_plain_name(wanted)) return argument[0] == ':' || argument[0] == '[';
    const auto& counts = mark == '.' ? names_.classes : mark == '#' ? names_.ids : names_.names;
    if (count_of(counts, mark == '.' || mark == '#' ? wanted : lower(wanted)) == 0) return true;
    return append_pseudo("not", argument);
  }

  bool combinator() {
    char found = ' ';
    const std::size_t start = at_;
    while (at_ < text_.size() &&
           (is_space(text_[at_]) || text_[at_] == '>' || text_[at_] == '+' || text_[at_] == '~')) {
      if (!is_space(text_[at_])) {
        if (found != ' ') return false;
        found = text_[at_];
      }
      ++at_;
    }
    if (at_ == start || at_ == text_.size()) return false;
    out_.push_back(' ');
    if (found != ' ') out_.append({found, ' '});
    return true;
  }

  std::string_view text_;
  const Vocabulary& names_;
  std::size_t at_ = 0;
  std::string out_;
  std::size_t candidates_ = 0;
};

}  // namespace

bool is_plain_name(std::string_view name) {
  if (name.empty() || is_digit(name[0])) return false;
  return std::all_of(name.begin(), name.end(),
                     [](char c) { return is_alnum(c) || c == '-' || c == '_'; });
}

std::string plain_name(std::string_view name) {
  if (is_plain_name(name) && !name.starts_with("x--")) return std::string(name);
  return "x--" + hex(name);
}

std::string clean_selector(std::string_view selector, const Vocabulary& names,
                           std::size_t& candidates) {
  candidates = 0;
  if (selector.empty() || selector.size() > kLongest) return {};
  Selector reader(selector, names);
  auto result = reader.read();
  if (!result || reader.candidates() == 0) return {};
  candidates = reader.candidates();
  return *result;
}

}  // namespace asof::layout
