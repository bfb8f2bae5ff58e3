// Policies: which capture of a page a link leads to, when the reader stands on a version of another
// page. One row each; the laboratory, the replay and the documentation read the rows.
//
// Every policy answers as long as the page has a capture: where the side of time it prefers is
// empty, it takes the capture nearest on the other side.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "navigate/joint.h"
#include "navigate/page.h"

namespace asof::navigate {

struct Question {
  const Page& source;
  Time at = 0;  // the time the reader asked for; the source version is that of the nearest capture
  const Page& link;
  // What is known about changes that touch both pages at once; the default holds them independent.
  JointShare joint = {};
};

struct Choice {
  std::optional<std::size_t> capture;  // of the linked page; none: it has no captures
  std::optional<double>
      probability;  // that it is coherent with the source version; likelihood only
};

struct Policy {
  std::string_view name;
  std::string_view summary;
  std::string_view source;  // paper and section
  std::string_view cost;
  Choice (*choose)(const Question&);
};

// nearest, recent, first-after, pattern, likelihood; then the readings kept for comparison:
// pattern-literal, likelihood-nearest-two.
std::span<const Policy> policies();
// The five a reader may choose from.
std::span<const Policy> reader_policies();
const Policy* find_policy(std::string_view name);  // null where there is none

// That the version seen in `capture` of the linked page was ever valid together with the source
// version: what likelihood maximises, for any capture.
double probability_of(const Question& question, std::size_t capture);

}  // namespace asof::navigate
