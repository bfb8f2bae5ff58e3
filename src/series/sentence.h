// Sentences about when a page or a site changes, for people: "changes most between 6:00 and 9:00 on
// weekdays; quiet from Saturday 20:00 to Monday 5:00; known from 214 visits".
#pragma once

#include <cstdint>
#include <string>

#include "pattern/page_pattern.h"
#include "pattern/spans.h"

namespace asof::series {

// What a sentence about one page is made of, beside its pattern.
struct Known {
  std::uint64_t visits = 0;
  std::uint64_t changes = 0;
  Duration watched = 0;         // from the first visit to the last, in seconds
  bool by_publication = false;  // visits are versions: everything the site published
};

// Without a capital and a period. Something for every page: with a cycle, without one, without a
// change, captured once.
std::string sentence_of(const pattern::PagePattern& page, const Known& known);
// Of several pages.
std::string sentence_of(const pattern::WeekProfile& week);

// The parts. "Monday 5:00"; "between 6:00 and 9:00 on weekdays"; "from Saturday 20:00 to Monday
// 5:00"; "every 3 hours", "twice a day", "every 40 days".
std::string hour_of_week(unsigned hour);
std::string in_words(const pattern::DaySpan& span);
std::string in_words(const pattern::WeekSpan& span);
std::string how_often(double per_second);

}  // namespace asof::series
