// sharc-multi-online: pages are detected while they are crawled, and `extra` requests go to pages
// that were visited before. The fetch that discovers a page need not be the one that archives it.
//
// New pages are taken in the order of sharc-online. The repeated visits lie evenly between, each to
// the page for which rate * (now - last)^2 is highest, where a visit helps most (multi_adaptive.cc
// says why). Without a number given, a twentieth of the site: on SHARC's synthetic tree that makes
// the online crawl twice as sharp as sharc-offline.
//
// A decision costs O(log^2 n) amortised. multi_adaptive_test.cc compares decisions with a scan.
#include <algorithm>
#include <cmath>

#include "schedule/capture_internal.h"
#include "schedule/kinetic_tournament.h"

namespace asof::schedule {
namespace {

class MultiOnline final : public Strategy {
 public:
  explicit MultiOnline(const Tuning& tuning)
      : tuning_(tuning), discovery_(make_sharc_online(tuning)) {}
  MultiOnline(const MultiOnline& other)
      : tuning_(other.tuning_),
        discovery_(other.discovery_->clone()),
        estimate_(other.estimate_),
        known_(other.known_),
        found_(other.found_),
        repeated_(other.repeated_),
        spent_(other.spent_),
        roots_(other.roots_),
        visited_(other.visited_) {}

  void expect(const Outlook& outlook) override {
    estimate_ = outlook.pages;
    discovery_->expect(outlook);
  }
  void learn(const Page& page) override {
    if (page.id >= roots_.size()) roots_.resize(std::size_t{page.id} + 1, 0);
    roots_[page.id] = std::sqrt(page.rate);
    ++known_;
    discovery_->learn(page);
  }
  Time wants(Time now) const override {
    if (discovery_->wants(now) < kNever) return now;
    return spent_ > 0 && repeated_ < extra() ? now : kNever;
  }
  std::optional<Visit> next(const Turn& turn) override {
    const bool more = discovery_->wants(turn.now) < kNever;
    if (spent_ > 0 && repeated_ < extra() && (!more || due()) && turn.left > known_ - found_) {
      const std::size_t page = visited_.best(turn.now);
      const Visit visit{.page = static_cast<PageId>(page),
                        .why = "visited before: highest root of rate times gap",
                        .score = visited_.value(page, turn.now)};
      ++repeated_;
      return leave(visit, turn.now);
    }
    auto visit = discovery_->next(turn);
    if (!visit) return std::nullopt;
    ++found_;
    return leave(*visit, turn.now);
  }
  void observe(const Seen&) override {}
  std::unique_ptr<Strategy> clone() const override { return std::make_unique<MultiOnline>(*this); }

 private:
  std::uint64_t size() const { return std::max(estimate_, known_); }
  std::uint64_t extra() const { return tuning_.extra_given ? tuning_.extra : size() / 20; }
  // The next of the repeated visits lies in the middle of its share of the requests.
  bool due() const {
    const auto repeats = static_cast<double>(extra());
    const double share = (static_cast<double>(size()) + repeats) / repeats;
    return static_cast<double>(spent_) >= (static_cast<double>(repeated_) + 0.5) * share;
  }
  Visit leave(const Visit& visit, Time now) {
    const double root = roots_[visit.page];
    visited_.set(visit.page, -root * now, root, now);
    ++spent_;
    return visit;
  }

  Tuning tuning_;
  std::unique_ptr<Strategy> discovery_;
  std::uint64_t estimate_ = 0;
  std::uint64_t known_ = 0;
  std::uint64_t found_ = 0;  // of those, visited
  std::uint64_t repeated_ = 0;
  std::uint64_t spent_ = 0;
  std::vector<double> roots_;
  KineticTournament visited_;
};

}  // namespace

std::unique_ptr<Strategy> make_multi_online(const Tuning& tuning) {
  return std::make_unique<MultiOnline>(tuning);
}

}  // namespace asof::schedule
