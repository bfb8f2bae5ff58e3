// Undone: how often pages went back to what they had held before. All proofs assume that this did
// not happen in between; here is how much that assumes.
#pragma once

#include <cstdint>
#include <vector>

#include "certificate/course.h"

namespace asof::certificate {

struct Interval {
  double least = 0;
  double most = 1;
};
// Of a share, `count` of `all` having been seen: Wilson's score interval, which holds it nine times
// in ten. Without anything seen, all from 0 to 1.
Interval share_interval(std::uint64_t count, std::uint64_t all);

// A page that was seen with two contents and changes again can go back to an earlier one.
struct Undone {
  std::uint64_t chances = 0;   // changes after an earlier one of the same page
  std::uint64_t returned = 0;  // of them, those to content the page had held before
  // The same in earlier crawls of these sites, as the crawl says.
  std::uint64_t earlier_chances = 0;
  std::uint64_t earlier_returned = 0;

  std::uint64_t all_chances() const { return chances + earlier_chances; }
  std::uint64_t all_returned() const { return returned + earlier_returned; }
  Interval share() const { return share_interval(all_returned(), all_chances()); }
  bool operator==(const Undone&) const = default;
};

// Adds what a page's statements, by time, show.
void add_returns(const std::vector<Statement>& said, Undone& undone);

}  // namespace asof::certificate
