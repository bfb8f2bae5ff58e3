// The rows of changes as values: what lies between a version of a page and the one before it.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "catalog/derived.h"
#include "catalog/rows.h"

namespace asof::catalog {

// Which version of a page: its URL and its first capture.
struct VersionName {
  std::string url;
  Instant first;
  Locator where;

  auto operator<=>(const VersionName&) const = default;
};
inline VersionName name_of(const Version& version) {
  return {version.url, version.first, version.where};
}

struct Change {
  std::string urlkey;
  VersionName fresh;
  Instant old_first;  // of the version before
  Locator old_where;
  Instant since, until;                  // last capture of the old version, first of the new one
  std::optional<Instant> last_modified;  // as the new version says
  double importance = 0;                 // in [0,1]
  int stage = 0;                         // how it was settled; a number of change::Stage
  std::string reason;
  std::int64_t basis = 0;  // see basis_of
  std::string algorithm;   // that made it
  std::string engine;      // that laid both versions out; empty: nothing was laid out
  double matters = 0;      // in [0,1]: how probably a reader calls it meaningful
  bool replaced = false;   // another page stands at the address
};

// A hash of everything in the two versions that a change rests on.
std::int64_t basis_of(const Version& old, const Version& fresh);

// What is kept beside a change.
struct ChangeDetail {
  std::string delta;  // JSON; empty where nothing was laid out, or where it is too large
  // The style sheets and images asked for: per line "o" or "n" (which version), what was found (16
  // hexadecimal digits, 0 for nothing), and the address.
  std::string uses;
};

// Changes of one page. A page with very many comes in several parts.
struct PageChanges {
  std::string urlkey;
  std::vector<std::pair<Change, ChangeDetail>> changes;  // new, or to be replaced
  // With the last part: which changes the page has, the keys of what they use, and how often equal
  // validators were put to the test. Whatever else the page had is removed.
  bool last = false;
  std::vector<VersionName> all;
  std::vector<std::string> resources;
  std::uint64_t checked = 0;
  std::uint64_t lied = 0;
};

// How often equal validators met equal contents, and how often they did not.
struct ValidatorTally {
  std::uint64_t checked = 0;
  std::uint64_t lied = 0;
};

struct ChangeSummary {
  std::uint64_t rows = 0;                             // successive versions compared
  std::uint64_t changed = 0;                          // with importance
  std::uint64_t likely = 0;                           // that more likely matter than not
  std::uint64_t replaced = 0;                         // pages by other ones
  double importance = 0;                              // the sum
  std::uint64_t pages = 0;                            // with changes of importance
  std::array<std::uint64_t, 10> tenths{};             // of matters: (0,.1], (.1,.2], ...
  std::vector<std::pair<int, std::uint64_t>> stages;  // a number of change::Stage, rows
  std::vector<Change> most;                           // by matters, importance, then latest
  std::uint64_t uncompared = 0;                       // versions without a change, still to come
  std::uint64_t pending = 0;                          // pages of the archive to be looked at
};

class Reader;
// Of the pages below a key prefix; `most` changes are listed.
Result<ChangeSummary> summarise_changes(const Reader& reader, std::string_view key_prefix,
                                        std::size_t most);

}  // namespace asof::catalog
