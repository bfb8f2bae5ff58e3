// How an assessment puts things, on terminals and on pages alike.
#pragma once

#include <string>

#include "assess/assess.h"

namespace asof::assess {

// "97 %"; all but a few is "over 99 %", next to none "under 1 %".
std::string percent(double share);
// Three digits that mean something.
std::string figure(double value);
// What is counted as a page, and what is not.
std::string what_counts(const Assessment& assessment);
// Whose looks the grades of a crawl rest on.
std::string what_it_rests_on(const CrawlQuality& crawl);

// How often changes brought earlier content back.
std::string describe_undone(const certificate::Undone& undone);

}  // namespace asof::assess
