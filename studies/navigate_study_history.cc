// Navigation on real histories. An archive is drawn from the truth: irregular captures of every
// page. What it believes is learned from those captures alone, host by host, by the function that
// an archive uses (navigate/site.h).
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <string>

#include "base/check.h"
#include "base/random.h"
#include "navigate/policy.h"
#include "navigate/site.h"
#include "studies/navigate_study.h"

namespace asof::studies {
namespace {

using navigate::Case;
using navigate::Choice;
using navigate::Page;
using navigate::Question;

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

// The pages of one host, and what is learned about them.
struct Host {
  std::vector<std::uint32_t> pages;
  navigate::SiteKnowledge knowledge;
};

std::string host_of(const std::string& name) {
  const std::size_t scheme = name.find("://");
  if (scheme == std::string::npos) return "";
  return name.substr(0, name.find('/', scheme + 3));
}

class Archive final {
 public:
  Archive(const lab::History& history, const RealNavigationOptions& options, std::uint64_t seed)
      : history_(history), options_(options), place_(history.pages.size()) {
    Rng rng(seed);
    std::map<std::string, std::vector<std::uint32_t>> hosts;
    for (std::uint32_t p = 0; p < history.pages.size(); ++p) {
      captures_.push_back(capture(p, rng));
      hosts[host_of(history.pages[p].name)].push_back(p);
    }
    draw_links(rng);
    for (auto& [name, pages] : hosts) learn(std::move(pages), seed);
  }

  const std::vector<Link>& links() const { return links_; }
  const std::vector<Host>& hosts() const { return hosts_; }

  const navigate::Page& page(std::uint32_t index) const {
    return hosts_[place_[index].host].knowledge.pages()[place_[index].page];
  }
  // Null where the two pages are of different hosts: nothing is known about both together.
  const navigate::SiteKnowledge* knowledge(const Link& link) const {
    const Place& a = place_[link.source];
    return a.host == place_[link.page].host ? &hosts_[a.host].knowledge : nullptr;
  }

  Question question(const Link& link) const {
    return {.source = page(link.source),
            .at = page(link.source).captures[link.capture].at,
            .link = page(link.page)};
  }
  navigate::JointShare joint_of(const Link& link) {
    const auto key = std::pair(link.source, link.page);
    const auto found = shares_.find(key);
    if (found != shares_.end()) return found->second;
    const navigate::SiteKnowledge* site = knowledge(link);
    const navigate::JointShare share =
        site ? site->joint_of(place_[link.source].page, place_[link.page].page)
             : navigate::JointShare{};
    return shares_[key] = share;
  }

  bool coherent(const Link& link, std::size_t capture) const {
    const Life a = life_at(history_, link.source, captures_[link.source][link.capture].at);
    const Life b = life_at(history_, link.page, captures_[link.page][capture].at);
    return std::max(a.from, b.from) < std::min(a.to, b.to);
  }

  std::size_t tellers(const Link& link) const {
    return (navigate::tells(page(link.source)) ? 1U : 0U) +
           (navigate::tells(page(link.page)) ? 1U : 0U);
  }

 private:
  struct Place {
    std::size_t host = 0;
    std::uint32_t page = 0;  // of that host
  };

  std::vector<navigate::CaptureMark> capture(std::uint32_t p, Rng& rng) const {
    const bool tells = rng.uniform() < options_.modified_share;
    std::vector<navigate::CaptureMark> marks;
    const Time first = history_.from + rng.uniform(0, options_.mean_gap);
    for (Time at = first; at < history_.until; at += options_.mean_gap * rng.uniform(0.4, 1.6)) {
      const lab::Version* version = history_.version_at(p, at);
      if (!version) continue;
      marks.push_back({.at = at, .digest = version->content});
      if (tells && version->content != 0 && version->at > history_.from)
        marks.back().last_modified = version->at;
    }
    return marks;
  }

  void learn(std::vector<std::uint32_t> members, std::uint64_t seed) {
    std::vector<Page> pages;
    for (const std::uint32_t member : members) {
      place_[member] = {hosts_.size(), static_cast<std::uint32_t>(pages.size())};
      pages.push_back({.captures = captures_[member]});
    }
    hosts_.push_back({.pages = std::move(members)});
    hosts_.back().knowledge =
        navigate::SiteKnowledge::learn(std::move(pages), links_within(hosts_.back().pages),
                                       {.from = history_.from,
                                        .until = history_.until,
                                        .questions = options_.questions,
                                        .hidden = options_.hidden,
                                        .seed = seed});
  }

  // By the links of the versions captured, between pages of one host.
  std::vector<navigate::PageLink> links_within(std::span<const std::uint32_t> members) const {
    std::map<std::uint32_t, std::uint32_t> index;
    for (std::uint32_t k = 0; k < members.size(); ++k) index[members[k]] = k;
    std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
    for (const auto& [member, from] : index)
      for (const navigate::CaptureMark& mark : captures_[member])
        for (const std::uint32_t to : history_.links_at(member, mark.at))
          if (index.contains(to) && !captures_[to].empty()) seen.emplace(from, index[to]);
    std::vector<navigate::PageLink> links;
    links.reserve(seen.size());
    for (const auto& [from, to] : seen) links.push_back({from, to});
    return links;
  }

