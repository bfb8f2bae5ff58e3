// Memento (RFC 7089) as texts: Link fields of mementos and TimeGates, TimeMaps, Accept-Datetime.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.h"

namespace asof::replay {

// "Thu, 31 May 2007 20:35:00 GMT" and no other form: RFC 7089 §2.1.1 asks for 400 on anything else.
std::optional<Instant> parse_accept_datetime(std::string_view value);

// The addresses that belong to one original resource.
struct Addresses {
  std::string original;  // the URL that was archived
  std::string timegate;
  std::string timemap;
  // The address of a memento is `memento` + 14 digits + "/" + original.
  std::string memento;

  std::string of(Instant at) const;
};

// The mementos around one: what its Link field names. Absent where there is none.
struct Neighbours {
  std::optional<Instant> first, last, previous, next;
};

// The value of the field Link. `self` is the memento that is served or that a TimeGate leads to;
// absent for other redirects.
std::string link_field(const Addresses& addresses, const Neighbours& neighbours,
                       std::optional<Instant> self);

// One page of a TimeMap, and the others. `from` names a page: it begins with that capture.
struct TimeMapPage {
  std::string self;
  Instant from, until;
};
struct TimeMapRow {
  Instant at;
  int status = 0;
  std::string mime;
  std::string digest;
};
struct TimeMap {
  Addresses addresses;
  Neighbours ends;  // first and last of all pages
  TimeMapPage self;
  std::span<const TimeMapRow> rows;  // ascending; seconds differ
  std::vector<TimeMapPage> others;   // pages that `rows` leaves out
};
std::string timemap_link(const TimeMap& map);
std::string timemap_json(const TimeMap& map);
// As MemGator and ipwb write it: "!" lines, then "<14 digits> {json}".
std::string timemap_cdxj(const TimeMap& map);

}  // namespace asof::replay
