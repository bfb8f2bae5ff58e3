#include "html/tag_scanner.h"

#include "base/text.h"
#include "html/markup_scanner.h"

namespace asof::html {
namespace {

const char* skip_space(const char* p, const char* end) {
  while (p != end && is_space(*p)) ++p;
  return p;
}

std::string_view between(const char* begin, const char* end) {
  return {begin, static_cast<std::size_t>(end - begin)};
}

}  // namespace

const Attribute* Tag::find(std::string_view wanted) const {
  for (const auto& attribute : attributes) {
    if (iequals(attribute.name, wanted)) return &attribute;
  }
  return nullptr;
}

bool Tag::is_repeated(const Attribute& attribute) const {
  for (const auto& other : attributes) {
    if (&other == &attribute) return false;
    if (other.key == attribute.key && iequals(other.name, attribute.name)) return true;
  }
  return false;
}

const char* TagScanner::scan(std::string_view text) {
  const char* p = text.data();
  const char* const end = p + text.size();
  tag_.self_closing = false;
  tag_.cut = false;
  count_ = 0;

  p += p[1] == '/' ? 2 : 1;
  const char* const name = p;
  NameKey key = 0;
  std::uint8_t code = 0;
  while (p != end && (code = name_code(*p)) < kEndCode) {
    key = key << 6 | (code & 63U);
    ++p;
  }
  tag_.name = between(name, p);
  tag_.key = tag_.name.size() > kLongestKeyedName ? kNoKey : key;

  while (p != nullptr) {
    p = skip_space(p, end);
    if (p == end) break;
    if (*p == '>') {
      tag_.raw = between(text.data(), ++p);
      tag_.attributes = {attributes_.data(), count_};
      return p;
    }
    if (*p == '/') {
      tag_.self_closing = ++p != end && *p == '>';
      continue;
    }
    p = scan_attribute(p, end);
  }
  tag_.raw = text;
  tag_.attributes = {attributes_.data(), count_};
  return nullptr;
}

// Scans one attribute from the first byte of its name, which may be '='. Returns where the next
// state begins, or nullptr at the end of the input; only a complete attribute is kept.
const char* TagScanner::scan_attribute(const char* p, const char* end) {
  const char* const name = p;
  // Without it "=href" would have the key of "href".
  NameKey key = *p == '=' ? kOtherCode : name_code(*p);
  std::uint8_t code = 0;
  ++p;
  while (p != end && (code = name_code(*p)) < kEqualsCode) {
    key = key << 6 | code;
    ++p;
  }
  const char* const name_end = p;
  p = skip_space(p, end);
  if (p == end) return nullptr;

  // One too many goes to the last place, which is not counted.
  Attribute& attribute = attributes_[count_];
  attribute = {.name = between(name, name_end), .value = between(name_end, name_end)};
  attribute.key = attribute.name.size() > kLongestKeyedName ? kNoKey : key;
  if (*p == '=') {
    p = skip_space(p + 1, end);
    if (p == end) return nullptr;
    attribute.has_value = true;
    const char* value = p;
    if (*p == '"' || *p == '\'') {
      attribute.quote = *p;
      ++value;
      p = find_byte(value, end, attribute.quote);
      if (p == end) return nullptr;
      attribute.value = between(value, p);
      ++p;
    } else {
      while (p != end && *p != '>' && !is_space(*p)) ++p;
      if (p == end) return nullptr;
      attribute.value = between(value, p);
    }
  }
  if (count_ < kMostAttributes) {
    ++count_;
  } else {
    tag_.cut = true;
  }
  return p;
}

bool TagSkipper::ends_at(char c) {
  switch (state_) {
    case State::Double:
      if (c == '"') state_ = State::BeforeName;
      return false;
    case State::Single:
      if (c == '\'') state_ = State::BeforeName;
      return false;
    case State::BeforeValue:
      if (is_space(c)) return false;
      state_ = c == '"' ? State::Double : c == '\'' ? State::Single : State::Bare;
      return c == '>';
    case State::Bare:
      if (is_space(c)) state_ = State::BeforeName;
      return c == '>';
    case State::Open:  // at '<'
      state_ = State::AfterOpen;
      return false;
    case State::AfterOpen:  // at the '/' of an end tag or the first letter
      state_ = State::Name;
      return false;
    case State::Name:
      if (is_space(c) || c == '/') state_ = State::BeforeName;
      return c == '>';
    case State::BeforeName:
      // A '=' here begins a name.
      if (!is_space(c) && c != '/') state_ = State::AttributeName;
      return c == '>';
    case State::AttributeName:
      // White space before '=' keeps the name open; a new name then replaces it, to no effect.
      if (c == '=') state_ = State::BeforeValue;
      if (c == '/') state_ = State::BeforeName;
      return c == '>';
  }
  return false;
}

}  // namespace asof::html
