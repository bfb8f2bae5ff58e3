// Pair: two successive versions of a page, and their comparison.
#pragma once

#include <string>
#include <vector>

#include "catalog/catalog.h"
#include "weigh/resource_internal.h"

namespace asof::weigh {

struct Pair {
  catalog::Version old;
  catalog::Version fresh;
};

// The versions of one URL that say something about the page, each with the one before. A server
// that failed said nothing; an answer without known content neither.
std::vector<Pair> pairs_of(const std::vector<catalog::Version>& versions);

struct Compared {
  catalog::Change change;
  catalog::ChangeDetail detail;
};
// An Error is one of the disk or of the catalog: a content that is damaged or missing is compared
// by its digest.
Result<Compared> compare(Stock& stock, const Pair& pair, const std::string& algorithm);

// Puts equal validators of successive captures to the test.
Result<catalog::ValidatorTally> test_validators(const catalog::Catalog& catalog,
                                                const std::string& urlkey);

}  // namespace asof::weigh
