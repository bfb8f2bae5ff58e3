#include "html/markup_scanner.h"

#include <algorithm>

namespace asof::html {

using namespace literals;

namespace {

constexpr std::size_t kCommentStart = 4;  // "<!--"
constexpr std::size_t kDoctypeStart = 9;  // "<!doctype"

bool may_follow_name(char c) { return is_space(c) || c == '/' || c == '>'; }

// The content of a comment that the document's end cut off: what might have begun its end is not
// part of it.
std::string_view without_begun_end(std::string_view content) {
  for (std::string_view begun : {"--!", "--", "-"}) {
    if (content.ends_with(begun)) return content.substr(0, content.size() - begun.size());
  }
  return content;
}

// Reads the inside of a doctype from left to right.
class DoctypeReader final {
 public:
  DoctypeReader(std::string_view text, bool ended, Doctype& doctype)
      : rest_(text), ended_(ended), doctype_(doctype) {}

  void read() {
    skip_space();
    if (rest_.empty()) return give_up();
    std::size_t size = 0;
    while (size < rest_.size() && !is_space(rest_[size])) ++size;
    doctype_.name = rest_.substr(0, size);
    doctype_.has_name = true;
    rest_.remove_prefix(size);
    skip_space();
    if (rest_.empty()) return finish();
    if (istarts_with(rest_, "public")) {
      rest_.remove_prefix(6);
      skip_space();
      if (!read_quoted(doctype_.public_id, doctype_.has_public_id)) return give_up();
      skip_space();
      if (rest_.empty()) return finish();
    } else if (istarts_with(rest_, "system")) {
      rest_.remove_prefix(6);
      skip_space();
    } else {
      return give_up();
    }
    if (!read_quoted(doctype_.system_id, doctype_.has_system_id)) return give_up();
    skip_space();
    if (rest_.empty()) finish();
  }

 private:
  void skip_space() {
    while (!rest_.empty() && is_space(rest_.front())) rest_.remove_prefix(1);
  }
  void give_up() { doctype_.force_quirks = true; }
  void finish() { doctype_.force_quirks = !ended_; }

  // False where there is no quote, or no second one: '>' ends a doctype even inside quotes.
  bool read_quoted(std::string_view& id, bool& has_id) {
    if (rest_.empty() || (rest_.front() != '"' && rest_.front() != '\'')) return false;
    const std::size_t close = rest_.find(rest_.front(), 1);
    has_id = true;
    id = rest_.substr(1, close == std::string_view::npos ? close : close - 1);
    rest_.remove_prefix(close == std::string_view::npos ? rest_.size() : close + 1);
    return close != std::string_view::npos;
  }

  std::string_view rest_;
  bool ended_;
  Doctype& doctype_;
};

}  // namespace

Match match_start(std::string_view text, std::string_view wanted, bool last) {
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (i == text.size()) return last ? Match::No : Match::More;
    if (to_lower(text[i]) != wanted[i]) return Match::No;
  }
  return Match::Yes;
}

Match match_name(std::string_view text, std::string_view name, bool last) {
  const Match start = match_start(text, name, last);
  if (start != Match::Yes) return start;
  if (text.size() == name.size()) return last ? Match::No : Match::More;
  return may_follow_name(text[name.size()]) ? Match::Yes : Match::No;
}

Match match_end_tag(std::string_view text, std::string_view element, bool last) {
  if (element.empty()) return Match::No;
  const Match start = match_start(text, "</", last);
  return start == Match::Yes ? match_name(text.substr(2), element, last) : start;
}

Markup classify_markup(std::string_view text, bool in_foreign_content, bool last) {
  const Markup unknown = last ? Markup::Text : Markup::More;
  if (text.size() < 2) return unknown;
  if (is_alpha(text[1])) return Markup::Tag;
  if (text[1] == '?') return Markup::Bogus;
  if (text[1] == '/') {
    if (text.size() < 3) return unknown;
    return is_alpha(text[2]) ? Markup::Tag : text[2] == '>' ? Markup::Nothing : Markup::Bogus;
  }
  if (text[1] != '!') return Markup::Text;
  const Match comment = match_start(text, "<!--", last);
  const Match doctype = match_start(text, "<!doctype", last);
  // Only here does case matter, and only in letters.
  Match cdata = in_foreign_content ? match_start(text, "<![cdata[", last) : Match::No;
  const std::string_view seen = text.substr(0, 9);
  if (std::any_of(seen.begin(), seen.end(), is_lower)) cdata = Match::No;
  if (comment == Match::Yes) return Markup::Comment;
  if (doctype == Match::Yes) return Markup::Doctype;
  if (cdata == Match::Yes) return Markup::Cdata;
  const bool more = comment == Match::More || doctype == Match::More || cdata == Match::More;
  return more ? Markup::More : Markup::Bogus;
}

