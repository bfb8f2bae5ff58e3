// What an archive knows of a page when somebody follows a link to it: its captures, and how often
// it changes. Captures that show the same content in a row are one run; a run is evidence that one
// version was valid from its first capture to its last, under the assumption that no change was
// undone in between.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/axis.h"
#include "pattern/pattern.h"

namespace asof::navigate {

struct CaptureMark {
  Time at = 0;
  std::uint64_t digest = 0;  // equal numbers mean equal content
  // What the server claimed. Believed only where it can be true: not after the capture, and after
  // the last sight of the version before.
  std::optional<Time> last_modified;
};

struct Page {
  std::vector<CaptureMark> captures;  // ascending times
  pattern::Pattern changes;
};

// Captures first..last, all of one content.
struct Run {
  std::size_t first = 0;
  std::size_t last = 0;
  Time lo = 0;  // time of the first capture
  Time hi = 0;  // and of the last
  // When the version began, where a Last-Modified that can be true says so: in (hi before, lo].
  std::optional<Time> modified;
};

// In order of time; adjacent runs differ in content. O(captures).
std::vector<Run> runs_of(std::span<const CaptureMark> captures);

// One run and what its neighbours say about when it began and ended: it began in (previous, lo] and
// ended in (hi, next]. Borrows the pattern.
struct Version {
  Time lo = 0;
  Time hi = 0;
  std::optional<Time> previous;       // last sight of the version before; none: nothing known
  std::optional<Time> next;           // first sight of the version after
  std::optional<Time> modified;       // when it began, exactly
  std::optional<Time> next_modified;  // when the version after it began, exactly
  const pattern::Pattern* changes = nullptr;

  Time start() const { return modified.value_or(lo); }  // valid at least from here to hi
};

Version version_of(const Page& page, std::span<const Run> runs, std::size_t index);

// The run a reader sees who asks for time `at`: that of the capture nearest to it, the earlier on a
// tie. Requires a capture.
std::size_t run_at(const Page& page, std::span<const Run> runs, Time at);

// The capture nearest to `at` among captures first..last, the earlier on a tie. O(log captures).
std::size_t nearest_capture(const Page& page, Time at, std::size_t first, std::size_t last);

}  // namespace asof::navigate
