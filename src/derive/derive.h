// derive: what follows from captures once their rows are in the catalog.
//
//   rows -> settle: originals, versions, sites, crawls, paths
//        -> certify: crawls that ended and have no certificate, because they were killed
//        -> compare: every version of a page with the one before
//
// Certificates come before comparing, which takes longest by far and can be left for later. The
// catalog holds the queues: the pages that something new was committed for. A call takes pages from
// them until none is left or until it is interrupted; the next call goes on from there. Only what
// is new is done: pages captured again, changes that rest on a style sheet or an image that is
// another one now, and changes that another algorithm made. The rows are a function of the WARC
// files: deriving bit by bit, killed and resumed, with any number of threads, gives the same.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "archive/directory.h"
#include "base/result.h"
#include "catalog/writer.h"
#include "change/change.h"
#include "derive/certify.h"
#include "derive/settings.h"

namespace asof::derive {

enum class Step : std::uint8_t { Settle, Compare };

struct Progress {
  Step step = Step::Settle;
  std::uint64_t done = 0;   // pages
  std::uint64_t total = 0;  // pages to be looked at
};

// Which versions are compared: none, all where there are at most kFew, or all.
enum class Compare : std::uint8_t { None, Few, All };
// Compared in a few seconds, so that nobody has to be asked.
inline constexpr std::uint64_t kFew = 200;

struct Options {
  bool catch_up = false;  // first bring in what a killed writer left: records without rows
  bool certify = true;
  Compare compare = Compare::All;
  unsigned threads = 2;
  std::function<void(const Progress&)> on_progress;
  std::function<bool()> interrupted;          // true: stop soon; what is done is kept
  std::optional<Settings> settings;           // nothing: as the archive remembers them
  std::string program = change::algorithm();  // which parts of the program compare
};

struct Derived {
  std::vector<Certified> certificates;  // made in this call
  std::uint64_t pages = 0;              // looked at for changes
  std::uint64_t compared = 0;           // versions, each with the one before
  std::uint64_t kept = 0;               // versions whose comparison was up to date
  std::uint64_t left = 0;               // versions that are still to be compared
  bool finished = true;                 // false: something is left for the next call
};

// What is to be done after captures came into an archive. The directory is open for writing. An
// Error is one of the disk or of the catalog, or Errc::NotFound where the settings want a browser
// and there is none; what was committed before it stays.
Result<Derived> derive(archive::Directory& directory, const Options& options);
// The same with a catalog that is open for writing already. It catches up with nothing.
Result<Derived> derive(archive::Directory& directory, catalog::Writer& catalog,
                       const Options& options);

}  // namespace asof::derive
