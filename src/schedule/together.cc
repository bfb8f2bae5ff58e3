#include "schedule/together.h"

#include <deque>
#include <unordered_map>
#include <vector>

namespace asof::schedule {
namespace {

class Together final : public Strategy {
 public:
  explicit Together(std::unique_ptr<Strategy> inner) : inner_(std::move(inner)) {}

  void expect(const Outlook& outlook) override { inner_->expect(outlook); }

  void learn(const Page& page) override {
    inner_->learn(page);
    if (page.set == 0) return;
    sets_[page.set].push_back(page.id);
    members_[page.id].set = page.set;
  }

  Time wants(Time now) const override { return row_.empty() ? inner_->wants(now) : now; }

  std::optional<Visit> next(const Turn& turn) override {
    if (!row_.empty()) {
      const Visit visit = row_.front();
      row_.pop_front();
      return visit;
    }
    for (;;) {
      const auto visit = inner_->next(turn);
      if (!visit) return visit;
      const auto found = members_.find(visit->page);
      if (found == members_.end()) return visit;
      Member& member = found->second;
      member.asked.push_back(*visit);
      ++member.rounds;
      if (member.rounds > member.visits) {
        line_up(*visit, member);
        return visit;
      }
      tell(member);  // it was visited in a row with another page of its set
    }
  }

  void observe(const Seen& seen) override {
    const auto found = members_.find(seen.visit.page);
    if (found == members_.end()) return inner_->observe(seen);
    Member& member = found->second;
    member.ended.push_back(seen);
    if (member.asked.empty()) {
      // Told later, when what it brought has long been learned.
      member.ended.back().found.clear();
      member.ended.back().elsewhere.clear();
    }
    tell(member);
  }

  std::unique_ptr<Strategy> clone() const override {
    auto copy = std::make_unique<Together>(inner_->clone());
    copy->sets_ = sets_;
    copy->members_ = members_;
    copy->row_ = row_;
    return copy;
  }

 private:
  struct Member {
    std::uint32_t set = 0;
    std::uint64_t rounds = 0;  // visits that the strategy asked for
    std::uint64_t visits = 0;  // started or in the row
    std::deque<Visit> asked;   // of those the strategy waits for: what it asked
    std::deque<Seen> ended;    // of those the strategy has not been told of: what they brought
  };

  // The page of the set that is visited now, and behind it the others that it is a visit ahead of.
  void line_up(const Visit& visit, Member& member) {
    ++member.visits;
    for (const PageId page : sets_[member.set]) {
      Member& other = members_[page];
      if (other.visits >= member.visits) continue;
      row_.push_back({.page = page,
                      .purpose = other.visits == 0 ? Purpose::Capture : visit.purpose,
                      .why = "together with the other pages of its set"});
      ++other.visits;
    }
  }

  void tell(Member& member) {
    while (!member.asked.empty() && !member.ended.empty()) {
      Seen seen = std::move(member.ended.front());
      seen.visit = member.asked.front();
      member.ended.pop_front();
      member.asked.pop_front();
      inner_->observe(seen);
    }
  }

  std::unique_ptr<Strategy> inner_;
  std::unordered_map<std::uint32_t, std::vector<PageId>> sets_;
  std::unordered_map<PageId, Member> members_;
  std::deque<Visit> row_;  // to be visited next, before the strategy is asked again
};

}  // namespace

std::unique_ptr<Strategy> with_sets(std::unique_ptr<Strategy> strategy) {
  return std::make_unique<Together>(std::move(strategy));
}

}  // namespace asof::schedule
