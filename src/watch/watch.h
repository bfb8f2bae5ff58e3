// watch: follows the pages of a watch file under its budget, for as long as it is let, and captures
// whole sites in between.
//
// A watch is a crawl that does not end (crawl/watching.h). It is cut into parts: a part ends where
// a site is due, where the file has changed, or where somebody stops it. The next part goes on with
// the same crawl, as after a kill; with other settings another crawl begins, which knows what the
// archive knows.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "archive/directory.h"
#include "crawl/crawl.h"
#include "crawl/plan.h"
#include "watch/watch_file.h"

namespace asof::watch {

struct Options {
  std::string path;              // of the file, which is read again when it changes
  std::string clock;             // URL of an origin's clock; empty: the system's
  std::optional<Instant> until;  // none: until it is interrupted
  std::function<void(const crawl::Progress&)> on_progress{};
  std::function<void(const crawl::VisitEvent&)> on_event{};
  std::function<void(std::uint64_t visits)> on_acknowledged{};
  std::function<void(const std::string&)> say{};  // a sentence for people; from several threads
  std::function<bool()> interrupted{};
};

struct WatchSummary {
  crawl::EndReason reason = crawl::EndReason::Done;
  std::string why;  // a sentence; empty where it ended as asked
  std::string crawl;
  std::string strategy;
  std::uint64_t visits = 0;  // on disk and in the catalog; of all parts, as are the counts
  crawl::Counts counts;
  std::uint64_t site_captures = 0;  // of this run
};

// Errc::Invalid for settings that make no sense, Errc::Busy while another writes to the archive.
Result<WatchSummary> watch(archive::Directory& directory, WatchFile file, const Options& options);

// What the watch would do until an instant, from what it has seen so far. Nothing is sent.
Result<crawl::Plan> plan(archive::Directory& directory, const WatchFile& file,
                         const Options& options, Instant until);

}  // namespace asof::watch
