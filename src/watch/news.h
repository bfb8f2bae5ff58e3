// News: a change that was kept and matters, and the forms it is told in.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "watch/watch_file.h"

namespace asof::watch {

struct News {
  std::string url;
  Instant at;                     // of the new version's capture
  std::optional<Instant> before;  // of the last capture of the old one
  double matters = 0;             // the probability that a reader calls it meaningful
  double importance = 0;          // E of the papers

  bool operator==(const News&) const = default;
};

// One line of JSON, and back.
std::string to_json(const News& news, const Telling& tell);
Result<News> parse_news(std::string_view json);

// Where both versions can be compared: an address of the reader, or a command to type.
std::string where_to_look(const News& news, const Telling& tell);

// An Atom feed (RFC 4287), the newest first. The same news give the same bytes.
std::string atom_feed(std::span<const News> news, const Telling& tell);
// One page for people: what changed in the day before `now`, what matters most first.
std::string digest_page(std::span<const News> news, const Telling& tell, Instant now);

}  // namespace asof::watch
