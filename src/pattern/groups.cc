// Shared patterns: a mixture of shapes, each page at its own rate.
//
// Ben Saad & Gançarski, JCDL 2011, section 6.3.4, let pages of one template and depth share a
// pattern. Here such groups are seeds and a prior; likelihood decides. Seeds: the pooled changes of
// groups and the changes of lively pages, those without a cycle left out, alike ones put together.
// Then a few rounds of: each page to the shapes by chance, each shape from its pages. The chances
// of a group's shapes lean on its parent's as far as the group's pages are few. What a shape is
// worth to a page, in changes, is the value that predicts left-out days of its pages best.
// Proof: PatternGroups.* (groups_test.cc), bench/patterns with three visits a page.
#include "pattern/groups.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "base/check.h"
#include "pattern/page_fit_internal.h"

namespace asof::pattern {
namespace {

constexpr std::size_t kSeedChanges = 30;  // of a group or page, before it can be a seed
constexpr std::size_t kSeeds = 16;        // groups tried, and as many pages
constexpr std::size_t kMostShared = 9;    // with the constant one
constexpr std::size_t kPooled = 300;      // pages looked at for one shape
constexpr std::size_t kSampled = 5000;    // pages that rounds look at
constexpr int kGroupRounds = 3;
constexpr double kAlike = 0.9;  // correlation of shapes that are one
constexpr double kLeaning = 2;  // pages' worth of a group's parent
constexpr double kWeights[] = {0.25, 1, 4, 16, 64};
constexpr double kUsualWeight = 4;
constexpr std::size_t kJudges = 40;  // pages that a weight is chosen on

double correlation(const std::vector<double>& a, const std::vector<double>& b) {
  const auto n = static_cast<double>(a.size());
  const double mean_a = std::accumulate(a.begin(), a.end(), 0.0) / n;
  const double mean_b = std::accumulate(b.begin(), b.end(), 0.0) / n;
  double ab = 0, aa = 0, bb = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    ab += (a[i] - mean_a) * (b[i] - mean_b);
    aa += (a[i] - mean_a) * (a[i] - mean_a);
    bb += (b[i] - mean_b) * (b[i] - mean_b);
  }
  return aa > 0 && bb > 0 ? ab / std::sqrt(aa * bb) : 0;
}

std::vector<double> repeated(const std::vector<double>& day) {
  std::vector<double> result;
  result.reserve(kDayClasses * day.size());
  for (std::size_t i = 0; i < kDayClasses; ++i) result.insert(result.end(), day.begin(), day.end());
  return result;
}

}  // namespace

PatternGroups::PatternGroups(LearnPageOptions options)
    : options_(std::move(options)), rates_(PatternPrior{}.rate) {
  shared_.push_back({Kind::Constant, {1}, {}, 0, 0});
}

const Calendar& PatternGroups::calendar() const {
  return options_.calendar ? *options_.calendar : utc_calendar();
}

void PatternGroups::learn(const PageTraits& page, const VisitLog& log) {
  if (!(log.until() > log.from())) return;
  const auto next = static_cast<std::uint32_t>(members_.size());
  const auto [at, added] = by_url_.emplace(page.url, next);
  if (added)
    members_.push_back({page, log});
  else
    members_[at->second].log = log;
}

// The shape of several pages' changes together, in a rhythm.
PatternGroups::Shared PatternGroups::shape_of(const Members& members, Kind kind) const {
  const Rhythm rhythm(kind, &calendar());
  fit::Evidence evidence(rhythm);
  for (const Member* one : members) evidence.add(one->log, rhythm, {.scale = one->rate});
  Shared shared{.kind = kind, .shape = {}, .importance = {}};
  shared.shape = fit::fit_rates(evidence, rhythm, 1, {{}, options_.flat, true});
  std::vector<double> weight(rhythm.slots()), count(rhythm.slots());
  double sum = 0, all = 0;
  for (const fit::Changed& one : evidence.changed) {
    for (auto r = one.first; r < one.last; ++r) {
      const double share = 1.0 / (one.last - one.first);
      weight[evidence.reaches[r].slot] += share * one.importance;
      count[evidence.reaches[r].slot] += share;
    }
    sum += one.importance;
    all += 1;
  }
  const double mean = all > 0 ? sum / all : 1;
  for (std::size_t k = 0; k < weight.size(); ++k)
    shared.importance.push_back((weight[k] + mean) / (count[k] + 1));
  return shared;
}

