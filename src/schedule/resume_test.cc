// Every strategy of the registry resumes: a fresh one that is told the same things, and a clone, go
// on as the one that was interrupted would have.
#include <gtest/gtest.h>

#include "support/captures.h"

namespace asof::schedule {
namespace {

const pattern::Pattern kPattern[] = {
    {.cycle = 24, .rates = {0.1, 0.5, 0.2, 0.4}, .importance = {0.5, 0.5, 0.5, 0.5}}};
const FixedPatterns kPatternSource{kPattern};
const std::vector<Time> kChangesSeen = {0.5, 2, 3.25, 7, 11, 18.5, 30, 44};

struct Told {
  enum class Kind { Next, Observe, Learn } kind;
  Turn turn;
  Seen seen;
  Page page;
};

// A site that grows while it is visited, and the calls it leads to.
class Session final {
 public:
  Session(std::string_view name, std::uint64_t seed) : name_(name), rng_(seed) {}
  std::unique_ptr<Strategy> fresh() const {
    auto strategy =
        make_strategy(name_, {.extra = 9, .extra_given = name_.size() % 2 == 0}).value();
    Outlook outlook{.pages = 14, .start = 1, .patterns = &kPatternSource};
    const Row* row = find_strategy(name_.substr(0, name_.find('+')));
    if ((row->needs & (kPeriods | kCollections)) != 0) {
      outlook.period = 4;
      outlook.per_period = 4;
      outlook.until = 100;
    }
    strategy->expect(outlook);
    for (PageId id = 0; id < 6; ++id) strategy->learn(page(id));
    return strategy;
  }
  // One step of the strategy; what it was told is written down. False at its end.
  bool step(Strategy& strategy, std::vector<Visit>& visits) {
    const Time wanted = strategy.wants(now_);
    if (wanted > 60) return false;
    now_ = std::max(now_, wanted);
    const Turn turn{.now = now_, .left = 200};
    told_.push_back({.kind = Told::Kind::Next, .turn = turn});
    const auto visit = strategy.next(turn);
    now_ += 1;
    if (!visit) return true;
    visits.push_back(*visit);
    Seen seen{.visit = *visit, .sent = now_ - 1, .received = now_ - 0.5};
    const auto drawn = rng_.below(10);
    seen.outcome = drawn < 4 ? Outcome::Same : (drawn < 9 ? Outcome::Changed : Outcome::Failed);
    seen.importance = rng_.uniform();
    if (known_ < 12 && rng_.below(3) == 0) seen.found = {page(known_++)};
    strategy.observe(seen);
    told_.push_back({.kind = Told::Kind::Observe, .seen = seen});
    for (const Page& found : seen.found) {
      strategy.learn(found);
      told_.push_back({.kind = Told::Kind::Learn, .page = found});
    }
    return true;
  }
  void replay(Strategy& strategy) const {
    for (const Told& told : told_) {
      if (told.kind == Told::Kind::Next)
        strategy.next(told.turn);
      else if (told.kind == Told::Kind::Observe)
        strategy.observe(told.seen);
      else
        strategy.learn(told.page);
    }
  }

 private:
  Page page(PageId id) const {
    return {.id = id,
            .parent = id == 0 ? kNoPage : id / 3,
            .depth = id == 0 ? 0u : 1u,
            .weight = 1.0 / (1 + id),
            .rate = 0.05 * (1 + id * 7 % 5),
            .pattern = 0,
            .changes = id % 4 == 3 ? nullptr : &kChangesSeen};
  }

  std::string_view name_;
  Rng rng_;
  Time now_ = 1;
  PageId known_ = 6;
  std::vector<Told> told_;
};

TEST(Resume, GoesOnAsIfNothingHadHappened) {
  std::vector<std::string> names;
  for (const Row& row : strategies()) {
    names.emplace_back(row.name);
    if (row.twice) names.push_back(std::string(row.name) + "+revisit");
  }
  for (const std::string& name : names) {
    for (std::uint64_t seed = 0; seed < 25; ++seed) {
      Session session(name, seed);
      auto interrupted = session.fresh();
      std::vector<Visit> before;
      const std::uint64_t steps = Rng(seed).below(30);
      bool running = true;
      for (std::uint64_t i = 0; i < steps && running; ++i)
        running = session.step(*interrupted, before);

      auto replayed = session.fresh();
      session.replay(*replayed);
      auto copy = interrupted->clone();
      std::vector<std::vector<Visit>> after;
      for (Strategy* strategy : {interrupted.get(), replayed.get(), copy.get()}) {
        Session rest = session;
        after.emplace_back();
        for (int i = 0; i < 60 && rest.step(*strategy, after.back()); ++i) {
        }
      }
      for (std::size_t other = 1; other < 3; ++other) {
        ASSERT_EQ(after[other].size(), after[0].size()) << name << ' ' << seed << ' ' << other;
        for (std::size_t i = 0; i < after[0].size(); ++i) {
          ASSERT_EQ(after[other][i].page, after[0][i].page) << name << ' ' << seed;
          ASSERT_EQ(after[other][i].purpose, after[0][i].purpose) << name << ' ' << seed;
          ASSERT_EQ(after[other][i].score, after[0][i].score) << name << ' ' << seed;
        }
      }
    }
  }
}

}  // namespace
}  // namespace asof::schedule
