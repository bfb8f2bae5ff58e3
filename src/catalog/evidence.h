// The captures of one key as evidence: when each was asked for, what came, and what is known of it.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "catalog/rows.h"

namespace asof::catalog {

inline constexpr std::size_t kNoCrawl = static_cast<std::size_t>(-1);

// What a capture shows, or the original it refers to does.
struct ShownAnswer {
  int status = 0;
  std::string sha256;  // of the payload: 32 bytes; empty where there is no body
  std::string etag;
  std::optional<Instant> last_modified;
  std::string location;
};

struct Witness {
  std::string url;
  Instant at;  // the request was begun
  Locator where;
  Kind kind = Kind::Response;
  ShownAnswer shown;                    // by the record itself
  std::optional<ShownAnswer> original;  // of a revisit, where it is known
  std::string digest;                   // as declared, else computed SHA-1
  std::string mime;
  bool not_modified = false;  // a 304
  bool not_stored = false;    // a revisit whose content is its own, known by its digest
  bool truncated = false;
  bool cut = false;        // it, or its original, is not whole, and shows nothing
  std::int64_t width = 0;  // the time its date leaves open
  std::size_t crawl = kNoCrawl;
  // As the metadata record of the same request says.
  std::optional<std::int64_t> fetch_ms;
  std::string purpose;
  std::optional<std::string> hops;
  // Of the change that made the version which begins here, where it has been weighed.
  std::optional<double> importance;
};

struct KeyEvidence {
  std::string urlkey;
  std::vector<Witness> witnesses;  // responses, revisits and resources; in time order
};

class Reader;
// Every key below the prefix that was captured, in byte order, until `on_key` returns false.
// `Witness::crawl` is a place in crawls().
Result<void> evidence_of(const Reader& reader, std::string_view key_prefix,
                         const std::function<bool(const KeyEvidence&)>& on_key);

}  // namespace asof::catalog
