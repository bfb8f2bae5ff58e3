// Cleaned: a page without what changes and means nothing.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "noise/noise.h"

namespace asof::change {

struct Cleaned {
  std::string title;               // without noise
  std::string text;                // without boilerplate and noise, white space folded
  std::vector<std::string> links;  // where they lead, absolute, cleaned, in order
  // Names of pictures and other embedded things, and what stands in their place; advertisements are
  // left out.
  std::vector<std::string> images;
  std::string prose;  // text outside links and boilerplate, a line a paragraph, with noise
  struct Embedded {
    std::string address;  // absolute
    std::string text;     // that stands in its place
  };
  // Videos, sounds, objects; pictures that are described, or loaded once they come into view.
  std::vector<Embedded> media;
  std::string timestamp;  // what the page says of its last change, as written; or empty
  bool cut = false;       // the page is longer than what is kept of it

  std::string digest() const;  // SHA-256 of title, text, links and images
  bool same(const Cleaned& other) const {
    return title == other.title && text == other.text && links == other.links &&
           images == other.images;
  }
};

// Left out: scripts and styles, the links of <nav> and <footer>, boxes marked as advertisements or
// asking for consent to cookies, dates, counters and tokens; of addresses, what says who asked and
// when. Boilerplate that is never closed, or that holds most of the text, is none. Read: what a
// document holds wherever it stands: srcdoc, declarative shadow trees, SVG, texts in style sheets.
Cleaned clean_html(std::string_view html, std::string_view url,
                   const noise::AdRules& advertisements = noise::default_ad_rules());
// Of a plain text its noise.
Cleaned clean_text(std::string_view text);

}  // namespace asof::change
