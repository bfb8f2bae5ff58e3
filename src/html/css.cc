#include "html/css.h"

#include <array>
#include <utility>

#include "base/text.h"

namespace asof::html {
namespace {

constexpr std::size_t kLongestEscape = 6;
// Longer than every identifier that matters.
constexpr std::size_t kLongestIdentifier = 24;

constexpr std::array<bool, 256> make_name_bytes() {
  std::array<bool, 256> is_name{};
  for (std::size_t i = 0; i < 256; ++i) {
    const char c = static_cast<char>(i);
    is_name[i] = is_alnum(c) || c == '-' || c == '_' || i >= 0x80;
  }
  return is_name;
}
constexpr std::array<bool, 256> kNameBytes = make_name_bytes();

class CssScanner final {
 public:
  CssScanner(std::string_view text, std::size_t most) : text_(text), most_(most) {}

  std::vector<CssLink> links() {
    while (at_ < text_.size() && links_.size() < most_) scan_token();
    return std::move(links_);
  }

 private:
  enum class Rule { None, Import, Namespace };

  struct Piece {
    std::string text;
    std::size_t begin = 0;
    std::size_t end = 0;
    bool good = false;
  };

  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  bool at_name() const {
    if (at_ >= text_.size()) return false;
    return kNameBytes[static_cast<unsigned char>(text_[at_])] ||
           (text_[at_] == '\\' && peek(1) != '\n' && at_ + 1 < text_.size());
  }

  void scan_token() {
    const char c = text_[at_];
    if (at_name()) return scan_word();
    switch (c) {
      case '/':
        return peek(1) == '*' ? skip_comment() : skip(1);
      case '"':
      case '\'':
        return scan_string();
      case '@':
        ++at_;
        return scan_at_rule();
      case '#':
        ++at_;
        if (at_name()) read_name();
        return;
      case ';':
      case '{':
      case '}':
        rule_ = Rule::None;
        depth_ = 0;
        url_depth_ = 0;
        return skip(1);
      case '(':
        ++depth_;
        return skip(1);
      case ')':
        close_parenthesis();
        return skip(1);
      default:
        return skip(1);
    }
  }

  void skip(std::size_t count) { at_ += count; }

  void skip_comment() {
    const std::size_t end = text_.find("*/", at_ + 2);
    at_ = end == std::string_view::npos ? text_.size() : end + 2;
  }

  void close_parenthesis() {
    if (depth_ > 0) --depth_;
    if (depth_ < url_depth_) url_depth_ = 0;
  }

  void skip_space() {
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
  }

  // An identifier in lower case with its escapes undone; the rest of a very long one is dropped.
  std::string read_name() {
    std::string name;
    while (at_name()) {
      if (text_[at_] == '\\') {
        read_escape(name);
      } else {
        if (name.size() < kLongestIdentifier) name += to_lower(text_[at_]);
        ++at_;
      }
    }
    return name;
  }

  // Undoes the escape at the present backslash.
  void read_escape(std::string& out) {
    ++at_;
    if (at_ >= text_.size()) return;
    std::size_t digits = 0;
    char32_t code = 0;
    while (digits < kLongestEscape && at_ < text_.size() && hex_value(text_[at_]) >= 0) {
      code = code * 16 + static_cast<char32_t>(hex_value(text_[at_]));
      ++at_;
      ++digits;
    }
    if (digits == 0) {
      out += text_[at_++];
      return;
    }
    const bool invalid = code == 0 || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF);
    append_utf8(out, invalid ? 0xFFFD : code);
    if (at_ < text_.size() && is_space(text_[at_])) ++at_;
  }

  // Most words of a sheet are names of properties; only those that can matter are read with care.
  void scan_word() {
    const char first = to_lower(text_[at_]);
    if (first != 'u' && first != 's' && first != 'i' && first != '-' && first != '\\') {
      while (at_ < text_.size() && kNameBytes[static_cast<unsigned char>(text_[at_])]) ++at_;
      if (at_ >= text_.size() || text_[at_] != '\\') return;
    }
    const std::size_t begin = at_;
    const std::string name = read_name();
    // A name that was entered in its middle is none of ours.
    const bool whole = begin == 0 || !kNameBytes[static_cast<unsigned char>(text_[begin - 1])];
    if (peek() != '(' || !whole) return;
    ++at_;
    if (name == "url") return scan_url();
    ++depth_;
    if (name == "src" || name == "image-set" || name == "-webkit-image-set") url_depth_ = depth_;
  }

