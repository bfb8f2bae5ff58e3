#include "html/linkless_tag.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>

#include "html/eight_bytes.h"
#include "html/markup_scanner.h"

namespace asof::html {
namespace {

consteval EightBytes number_of(std::string_view name) {
  EightBytes number = 0;
  for (std::size_t i = name.size(); i-- > 0;) {
    number = number << 8 | static_cast<unsigned char>(name[i]);
  }
  return number;
}

// Names of up to seven characters in lower case, each as one number, found in a step or two.
class ShortNames final {
 public:
  consteval ShortNames(std::initializer_list<std::string_view> names) {
    if (names.size() > kSlots / 2) throw "too many names";
    for (const auto name : names) {
      if (name.empty() || name.size() > 7) throw "a name of 1 to 7 characters";
      std::size_t at = place_of(number_of(name));
      while (slots_[at] != 0) at = (at + 1) % kSlots;
      slots_[at] = number_of(name);
    }
  }
  bool contains(EightBytes name) const {
    std::size_t at = place_of(name);
    while (slots_[at] != name && slots_[at] != 0) at = (at + 1) % kSlots;
    return slots_[at] == name && name != 0;
  }

 private:
  static constexpr std::size_t kSlots = 256;
  static constexpr std::size_t place_of(EightBytes name) {
    return static_cast<std::size_t>(name * 0x9E3779B97F4A7C15ULL >> 56);
  }
  std::array<EightBytes, kSlots> slots_ = {};
};

// Elements whose content is markup, which are not of svg or math and have no attributes of their
// own that hold references.
constexpr ShortNames kLinklessElements = {
    "abbr",   "acronym", "address", "article", "aside", "b",      "big",     "br",   "caption",
    "center", "cite",    "code",    "col",     "dd",    "del",    "details", "dfn",  "div",
    "dl",     "dt",      "em",      "figure",  "font",  "footer", "h1",      "h2",   "h3",
    "h4",     "h5",      "h6",      "header",  "hr",    "i",      "ins",     "kbd",  "label",
    "li",     "main",    "mark",    "nav",     "ol",    "option", "p",       "pre",  "s",
    "samp",   "section", "select",  "small",   "span",  "strike", "strong",  "sub",  "summary",
    "sup",    "table",   "tbody",   "td",      "tfoot", "th",     "thead",   "time", "tr",
    "tt",     "u",       "ul",      "var",     "wbr"};

// Attributes that hold no reference, whatever the element.
constexpr ShortNames kLinklessAttributes = {
    "align",  "alt",     "bgcolor", "border", "class",   "color", "colspan",
    "dir",    "for",     "height",  "hidden", "id",      "lang",  "name",
    "nowrap", "onclick", "rel",     "role",   "rowspan", "scope", "size",
    "span",   "target",  "title",   "type",   "valign",  "value", "width"};

// How many of the first bytes at `p` are neither `stop` nor below '0', as what ends a name is;
// eight or more where there are so many. Sixteen bytes must be readable.
std::size_t bytes_before(const char* p, char stop) {
#if defined(__SSE2__)
  const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
  const __m128i low = _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8('0' - 1)), bytes);
  const __m128i ends = _mm_or_si128(low, _mm_cmpeq_epi8(bytes, _mm_set1_epi8(stop)));
  const auto marks = static_cast<unsigned>(_mm_movemask_epi8(ends));
  return static_cast<std::size_t>(std::countr_zero(marks | 1U << 16));
#else
  const EightBytes bytes = load_eight(p);
  const EightBytes marks =
      mark_below(bytes, '0') | mark_equal(bytes, static_cast<unsigned char>(stop));
  return marks != 0 ? first_mark(marks) : 8;
#endif
}

// The places of '<', found 64 bytes at a time: where one tag begins is known before the end of the
// one before it is, and the processor works on both.
class Openings final {
 public:
  Openings(const char* p, const char* end) : next_(p), end_(end) {}

  const char* next() {
    while (marks_ == 0) {
      if (next_ == end_) return end_;
      block_ = next_;
      const std::ptrdiff_t size = end_ - block_ < 64 ? end_ - block_ : 64;
      next_ += size;
#if defined(__SSE2__)
      if (size == 64) {
        marks_ = marks_of(block_) | marks_of(block_ + 16) << 16 | marks_of(block_ + 32) << 32 |
                 marks_of(block_ + 48) << 48;
        continue;
      }
#endif
      for (std::ptrdiff_t i = 0; i < size; ++i) marks_ |= std::uint64_t{block_[i] == '<'} << i;
    }
    const char* const found = block_ + std::countr_zero(marks_);
    marks_ &= marks_ - 1;
    return found;
  }

 private:
#if defined(__SSE2__)
  static std::uint64_t marks_of(const char* p) {
    const auto bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
    return static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('<'))));
  }
#endif
  const char* block_ = nullptr;
  const char* next_;  // after the block
  const char* const end_;
  std::uint64_t marks_ = 0;  // of the block, not yet told
};

// Whether the '<' at `p` begins a tag that holds no link, title or style sheet and ends before the
// next '<'. False when that cannot be told at a glance.
inline bool is_linkless(const char* p, const char* next, const char* end) {
  constexpr std::ptrdiff_t kLookAhead = 32;
  if (end - p < kLookAhead) return false;
  const bool closes = p[1] == '/';
  p += closes ? 2 : 1;
  std::size_t size = bytes_before(p, '>');
  if (size >= 8) return false;
  const EightBytes name = first_of(load_eight(p), size);
  p += size;
  if (closes) {
    const EightBytes folded = name | (kLowBits * 0x20);
    return *p == '>' && p < next && size > 0 && is_alpha(static_cast<char>(name & 0xff)) &&
           folded != number_of("title   ") && folded != number_of("style   ");
  }
  if (!kLinklessElements.contains(name)) return false;
  while (end - p >= kLookAhead) {
    if (*p == '>') return p < next;
    if (*p != ' ') return p[0] == '/' && p[1] == '>' && p < next;
    ++p;
    size = bytes_before(p, '=');
    if (size >= 8) return false;
    const EightBytes attribute = first_of(load_eight(p), size);
    p += size;
    if (p[0] != '=' || p[1] != '"' || p + 2 > next) return false;
    const char* const value = p + 2;
    p = find_byte(value, end - next > kLookAhead ? next + kLookAhead : end, '"');
    if (p >= next) return false;
    if (!kLinklessAttributes.contains(attribute)) {
      // Only a function names something; '&' may stand for its bracket.
      if (attribute != number_of("style")) return false;
      if (find_byte(value, p, '(') != p || find_byte(value, p, '&') != p) return false;
    }
    ++p;
  }
  return false;
}

}  // namespace

const char* skip_linkless_tags(const char* p, const char* end) {
  Openings openings(p, end);
  const char* at = openings.next();
  while (at != end) {
    const char* const next = openings.next();
    if (!is_linkless(at, next, end)) return at;
    at = next;
  }
  return end;
}

}  // namespace asof::html
