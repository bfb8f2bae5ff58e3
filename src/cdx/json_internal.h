// The little JSON an index line needs: a cursor over text that reads strings and values.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace asof::cdx {

// `text` as JSON.stringify writes it: non-ASCII as it is, ill-formed UTF-8 as U+FFFD.
void append_json_string(std::string& out, std::string_view text);

class JsonCursor final {
 public:
  explicit JsonCursor(std::string_view text) : text_(text) {}

  std::size_t offset() const { return at_; }
  void skip_spaces();
  bool at_end() const { return at_ == text_.size(); }
  char peek() const { return at_end() ? '\0' : text_[at_]; }
  // Steps over `c`, after white space, if it is there.
  bool take(char c);
  // A string with its escapes resolved; lone surrogates become U+FFFD.
  std::optional<std::string> take_string();
  // A number, true, false or null, as written.
  std::optional<std::string_view> take_scalar();
  // Any value as written; brackets are matched without recursion, at most 64 deep.
  std::optional<std::string_view> take_value();

 private:
  std::optional<std::string_view> take_raw_string();
  bool take_nested();

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace asof::cdx
