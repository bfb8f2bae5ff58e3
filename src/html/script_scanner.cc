#include "html/script_scanner.h"

#include <algorithm>

namespace asof::html {

ScriptScanner::Found ScriptScanner::scan(const char* p, const char* end, std::string_view element,
                                         bool last) {
  while (p != end) {
    if (state_ == State::Plain) {
      p = find_byte(p, end, '<');
      if (p == end) break;
    }
    const char c = *p;
    if (c == '<') {
      const std::string_view rest(p, static_cast<std::size_t>(end - p));
      const bool was_plain = state_ == State::Plain;
      const Match found = open_angle(rest, element, last);
      if (found != Match::No) return {found, p};
      dashes_ = 0;
      ++p;
      if (was_plain && state_ == State::Escaped) {
        p += 3;  // the dashes of "<!--" count: "<!-->" is over at once
        dashes_ = 2;
      }
      continue;
    }
    if (c == '-') {
      dashes_ = std::min(dashes_ + 1, 2);
    } else {
      if (c == '>' && dashes_ == 2) state_ = State::Plain;
      dashes_ = 0;
    }
    ++p;
  }
  return {Match::No, end};
}

// Decides what a '<' does: ends the element (Yes), changes the state or nothing (No).
Match ScriptScanner::open_angle(std::string_view text, std::string_view element, bool last) {
  if (state_ == State::DoubleEscaped) {
    const Match nested_end = match_end_tag(text, "script", last);
    if (nested_end == Match::More) return Match::More;
    if (nested_end == Match::Yes) state_ = State::Escaped;
    return Match::No;
  }
  const Match end_tag = match_end_tag(text, element, last);
  if (end_tag != Match::No) return end_tag;
  const Match change = state_ == State::Plain ? match_start(text, "<!--", last)
                                              : match_name(text.substr(1), "script", last);
  if (change == Match::Yes) {
    state_ = state_ == State::Plain ? State::Escaped : State::DoubleEscaped;
  }
  return change == Match::More ? Match::More : Match::No;
}

}  // namespace asof::html
