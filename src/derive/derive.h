// derive: what follows from captures once their rows are in the catalog.
//
//   rows -> settle: originals, versions, sites, crawls, paths
//        -> compare: every version of a page with the one before
//
// The catalog holds the queue of both steps: the pages that something new was committed for. A call
// takes pages from it until none is left, until its bound is reached or until it is interrupted;
// the next call goes on from there. Only what is new is done: pages captured again, changes that
// rest on a style sheet or an image that is another one now, and changes that another algorithm
// made. The rows are a function of the WARC files: deriving bit by bit, killed and resumed, with
// any number of threads, gives the same.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>

#include "archive/directory.h"
#include "base/result.h"
#include "catalog/writer.h"
#include "change/change.h"
#include "derive/settings.h"

namespace asof::derive {

enum class Step : std::uint8_t { Settle, Compare };

struct Progress {
  Step step = Step::Settle;
  std::uint64_t done = 0;   // pages
  std::uint64_t total = 0;  // pages to be looked at
};

struct Options {
  bool catch_up = false;  // first bring in records that were written and whose rows are missing
  bool compare = true;    // false: settle only
  std::uint64_t most_pages = std::numeric_limits<std::uint64_t>::max();  // compared in this call
  unsigned threads = 2;
  std::function<void(const Progress&)> on_progress;
  std::function<bool()> interrupted;          // true: stop soon; what is done is kept
  std::optional<Settings> settings;           // nothing: as the archive remembers them
  std::string program = change::algorithm();  // which parts of the program compare
};

struct Derived {
  std::uint64_t pages = 0;     // looked at for changes
  std::uint64_t compared = 0;  // pairs of versions
  std::uint64_t kept = 0;      // pairs that were up to date
  bool finished = true;        // false: something is left for the next call
};

// What is to be done after captures came into an archive. The directory is open for writing. An
// Error is one of the disk or of the catalog, or Errc::NotFound where the settings want a browser
// and there is none; what was committed before it stays.
Result<Derived> derive(archive::Directory& directory, const Options& options);
// The same with a catalog that is open for writing already. It catches up with nothing.
Result<Derived> derive(const archive::Directory& directory, catalog::Writer& catalog,
                       const Options& options);

}  // namespace asof::derive
