// OpenElements: which elements of a page are open, as the tags say, and whether one of them hides
// its text.
//
// A stack with HTML's implied end tags, as far as needed to know where a hidden element ends: of
// misnested formatting it makes less than a browser would.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "html/token.h"

namespace asof::prove {

class OpenElements final {
 public:
  void start(const html::Tag& tag);
  void end(const html::Tag& tag);
  // What hides the text that follows, in words: "a script"; empty: nothing does.
  std::string_view hidden_by() const;

 private:
  struct Open {
    html::NameKey key = html::kNoKey;
    std::string_view hides;  // empty: it does not
  };

  void close_implied(html::NameKey next);
  void pop_to(std::size_t size);

  std::vector<Open> open_;
  std::vector<std::size_t> hiding_;  // places in open_
  std::size_t beyond_ = 0;           // open elements too deep to be kept
};

// Why an element hides its text, in words; empty: it does not. Looks at its name, `hidden`, and
// `style`; not at style sheets.
std::string_view hides_text(const html::Tag& tag);

}  // namespace asof::prove
