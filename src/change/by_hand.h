// Weights by hand (Ben Saad and Gançarski, JCDL 2011 section 6.2.1): whoever knows a site says
// which parts of its pages count, and how much.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "block/block.h"
#include "layout/page.h"

namespace asof::change {

// "main", "#prices", "div.news", "table#plan.wide"
struct SimpleSelector {
  std::string name;  // empty: any element
  std::string id;
  std::vector<std::string> classes;
};
// An element below others: "#content .news".
struct HandWeight {
  std::string site;  // host, and those below it; empty: every site
  std::vector<SimpleSelector> path;
  double factor = 1;
};
using HandWeights = std::vector<HandWeight>;

// One rule a line: a number from 0 to 100 and a selector (names, ids, classes, one below another).
// "site HOST" says for which site the lines after it are. Empty lines and those that begin with "#"
// say nothing:
//   site example.org
//   3 #prices
//   0 .sidebar
// Errc::Invalid names the file and the line.
Result<HandWeights> read_hand_weights(std::string_view text, std::string_view file);

// Sets Block::by_hand of the leaves of a page: by the rule of the innermost element around a block
// that has one, of several the last. The other weights of the page follow from the sum.
void weigh_by_hand(block::BlockTree& tree, const layout::Page& page, std::string_view url,
                   const HandWeights& weights);

}  // namespace asof::change
