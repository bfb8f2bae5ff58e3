// Announcements: whose news of other pages is true, learned from visits.
//
// A page that changed may say something new of others: an index lists an article, a sitemap dates
// it anew. Some of these pages name what has just changed, others only move their links about. So
// each is believed as far as its announcements came true beyond what was expected anyway: of the
// pages it named, visited since, with chances p of having changed without any news and outcomes y,
//
//   truth = sum (y - p) / sum (1 - p)
//
// which estimates s where a page that was announced has changed with the chance 1 - (1 - p)(1 - s).
// It is drawn toward the truth of all announcers together, which begins at 0: nobody is believed
// before something came true.
#pragma once

#include <vector>

#include "schedule/strategy.h"

namespace asof::schedule {

class Announcements final {
 public:
  // `announcer` says something new of `page`.
  void heard(PageId announcer, PageId page);
  // The page was visited: had it changed, and with what chance was it expected to have, without any
  // announcement? Settles all that was heard of it. O(announcements settled).
  void visited(PageId page, bool changed, double expected);
  // In [0, 1).
  double truth(PageId announcer) const;

 private:
  struct Record {
    double beyond = 0;  // sum of y - p
    double room = 0;    // sum of 1 - p
  };

  std::vector<Record> records_;            // by announcer
  Record all_;                             // of all announcers
  std::vector<std::vector<PageId>> open_;  // by page: who announced it since its last visit
};

}  // namespace asof::schedule
