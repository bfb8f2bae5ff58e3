// crawl: captures sites, from the first request to the certificate; or goes on with a capture that
// was cut off.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "archive/directory.h"
#include "crawl/harvester.h"
#include "crawl/limits.h"
#include "crawl/settings.h"
#include "keep/crawl_description.h"

namespace asof::crawl {

// What can be seen while it works.
struct Progress {
  std::string_view doing;  // "crawling", "reading back", "settling"
  const Counts* counts = nullptr;
  std::uint64_t known = 0;         // URLs found that belong to it
  std::uint64_t pages = 0;         // expected in all, by how many are known and how they were found
  double visits = 0;               // expected in all, revisits included
  std::uint64_t acknowledged = 0;  // visits on disk and in the catalog
  std::uint64_t under_way = 0;
  Duration running = 0;
  // The share of pages captured so far that are expected to be what was captured, at this moment.
  std::function<double()> sharp{};
};

struct CrawlSummary {
  std::string name;
  EndReason reason = EndReason::Done;
  std::string why;  // a sentence
  std::string strategy;
  Instant began, ended;
  std::string clock;  // what became of the machine's clock meanwhile; empty: it went on
  Counts counts;
  std::uint64_t acknowledged = 0;  // visits that are on disk and in the catalog
  std::uint64_t known = 0;
  std::uint64_t waiting = 0;  // known and never asked for (without a certificate: answered)
  std::map<std::string, SkippedLinks, std::less<>> skipped;
  std::vector<std::string> seeds_failed;  // "URL: why"
  std::uint64_t seeds = 0;
  std::string certificate;   // its path; empty where there is none
  std::string headline;      // what it says, in a sentence or two
  std::uint64_t memory = 0;  // bytes the frontier took
  bool reminder = false;     // no contact is set
};

struct Options {
  Given given;
  std::vector<std::string> seeds;
  std::string clock;             // URL of an origin's clock; empty: the system's
  std::optional<Instant> until;  // no visit is begun at or after it; none: as long as there are any
  std::function<void(const Progress&)> on_progress{};
  std::function<void(const VisitEvent&)> on_event{};
  std::function<void(std::uint64_t visits)> on_acknowledged{};  // from another thread
  std::function<bool()> interrupted{};
};

// What is wrong with seeds and settings, before anything is made.
Result<void> check(const Options& options);

// Errc::Invalid for settings that make no sense, Errc::Busy while another writes to the archive.
Result<CrawlSummary> crawl(archive::Directory& directory, const Options& options);

// Whether it is a watch, which 'asof watch' goes on with.
bool is_watch(const keep::CrawlDescription& crawl);

// Goes on with a crawl that did not end: the one named, or the last that is no watch.
Result<CrawlSummary> resume(archive::Directory& directory, const std::string& name,
                            const Options& options);

}  // namespace asof::crawl