double PatternGroups::left_out(const Members& members, Kind kind) const {
  const Rhythm rhythm(kind, &calendar());
  double sum = 0;
  for (int fold = 0; fold < fit::kFolds; ++fold) {
    fit::Evidence others(rhythm), held(rhythm);
    for (const Member* one : members) {
      others.add(one->log, rhythm, {.fold = fold, .without = true, .scale = one->rate});
      held.add(one->log, rhythm, {.fold = fold, .scale = one->rate});
    }
    sum += held.log_likelihood(fit::fit_rates(others, rhythm, 1, {{}, options_.flat, true}));
  }
  return sum;
}

// The rhythm that pages have in common; Constant where they have none.
PatternGroups::Shared PatternGroups::pooled(const Members& members) const {
  std::vector<const VisitLog*> logs;
  logs.reserve(members.size());
  for (const Member* one : members) logs.push_back(&one->log);
  const auto found = [&](Cycle cycle) {
    // As many seeds are tested, one after the other.
    return test_cycle(logs, cycle, calendar()).p < options_.level / kSeeds;
  };
  std::vector<Kind> tried;
  const bool day = found(Cycle::Daily), classes = found(Cycle::ByClass);
  if (day) tried.push_back(Kind::Daily);
  if (classes) tried.push_back(Kind::DailyByDay);
  if (!day && found(Cycle::Weekly)) tried.push_back(Kind::Weekly);
  if (!day && found(Cycle::Monthly)) tried.push_back(Kind::Monthly);
  Kind best = Kind::Constant;
  if (!tried.empty()) {
    double most = left_out(members, Kind::Constant);
    for (const Kind kind : tried)
      if (const double score = left_out(members, kind); score > most) most = score, best = kind;
  }
  return best == Kind::Constant ? Shared{Kind::Constant, {1}, {}, 0, 0} : shape_of(members, best);
}

void PatternGroups::find_seeds() {
  struct Group {
    std::size_t changes = 0;
    Members members;
  };
  std::unordered_map<std::string, Group> groups;
  std::vector<const Member*> lively;
  for (const Member& one : members_) {
    if (one.log.kept() == 0) continue;
    for (const GroupName& name : groups_of(one.traits)) {
      Group& group = groups[name.name];
      group.changes += one.log.kept();
      group.members.push_back(&one);
    }
    if (one.log.kept() >= kSeedChanges) lively.push_back(&one);
  }
  std::vector<std::pair<const std::string*, Group*>> order;
  for (auto& [name, group] : groups)
    if (group.changes >= kSeedChanges) order.emplace_back(&name, &group);
  std::ranges::sort(order, [](const auto& a, const auto& b) {
    if (a.second->changes != b.second->changes) return a.second->changes > b.second->changes;
    return *a.first < *b.first;
  });
  order.resize(std::min(order.size(), kSeeds));
  const auto livelier = [](const Member* a, const Member* b) {
    return a->log.kept() > b->log.kept();
  };
  std::ranges::stable_sort(lively, livelier);
  lively.resize(std::min(lively.size(), kSeeds));
  std::vector<Members> seeds;
  for (auto& [name, group] : order) {
    std::ranges::stable_sort(group->members, livelier);
    group->members.resize(std::min(group->members.size(), kPooled));
    seeds.push_back(std::move(group->members));
  }
  for (const Member* one : lively) seeds.push_back({one});
  for (const Members& seed : seeds) {
    if (shared_.size() == kMostShared) break;
    Shared found = pooled(seed);
    const bool known = std::ranges::any_of(shared_, [&](const Shared& other) {
      return other.kind == found.kind &&
             (found.kind == Kind::Constant || correlation(other.shape, found.shape) > kAlike);
    });
    if (!known) shared_.push_back(std::move(found));
  }
}

