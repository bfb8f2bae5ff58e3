// Run: one crawl while it runs.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "crawl/crawl.h"
#include "schedule/growth.h"
#include "schedule/registry.h"
#include "verify/gather.h"

namespace asof::crawl {

Result<void> write_description(const archive::Directory& directory,
                               const CrawlDescription& description);

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
        started_(time_->now()) {}

  Result<Ended> go(bool resuming);
  // Writes crawls/NAME.json; `ended` is empty while it runs, and stays so where it is cut off.
  Result<void> keep(std::string_view ended, std::string_view why) const;

 private:
  Result<bool> knows_others(const catalog::Catalog& catalog) const;
  Result<void> prepare_past(Past& past);
  std::unique_ptr<schedule::Strategy> strategy(const Frontier& frontier, schedule::SiteId site,
                                               Time start) const;
  // Visits to a small site of this many pages, by the strategy.
  std::uint64_t visits_of(std::uint32_t pages) const;
  Result<keep::RecorderOptions> recorder_options(bool resuming) const;
  bool limit_reached(const Counts& counts, Ended& ended);
  void progress(std::string_view doing, const LiveHarvester& harvester, const Frontier& frontier,
                const keep::Recorder& recorder) const;
  void happened(const Happened& what, const Frontier& frontier);
  Result<void> close(keep::Recorder& recorder, catalog::Catalog& catalog, Ended& ended);
  Result<void> settle(catalog::Catalog& catalog);
  Result<void> certify(std::optional<verify::Gathering> gathered, Ended& ended) const;

  archive::Directory& directory_;
  const Options& options_;
  const Settings settings_;
  const std::string settings_json_;
  const std::string name_;
  const Instant began_;
  const std::unique_ptr<Timekeeper> time_;
  const Instant started_;  // of this process's part
  std::string strategy_;
  std::vector<std::string> known_;               // from before
  std::map<std::string, std::uint64_t> before_;  // by host: pages of the crawl before
  schedule::Growth growth_;                      // of all sites together
  double visits_per_page_ = 1;
  std::vector<std::string> seeds_failed_;
};

}  // namespace asof::crawl
