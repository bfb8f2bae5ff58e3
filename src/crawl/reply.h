// Reply: what became of one request, once it is clear what it means and how it is kept; and what a
// strategy is told of it. The same for a visit that just ended and for one read back from a WARC
// file.
#pragma once

#include <optional>
#include <string>

#include "capture/capture.h"
#include "crawl/frontier.h"

namespace asof::crawl {

// How an answer is kept.
enum class ReplyKind : std::uint8_t {
  None,         // there was none
  Response,     // whole
  NotModified,  // the server says that the page is as it was
  Identical,    // a body came that the archive has already, or an error that the address had before
  NotStored     // a body came that differs too little from the original to be stored
};

struct Reply {
  ReplyKind kind = ReplyKind::None;
  bool whole = true;                 // not truncated
  Answer answer;                     // empty where there was none
  std::optional<double> importance;  // of the change it shows, where the strategy is told of it
  std::optional<double> matters;     // the same change, to a reader
  std::optional<Instant> before;     // the visit that the change is since
  std::optional<capture::Weighed> weighed;  // the same of a change since what is stored
  Original original;  // of this answer (its own id and date), or what a revisit refers to
};

// What the answer shows: equal keys, equal content. Empty where it says nothing about the page.
std::string content_of(const Answer& answer);

// Takes a reply to a request sent at `at` into the frontier: what is now known of the page, and
// what a strategy is told, except for the times.
schedule::Seen settle(Frontier& frontier, GroupId group, const schedule::Visit& visit,
                      const Reply& reply, Time at);

}  // namespace asof::crawl
