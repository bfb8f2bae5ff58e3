#include "lab/simulate.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/check.h"

namespace asof::lab {
namespace {

bool later(const schedule::Seen& a, const schedule::Seen& b) { return a.received > b.received; }

}  // namespace

SimulatedHarvester::SimulatedHarvester(std::span<const History* const> histories, Believe believe,
                                       const Options& options)
    : histories_(histories),
      believe_(std::move(believe)),
      options_(options),
      now_(options.start),
      sites_(histories.size()),
      captures_(histories.size()) {
  for (std::size_t site = 0; site < histories.size(); ++site) {
    sites_[site].ids.assign(histories[site]->pages.size(), schedule::kNoPage);
    sites_[site].polite = options.start;
    captures_[site].resize(histories[site]->pages.size());
  }
}

schedule::Page SimulatedHarvester::know(schedule::SiteId site, std::uint32_t page) {
  Site& here = sites_[site];
  CHECK(here.ids[page] == schedule::kNoPage);
  schedule::Page known = believe_(site, page);
  known.id = static_cast<schedule::PageId>(here.known.size());
  here.ids[page] = known.id;
  here.known.push_back(page);
  here.depth.push_back(known.depth);
  here.last.push_back(nullptr);
  here.visited.push_back(false);
  here.keys.push_back(known.pattern);
  return known;
}

std::span<const schedule::Turn> SimulatedHarvester::polite() {
  turns_.clear();
  for (schedule::SiteId site = 0; site < sites_.size(); ++site)
    if (sites_[site].polite <= now_) turns_.push_back({.site = site, .now = now_});
  return turns_;
}

Time SimulatedHarvester::next_polite() const {
  Time next = kNever;
  for (const Site& site : sites_)
    if (site.polite > now_) next = std::min(next, site.polite);
  return next;
}

void SimulatedHarvester::start(schedule::SiteId site, const schedule::Visit& visit) {
  Site& here = sites_[site];
  CHECK(visit.page < here.known.size());
  under_way_.push_back(answer(site, visit, now_));
  std::push_heap(under_way_.begin(), under_way_.end(), later);
  ++here.started;
  if (options_.delay <= 0) return;
  // Counted from the start, so that slots stay exact; a site that paused counts from now.
  here.polite = options_.start + static_cast<double>(here.started) * options_.delay;
  if (here.polite < now_ + options_.delay * (1 - 1e-9)) here.polite = now_ + options_.delay;
}

Result<std::optional<schedule::Seen>> SimulatedHarvester::wait(Time until) {
  if (under_way_.empty() || under_way_.front().received > until) {
    CHECK(until >= now_ && until < kNever);
    now_ = until;
    return std::optional<schedule::Seen>();
  }
  std::pop_heap(under_way_.begin(), under_way_.end(), later);
  std::optional<schedule::Seen> seen = std::move(under_way_.back());
  under_way_.pop_back();
  now_ = std::max(now_, seen->received);
  Site& here = sites_[seen->site];
  const std::uint32_t page = here.known[seen->visit.page];
  if (const std::uint32_t key = here.keys[seen->visit.page];
      options_.learned != nullptr && key != schedule::kNoPattern) {
    const bool same = seen->outcome == schedule::Outcome::Same;
    options_.learned->visited(key, seen->sent, !same, seen->importance);
  }
  const History& history = *histories_[seen->site];
  // Only now, so that two answers on their way do not both bring a page as new.
  const Links& links = history.links_at(page, seen->sent);
  const Embeds& embeds = history.embeds_at(page, seen->sent);
  for (std::size_t i = 0; options_.follow && i < links.size(); ++i) {
    const std::uint32_t found = links[i];
    if (here.ids[found] != schedule::kNoPage) continue;
    schedule::Page known = know(seen->site, found);
    known.requisite = i < embeds.size() && embeds[i];
    known.parent = seen->visit.page;
    known.depth = here.depth[seen->visit.page] + 1;
    here.depth[known.id] = known.depth;
    seen->found.push_back(known);
  }
  return seen;
}

schedule::Seen SimulatedHarvester::answer(schedule::SiteId site, const schedule::Visit& visit,
                                          Time sent) {
  Site& here = sites_[site];
  const std::uint32_t page = here.known[visit.page];
  captures_[site][page].push_back(sent);
  const Version* version = histories_[site]->version_at(page, sent);
  const Version* before = std::exchange(here.last[visit.page], version);
  const bool first = !here.visited[visit.page];
  here.visited[visit.page] = true;
  const auto content_of = [](const Version* shown) { return shown ? shown->content : 0; };
  const bool same = !first && content_of(before) == content_of(version);
  schedule::Seen seen{
      .site = site, .visit = visit, .sent = sent, .received = sent + options_.answer};
  seen.outcome = same                       ? schedule::Outcome::Same
                 : content_of(version) == 0 ? schedule::Outcome::Gone
                 : first                    ? schedule::Outcome::First
                                            : schedule::Outcome::Changed;
  if (version == nullptr) return seen;
  seen.importance = version->importance;
  if (version->content == 0) return seen;
  if (options_.dates) seen.last_modified = version->at;
  if (before != nullptr && !same)
    for (const std::uint32_t named : news_of(*histories_[site], *before, *version))
      if (here.ids[named] != schedule::kNoPage && named != page)
        seen.announced.push_back(here.ids[named]);
  return seen;
}

std::vector<std::vector<Time>> simulate(SiteRun run, schedule::Allocator& allocator) {
  const History* histories[] = {run.history};
  SimulatedHarvester harvester(histories, std::move(run.believe),
                               {.start = run.outlook.start,
                                .delay = run.outlook.delay,
                                .learned = run.learned,
                                .dates = run.dates});
  run.strategy->expect(run.outlook);
  for (std::uint32_t page : run.known) run.strategy->learn(harvester.know(0, page));
  std::vector<std::unique_ptr<schedule::Strategy>> strategies;
  strategies.push_back(std::move(run.strategy));
  const auto ran = schedule::run(harvester, allocator, strategies, {.until = run.until});
  CHECK(ran.has_value());
  return std::move(harvester.take_captures()[0]);
}

quality::SiteTrack tracks(const History& history, const std::vector<std::vector<Time>>& captures) {
  std::vector<std::uint32_t> all(history.pages.size());
  std::iota(all.begin(), all.end(), 0u);
  return tracks(history, captures, all);
}

quality::SiteTrack tracks(const History& history, const std::vector<std::vector<Time>>& captures,
                          const std::vector<std::uint32_t>& scope) {
  quality::SiteTrack site;
  for (std::uint32_t page : scope)
    site.push_back({history.pages[page].weight, changes_of(history, page), captures[page]});
  return site;
}

}  // namespace asof::lab
