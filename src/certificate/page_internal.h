// Parts of the certificate's page.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "certificate/certify.h"

namespace asof::certificate {

// Text as HTML shows it, control characters and all.
std::string escaped(std::string_view text);
// A mark and a word, coloured.
std::string chip(Grade grade);
// "14:03:11.250"
std::string clock_time(Instant at);
// The first letters of a digest; the whole of it as a tooltip.
std::string short_digest(const std::string& sha256);

// Pages by how much they are in doubt, then in their own order.
std::vector<const PageVerdict*> by_doubt(const Certificate& certificate);

std::string_view page_style();
// When each page was seen, and the as-of interval across them: an SVG picture and its key.
std::string timeline(const Certificate& certificate);
// The table of pages with their evidence.
std::string page_table(const Certificate& certificate);

}  // namespace asof::certificate
