// Any order of visits, then the same order again as revisits: how SHARC section 8 lets strategies
// without revisits compete with those that have them.
#include <vector>

#include "schedule/rows_internal.h"

namespace asof::schedule {
namespace {

class Twice final : public Strategy {
 public:
  explicit Twice(std::unique_ptr<Strategy> first, std::unique_ptr<Strategy> second)
      : first_(std::move(first)), second_(std::move(second)) {}

  void expect(const Outlook& outlook) override {
    first_->expect(outlook);
    outlook_ = outlook;
  }
  void learn(const Page& page) override {
    pages_.push_back(page);
    if (revisiting_)
      second_->learn(page);
    else
      first_->learn(page);
  }
  Time wants(Time now) const override {
    if (revisiting_) return second_->wants(now);
    const Time wanted = first_->wants(now);
    if (wanted != kNever) return wanted;
    // The last visit may still bring pages: only then is the first round over.
    return under_way_ > 0 || pages_.empty() ? kNever : now;
  }
  std::optional<Visit> next(const Turn& turn) override {
    if (!revisiting_) {
      if (auto visit = first_->next(turn)) return ++under_way_, visit;
      if (first_->wants(turn.now) != kNever || under_way_ > 0 || pages_.empty())
        return std::nullopt;
      start_again(turn.now);
    }
    auto visit = second_->next(turn);
    if (visit) visit->purpose = Purpose::Revisit;
    return visit;
  }
  void observe(const Seen& seen) override {
    if (revisiting_) return second_->observe(seen);
    --under_way_;
    first_->observe(seen);
  }
  std::unique_ptr<Strategy> clone() const override {
    auto copy = std::make_unique<Twice>(first_->clone(), second_->clone());
    copy->outlook_ = outlook_;
    copy->pages_ = pages_;
    copy->revisiting_ = revisiting_;
    copy->under_way_ = under_way_;
    return copy;
  }

 private:
  void start_again(Time now) {
    revisiting_ = true;
    outlook_.start = now;
    outlook_.pages = pages_.size();
    second_->expect(outlook_);
    for (const Page& page : pages_) second_->learn(page);
  }

  std::unique_ptr<Strategy> first_;
  std::unique_ptr<Strategy> second_;
  Outlook outlook_;
  std::vector<Page> pages_;
  bool revisiting_ = false;
  std::uint64_t under_way_ = 0;
};

}  // namespace

std::unique_ptr<Strategy> make_twice(const Row& row, const Tuning& tuning) {
  return std::make_unique<Twice>(row.make(tuning), row.make(tuning));
}

}  // namespace asof::schedule
