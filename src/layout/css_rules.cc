// Taking sheets apart: CSS Syntax Level 3 §5, as far as rules and their blocks go. Every byte is
// looked at a bounded number of times; nesting deeper than kDeepest is skipped.
#include <algorithm>

#include "base/text.h"
#include "layout/css_internal.h"

namespace asof::layout {

namespace {

constexpr int kDeepest = 8;

// After the quote that ends the string starting at `at`; a line end breaks it off.
std::size_t skip_string(std::string_view text, std::size_t at) {
  const char quote = text[at++];
  while (at < text.size()) {
    const char c = text[at++];
    if (c == quote || c == '\n') break;
    if (c == '\\' && at < text.size()) ++at;
  }
  return at;
}

char closing(char open) {
  if (open == '(') return ')';
  if (open == '[') return ']';
  return '}';
}

// A block without its braces; the last may be missing.
std::string_view inside(std::string_view block) {
  block.remove_prefix(1);
  if (block.ends_with('}')) block.remove_suffix(1);
  return block;
}

// The reference of an @import's prelude and what follows it.
std::pair<std::string_view, std::string_view> import_of(std::string_view prelude) {
  prelude = trim(prelude);
  if (prelude.empty()) return {};
  std::size_t end = 0;
  std::string_view reference;
  if (istarts_with(prelude, "url(")) {
    end = skip_component(prelude, 3);
    reference = trim(prelude.substr(4, end - std::min(end, std::size_t{5})));
  } else {
    end = skip_component(prelude, 0);
    reference = prelude.substr(0, end);
  }
  if (reference.size() >= 2 && (reference.front() == '"' || reference.front() == '\'')) {
    reference = reference.substr(1, reference.size() - 2);
  }
  std::string_view rest = trim(prelude.substr(end));
  // Layers and conditions on support change priorities at most.
  while (istarts_with(rest, "layer") || istarts_with(rest, "supports")) {
    const std::size_t word = rest.find_first_of(" (");
    if (word == std::string_view::npos) return {trim(reference), {}};
    rest = trim(rest.substr(rest[word] == '(' ? skip_component(rest, word) : word));
  }
  return {trim(reference), rest};
}

class Walker final {
 public:
  Walker(const Window& window, std::size_t most) : window_(window), most_(most) {}

  void walk(std::string_view text, int depth) {
    std::size_t at = 0;
    while (at < text.size() && parts_.size() < most_) {
      if (is_space(text[at]) || text[at] == '}' || text[at] == ';') {
        ++at;
      } else if (text.substr(at).starts_with("<!--")) {
        at += 4;
      } else if (text.substr(at).starts_with("-->")) {
        at += 3;
      } else {
        at = text[at] == '@' ? at_rule(text, at, depth) : qualified_rule(text, at);
      }
    }
  }

  std::vector<SheetPart> take() { return std::move(parts_); }

 private:
  std::size_t qualified_rule(std::string_view text, std::size_t at) {
    const std::size_t open = find_outside(text, "{", at);
    if (open == text.size()) return open;
    const std::size_t end = skip_component(text, open);
    parts_.push_back({.selectors = trim(text.substr(at, open - at)),
                      .declarations = inside(text.substr(open, end - open))});
    return end;
  }

  std::size_t at_rule(std::string_view text, std::size_t at, int depth) {
    std::size_t name_end = at + 1;
    while (name_end < text.size() && (is_alnum(text[name_end]) || text[name_end] == '-'))
      ++name_end;
    const std::string name = lower(text.substr(at + 1, name_end - at - 1));
    const std::size_t stop = find_outside(text, "{;}", name_end);
    const std::string_view prelude = trim(text.substr(name_end, stop - name_end));
    if (stop == text.size() || text[stop] != '{') {
      if (name == "import") add_import(prelude);
      return std::min(stop + 1, text.size());
    }
    const std::size_t end = skip_component(text, stop);
    const bool enters = name == "layer" || (name == "media" && media_holds(prelude, window_)) ||
                        (name == "supports" && supports_holds(prelude));
    if (enters && depth < kDeepest) walk(inside(text.substr(stop, end - stop)), depth + 1);
    return end;
  }

  void add_import(std::string_view prelude) {
    const auto [reference, media] = import_of(prelude);
    if (reference.empty() || !media_holds(media, window_)) return;
    parts_.push_back({.reference = reference, .media = media});
  }

  Window window_;
  std::size_t most_;
  std::vector<SheetPart> parts_;
};

}  // namespace

std::size_t skip_component(std::string_view text, std::size_t at) {
  if (at >= text.size()) return text.size();
  std::string expected;
  do {
    const char c = text[at];
    if (c == '"' || c == '\'') {
      at = skip_string(text, at);
      continue;
    }
    ++at;
    if (c == '\\' && at < text.size()) ++at;
    if (c == '(' || c == '[' || c == '{') expected.push_back(closing(c));
    // A closing bracket nobody waits for stands for itself.
    if (!expected.empty() && c == expected.back()) expected.pop_back();
  } while (!expected.empty() && at < text.size());
  return std::min(at, text.size());
}

std::size_t find_outside(std::string_view text, std::string_view wanted, std::size_t at) {
  while (at < text.size() && wanted.find(text[at]) == std::string_view::npos) {
    at = skip_component(text, at);
  }
  return std::min(at, text.size());
}

std::string strip_comments(std::string_view sheet) {
  std::string out;
  out.reserve(sheet.size());
  std::size_t at = 0;
  while (at < sheet.size()) {
    const char c = sheet[at];
    if (c == '/' && at + 1 < sheet.size() && sheet[at + 1] == '*') {
      const std::size_t close = sheet.find("*/", at + 2);
      out.push_back(' ');
      at = close == std::string_view::npos ? sheet.size() : close + 2;
    } else if (c == '"' || c == '\'') {
      const std::size_t end = skip_string(sheet, at);
      out.append(sheet.substr(at, end - at));
      at = end;
    } else {
      out.push_back(c == '\0' ? ' ' : c);
      ++at;
    }
  }
  return is_utf8(out) ? out : to_utf8(out);
}

std::vector<SheetPart> parts_of(std::string_view sheet, const Window& window, std::size_t most) {
  Walker walker(window, most);
  walker.walk(sheet, 0);
  return walker.take();
}

std::vector<std::string_view> split_selectors(std::string_view list) {
  std::vector<std::string_view> selectors;
  std::size_t at = 0;
  while (at < list.size()) {
    const std::size_t comma = find_outside(list, ",", at);
    selectors.push_back(trim(list.substr(at, comma - at)));
    at = comma + 1;
  }
  return selectors;
}

}  // namespace asof::layout