// How many pages of each group follow each pattern; every so many pages are asked.
void PatternGroups::follow(std::size_t every) {
  std::unordered_map<std::string, std::vector<double>> next;
  for (Shared& one : shared_) one.pages = 0;
  for (std::size_t i = 0; i < members_.size(); i += every) {
    Member& one = members_[i];
    if (one.log.kept() == 0) continue;
    const auto share = likely(one.traits, one.log, one.rate);
    one.follows = static_cast<std::uint32_t>(std::ranges::max_element(share) - share.begin());
    for (std::size_t k = 0; k < share.size(); ++k) shared_[k].pages += share[k];
    for (const GroupName& name : groups_of(one.traits)) {
      std::vector<double>& group = next[name.name];
      group.resize(shared_.size());
      for (std::size_t k = 0; k < share.size(); ++k) group[k] += share[k];
    }
  }
  follow_ = std::move(next);
}

void PatternGroups::refit() {
  for (std::size_t k = 1; k < shared_.size(); ++k) {
    Members members;
    for (const Member& one : members_)
      if (one.log.kept() > 0 && one.follows == k) members.push_back(&one);
    if (members.size() < 2) continue;
    std::ranges::stable_sort(
        members, [](const Member* a, const Member* b) { return a->log.kept() > b->log.kept(); });
    members.resize(std::min(members.size(), kPooled));
    const double pages = shared_[k].pages;
    shared_[k] = shape_of(members, shared_[k].kind);
    shared_[k].pages = pages;
  }
}

void PatternGroups::find_weights() {
  for (std::size_t k = 1; k < shared_.size(); ++k) {
    Shared& shared = shared_[k];
    Members judges;
    for (const Member& one : members_)
      if (one.log.kept() >= 2 && one.follows == k) judges.push_back(&one);
    std::ranges::stable_sort(
        judges, [](const Member* a, const Member* b) { return a->log.kept() > b->log.kept(); });
    judges.resize(std::min(judges.size(), kJudges));
    const Rhythm rhythm(shared.kind, &calendar());
    shared.weight = kUsualWeight;
    double most = -kNever;
    for (const double weight : kWeights) {
      double sum = 0;
      for (const Member* one : judges)
        sum +=
            fit::left_out(one->log, rhythm, {0.5, 0.5 / one->rate}, {shared.shape, weight, true});
      if (judges.empty() || !(sum > most)) continue;
      most = sum;
      shared.weight = weight;
    }
  }
}

void PatternGroups::fit() {
  rates_ = RatePredictor(PatternPrior{}.rate);
  shared_.assign(1, {Kind::Constant, {1}, {}, 0, 0});
  follow_.clear();
  if (members_.empty()) return;
  for (const Member& one : members_) rates_.learn(one.traits, observations_of(one.log));
  rates_.fit();
  for (Member& one : members_)
    one.rate = rates_.belief_of_learned(one.traits, observations_of(one.log)).mean();
  find_seeds();
  if (shared_.size() == 1) return;
  const std::size_t every = std::max<std::size_t>(1, members_.size() / kSampled);
  for (int round = 0; round < kGroupRounds; ++round) {
    follow(every);
    refit();
  }
  follow(1);
  find_weights();
}

// By pattern: how likely a page with these traits follows it, before its changes are looked at.
std::vector<double> PatternGroups::chances(const PageTraits& page) const {
  std::vector<double> share(shared_.size(), 1.0 / static_cast<double>(shared_.size()));
  for (const GroupName& name : groups_of(page)) {
    const auto at = follow_.find(name.name);
    if (at == follow_.end()) break;
    const double sum = std::accumulate(at->second.begin(), at->second.end(), kLeaning);
    for (std::size_t k = 0; k < share.size(); ++k)
      share[k] = (at->second[k] + kLeaning * share[k]) / sum;
  }
  return share;
}

