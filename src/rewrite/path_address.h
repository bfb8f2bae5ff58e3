// Captures addressed by path, as Wayback Machines have it.
//
//   /web/20160301102000im_/http://example.org/a.png?b   a capture: time, modifier, URL
//   /web/2016/example.org                               the latest time the digits allow
//   /web/*/example.org/*                                all captures, here of all URLs below one
//   /web/http://example.org/                            the TimeGate
//
// The URL keeps its query. "http:/x", which proxies make of "http://x", is repaired; without a
// scheme it is http.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/period.h"
#include "base/result.h"
#include "base/time.h"

namespace asof::rewrite {

enum class PathForm : std::uint8_t { Capture, Calendar, TimeGate };

struct PathAddress {
  std::string collection;  // what stands before the time: "web"; of other archives "a/b" or ""
  PathForm form = PathForm::TimeGate;
  std::string digits;        // of a capture: 1 to 14, as written
  std::string modifier;      // of a capture: "", "im_", "id_"
  std::string url;           // absolute; not otherwise normalised
  bool prefix = false;       // of a calendar: the URL ended in '*', which was cut off
  Period period{{}, 1};      // of a capture: what the digits name
  Instant at() const;        // of a capture: the last second of the period
  std::string text() const;  // "/web/20160301102000im_/http://example.org/a.png?b"

  bool operator==(const PathAddress&) const = default;
};

// Reads the target of a request. Errors (Invalid) name what is wrong: no collection, no such time
// (month 13, hour 25), more than 14 digits, no web address.
Result<PathAddress> parse_path_address(std::string_view target);

// Whether an absolute URL is itself a capture in some archive, and which:
// "https://web.archive.org/web/2016/http://x.org/" is of http://x.org/ at 2016. The time has at
// least four digits, so that "/page/2/http://x.org/" is none.
std::optional<PathAddress> inner_wayback(std::string_view url);

}  // namespace asof::rewrite
