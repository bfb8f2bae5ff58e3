// Importance: how much a change of a page matters, between 0 and 1.
//
// The estimator E of Ben Saad and Gançarski (DEXA 2011 section 3, JCDL 2011 section 6.2): over
// blocks by their weight, operations by kind and elements by what they are. Identical pages give 0;
// a page wholly replaced gives 1.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "block/block.h"
#include "delta/delta.h"
#include "importance/matters.h"
#include "importance/weights.h"
#include "noise/noise.h"

namespace asof::importance {

// Changes whenever estimate() may answer otherwise for the same delta.
inline constexpr int kImportanceVersion = 3;

// N_Op: what the sum over a block's operations is divided by. The papers say 3 in one place, which
// caps a block rewritten in one way at a third, and promise a value up to 1 in another.
enum class OperationCount : std::uint8_t { Present, Three };

// Imp(Op): per kind of operation (DEXA); by element (JCDL: distance of texts, alpha, 1); or by the
// words that really came or went. The last is ours: what only stands elsewhere, as a link instead
// of text, in another order or in another block, is not news.
enum class OperationWeight : std::uint8_t { ByWords, ByElement, ByKind };

struct EstimateOptions {
  OperationCount count = OperationCount::Present;
  OperationWeight weight = OperationWeight::ByWords;
  double insert = 1, update = 1, erase = .5;  // ByKind
  double alpha = .1;                          // of an advertisement
  double noise = .02;   // of a change that leaves only dates, counters and tokens different
  double number = .1;   // ByWords: of a text that differs in whole numbers only
  double address = .2;  // ByWords: of a link or image that leads elsewhere under the same words
  double move = .1;     // of a block that stands elsewhere with the same contents
  double title = .05;   // of a title whose words all changed
  std::string_view model = kDefaultModel;          // of block weights
  const noise::AdRules* advertisements = nullptr;  // null: the default
  std::string_view page = {};                      // its URL: an advertisement is a stranger's
};

struct BlockEstimate {
  std::string name;
  double weight = 0;    // of the block in its version
  double change = 0;    // of the block, in [0,1]
  bool is_old = false;  // of the old version: deleted, or its side of the sum
};

struct Estimate {
  double value = 0;                   // the larger of the two sides
  double old_side = 0;                // sum over the old version's blocks
  double new_side = 0;                // sum over the new version's blocks
  Amount amount;                      // of all that came or went
  std::vector<BlockEstimate> blocks;  // those that changed, most important first
};

Estimate estimate(const block::BlockTree& old, const block::BlockTree& fresh,
                  const delta::Comparison& comparison, const EstimateOptions& options = {});

// The share of distinct words that only one of the texts has: 0 for equal, 1 for nothing shared.
double text_distance(std::string_view a, std::string_view b);

}  // namespace asof::importance
