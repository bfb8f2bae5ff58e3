// Navigation on real histories. An archive is drawn from the truth:
// irregular captures of every page. What it believes of rates, rhythm and joint changes is learned
// from those captures alone; so is the correction, by hiding some of them.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>

#include "base/check.h"
#include "base/random.h"
#include "navigate/activity.h"
#include "navigate/circle.h"
#include "navigate/policy.h"
#include "pattern/learn.h"
#include "studies/navigate_study.h"

namespace asof::studies {
namespace {

using navigate::Case;
using navigate::Choice;
using navigate::Page;
using navigate::Question;

constexpr double kDay = 86400;
constexpr std::size_t kSlots = 24;
constexpr int kHidings = 3;
// Of what linked pages have in common. Of 1 to 12 hours and doubts of .25 to 3, hidden captures are
// likeliest with 2 or 3 hours and .25.
constexpr Duration kCircleSlot = 3 * 3600.0;
constexpr double kCircleDoubt = 0.25;
// A page that changed in every gap may have changed any number of times. With a whole slot of rest
// believed of it its rate was too low, and low probabilities, which are about such pages, too high;
// hidden captures are as likely with half of one.
constexpr double kRest = 0.5;
const std::array<const char*, 5> kPolicies = {"recent", "first-after", "nearest", "pattern",
                                              "likelihood"};
constexpr std::size_t kNearest = 2;
constexpr std::size_t kLikelihood = 4;
constexpr std::size_t kOracle = 5;

// A link to follow: from the source's capture to the page.
struct Link {
  std::uint32_t source = 0;
  std::size_t capture = 0;
  std::uint32_t page = 0;
};

// The time a version lived, the truth.
struct Life {
  Time from = 0, to = 0;
};

Life life_at(const lab::History& history, std::uint32_t page, Time at) {
  const auto& versions = history.pages[page].versions;
  const auto after = std::upper_bound(versions.begin(), versions.end(), at,
                                      [](Time t, const lab::Version& v) { return t < v.at; });
  Life life{-kNever, kNever};
  if (after != versions.end()) life.to = after->at;
  if (after != versions.begin()) life.from = (after - 1)->at;
  return life;
}

class Archive final {
 public:
  static Archive draw(const lab::History& history, const RealNavigationOptions& options, Rng rng) {
    std::vector<Page> pages(history.pages.size());
    for (std::uint32_t p = 0; p < pages.size(); ++p) pages[p] = capture(history, options, p, rng);
    return Archive(history, options, std::move(pages), rng);
  }

  const std::vector<Link>& links() const { return links_; }
  navigate::Together joint_share() const { return site_.mean(); }

  Question question(const Link& link, bool joint) const {
    Question asked{.source = pages_[link.source],
                   .at = pages_[link.source].captures[link.capture].at,
                   .link = pages_[link.page]};
    if (joint) {
      asked.joint = joint_of(link);
    }
    return asked;
  }

  bool coherent(const Link& link, std::size_t capture) const {
    const Life a = life_at(history_, link.source, pages_[link.source].captures[link.capture].at);
    const Life b = life_at(history_, link.page, pages_[link.page].captures[capture].at);
    return std::max(a.from, b.from) < std::min(a.to, b.to);
  }

  // How many of the two pages carry Last-Modified: what is known differs, and so does the
  // correction.
  std::size_t tellers(const Link& link) const {
    return (tells(link.source) ? 1U : 0U) + (tells(link.page) ? 1U : 0U);
  }

  // What the archive learns about its own probabilities, by the number of pages that tell: evidence
  // is hidden, the rest is asked, and the whole archive knows more about the answers.
  std::array<navigate::Correction, 3> own_corrections(Rng rng) const {
    std::array<std::vector<navigate::HiddenCase>, 3> cases;
    // Several times over: each time other captures are hidden, and chance weighs less.
    for (int k = 0; k < kHidings; ++k) hide_captures(rng, cases);
    std::array<navigate::Correction, 3> corrections;
    for (std::size_t k = 0; k < 3; ++k) corrections[k] = navigate::Correction::fit(cases[k]);
    return corrections;
  }

 private:
  Archive(const lab::History& history, const RealNavigationOptions& options,
          std::vector<Page> pages, Rng& rng)
      : history_(history), options_(options), pages_(std::move(pages)) {
    learn();
    draw_links(rng);
    learn_joint();
    learn_circles();
  }

  bool tells(std::uint32_t page) const {
    return std::any_of(pages_[page].captures.begin(), pages_[page].captures.end(),
                       [](const auto& mark) { return mark.last_modified.has_value(); });
  }

