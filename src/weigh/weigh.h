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

#include "archive/directory.h"
#include "base/result.h"
#include "catalog/catalog.h"
#include "change/change.h"

namespace asof::weigh {

struct WeighProgress {
  std::uint64_t done = 0;   // pages
  std::uint64_t total = 0;  // pages to be looked at
};

struct WeighOptions {
  unsigned threads = 2;
  std::function<void(const WeighProgress&)> on_progress;
  std::function<bool()> interrupted;  // true: stop soon; what is done is kept
  std::string algorithm = change::algorithm();
};

struct Weighed {
  std::uint64_t pages = 0;     // looked at
  std::uint64_t compared = 0;  // pairs of versions
  std::uint64_t kept = 0;      // pairs that were up to date
  bool finished = true;        // false: interrupted
};

// The catalog is settled and open for writing. An Error is one of the disk or of the catalog; what
// was committed before it stays.
Result<Weighed> weigh(const archive::Directory& directory, catalog::Catalog& catalog,
                      const WeighOptions& options);

// When a change happened, as narrowly as the site's validators allow.
change::Interval interval_of(const catalog::Change& change, const catalog::ValidatorTally& of_site);

}  // namespace asof::weigh