  void scan_at_rule() {
    if (!at_name()) return;
    const std::string name = read_name();
    rule_ = name == "import" ? Rule::Import : name == "namespace" ? Rule::Namespace : Rule::None;
  }

  Piece read_string() {
    const char quote = text_[at_++];
    Piece piece;
    piece.begin = at_;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == quote || c == '\n' || c == '\f' || c == '\r') break;
      if (c != '\\') {
        piece.text += c;
        ++at_;
      } else if (peek(1) == '\n' || peek(1) == '\r' || peek(1) == '\f') {
        at_ += peek(1) == '\r' && peek(2) == '\n' ? 3 : 2;
      } else {
        read_escape(piece.text);
      }
    }
    piece.end = at_;
    // A string that the sheet's end cuts off counts; one that a line's end cuts off does not.
    piece.good = at_ >= text_.size() || text_[at_] == quote;
    if (at_ < text_.size() && text_[at_] == quote) ++at_;
    return piece;
  }

  void scan_string() {
    const bool is_import = rule_ == Rule::Import && depth_ == 0;
    const bool names_url = is_import || (url_depth_ != 0 && depth_ == url_depth_);
    Piece piece = read_string();
    if (names_url) add(std::move(piece));
  }

  // After "url(".
  void scan_url() {
    skip_space();
    if (peek() == '"' || peek() == '\'') {
      Piece piece = read_string();
      ++depth_;  // up to the ')' there may be modifiers
      return add(std::move(piece));
    }
    Piece piece;
    piece.begin = at_;
    piece.good = true;
    while (at_ < text_.size() && text_[at_] != ')' && !is_space(text_[at_])) {
      const char c = text_[at_];
      if (c == '\\' && peek(1) != '\n') {
        read_escape(piece.text);
        continue;
      }
      if (c == '"' || c == '\'' || c == '(' || c == '\\') piece.good = false;
      piece.text += c;
      ++at_;
    }
    piece.end = at_;
    skip_space();
    if (at_ < text_.size() && text_[at_] != ')') piece.good = false;
    while (at_ < text_.size() && text_[at_] != ')') at_ += text_[at_] == '\\' ? 2 : 1;
    skip(1);
    add(std::move(piece));
  }

  void add(Piece piece) {
    const Rule rule = rule_;
    if (rule != Rule::None && depth_ <= 1) rule_ = Rule::None;
    const std::string_view reference = trim(piece.text);
    if (!piece.good || reference.empty() || rule == Rule::Namespace) return;
    links_.push_back({std::string(reference), rule == Rule::Import, piece.begin, piece.end});
  }

  std::string_view text_;
  std::size_t most_;
  std::size_t at_ = 0;
  Rule rule_ = Rule::None;     // an at-rule that still waits for its reference
  std::size_t depth_ = 0;      // open parentheses
  std::size_t url_depth_ = 0;  // where strings are references, 0 nowhere
  std::vector<CssLink> links_;
};

// Every link stands after an at-rule or in the parentheses of url(), src() or image-set(). Many
// sheets in pages have none of them; with an escape it takes more than a look.
bool may_have_links(std::string_view sheet) {
  if (sheet.find('@') != std::string_view::npos || sheet.find('\\') != std::string_view::npos)
    return true;
  for (std::size_t at = sheet.find('('); at != std::string_view::npos;
       at = sheet.find('(', at + 1)) {
    const char before = at == 0 ? '\0' : to_lower(sheet[at - 1]);
    if (before == 'l' || before == 'c' || before == 't') return true;
  }
  return false;
}

}  // namespace

std::vector<CssLink> css_links(std::string_view stylesheet, std::size_t most) {
  if (!may_have_links(stylesheet)) return {};
  return CssScanner(stylesheet, most).links();
}

}  // namespace asof::html
