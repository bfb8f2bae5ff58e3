#include "navigate/page.h"

#include <algorithm>

#include "base/check.h"

namespace asof::navigate {

std::vector<Run> runs_of(std::span<const CaptureMark> captures) {
  std::vector<Run> runs;
  for (std::size_t i = 0; i < captures.size(); ++i) {
    const CaptureMark& mark = captures[i];
    CHECK(i == 0 || captures[i - 1].at <= mark.at);
    if (runs.empty() || captures[i - 1].digest != mark.digest)
      runs.push_back({.first = i, .last = i, .lo = mark.at, .hi = mark.at});
    Run& run = runs.back();
    run.last = i;
    run.hi = mark.at;
    // A server may touch a file without changing it, so a later capture of the run may claim a
    // later date; the first claim that fits is the one about this content's beginning.
    const bool after =
        runs.size() == 1 || (mark.last_modified && *mark.last_modified > runs[runs.size() - 2].hi);
    if (!run.modified && mark.last_modified && *mark.last_modified <= run.lo && after)
      run.modified = mark.last_modified;
  }
  return runs;
}

Version version_of(const Page& page, std::span<const Run> runs, std::size_t index) {
  const Run& run = runs[index];
  Version version{.lo = run.lo, .hi = run.hi, .modified = run.modified, .changes = &page.changes};
  if (index > 0) version.previous = runs[index - 1].hi;
  if (index + 1 < runs.size()) {
    version.next = runs[index + 1].lo;
    version.next_modified = runs[index + 1].modified;
  }
  return version;
}

std::size_t nearest_capture(const Page& page, Time at, std::size_t first, std::size_t last) {
  CHECK(first <= last && last < page.captures.size());
  const auto begin = page.captures.begin();
  const auto from = begin + static_cast<std::ptrdiff_t>(first);
  const auto to = begin + static_cast<std::ptrdiff_t>(last) + 1;
  const auto after =
      std::lower_bound(from, to, at, [](const CaptureMark& mark, Time t) { return mark.at < t; });
  if (after == to) return last;
  const auto index = static_cast<std::size_t>(after - begin);
  if (after == from) return index;
  return at - page.captures[index - 1].at <= after->at - at ? index - 1 : index;
}

std::size_t run_at(const Page& page, std::span<const Run> runs, Time at) {
  CHECK(!page.captures.empty());
  const std::size_t capture = nearest_capture(page, at, 0, page.captures.size() - 1);
  const auto run = std::partition_point(runs.begin(), runs.end(),
                                        [&](const Run& r) { return r.last < capture; });
  return static_cast<std::size_t>(run - runs.begin());
}

}  // namespace asof::navigate
