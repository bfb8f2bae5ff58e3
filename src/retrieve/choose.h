// choose: which capture stands for a URL at an instant. Every reader of an archive asks here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "base/time.h"

namespace asof::retrieve {

// All three choose among captures that share the URL's key: http and https, with and without www.
enum class Choose : std::uint8_t {
  Nearest,   // nearest in time; captures of exactly this URL come before all others
  Embedded,  // nearest in time with status 200: what a page shows as its style sheet or image
  Latest,    // the last one that is not later than the instant
};

struct Candidate {
  Instant at;
  int status = 0;
  bool exact = false;  // of exactly the URL asked for
};

// The place of the chosen candidate; nothing where none qualifies. Candidates are in the catalog's
// order: by time, then by place in the archive. Of two that are equally near, the earlier one is
// chosen.
std::optional<std::size_t> choose(std::span<const Candidate> candidates, Instant at, Choose rule);

}  // namespace asof::retrieve
