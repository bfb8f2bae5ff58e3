// SHARC section 5: pages are detected while they are crawled, and the size of the site is
// estimated.
//
// sharc-online (Equations 11 to 16; Example 5.1 contradicts Equation 11 and Table 3, which are
// followed): ascending, the coldest detected page, while what is downloaded and detected is no more
// than half of the site; middle, the detected page that leaves one for the other side of the organ
// pipes for each one downloaded; descending, the hottest detected page, once half is downloaded.
// With all pages known beforehand it is sharc-offline.
// pipes (section 5.5): the same without the middle phase, the greedy that keeps the smallest for
// the beginning and meets the largest only after the middle.
//
// Without an estimate the size is predicted from the growth seen so far. An estimate below what has
// been detected is raised to it; one too high delays the descent. A decision costs O(log n), in an
// order-statistics tree. orders_test.cc has Table 3 and a twin that sorts a list.
#include <algorithm>
#include <ext/pb_ds/assoc_container.hpp>
#include <ext/pb_ds/tree_policy.hpp>
#include <utility>

#include "schedule/capture_internal.h"
#include "schedule/growth.h"

namespace asof::schedule {
namespace {

using Detected =
    __gnu_pbds::tree<std::pair<double, PageId>, __gnu_pbds::null_type, std::less<>,
                     __gnu_pbds::rb_tree_tag, __gnu_pbds::tree_order_statistics_node_update>;

class OnlinePipes final : public Strategy {
 public:
  explicit OnlinePipes(bool middle_phase) : middle_phase_(middle_phase) {}

  void expect(const Outlook& outlook) override { estimate_ = outlook.pages; }
  void learn(const Page& page) override { detected_.insert({page.rate, page.id}); }
  Time wants(Time now) const override { return detected_.empty() ? kNever : now; }
  std::optional<Visit> next(const Turn&) override {
    if (detected_.empty()) return std::nullopt;
    const std::uint64_t known = downloaded_ + detected_.size();
    const std::uint64_t size = std::max(estimate_ > 0 ? estimate_ : growth_.pages(known), known);
    std::size_t rank = detected_.size() - 1;
    std::string_view why = "descending: hottest detected";
    if (2 * (middle_phase_ ? known : downloaded_) <= size) {
      rank = 0;
      why = "ascending: coldest detected";
    } else if (middle_phase_ && 2 * downloaded_ <= size) {
      rank = std::min<std::size_t>(downloaded_, rank);
      why = "middle: one left for the other side for each downloaded";
    }
    const auto chosen = detected_.find_by_order(rank);
    const Visit visit{.page = chosen->second, .why = why, .score = chosen->first};
    detected_.erase(chosen);
    ++downloaded_;
    return visit;
  }
  void observe(const Seen& seen) override {
    if (seen.outcome == Outcome::First) growth_.visited(seen.found.size());
  }
  std::unique_ptr<Strategy> clone() const override { return std::make_unique<OnlinePipes>(*this); }

 private:
  bool middle_phase_;
  std::uint64_t estimate_ = 0;  // 0: none
  Growth growth_;
  std::uint64_t downloaded_ = 0;
  Detected detected_;
};

}  // namespace

std::unique_ptr<Strategy> make_sharc_online(const Tuning&) {
  return std::make_unique<OnlinePipes>(true);
}

std::unique_ptr<Strategy> make_pipes(const Tuning&) { return std::make_unique<OnlinePipes>(false); }

}  // namespace asof::schedule
