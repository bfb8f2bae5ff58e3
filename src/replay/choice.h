// What is asked when a capture is chosen for a URL, and what is answered.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "catalog/rows.h"

namespace asof::replay {

// The page that a reader comes from, or that shows what is asked for.
struct Source {
  std::string url;
  Instant at;  // of its capture
};

struct Wanted {
  std::string url;
  Instant at;  // the time of the walk
  std::optional<Source> source;
  std::string_view policy;  // empty: as the settings say
  bool embedded = false;    // a part of the source, not a page that it links to
};

struct Choice {
  catalog::Capture capture;
  std::string policy;
  std::string verdict = "alone";      // or certain, likely, possibly, conflict, unknown
  std::optional<double> probability;  // only where it may be shown as a percentage
  std::string why_words;              // why it may not; empty where that is clear
  std::string sentence;
  std::string candidates = "[]";  // JSON
  std::string state;              // of a part: how it fits its page

  // The value of the field X-Asof-Choice.
  std::string summary() const;
};

}  // namespace asof::replay
