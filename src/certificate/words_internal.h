// How a certificate puts things, on terminals and on pages alike.
#pragma once

#include <optional>
#include <string>

#include "certificate/certify.h"

namespace asof::certificate {

// Whether it can name a time at all. A crawl that visited no page twice cannot: nothing in it says
// how long anything stayed as it was.
bool names_time(const Certificate& certificate);

// The word for a grade in this certificate: "likely" needs an estimate of how likely.
std::string_view label_of(Grade grade, const Certificate& certificate);

// kAssumption, in words that need no second reading; "no page changed and ..."
std::string_view assumption_in_words();

// Three digits; "0" for next to nothing.
std::string rounded(double value);

// "7.72", "at least 3"
std::string blur_value(const Certificate& certificate);
// "with 90 % probability between 3.68 and 13.6"; from rules 2 on.
std::string blur_interval(const Certificate& certificate);
// What that number counts: "changes, on average, between ..."
std::string_view blur_meaning();
// "0.5 to 0.69": how much of it the changes make that were seen; nothing where none was.
std::optional<std::string> blur_seen(const Certificate& certificate);
// What it would be with one visit to each page in the order of links, spread over the same time;
// nothing where the crawl was not much more than that itself.
std::optional<double> blur_of_one_visit(const Certificate& certificate);

// How many of a believed site's answers "not modified" may be false, by chance.
std::string false_answers(const SiteTrust& site, const AuditRule& rule);

// How often changes are undone on the site, as far as that is known: a sentence or two.
std::string undone_in_words(const Certificate& certificate);

}  // namespace asof::certificate