CommentScan scan_comment(std::string_view text) {
  CommentScan scan;
  const std::string_view inside = text.substr(kCommentStart);
  const auto finish = [&](std::size_t content, std::size_t end) {
    scan.comment.content = inside.substr(0, content);
    scan.comment.raw = text.substr(0, kCommentStart + end);
    scan.end = text.data() + kCommentStart + end;
    return scan;
  };
  if (inside.starts_with(">")) return finish(0, 1);
  if (inside.starts_with("->")) return finish(0, 2);
  for (std::size_t at = inside.find('>'); at != std::string_view::npos;
       at = inside.find('>', at + 1)) {
    const std::string_view before = inside.substr(0, at);
    if (before.ends_with("--")) return finish(at - 2, at + 1);
    if (before.ends_with("--!")) return finish(at - 3, at + 1);
  }
  scan.comment.content = without_begun_end(inside);
  scan.comment.raw = text;
  return scan;
}

CommentScan scan_bogus_comment(std::string_view text) {
  CommentScan scan;
  // "<?x" keeps its question mark; "<!x" and "</ x" lose two bytes.
  const std::size_t start = text[1] == '?' ? 1 : 2;
  const std::size_t close = text.find('>', start);
  if (close == std::string_view::npos) {
    scan.comment.content = text.substr(start);
    scan.comment.raw = text;
    return scan;
  }
  scan.comment.content = text.substr(start, close - start);
  scan.comment.raw = text.substr(0, close + 1);
  scan.end = text.data() + close + 1;
  return scan;
}

DoctypeScan scan_doctype(std::string_view text) {
  DoctypeScan scan;
  const std::size_t close = text.find('>', kDoctypeStart);
  const bool ended = close != std::string_view::npos;
  scan.doctype.raw = ended ? text.substr(0, close + 1) : text;
  if (ended) scan.end = text.data() + close + 1;
  const std::string_view inside = text.substr(0, close).substr(kDoctypeStart);
  DoctypeReader(inside, ended, scan.doctype).read();
  return scan;
}

TextKind text_kind_of(NameKey element, bool scripting) {
  switch (element) {
    case "title"_name:
    case "textarea"_name:
      return TextKind::Rcdata;
    case "style"_name:
    case "xmp"_name:
    case "iframe"_name:
    case "noembed"_name:
    case "noframes"_name:
      return TextKind::Rawtext;
    case "script"_name:
      return TextKind::Script;
    case "noscript"_name:
      return scripting ? TextKind::Rawtext : TextKind::Data;
    case "plaintext"_name:
      return TextKind::Plaintext;
    default:
      return TextKind::Data;
  }
}

std::size_t undecided_end_of_text(std::string_view text, TextKind kind) {
  if (text.ends_with('\r')) return 1;
  if (kind == TextKind::Cdata) return text.ends_with("]]") ? 2 : text.ends_with(']') ? 1 : 0;
  if (kind != TextKind::Data && kind != TextKind::Rcdata) return 0;
  std::size_t size = 0;
  while (size < text.size() &&
         (is_alnum(text[text.size() - 1 - size]) || text[text.size() - 1 - size] == '#')) {
    ++size;
  }
  if (size == text.size() || text[text.size() - 1 - size] != '&') return 0;
  // A number may have any number of digits, but nobody needs a mebibyte of them; no name is longer
  // than this.
  constexpr std::size_t kLongestNumber = std::size_t{1} << 20;
  constexpr std::size_t kLongerThanAnyName = 40;
  const bool numeric = size > 0 && text[text.size() - size] == '#';
  return size < (numeric ? kLongestNumber : kLongerThanAnyName) ? size + 1 : 0;
}

void MarkupSkipper::begin(Markup kind, std::string_view delivered) {
  kind_ = kind;
  tag_ = TagSkipper();
  dashes_ = 0;
  if (kind == Markup::Tag) {
    for (char c : delivered) tag_.ends_at(c);
  } else if (kind == Markup::Comment) {
    for (char c : delivered.substr(kCommentStart)) comment_ends_at(c);
  }
}

const char* MarkupSkipper::skip(const char* p, const char* end) {
  while (p != end) {
    if (ends_at(*p++)) {
      kind_ = Markup::Nothing;
      return p;
    }
  }
  return end;
}

bool MarkupSkipper::ends_at(char c) {
  if (kind_ == Markup::Tag) return tag_.ends_at(c);
  if (kind_ == Markup::Comment) return comment_ends_at(c);
  return c == '>';
}

bool MarkupSkipper::comment_ends_at(char c) {
  const bool ends = c == '>' && dashes_ >= 2;
  if (c == '-') {
    dashes_ = dashes_ == 3 ? 1 : std::min(dashes_ + 1, 2);
  } else {
    dashes_ = c == '!' && dashes_ == 2 ? 3 : 0;
  }
  return ends;
}

}  // namespace asof::html
