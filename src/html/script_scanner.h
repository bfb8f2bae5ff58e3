// Finds the end of a script element's text: the script data states, WHATWG HTML 13.2.5.15 to
// 13.2.5.31, in which "<!--" and a nested "<script" can hide a "</script>".
#pragma once

#include <cstdint>
#include <string_view>

#include "html/markup_scanner.h"

namespace asof::html {

class ScriptScanner final {
 public:
  struct Found {
    Match end_tag = Match::No;
    const char* at = nullptr;  // the '<' of the end tag, of an undecided one, or the end of input
  };
  // Scans on from `p`, in the state the last call left.
  Found scan(const char* p, const char* end, std::string_view element, bool last);
  void reset() { *this = ScriptScanner(); }

 private:
  enum class State : std::uint8_t { Plain, Escaped, DoubleEscaped };
  Match open_angle(std::string_view text, std::string_view element, bool last);

  State state_ = State::Plain;
  int dashes_ = 0;  // seen just before, up to two
};

}  // namespace asof::html
