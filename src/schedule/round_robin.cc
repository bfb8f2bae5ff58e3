// Every page in the order it became known; when watching, round and round.
#include <algorithm>

#include "schedule/capture_internal.h"

namespace asof::schedule {
namespace {

class RoundRobin final : public Strategy {
 public:
  void expect(const Outlook& outlook) override { endless_ = outlook.period > 0; }
  void learn(const Page& page) override { pages_.push_back(page.id); }
  Time wants(Time now) const override {
    return at_ < pages_.size() || (endless_ && !pages_.empty()) ? now : kNever;
  }
  std::optional<Visit> next(const Turn&) override {
    if (at_ == pages_.size() && endless_) at_ = 0;
    if (at_ == pages_.size()) return std::nullopt;
    return Visit{.page = pages_[at_++], .why = "next in the round"};
  }
  void observe(const Seen&) override {}
  std::unique_ptr<Strategy> clone() const override { return std::make_unique<RoundRobin>(*this); }

 private:
  std::vector<PageId> pages_;
  std::size_t at_ = 0;
  bool endless_ = false;
};

}  // namespace

std::unique_ptr<Strategy> make_round_robin(const Tuning&) { return std::make_unique<RoundRobin>(); }

}  // namespace asof::schedule