  // Captures are hidden, all is learned again from the others.
  void hide_captures(Rng& rng, std::array<std::vector<navigate::HiddenCase>, 3>& cases) const {
    std::vector<Page> pages = pages_;
    for (Page& page : pages)
      std::erase_if(page.captures, [&](const auto&) { return rng.uniform() < options_.hidden; });
    const Archive thin(history_, options_, std::move(pages), rng);
    for (const Link& link : thin.links()) {
      const Question asked = thin.question(link, true);
      const Choice choice = navigate::find_policy("likelihood")->choose(asked);
      if (*choice.probability >= 1) continue;  // proven: nothing to correct
      const Page& full = pages_[link.page];
      const std::size_t same = navigate::nearest_capture(
          full, asked.link.captures[*choice.capture].at, 0, full.captures.size() - 1);
      const Question knows{
          .source = pages_[link.source], .at = asked.at, .link = full, .joint = joint_of(link)};
      cases[thin.tellers(link)].push_back(
          {*choice.probability, navigate::probability_of(knows, same), link.source});
    }
  }

  static Page capture(const lab::History& history, const RealNavigationOptions& options,
                      std::uint32_t p, Rng& rng) {
    const bool tells = rng.uniform() < options.modified_share;
    Page page;
    const Time first = history.from + rng.uniform(0, options.mean_gap);
    for (Time at = first; at < history.until; at += options.mean_gap * rng.uniform(0.4, 1.6)) {
      const lab::Version* version = history.version_at(p, at);
      if (!version) continue;
      page.captures.push_back({.at = at, .digest = version->content});
      if (tells && version->content != 0 && version->at > history.from)
        page.captures.back().last_modified = version->at;
    }
    return page;
  }

  // Rates from the captures: each page's own by hour of the day, then what all have in common.
  void learn() {
    for (Page& page : pages_) {
      std::vector<pattern::Sighting> seen;
      for (std::size_t i = 0; i + 1 < page.captures.size(); ++i)
        seen.push_back({page.captures[i].at, page.captures[i + 1].at,
                        page.captures[i].digest != page.captures[i + 1].digest});
      page.changes = pattern::learned_pattern(
          seen, {.cycle = kDay, .slots = kSlots, .rest = kRest, .rounds = 30});
      if (page.changes.rates.empty()) page.changes.rates.assign(kSlots, 0);
      // A page that never changed may yet: half a change in all the time it was seen.
      const double least = 0.5 * kDay / ((history_.until - history_.from) * kSlots);
      for (double& rate : page.changes.rates) rate += least;
    }
    // A page has livelier times than others of its own.
    const navigate::ActivityOptions own{
        .from = history_.from, .until = history_.until, .slot = 2 * kDay};
    const navigate::ActivityOptions hours{.from = history_.from, .until = history_.until};
    for (Page& page : pages_) {
      const std::vector<double> lively =
          navigate::refine(navigate::learn_activity({&page, 1}, own), own, hours);
      page.changes = navigate::with_activity(page.changes, lively, hours);
    }
    const std::vector<double> activity = navigate::learn_activity(pages_, hours);
    for (Page& page : pages_) page.changes = navigate::with_activity(page.changes, activity, hours);
  }

  // Pages that belong together have livelier hours of their own. Learned after the shares: a circle
  // is few pages, and changes that two of them made together would be taken for such hours.
  void learn_circles() {
    const navigate::ActivityOptions some_hours{.from = history_.from,
                                               .until = history_.until,
                                               .slot = kCircleSlot,
                                               .doubt = kCircleDoubt,
                                               .rounds = 15};
    const navigate::ActivityOptions hours{.from = history_.from, .until = history_.until};
    navigate::add_circle_activity(pages_, circles(), some_hours, hours);
  }

  // By the links of the versions captured.
  std::vector<navigate::Circle> circles() const {
    std::vector<navigate::PageLink> links;
    for (std::uint32_t p = 0; p < pages_.size(); ++p)
      for (const navigate::CaptureMark& mark : pages_[p].captures)
        for (const std::uint32_t to : history_.links_at(p, mark.at))
          if (!pages_[to].captures.empty()) links.push_back({p, to});
    return navigate::circles_of(pages_.size(), links);
  }

