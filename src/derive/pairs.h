// Pairs: the versions of a page that can be compared, and when a change happened.
#pragma once

#include <vector>

#include "catalog/reader.h"
#include "change/change.h"

namespace asof::derive {

// Whether a version says something about its page. A server that failed said nothing; an answer
// without known content neither.
bool tells(const catalog::Version& version);

struct Pair {
  catalog::Version old;
  catalog::Version fresh;
};
// The versions of one URL that say something about the page, each with the one before.
std::vector<Pair> pairs_of(const std::vector<catalog::Version>& versions);

// When a change happened, as narrowly as the site's validators allow.
change::Interval interval_of(const catalog::Change& change, const catalog::ValidatorTally& of_site);

}  // namespace asof::derive
