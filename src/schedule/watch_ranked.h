// PeriodRanked: the common part of strategies that give every page a number once per period and
// visit the pages with the highest ones, each at most once in a period.
//
// A new period costs one call of rank() and O(n); next() then costs O(log n). Pages are ranked as
// of the instant the period begins, before anything that was observed after it: who is woken late,
// or asks for urgencies first, gets the same order.
#pragma once

#include <span>
#include <vector>

#include "schedule/strategy.h"
#include "schedule/watch_course.h"

namespace asof::schedule {

class PeriodRanked : public Strategy {
 public:
  void expect(const Outlook& outlook) override { outlook_ = outlook, clock_ = outlook.start; }
  void learn(const Page& page) override;
  Time wants(Time now) const final;
  std::optional<Visit> next(const Turn& turn) final;
  void observe(const Seen& seen) override;
  std::optional<std::vector<double>> urgencies(Time now, std::uint64_t most) override;

 protected:
  struct Watched {
    Page page;
    Time last = 0;         // visit, or when it became known
    Time before_last = 0;  // visit before that
    std::uint64_t visits = 0;
  };

  // Fills in the number of every page for the period that ends now, its length known.
  virtual void rank(Time now, std::span<double> scores) = 0;
  virtual std::string_view why() const = 0;
  // Can its numbers be compared with those of other sites?
  virtual bool comparable() const { return false; }
  // Pages to visit before all others in this period, whatever their numbers; asked after rank().
  virtual std::vector<PageId> first() { return {}; }
  virtual std::string_view why_first() const { return {}; }
  // A page is about to be visited; Watched::last still holds the visit before.
  virtual void visiting(PageId, Time) {}
  // A visit brought nothing: as if it had not been.
  virtual void failed(PageId) {}

  // Gives a page another number within this period. Nothing where it has been visited in it.
  void rescore(PageId page, double score);
  double score(PageId page) const { return scores_[page]; }
  bool waits(PageId page) const { return page < scores_.size() && !done_[page]; }

  const Outlook& outlook() const { return outlook_; }
  std::span<const Watched> pages() const { return pages_; }
  Time clock() const { return clock_; }
  Course course(const Page& page) const { return course_of(page, outlook_.patterns); }
  // Have patterns changed, so that what was worked out from them should be worked out again? Says
  // so once for each change, and at most once in kRenewal.
  bool renew(Time now);
  static constexpr Duration kRenewal = 86400;
  // Length of a period; where there is none, the time a visit of all pages takes.
  Duration period() const;
  // Periods between two visits where all pages are visited equally often, at least 1.
  double even_gap() const;

 private:
  struct Entry {
    double score;
    Time last;
    PageId page;
    // Is this one later in line? By number, then the longest unvisited, then the first known.
    bool operator<(const Entry& other) const {
      if (score != other.score) return score < other.score;
      if (last != other.last) return last > other.last;
      return page > other.page;
    }
  };
  std::int64_t index_of(Time now) const;
  void settle(Time now);  // ranks where a period has begun
  void drop_void();       // entries at the top of the heap that no longer count
  Visit visit(PageId page, Time now, std::string_view why);

  Outlook outlook_;
  std::vector<Watched> pages_;
  std::vector<double> scores_;
  std::vector<bool> done_;     // visited in this period
  std::vector<Entry> heap_;    // may hold entries that a newer number made void
  std::vector<PageId> first_;  // still to be visited before them, the next one last
  std::size_t waiting_ = 0;
  std::int64_t ranked_ = -1;  // the period that heap_ is about
  Time clock_ = 0;
  std::uint64_t revision_ = 0;  // of the patterns that were used last
  Time renewed_ = -kNever;
};

}  // namespace asof::schedule
