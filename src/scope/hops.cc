#include <algorithm>

#include "scope/hops_internal.h"

namespace asof::scope {
namespace {

bool is_embed(char hop) { return hop == 'E' || hop == 'I' || hop == 'P'; }
bool is_passing(char hop) { return hop == 'R' || hop == 'X'; }

}  // namespace

std::uint32_t link_steps(std::string_view hops) {
  std::uint32_t steps = 0;
  char before = 0;
  for (char hop : hops) {
    bool counts = !is_embed(hop) && !is_passing(hop) && !(hop == 'M' && before == 'M');
    if (counts) ++steps;
    before = hop;
  }
  return steps;
}

std::optional<std::uint32_t> embed_steps(std::string_view hops) {
  std::uint32_t run = 0;
  std::uint32_t steps = 0;
  // From the end back to the last link; the earliest embed found is where the page was left.
  for (auto hop = hops.rbegin(); hop != hops.rend(); ++hop) {
    if (!is_embed(*hop) && !is_passing(*hop)) break;
    ++run;
    if (is_embed(*hop)) steps = run;
  }
  if (steps == 0) return std::nullopt;
  return steps;
}

bool redirects_only(std::string_view hops) {
  return !hops.empty() &&
         std::all_of(hops.begin(), hops.end(), [](char hop) { return hop == 'R'; });
}

}  // namespace asof::scope