std::vector<double> PatternGroups::likely(const PageTraits& page, const VisitLog& log,
                                          double rate) const {
  std::vector<double> share = chances(page);
  if (log.kept() == 0) return share;
  std::vector<double> score(share.size(), -kNever);
  for (std::size_t kind = 0; kind < kKinds; ++kind) {
    const Rhythm rhythm(static_cast<Kind>(kind), &calendar());
    fit::Evidence evidence(rhythm);
    bool added = false;
    for (std::size_t k = 0; k < share.size(); ++k) {
      if (shared_[k].kind != rhythm.kind()) continue;
      if (!std::exchange(added, true)) evidence.add(log, rhythm, {.scale = rate});
      score[k] = std::log(share[k]) + evidence.log_likelihood(shared_[k].shape);
    }
  }
  const double most = std::ranges::max(score);
  double sum = 0;
  for (std::size_t k = 0; k < share.size(); ++k) sum += share[k] = std::exp(score[k] - most);
  for (double& one : share) one /= sum;
  return share;
}

PatternPrior PatternGroups::prior(const PageTraits& page, const VisitLog& own) const {
  PatternPrior prior;
  if (members_.empty()) return prior;
  const auto seen = observations_of(own);
  prior.rate = by_url_.contains(page.url) ? rates_.belief_without(page, seen) : rates_.belief(page);
  if (shared_.size() == 1) return prior;
  const auto share = likely(page, own, updated(prior.rate, seen).mean());
  const auto top = static_cast<std::size_t>(std::ranges::max_element(share) - share.begin());
  prior.shared = static_cast<std::uint32_t>(top);
  prior.kind = shared_[top].kind;
  if (prior.kind == Kind::Weekly || prior.kind == Kind::Monthly) {
    prior.shape = shared_[top].shape;
    prior.importance = shared_[top].importance;
    prior.weight = shared_[top].weight;
    prior.importance_weight = 1;
    return prior;
  }
  // Between a constant rate and patterns of the day: what is expected over all of them.
  const auto daily = [](Kind kind) { return kind == Kind::Daily || kind == Kind::DailyByDay; };
  double cyclic = 0, classes = 0;
  for (std::size_t k = 1; k < share.size(); ++k) {
    if (daily(shared_[k].kind)) cyclic += share[k];
    if (shared_[k].kind == Kind::DailyByDay) classes += share[k];
  }
  if (prior.kind == Kind::Constant && cyclic < share[0]) return prior;
  prior.kind = classes * 2 > cyclic ? Kind::DailyByDay : Kind::Daily;
  const std::size_t slots = Rhythm(prior.kind).slots();
  prior.shape.assign(slots, share[0] / (share[0] + cyclic));
  prior.importance.assign(slots, 0);
  for (std::size_t k = 1; k < share.size(); ++k) {
    const Shared& one = shared_[k];
    if (!daily(one.kind)) continue;
    const double part = share[k] / (share[0] + cyclic);
    const bool narrow = one.kind == Kind::DailyByDay && prior.kind == Kind::Daily;
    const bool wide = one.kind == Kind::Daily && prior.kind == Kind::DailyByDay;
    const auto shape = wide ? repeated(one.shape) : one.shape;
    const auto importance = wide ? repeated(one.importance) : one.importance;
    for (std::size_t i = 0; i < slots; ++i) {
      // Weekdays stand for all days.
      prior.shape[i] += part * shape[narrow ? i % 24 : i];
      prior.importance[i] += share[k] / cyclic * importance[narrow ? i % 24 : i];
    }
    prior.weight += share[k] / cyclic * one.weight;
  }
  prior.importance_weight = 1;
  return prior;
}

PagePattern PatternGroups::page(const PageTraits& page, const VisitLog& log) const {
  return learn_page(log, prior(page, log), options_);
}

}  // namespace asof::pattern
