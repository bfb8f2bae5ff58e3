// Plan: what a watch would do next and why, without doing it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "archive/directory.h"
#include "base/result.h"
#include "base/time.h"

namespace asof::crawl {

struct Options;

struct PlannedVisit {
  Instant at;
  std::string url;
  std::string why;
  double score = 0;  // the number that decided; 0 where none did
};

struct Plan {
  std::string strategy;
  Instant from, until;
  std::vector<PlannedVisit> visits;  // in the order of time
  // The share of changes that these visits are expected to keep, and the most that any visits can,
  // by what is believed of the pages; nothing where too little is known.
  std::optional<double> expected, bound;
};

// Of the watch named; of a new one with the settings of `options` where the name is empty.
Result<Plan> plan(archive::Directory& directory, const std::string& name, const Options& options,
                  Instant until);

}  // namespace asof::crawl
