// Run: one crawl while it runs.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "crawl/change_importance.h"
#include "crawl/crawl.h"
#include "crawl/plan.h"
#include "crawl/strategy_choice.h"
#include "keep/crawl_description.h"
#include "schedule/growth.h"

namespace asof::crawl {

class Run final {
 public:
  Run(archive::Directory& directory, const Options& options, Settings settings,
      std::string settings_json, std::string name, Instant began, std::unique_ptr<Timekeeper> time)
      : directory_(directory),
        options_(options),
        settings_(std::move(settings)),
        settings_json_(std::move(settings_json)),
        name_(std::move(name)),
        began_(began),
        time_(std::move(time)),
        started_(time_->now()),
        limits_(settings_, options.interrupted) {}

  Result<CrawlSummary> go(bool resuming);
  // Of a watch; nothing is sent.
  Result<Plan> plan(bool resuming, Instant until);

 private:
  // -- the steps of go()
  Result<void> open_catalog();
  Result<void> look_back();
  Result<void> fill_frontier();
  Result<void> start(bool resuming);
  Result<void> read_back();
  void make_visits();
  CrawlSummary summary() const;
  Result<void> close(CrawlSummary& ended);

  // -- parts of them
  // For crawls/NAME.json; `ended` is empty while it runs, and stays so where it is cut off.
  keep::CrawlDescription description(std::string_view ended, std::string_view why) const;
  Result<bool> knows_others() const;
  Result<keep::RecorderOptions> recorder_options(bool resuming) const;
  std::unique_ptr<schedule::Strategy> strategy(GroupId group, Time start) const;
  // Which group may spend the next request.
  std::unique_ptr<schedule::Allocator> allocator() const;
  // Fills in what the planned visits are expected to keep.
  void expect(Plan& plan, const std::vector<std::vector<Time>>& captures) const;
  Duration running() const;  // of this process's part
  bool must_end();
  void progress(std::string_view doing) const;
  void on_event(const VisitEvent& what);

  archive::Directory& directory_;
  const Options& options_;
  const Settings settings_;
  const std::string settings_json_;
  const std::string name_;
  const Instant began_;
  const std::unique_ptr<Timekeeper> time_;
  const Instant started_;  // of this process's part
  Limits limits_;

  std::map<std::string, std::uint64_t> archived_;  // by host: pages that the archive knows
  StrategyChoice choice_;
  Storing storing_;
  std::vector<std::string> known_;  // pages that the strategy knows beforehand
  schedule::Growth growth_;         // of all sites together
  std::uint64_t read_back_ = 0;     // visits
  std::uint64_t owed_ = 0;          // visits that were asked for and not seen
  std::vector<std::string> seeds_failed_;

  // Made step by step; each uses those above it.
  std::optional<catalog::Writer> catalog_;
  std::optional<catalog::Reader> reading_;
  std::optional<EarlierCaptures> earlier_;
  std::optional<Frontier> frontier_;
  std::unique_ptr<fetch::Fetcher> fetcher_;
  std::optional<keep::Recorder> recorder_;
  std::optional<ChangeImportance> importance_;
  std::optional<schedule::LearnedPatterns> patterns_;  // of a watch
  std::unique_ptr<schedule::Allocator> allocator_;
  std::optional<LiveHarvester> harvester_;
};

}  // namespace asof::crawl
