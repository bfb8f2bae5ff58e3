#include "quality/clairvoyant.h"

#include <gtest/gtest.h>

#include <map>
#include <queue>

#include "base/random.h"
#include "quality/completeness.h"

namespace asof::quality {
namespace {

std::vector<Wanted> random_wanted(Rng& rng, std::size_t most, std::size_t instants, bool weighted) {
  std::vector<Wanted> wanted(rng.below(most + 1));
  for (Wanted& version : wanted) {
    version.first = static_cast<std::uint32_t>(rng.below(instants));
    version.last = version.first + static_cast<std::uint32_t>(rng.below(instants + 1));
    version.weight = weighted ? static_cast<double>(rng.below(6)) / 2 : 1;
  }
  return wanted;
}

// Every version is captured at one of its instants or not at all: all ways.
double best_of_all(const std::vector<Wanted>& wanted, std::size_t i,
                   std::vector<std::uint64_t>& left) {
  if (i == wanted.size()) return 0;
  double best = best_of_all(wanted, i + 1, left);
  for (std::size_t t = wanted[i].first; t <= wanted[i].last && t < left.size(); ++t) {
    if (left[t] == 0) continue;
    --left[t];
    best = std::max(best, wanted[i].weight + best_of_all(wanted, i + 1, left));
    ++left[t];
  }
  return best;
}

TEST(ClairvoyantTest, AgreesWithAllPlans) {
  Rng rng(1);
  for (int round = 0; round < 2000; ++round) {
    const std::size_t instants = 1 + rng.below(4);
    const std::uint64_t per_instant = 1 + rng.below(2);
    const auto wanted = random_wanted(rng, 6, instants, true);
    std::vector<std::uint64_t> left(instants, per_instant);
    EXPECT_DOUBLE_EQ(clairvoyant(wanted, instants, per_instant), best_of_all(wanted, 0, left))
        << "round " << round;
  }
}

// The same greedy with a plain search for augmenting paths over single places.
class PlainPlaces final {
 public:
  PlainPlaces(const std::vector<Wanted>& wanted, std::size_t instants, std::size_t per_instant)
      : wanted_(wanted), per_instant_(per_instant), taken_(instants * per_instant, kFree) {}

  bool place(std::size_t job) {
    tried_.assign(taken_.size(), false);
    return try_place(job);
  }

 private:
  static constexpr std::size_t kFree = static_cast<std::size_t>(-1);

  bool try_place(std::size_t job) {
    for (std::size_t p = 0; p < taken_.size(); ++p) {
      const std::size_t instant = p / per_instant_;
      if (tried_[p] || instant < wanted_[job].first || instant > wanted_[job].last) continue;
      tried_[p] = true;
      if (taken_[p] != kFree && !try_place(taken_[p])) continue;
      taken_[p] = job;
      return true;
    }
    return false;
  }

