// The order of learning and its reasons are in the header.
#include "navigate/site.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "base/check.h"
#include "base/random.h"
#include "pattern/learn.h"

namespace asof::navigate {
namespace {

constexpr double kHour = 3600;
constexpr double kDay = 24 * kHour;
constexpr std::size_t kHours = 24;
// Of what linked pages have in common. Of 1 to 12 hours and doubts of .25 to 3, hidden captures are
// likeliest with 2 or 3 hours and .25.
constexpr Duration kCircleSlot = 3 * kHour;
constexpr double kCircleDoubt = 0.25;
// A page that changed in every gap may have changed any number of times. With a whole slot of rest
// believed of it its rate was too low, and low probabilities, which are about such pages, too high;
// hidden captures are as likely with half of one.
constexpr double kRest = 0.5;

bool changed(const Page& page) {
  return std::adjacent_find(page.captures.begin(), page.captures.end(),
                            [](const CaptureMark& a, const CaptureMark& b) {
                              return a.digest != b.digest;
                            }) != page.captures.end();
}

// Pairs to learn from: a source at random, and a page that it links to and that was seen to change.
std::vector<PageLink> draw_pairs(std::span<const Page> pages, std::span<const PageLink> links,
                                 std::size_t most, Rng& rng) {
  std::map<std::uint32_t, std::set<std::uint32_t>> targets;
  for (const PageLink& link : links)
    if (link.from != link.to && !pages[link.from].captures.empty() && changed(pages[link.to]))
      targets[link.from].insert(link.to);
  std::vector<std::uint32_t> sources;
  std::vector<std::vector<std::uint32_t>> of_source;
  for (const auto& [source, its] : targets) {
    sources.push_back(source);
    of_source.emplace_back(its.begin(), its.end());
    rng.shuffle(std::span(of_source.back()));
  }
  std::vector<PageLink> pairs;
  while (!sources.empty() && pairs.size() < most) {
    const std::size_t k = rng.below(sources.size());
    pairs.push_back({sources[k], of_source[k].back()});
    of_source[k].pop_back();
    if (!of_source[k].empty()) continue;
    std::swap(sources[k], sources.back());
    std::swap(of_source[k], of_source.back());
    sources.pop_back();
    of_source.pop_back();
  }
  return pairs;
}

ActivityOptions activity_of(const SiteOptions& options, Duration slot) {
  return {.from = options.from, .until = options.until, .slot = slot};
}

}  // namespace

pattern::Pattern own_pattern(const Page& page, Duration watched) {
  std::vector<pattern::Sighting> seen;
  for (std::size_t i = 0; i + 1 < page.captures.size(); ++i)
    if (page.captures[i].at < page.captures[i + 1].at)
      seen.push_back({page.captures[i].at, page.captures[i + 1].at,
                      page.captures[i].digest != page.captures[i + 1].digest});
  pattern::Pattern changes =
      pattern::learned_pattern(seen, {.cycle = kDay, .slots = kHours, .rest = kRest, .rounds = 30});
  if (changes.rates.empty()) changes.rates.assign(kHours, 0);
  // A page that never changed may yet: half a change in all the time it was seen.
  for (double& rate : changes.rates) rate += 0.5 * kDay / (watched * kHours);
  return changes;
}

bool tells(const Page& page) {
  return std::any_of(page.captures.begin(), page.captures.end(),
                     [](const CaptureMark& mark) { return mark.last_modified.has_value(); });
}

// Whole hours, so that hours of the day fit into slots.
Duration SiteKnowledge::slot() const {
  const double hours = (options_.until - options_.from) / kHour;
  return kHour * std::max(1.0, std::ceil(hours / static_cast<double>(options_.most_slots)));
}

void SiteKnowledge::learn_patterns() {
  const ActivityOptions slots = activity_of(options_, slot());
  const ActivityOptions days = activity_of(options_, std::max(2 * kDay, slots.slot));
  for (Page& page : pages_) {
    page.changes = own_pattern(page, options_.until - options_.from);
    // A page has livelier times than others of its own.
    const std::vector<double> lively = refine(learn_activity({&page, 1}, days), days, slots);
    page.changes = with_activity(page.changes, lively, slots);
  }
  const std::vector<double> activity = learn_activity(pages_, slots);
  for (Page& page : pages_) page.changes = with_activity(page.changes, activity, slots);
}

void SiteKnowledge::learn_joint(std::span<const PageLink> pairs) {
  std::vector<PerShare> likelihoods;
  likelihoods.reserve(pairs.size());
  for (const PageLink& pair : pairs) {
    if (options_.stop.stop_requested()) return;
    likelihoods.push_back(share_likelihood(Track(pages_[pair.from]), Track(pages_[pair.to])));
  }
  joint_ = learn_joint_share(likelihoods);
  for (std::size_t k = 0; k < pairs.size(); ++k)
    pairs_[{pairs[k].from, pairs[k].to}] = posterior_share(joint_, likelihoods[k]);
}

void SiteKnowledge::learn_circles(std::span<const PageLink> links) {
  apart_.reserve(pages_.size());
  for (const Page& page : pages_) apart_.push_back(page.changes);
  const ActivityOptions slots = activity_of(options_, slot());
  ActivityOptions coarse = activity_of(options_, std::max(kCircleSlot, slots.slot));
  coarse.doubt = kCircleDoubt;
  coarse.rounds = 15;
  add_circle_activity(pages_, circles_of(pages_.size(), links), coarse, slots);
}

JointShare SiteKnowledge::joint_of(std::uint32_t source, std::uint32_t page) const {
  const auto known = pairs_.find({source, page});
  if (known != pairs_.end()) return known->second;
  const Page one{pages_[source].captures, apart_[source]};
  const Page other{pages_[page].captures, apart_[page]};
  return posterior_share(joint_, share_likelihood(Track(one), Track(other)));
}

// What came of hiding: cases by the number of pages that tell.
struct SiteKnowledge::Hidden {
  Rng rng;
  std::array<std::vector<HiddenCase>, 3> cases;
};

void SiteKnowledge::hide(std::span<const PageLink> links, std::span<const PageLink> pairs,
                         Hidden& hidden) const {
  SiteKnowledge thin;
  thin.options_ = options_;
  thin.pages_ = pages_;
  for (Page& page : thin.pages_)
    std::erase_if(page.captures,
                  [&](const CaptureMark&) { return hidden.rng.uniform() < options_.hidden; });
  thin.learn_patterns();
  thin.learn_joint(pairs);
  thin.learn_circles(links);
  // No more than there are: the same question twice says nothing new.
  std::size_t questions = 0;
  for (const PageLink& pair : pairs) questions += thin.pages_[pair.from].captures.size();
  questions = std::min(questions, options_.questions);
  for (std::size_t asked = 0; asked < questions; ++asked) {
    if (options_.stop.stop_requested()) return;
    const PageLink pair = pairs[hidden.rng.below(pairs.size())];
    const Page& source = thin.pages_[pair.from];
    const Page& link = thin.pages_[pair.to];
    if (source.captures.empty() || link.captures.empty()) continue;
    const Time at = source.captures[hidden.rng.below(source.captures.size())].at;
    const Choice choice = find_policy("likelihood")
                              ->choose({.source = source,
                                        .at = at,
                                        .link = link,
                                        .joint = thin.joint_of(pair.from, pair.to)});
    if (*choice.probability >= 1) continue;  // proven: nothing to correct
    const Page& full = pages_[pair.to];
    const std::size_t same =
        nearest_capture(full, link.captures[*choice.capture].at, 0, full.captures.size() - 1);
    const Question knows{
        .source = pages_[pair.from], .at = at, .link = full, .joint = joint_of(pair.from, pair.to)};
    const std::size_t tellers = (tells(source) ? 1U : 0U) + (tells(link) ? 1U : 0U);
    hidden.cases[tellers].push_back(
        {*choice.probability, probability_of(knows, same), pair.from, pair.to});
  }
}

SiteKnowledge SiteKnowledge::learn(std::vector<Page> pages, std::span<const PageLink> links,
                                   const SiteOptions& options) {
  CHECK(options.until > options.from);
  SiteKnowledge site;
  site.options_ = options;
  site.pages_ = std::move(pages);
  Hidden hidden{.rng = Rng(options.seed), .cases = {}};
  const double slots = (options.until - options.from) / site.slot();
  const auto most = static_cast<std::size_t>(options.most_steps / std::max(slots, 1.0)) + 1;
  const std::vector<PageLink> pairs = draw_pairs(site.pages_, links, most, hidden.rng);
  site.learn_patterns();
  site.learn_joint(pairs);
  site.learn_circles(links);
  if (pairs.empty()) return site;
  for (int k = 0; k < options.hidings; ++k) site.hide(links, pairs, hidden);
  for (std::size_t k = 0; k < site.corrections_.size(); ++k)
    site.corrections_[k] = Correction::fit(hidden.cases[k]);
  return site;
}

}  // namespace asof::navigate
