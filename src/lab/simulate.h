// The simulated harvester: histories in place of the web. It answers visits by what a page showed
// at that time, follows no network and waits for nobody; strategies cannot tell the difference.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "lab/history.h"
#include "schedule/allocator.h"
#include "schedule/harvester.h"
#include "schedule/loop.h"

namespace asof::lab {

// What the archive believes of a page of a site before it sees it: weight, rate, pattern. The id,
// parent and depth are filled in by the harvester.
using Believe = std::function<schedule::Page(schedule::SiteId site, std::uint32_t page)>;

class SimulatedHarvester final : public schedule::Harvester {
 public:
  struct Options {
    Time start = 0;
    Duration delay = 1;   // between two requests to one site; 0: as many as are granted
    Duration answer = 0;  // from a request to its answer
    // Told of every visit before the strategy is; a page's key in it is Page::pattern.
    schedule::LearnedPatterns* learned = nullptr;
    bool dates = true;   // the server says when a page was last modified
    bool follow = true;  // links make pages known
  };

  // The histories and `believe` outlive it; histories[i] is site i.
  SimulatedHarvester(std::span<const History* const> histories, Believe believe,
                     const Options& options);

  // Makes a page known beforehand; what the strategy must be told of it.
  schedule::Page know(schedule::SiteId site, std::uint32_t page);

  Time now() const override { return now_; }
  std::span<const schedule::Turn> polite() override;
  Time next_polite() const override;
  void start(schedule::SiteId site, const schedule::Visit& visit) override;
  Result<std::optional<schedule::Seen>> wait(Time until) override;

  // By site, then by page of the history: when it was visited, in order.
  std::vector<std::vector<std::vector<Time>>> take_captures() { return std::move(captures_); }
  // The history's page behind a page id.
  std::uint32_t page_of(schedule::SiteId site, schedule::PageId id) const {
    return sites_[site].known[id];
  }

 private:
  struct Site {
    std::vector<std::uint32_t> known;   // by page id: the history's page
    std::vector<schedule::PageId> ids;  // by the history's page; kNoPage: not known yet
    std::vector<std::uint32_t> depth;   // by page id
    std::vector<const Version*> last;   // by page id: what the last visit saw
    std::vector<bool> visited;          // by page id
    std::vector<std::uint32_t> keys;    // by page id: of its pattern
    Time polite = 0;
    std::uint64_t started = 0;
  };
  schedule::Seen answer(schedule::SiteId site, const schedule::Visit& visit, Time sent);

  const std::span<const History* const> histories_;
  const Believe believe_;
  const Options options_;
  Time now_;
  std::vector<Site> sites_;
  std::vector<schedule::Turn> turns_;
  std::vector<schedule::Seen> under_way_;  // a heap by the time of the answer
  std::vector<std::vector<std::vector<Time>>> captures_;
};

// What one run over one site needs.
struct SiteRun {
  const History* history = nullptr;
  std::unique_ptr<schedule::Strategy> strategy;
  schedule::Outlook outlook;
  std::vector<std::uint32_t> known;  // beforehand; the entry alone where links are to be followed
  Believe believe;
  Time until = kNever;
  schedule::LearnedPatterns* learned = nullptr;  // told of every visit, where there is one
  bool dates = true;                             // the server says when pages were modified
};

// Runs the strategy over the site; when each page of the history was visited.
std::vector<std::vector<Time>> simulate(SiteRun run, schedule::Allocator& allocator);

// The truth and the captures side by side, as measures want them: of all pages, or of those in
// scope.
quality::SiteTrack tracks(const History& history, const std::vector<std::vector<Time>>& captures);
quality::SiteTrack tracks(const History& history, const std::vector<std::vector<Time>>& captures,
                          const std::vector<std::uint32_t>& scope);

}  // namespace asof::lab
