// Orders of discovery, SHARC sections 5.1 and 8: breadth-first, depth-first, hottest-first and
// coldest-first among the pages detected so far; and any of them at random. orders_test.cc has the
// paper's Tables 1 and 2.
#include <queue>
#include <tuple>
#include <utility>

#include "base/random.h"
#include "schedule/capture_internal.h"

namespace asof::schedule {
namespace {

// The page of the lowest key among those detected; of equal keys the one known earlier.
class LowestFirst final : public Strategy {
 public:
  using Key = double (*)(const Page&);
  LowestFirst(Key key, std::string_view why) : key_(key), why_(why) {}

  void expect(const Outlook&) override {}
  void learn(const Page& page) override { detected_.emplace(key_(page), page.id); }
  Time wants(Time now) const override { return detected_.empty() ? kNever : now; }
  std::optional<Visit> next(const Turn&) override {
    if (detected_.empty()) return std::nullopt;
    const auto [key, page] = detected_.top();
    detected_.pop();
    return Visit{.page = page, .why = why_, .score = key};
  }
  void observe(const Seen&) override {}
  std::unique_ptr<Strategy> clone() const override { return std::make_unique<LowestFirst>(*this); }

 private:
  using Entry = std::pair<double, PageId>;
  Key key_;
  std::string_view why_;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> detected_;
};

// Each page has a place of its own between 0 and 1, drawn from the seed and its number.
class RandomOrder final : public Strategy {
 public:
  explicit RandomOrder(std::uint64_t seed) : chance_(seed) {}

  void expect(const Outlook&) override {}
  void learn(const Page& page) override {
    detected_.emplace(chance_.fork(page.id).uniform(), page.id);
  }
  Time wants(Time now) const override { return detected_.empty() ? kNever : now; }
  std::optional<Visit> next(const Turn&) override {
    if (detected_.empty()) return std::nullopt;
    const auto [place, page] = detected_.top();
    detected_.pop();
    return Visit{.page = page, .why = "drawn at random", .score = place};
  }
  void observe(const Seen&) override {}
  std::unique_ptr<Strategy> clone() const override { return std::make_unique<RandomOrder>(*this); }

 private:
  using Entry = std::pair<double, PageId>;
  Rng chance_;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> detected_;
};

// New pages go to the front of the list and keep their order there (Table 1). A page known
// beforehand waits for its parent, as if found by it.
class DepthFirst final : public Strategy {
 public:
  void expect(const Outlook&) override {}
  void learn(const Page& page) override {
    const std::size_t size = std::size_t{page.id} + 1;
    if (size > next_.size()) next_.resize(size, kNoPage);
    if (size > children_.size()) {
      children_.resize(size);
      state_.resize(size, State::Unknown);
    }
    state_[page.id] = State::Detected;
    if (page.parent < state_.size() && page.parent != page.id &&
        state_[page.parent] == State::Detected)
      append(children_[page.parent], page.id);
    else
      append(found_, page.id);
  }
  Time wants(Time now) const override {
    return front_ == kNoPage && found_.first == kNoPage ? kNever : now;
  }
  std::optional<Visit> next(const Turn&) override {
    push_front(found_);
    if (front_ == kNoPage) return std::nullopt;
    const PageId page = std::exchange(front_, next_[front_]);
    state_[page] = State::Visited;
    push_front(children_[page]);
    return Visit{.page = page, .why = "deepest detected"};
  }
  // What comes now was found by another visit than what came before.
  void observe(const Seen&) override { push_front(found_); }
  std::unique_ptr<Strategy> clone() const override { return std::make_unique<DepthFirst>(*this); }

 private:
  enum class State : std::uint8_t { Unknown, Detected, Visited };
  struct Chain {
    PageId first = kNoPage;
    PageId last = kNoPage;
  };
  void append(Chain& chain, PageId page) {
    (chain.first == kNoPage ? chain.first : next_[chain.last]) = page;
    chain.last = page;
    next_[page] = kNoPage;
  }
  void push_front(Chain& chain) {
    if (chain.first == kNoPage) return;
    next_[chain.last] = front_;
    front_ = chain.first;
    chain = {};
  }

  std::vector<PageId> next_;  // of a page: the one behind it in whatever list it is in
  std::vector<Chain> children_;
  std::vector<State> state_;
  Chain found_;             // since the last visit
  PageId front_ = kNoPage;  // of the list
};

}  // namespace

std::unique_ptr<Strategy> make_breadth_first(const Tuning&) {
  return std::make_unique<LowestFirst>(
      [](const Page& page) { return static_cast<double>(page.depth); }, "nearest to the entry");
}

std::unique_ptr<Strategy> make_random(const Tuning& tuning) {
  return std::make_unique<RandomOrder>(tuning.seed);
}

std::unique_ptr<Strategy> make_depth_first(const Tuning&) { return std::make_unique<DepthFirst>(); }

std::unique_ptr<Strategy> make_hottest_first(const Tuning&) {
  return std::make_unique<LowestFirst>([](const Page& page) { return -page.rate; },
                                       "hottest detected");
}

std::unique_ptr<Strategy> make_coldest_first(const Tuning&) {
  return std::make_unique<LowestFirst>([](const Page& page) { return page.rate; },
                                       "coldest detected");
}

}  // namespace asof::schedule
