// Finds out what a '<' begins, and where comments and doctypes end: WHATWG HTML 13.2.5.6 to
// 13.2.5.7 and 13.2.5.41 to 13.2.5.68.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "base/text.h"
#include "html/tag_scanner.h"
#include "html/token.h"

namespace asof::html {

// The first `wanted` from `p` on, or `end`.
inline const char* find_byte(const char* p, const char* end, char wanted) {
  const auto* found = std::memchr(p, wanted, static_cast<std::size_t>(end - p));
  return found == nullptr ? end : static_cast<const char*>(found);
}

// More: the input ends before this can be told.
enum class Match : std::uint8_t { No, Yes, More };

// Whether `text` starts with `wanted`, which is in lower case, whatever the case of its letters.
// At the end of the document (`last`) there is nothing more to come.
Match match_start(std::string_view text, std::string_view wanted, bool last);
// Whether `text` starts with the end tag of `element`: "</", its name, and what may follow a name.
Match match_end_tag(std::string_view text, std::string_view element, bool last);
// Whether `text` starts with `name` and what may follow a name.
Match match_name(std::string_view text, std::string_view name, bool last);

enum class Markup : std::uint8_t { Text, Tag, Nothing, Comment, Bogus, Doctype, Cdata, More };

// What the '<' at the start of `text` begins. Nothing is "</>", which vanishes.
Markup classify_markup(std::string_view text, bool in_foreign_content, bool last);

// Comment and doctype at the start of `text`. `end` is the byte after the '>', or nullptr where
// `text` ends first; the token then holds what an ended document would have.
struct CommentScan {
  Comment comment;
  const char* end = nullptr;
};
CommentScan scan_comment(std::string_view text);
CommentScan scan_bogus_comment(std::string_view text);

struct DoctypeScan {
  Doctype doctype;
  const char* end = nullptr;
};
DoctypeScan scan_doctype(std::string_view text);

// The state in which the content of an element is tokenized.
TextKind text_kind_of(NameKey element, bool scripting);

// How many bytes at the end of a text may turn out to be part of something longer: a character
// reference, CR LF, the end of a CDATA section.
std::size_t undecided_end_of_text(std::string_view text, TextKind kind);

// Follows a token that was cut at the limit to its end in constant memory.
class MarkupSkipper final {
 public:
  bool active() const { return kind_ != Markup::Nothing; }
  // `delivered` is the source of the token so far, from its '<'.
  void begin(Markup kind, std::string_view delivered);
  // The byte after the token, or `end` where it goes on.
  const char* skip(const char* p, const char* end);

 private:
  bool ends_at(char c);
  bool comment_ends_at(char c);

  Markup kind_ = Markup::Nothing;
  TagSkipper tag_;
  int dashes_ = 0;  // "-", "--", "--!" are 1, 2, 3
};

}  // namespace asof::html
