// Parts of the certificate's page.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "certificate/census.h"
#include "certificate/certify.h"
#include "certificate/markup.h"

namespace asof::certificate {

// "14:03:11.250"
std::string clock_time(Instant at);
// The first letters of a digest; the whole of it as a tooltip.
std::string short_digest(const std::string& sha256);

// Pages by how much they are in doubt, then in their own order.
std::vector<const PageVerdict*> by_doubt(const Certificate& certificate);

// The addresses the crawl began at: "http://a.example/ and 2 more". The crawl's name where none was
// asked for.
std::string seeds_of(const Certificate& certificate);
// How the crawl was made: by what, for whom, when, by which rules.
std::string manner(const Certificate& certificate);
// What stood at the addresses it asked for, by grade.
std::string asked_for(const Certificate& certificate, const Census& census);

// What it met and did not ask for, and why.
std::string left_out(const Certificate& certificate);

// When each page was seen, and the as-of interval across them: an SVG picture and its key.
std::string timeline(const Certificate& certificate);
// The table of pages with their evidence.
std::string page_table(const Certificate& certificate);

}  // namespace asof::certificate
