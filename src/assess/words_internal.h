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

// Whether nothing can be said about time: every page was captured once, and nothing else helps.
bool is_undated(const CrawlQuality& crawl);
// The blur of a crawl, and what to compare it with.
std::string describe_blur(const CrawlQuality& crawl);
// What the words for grades mean; empty where no crawl is graded.
std::string explain_grades(const Assessment& assessment);
// What blur counts and what it is estimated from; empty where no crawl has one.
std::string explain_blur(const Assessment& assessment);
// "94 % known, 98 % expected": of the pages of a site, in a crawl.
std::string online_together(double known, double expected, bool all_seen_once);

// How often changes brought earlier content back.
std::string describe_undone(const certificate::Undone& undone);

}  // namespace asof::assess
