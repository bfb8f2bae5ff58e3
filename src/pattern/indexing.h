// Which versions are worth indexing (JCDL section 7): those whose change, or the small changes
// since the last indexed one together, reach a threshold.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "pattern/pattern.h"

namespace asof::pattern {

// The paper's threshold: the mean of omega over the slots of the pattern.
double index_threshold(const Pattern& pattern);

// The threshold that about `share` of the changes reach, so that their number fits a budget. Of
// equal ones all reach it, and the largest always do: rather too much is stored than too little. 0
// where there are none.
double budget_threshold(std::span<const double> importance, double share);

enum class IndexReading {
  Meant,    // the text: the version whose change makes the sum reach the threshold is indexed
  Printed,  // Algorithm 4: the sum is tested before this version's change is added
};

// The versions to index, by place. importance[i] is that of the change that made version i.
std::vector<std::size_t> indexed_versions(std::span<const double> importance, double threshold,
                                          IndexReading reading = IndexReading::Meant);

}  // namespace asof::pattern
