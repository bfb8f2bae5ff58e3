// weigh: every change between successive versions in an archive, compared and kept in its catalog.
//
// Only what is new is compared: pages captured again, changes that rest on a style sheet or an
// image that is another one now, and changes that another algorithm made. The rows are a function
// of the WARC files: weighing bit by bit, killed and resumed, with any number of threads, gives the
// same.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "archive/directory.h"
#include "base/result.h"
#include "catalog/catalog.h"
#include "change/change.h"
#include "weigh/settings.h"

namespace asof::weigh {

struct WeighProgress {
  std::uint64_t done = 0;   // pages
  std::uint64_t total = 0;  // pages to be looked at
};

struct WeighOptions {
  unsigned threads = 2;
  std::function<void(const WeighProgress&)> on_progress;
  std::function<bool()> interrupted;  // true: stop soon; what is done is kept
  Settings settings;
  std::string program = change::algorithm();  // which parts of the program weigh
};

struct Weighed {
  std::uint64_t pages = 0;     // looked at
  std::uint64_t compared = 0;  // pairs of versions
  std::uint64_t kept = 0;      // pairs that were up to date
  bool finished = true;        // false: interrupted
};

// The catalog is settled and open for writing. An Error is one of the disk or of the catalog, or
// Errc::NotFound where the settings want a browser and there is none; what was committed before it
// stays.
Result<Weighed> weigh(const archive::Directory& directory, catalog::Catalog& catalog,
                      const WeighOptions& options);

struct Pair {
  catalog::Version old;
  catalog::Version fresh;
};
// The versions of one URL that say something about the page, each with the one before. A server
// that failed said nothing; an answer without known content neither.
std::vector<Pair> pairs_of(const std::vector<catalog::Version>& versions);

// When a change happened, as narrowly as the site's validators allow.
change::Interval interval_of(const catalog::Change& change, const catalog::ValidatorTally& of_site);

}  // namespace asof::weigh
