// Answer: what a server's answer says, read out of its bytes: status, validators, the payload's
// digests, title and links of a page. A pure function of the bytes: a crawl, an import and
// everything that reads the records later find the same.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/axis.h"
#include "base/time.h"
#include "capture/cut.h"
#include "capture/links.h"
#include "capture/page.h"

namespace asof::capture {

// Of longer messages only this beginning is kept in memory, and pages are read up to here; digests
// are computed over the whole as it goes by.
constexpr std::size_t kKeptBlock = std::size_t{8} << 20;

struct Answer {
  // -- the head
  int status = 0;       // 0: not HTTP, or not stated
  std::string mime;     // "text/html", without parameters; empty where not stated
  std::string charset;  // by Content-Type, as written
  std::string etag;
  std::string last_modified_field;  // as the server wrote it
  std::optional<Instant> last_modified;
  std::optional<Instant> date;  // by the server's clock
  std::string location;         // of redirects, as the server wrote it
  std::optional<Duration> retry_after;
  bool odd_length = false;  // Content-Length is no number, or two
  bool nofollow = false;    // X-Robots-Tag
  Links links;              // of Link fields, and where a redirect leads

  // -- the payload: the body without its transfer coding
  std::string sha256;  // 32 bytes; empty where it was not wanted, or there is no body
  std::string sha1;    // 20 bytes, where it was wanted
  std::uint64_t size = 0;
  bool whole = false;   // nothing of the body is missing, by the head
  Cut cut = Cut::None;  // in what the body is not as the head says
  std::optional<Page> page;

  bool says_nofollow() const { return nofollow || (page && page->nofollow); }
};

// What was computed over a long payload while it went by.
struct LongPayload {
  std::string sha1, sha256;  // where wanted
  std::uint64_t size = 0;
  bool whole = false;
  Cut cut = Cut::None;
};

struct ReadOptions {
  Instant at;                       // of the answer, for Retry-After
  std::string_view token = "asof";  // the crawler that X-Robots-Tag speaks to
  bool http = true;                 // the block is an HTTP message; otherwise it is all payload
  std::string_view type{};          // of blocks without a head: their Content-Type
  bool payload = true;              // its size, and whether it is whole, are wanted
  bool sha256 = true;
  bool sha1 = false;
  bool page = true;                   // links and title are wanted
  const LongPayload* rest = nullptr;  // the block is only the beginning of a long one
};

// `block` is head and body as received, or with `rest` at least the head. A message longer than
// kKeptBlock may be given whole.
Answer read_answer(std::string_view url, std::string_view block, const ReadOptions& options);

// "404 and 410 mean that the page is gone."
bool is_gone(int status);

}  // namespace asof::capture