  void draw_links(Rng& rng) {
    std::vector<std::uint32_t> sources;
    for (std::uint32_t p = 0; p < pages_.size(); ++p)
      if (!pages_[p].captures.empty()) sources.push_back(p);
    std::vector<bool> changed(pages_.size());
    for (std::uint32_t p = 0; p < pages_.size(); ++p)
      changed[p] = !lab::change_times(history_, p, history_.from, history_.until).empty() &&
                   !pages_[p].captures.empty();
    if (sources.empty()) return;
    // Bounded, so that a history without such links ends.
    for (std::size_t tries = 0; tries < 50 * options_.links && links_.size() < options_.links;
         ++tries) {
      Link link{.source = sources[rng.below(sources.size())]};
      link.capture = rng.below(pages_[link.source].captures.size());
      const lab::Links& targets =
          history_.links_at(link.source, pages_[link.source].captures[link.capture].at);
      if (targets.empty()) continue;
      link.page = targets[rng.below(targets.size())];
      if (link.page == link.source || !changed[link.page]) continue;
      links_.push_back(link);
    }
  }

  void learn_joint() {
    std::map<std::pair<std::uint32_t, std::uint32_t>, navigate::PerShare> likelihoods;
    for (const Link& link : links_) {
      const auto key = std::pair(link.source, link.page);
      if (likelihoods.contains(key)) continue;
      likelihoods[key] = navigate::share_likelihood(navigate::Track(pages_[link.source]),
                                                    navigate::Track(pages_[link.page]));
    }
    std::vector<navigate::PerShare> values;
    values.reserve(likelihoods.size());
    for (const auto& [key, value] : likelihoods) values.push_back(value);
    site_ = navigate::learn_joint_share(values);
    for (const auto& [key, value] : likelihoods)
      joint_[key] = navigate::posterior_share(site_, value);
  }

  // Pairs not met before have the archive's own distribution.
  navigate::JointShare joint_of(const Link& link) const {
    const auto found = joint_.find({link.source, link.page});
    return found == joint_.end() ? site_ : found->second;
  }

  const lab::History& history_;
  const RealNavigationOptions& options_;
  std::vector<Page> pages_;
  std::vector<Link> links_;
  navigate::JointShare site_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, navigate::JointShare> joint_;
};

struct Cases {
  std::vector<Case> apart, joint, corrected;
};

// Shares of links that led to coherent versions, by column.
std::array<double, kOracle + 1> follow(const Archive& archive,
                                       const std::array<navigate::Correction, 3>& corrections,
                                       Cases& cases) {
  std::array<double, kOracle + 1> counts{};
  for (const Link& link : archive.links()) {
    const Question apart = archive.question(link, false);
    const Question joint = archive.question(link, true);
    for (std::size_t c = 0; c < kPolicies.size(); ++c) {
      const Choice choice = navigate::find_policy(kPolicies[c])->choose(joint);
      const double good = archive.coherent(link, *choice.capture) ? 1 : 0;
      counts[c] += good;
      if (c != kLikelihood) continue;
      cases.joint.push_back({*choice.probability, good});
      cases.corrected.push_back({corrections[archive.tellers(link)](*choice.probability), good});
      const Choice other = navigate::find_policy(kPolicies[c])->choose(apart);
      cases.apart.push_back(
          {*other.probability, archive.coherent(link, *other.capture) ? 1.0 : 0.0});
    }
    for (std::size_t i = 0; i < joint.link.captures.size(); ++i)
      if (archive.coherent(link, i)) {
        counts[kOracle] += 1;
        break;
      }
  }
  const double links = static_cast<double>(std::max<std::size_t>(archive.links().size(), 1));
  for (double& count : counts) count /= links;
  return counts;
}

}  // namespace

RealNavigation navigate_history(const lab::History& history, const RealNavigationOptions& options) {
  CHECK(options.mean_gap > 0);
  RealNavigation result{.columns = {kPolicies.begin(), kPolicies.end()}};
  result.columns.emplace_back("oracle");
  std::vector<std::vector<double>> shares(kOracle + 1);
  Cases cases;
  for (std::uint64_t seed = 0; seed < options.seeds; ++seed) {
    const Archive archive = Archive::draw(history, options, Rng(options.first_seed + seed));
    const auto counts =
        follow(archive, archive.own_corrections(Rng(options.first_seed + seed).fork(1)), cases);
    for (std::size_t c = 0; c < counts.size(); ++c) shares[c].push_back(counts[c]);
    result.joint_share.at_once +=
        archive.joint_share().at_once / static_cast<double>(options.seeds);
    result.joint_share.in_slot +=
        archive.joint_share().in_slot / static_cast<double>(options.seeds);
  }
  result.coherent.reserve(shares.size());
  for (const auto& column : shares) result.coherent.push_back(lab::estimate(column, lab::kShare));
  result.likelihood_over_nearest = lab::paired(shares[kLikelihood], shares[kNearest]);
  result.apart = navigate::reliability(cases.apart);
  result.joint = navigate::reliability(cases.joint);
  result.corrected = navigate::reliability(cases.corrected);
  return result;
}

}  // namespace asof::studies