  const std::vector<Wanted>& wanted_;
  std::size_t per_instant_;
  std::vector<std::size_t> taken_;
  std::vector<bool> tried_;
};

TEST(ClairvoyantTest, AgreesWithAPlainSearchForAugmentingPaths) {
  Rng rng(4);
  for (int round = 0; round < 1000; ++round) {
    const std::size_t instants = 1 + rng.below(12);
    const std::size_t per_instant = 1 + rng.below(3);
    std::vector<Wanted> wanted(rng.below(30));
    for (Wanted& version : wanted) {
      version.first = static_cast<std::uint32_t>(rng.below(instants));
      version.last = version.first + static_cast<std::uint32_t>(rng.exponential(.5));
      version.weight = rng.uniform();
    }
    std::sort(wanted.begin(), wanted.end(),
              [](const Wanted& a, const Wanted& b) { return a.weight > b.weight; });
    PlainPlaces places(wanted, instants, per_instant);
    double sum = 0;
    for (std::size_t job = 0; job < wanted.size(); ++job)
      if (places.place(job)) sum += wanted[job].weight;
    EXPECT_NEAR(clairvoyant(wanted, instants, per_instant), sum, 1e-12) << "round " << round;
  }
}

TEST(ClairvoyantTest, AVersionMovesBackSoThatAnotherCanMoveOn) {
  // The first takes instant 0, the second 1; the third fits only if they go to 2 and 0.
  EXPECT_EQ(clairvoyant({{0, 5, 3}, {0, 1, 2}, {1, 1, 1}}, 6, 1), 6);
}

// For equal weights, visiting what expires first is optimal.
double earliest_deadline(const std::vector<Wanted>& wanted, std::size_t instants,
                         std::uint64_t per_instant) {
  std::multimap<std::uint32_t, std::uint32_t> starting;
  for (const Wanted& w : wanted) starting.emplace(w.first, w.last);
  std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>> open;
  double captured = 0;
  for (std::uint32_t t = 0; t < instants; ++t) {
    const auto [from, to] = starting.equal_range(t);
    for (auto it = from; it != to; ++it) open.push(it->second);
    for (std::uint64_t visit = 0; visit < per_instant; ++visit) {
      while (!open.empty() && open.top() < t) open.pop();
      if (open.empty()) break;
      open.pop();
      captured += 1;
    }
  }
  return captured;
}

TEST(ClairvoyantTest, AgreesWithEarliestDeadlineOnEqualWeights) {
  Rng rng(2);
  for (int round = 0; round < 1000; ++round) {
    const std::size_t instants = 1 + rng.below(30);
    const std::uint64_t per_instant = 1 + rng.below(4);
    auto wanted = random_wanted(rng, 120, instants, false);
    // Short windows, as busy pages have, make places scarce.
    if (round % 2 == 0)
      for (Wanted& w : wanted) w.last = w.first + w.last % 3;
    EXPECT_EQ(clairvoyant(wanted, instants, per_instant),
              earliest_deadline(wanted, instants, per_instant))
        << "round " << round;
  }
}

TEST(ClairvoyantTest, HeavyVersionsPushLightOnesAside) {
  const std::vector<Wanted> wanted = {{0, 1, 1}, {0, 0, 5}, {1, 1, 4}};
  EXPECT_EQ(clairvoyant(wanted, 2, 1), 9);
  EXPECT_EQ(clairvoyant(wanted, 2, 2), 10);
  EXPECT_EQ(clairvoyant(wanted, 2, 0), 0);
  EXPECT_EQ(clairvoyant(wanted, 0, 1), 0);
  EXPECT_EQ(clairvoyant({{3, 5, 1}}, 3, 1), 0);
}

SiteTrack random_site(Rng& rng, std::uint64_t pages) {
  SiteTrack site(1 + rng.below(pages));
  for (PageTrack& page : site) {
    page.weight = static_cast<double>(rng.below(4));
    for (std::uint64_t i = 0, n = rng.below(5); i < n; ++i)
      page.changes.push_back(
          {static_cast<double>(rng.below(9)) / 2, static_cast<double>(rng.below(4)) / 2});
    std::stable_sort(page.changes.begin(), page.changes.end(),
                     [](const Change& a, const Change& b) { return a.at < b.at; });
  }
  return site;
}

TEST(ClairvoyantTest, IsTheBestCompletenessOfAnyVisits) {
  Rng rng(3);
  const std::vector<Time> instants = {1, 2, 3, 4};
  for (int round = 0; round < 300; ++round) {
    SCOPED_TRACE(round);
    SiteTrack site = random_site(rng, 3);
    const std::uint64_t per_instant = 1 + rng.below(2);
    const std::size_t sets = std::size_t{1} << site.size();
    double per_page = 0;
    double global = 0;
    // At every instant any set of at most per_instant pages.
    for (std::size_t plan = 0; plan < sets * sets * sets * sets; ++plan) {
      for (PageTrack& page : site) page.captures.clear();
      std::size_t rest = plan;
      bool allowed = true;
      for (const Time at : instants) {
        std::uint64_t visits = 0;
        for (std::size_t page = 0; page < site.size(); ++page)
          if ((rest % sets) >> page & 1) {
            site[page].captures.push_back(at);
            ++visits;
          }
        allowed = allowed && visits <= per_instant;
        rest /= sets;
      }
      if (!allowed) continue;
      per_page = std::max(per_page, site_completeness(site).value_or(0));
      global = std::max(global, global_completeness(site).value_or(0));
    }
    const auto optimum = [&](CompletenessReading reading) {
      return clairvoyant(wanted_versions(site, instants, reading), instants.size(), per_instant);
    };
    EXPECT_NEAR(optimum(CompletenessReading::PerPage), per_page, 1e-12);
    EXPECT_NEAR(optimum(CompletenessReading::Global), global, 1e-12);
  }
}

}  // namespace
}  // namespace asof::quality
