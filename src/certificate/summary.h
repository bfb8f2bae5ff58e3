// A certificate in a few lines, for people.
#pragma once

#include <string>

#include "certificate/certify.h"

namespace asof::certificate {

// Where an interval's ends go when it is told in seconds.
enum class Rounding {
  Inwards,   // something holds throughout it: nothing outside may be claimed
  Outwards,  // something happened in it: nothing inside may be left out
};

// "2026-11-15 14:03:11 to 14:09:40 UTC"; in milliseconds where it holds no whole second.
std::string describe(const Span& span, Rounding rounding = Rounding::Inwards);

// "1,982 of 2,010 pages proven as of 2026-11-15 14:03:11 to 14:09:40 UTC; 21 likely; 7 changed
// during the crawl; also 12 redirects, 3 not there (404 or 410)". Pages are those that were there.
std::string headline(const Certificate& certificate);

// The headline, what it rests on, the pages that changed (some of them) and the figures: lines for
// a terminal.
std::string summary(const Certificate& certificate);

}  // namespace asof::certificate
