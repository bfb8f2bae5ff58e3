// examine: what an answer says, for a crawl: status, identity, validators, links. A pure function
// of the bytes, so that a crawl that reads its own records again finds what it found the first
// time.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/axis.h"
#include "ingest/page.h"

namespace asof::crawl {

struct Answer {
  int status = 0;  // 0: not HTTP
  std::string mime;
  std::string sha256;          // of the payload: 32 bytes
  std::string message_sha256;  // of head and body as received, where it was taken in passing
  std::uint64_t payload = 0;
  bool body_whole = false;  // nothing of the payload is missing, by the head; not told of long ones
  std::string etag;
  std::optional<Instant> last_modified;
  std::optional<Duration> retry_after;        // seconds from `now`
  bool odd_length = false;                    // Content-Length is no number, or two
  bool nofollow = false;                      // the page, or X-Robots-Tag, says so
  bool cut = false;                           // the page has more in it than is read
  std::optional<catalog::Document> document;  // a page's row, without its links
  catalog::Links links;                       // of Link fields, where a redirect leads, of the page
  std::size_t first_of_page = 0;              // the number of the page's first
};

struct ExamineOptions {
  Instant now;                      // for Retry-After
  std::string_view token = "asof";  // who X-Robots-Tag speaks to
};

// `message` is head and body, as received.
Answer examine(std::string_view url, std::string_view message, const ExamineOptions& options);
// Adds the links to the document. No decision of a crawl waits for that.
void complete(Answer& answer, catalog::LinkPacker& packer);

}  // namespace asof::crawl