  void draw_links(Rng& rng) {
    std::vector<std::uint32_t> sources;
    for (std::uint32_t p = 0; p < captures_.size(); ++p)
      if (!captures_[p].empty()) sources.push_back(p);
    std::vector<bool> changed(captures_.size());
    for (std::uint32_t p = 0; p < captures_.size(); ++p)
      changed[p] = !lab::change_times(history_, p, history_.from, history_.until).empty() &&
                   !captures_[p].empty();
    if (sources.empty()) return;
    // Bounded, so that a history without such links ends.
    for (std::size_t tries = 0; tries < 50 * options_.links && links_.size() < options_.links;
         ++tries) {
      Link link{.source = sources[rng.below(sources.size())]};
      link.capture = rng.below(captures_[link.source].size());
      const lab::Links& targets =
          history_.links_at(link.source, captures_[link.source][link.capture].at);
      if (targets.empty()) continue;
      link.page = targets[rng.below(targets.size())];
      if (link.page == link.source || !changed[link.page]) continue;
      links_.push_back(link);
    }
  }

  const lab::History& history_;
  const RealNavigationOptions& options_;
  std::vector<std::vector<navigate::CaptureMark>> captures_;
  std::vector<Link> links_;
  std::vector<Place> place_;
  std::vector<Host> hosts_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, navigate::JointShare> shares_;
};

struct Cases {
  std::vector<Case> apart, joint, corrected, shown;
};

// Shares of links that led to coherent versions, by column.
std::array<double, kOracle + 1> follow(Archive& archive, Cases& cases) {
  std::array<double, kOracle + 1> counts{};
  for (const Link& link : archive.links()) {
    const Question apart = archive.question(link);
    Question joint = apart;
    joint.joint = archive.joint_of(link);
    for (std::size_t c = 0; c < kPolicies.size(); ++c) {
      const Choice choice = navigate::find_policy(kPolicies[c])->choose(joint);
      const double good = archive.coherent(link, *choice.capture) ? 1 : 0;
      counts[c] += good;
      if (c != kLikelihood) continue;
      const double p = *choice.probability;
      const navigate::SiteKnowledge* site = archive.knowledge(link);
      cases.joint.push_back({p, good});
      const navigate::Correction correction =
          site ? site->correction(archive.tellers(link)) : navigate::Correction();
      cases.corrected.push_back({correction(p), good});
      if (p < 1 && correction.holds(p)) cases.shown.push_back({correction(p), good});
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

// The mean over hosts, by their pages.
navigate::Together joint_share(const Archive& archive) {
  navigate::Together mean;
  double pages = 0;
  for (const Host& host : archive.hosts()) {
    const auto weight = static_cast<double>(host.pages.size());
    mean.at_once += weight * host.knowledge.joint().mean().at_once;
    mean.in_slot += weight * host.knowledge.joint().mean().in_slot;
    pages += weight;
  }
  return {mean.at_once / pages, mean.in_slot / pages};
}

}  // namespace

RealNavigation navigate_history(const lab::History& history, const RealNavigationOptions& options) {
  CHECK(options.mean_gap > 0);
  RealNavigation result{.columns = {kPolicies.begin(), kPolicies.end()}};
  result.columns.emplace_back("oracle");
  std::vector<std::vector<double>> shares(kOracle + 1);
  Cases cases;
  for (std::uint64_t seed = 0; seed < options.seeds; ++seed) {
    Archive archive(history, options, options.first_seed + seed);
    const auto counts = follow(archive, cases);
    for (std::size_t c = 0; c < counts.size(); ++c) shares[c].push_back(counts[c]);
    const navigate::Together share = joint_share(archive);
    result.joint_share.at_once += share.at_once / static_cast<double>(options.seeds);
    result.joint_share.in_slot += share.in_slot / static_cast<double>(options.seeds);
  }
  result.coherent.reserve(shares.size());
  for (const auto& column : shares) result.coherent.push_back(lab::estimate(column, lab::kShare));
  result.likelihood_over_nearest = lab::paired(shares[kLikelihood], shares[kNearest]);
  result.apart = navigate::reliability(cases.apart);
  result.joint = navigate::reliability(cases.joint);
  result.corrected = navigate::reliability(cases.corrected);
  result.shown = navigate::reliability(cases.shown);
  const auto links = static_cast<double>(std::max<std::size_t>(cases.joint.size(), 1));
  result.uncertain = static_cast<double>(std::ranges::count_if(
                         cases.joint, [](const Case& one) { return one.stated < 1; })) /
                     links;
  result.shown_share = static_cast<double>(cases.shown.size()) / links;
  return result;
}

}  // namespace asof::studies
