// Mentions: what a document says of other pages: the places where it points to them, each with a
// hash of the words from there to the next one. Two versions of a page compared tell of which pages
// the newer one has news: a link is new, or its text is another, or a date beside it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "html/links.h"
#include "url/url.h"

namespace asof::lab {

struct Mention {
  std::string url;  // absolute
  std::uint64_t says = 0;
};

// Of a page of HTML and its links to other pages, resolved against `base`.
std::vector<Mention> mentions_in(std::string_view page, const std::vector<html::Link>& links,
                                 const url::Url& base);
// Of a feed or sitemap: every absolute address that stands alone between tags or quotes.
std::vector<Mention> mentions_in_xml(std::string_view text);

}  // namespace asof::lab
