// Strategy: decides which page of a site to request next. It is told about pages, times and
// observations, never about bytes or sockets, so the same object runs a live crawl and a simulated
// one.
//
// Order of calls: expect() once, learn() for every page known beforehand, then next() whenever one
// request is allowed, observe() for what came of it. A strategy is a deterministic function of
// these calls: telling a fresh one the same things brings it to the same state, which is how a
// killed crawl resumes. next() costs O(log n) amortised unless the registry's row says otherwise.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/axis.h"
#include "schedule/patterns.h"

namespace asof::schedule {

using SiteId = std::uint32_t;
using PageId = std::uint32_t;  // dense from 0 within a site, in the order pages became known
inline constexpr PageId kNoPage = ~PageId{0};

// What is known of a page when it becomes known.
struct Page {
  PageId id = 0;
  PageId parent = kNoPage;                     // the page it was found on
  std::uint32_t depth = 0;                     // hops from the entry page
  double weight = 1;                           // importance of the page, > 0
  double rate = 0;                             // expected changes per unit of time
  std::uint32_t pattern = kNoPattern;          // its key in the source of patterns
  const std::vector<Time>* changes = nullptr;  // the truth, for strategies that need the future
  bool dated = false;                          // its Last-Modified has proven trustworthy
  bool requisite = false;                      // part of another page: an image, a style sheet
  std::uint32_t set = 0;      // pages of one set are visited next to each other; 0: it is in none
  std::uint32_t host = 0;     // whose clock it changes by; dense from 0
  std::uint32_t cluster = 0;  // pages that are likely to be alike (pattern::cluster_of); likewise
};

// What is expected of a whole site.
struct Outlook {
  std::uint64_t pages = 0;  // its estimated size; 0: to be predicted from how it grows
  Duration delay = 1;       // between two requests
  Time start = 0;           // of the capture
  // The observation interval where the caller fixes one; else it is the capture's own.
  std::optional<Time> observe_from;
  std::optional<Time> observe_until;
  // Watching: M requests in every period of this length. 0: a capture, not a watch.
  Duration period = 0;
  std::uint64_t per_period = 0;
  Time until = kNever;  // when watching ends
  // What is believed of when pages change; it outlives the strategy. None: their rates.
  const PatternSource* patterns = nullptr;
};

enum class Purpose : std::uint8_t {
  Discover,  // for its links; what it shows may be captured again later
  Capture,
  Revisit,  // to see whether it is still what was captured
  Audit,    // a full request, to check what validators claim
};

struct Visit {
  PageId page = 0;
  Purpose purpose = Purpose::Capture;
  std::string_view why;  // static text: "hottest of the middle", for people
  double score = 0;      // the number that decided, 0 where none did
};

// Politeness allows one request to this site, now.
struct Turn {
  SiteId site = 0;
  Time now = 0;
  std::uint64_t left = ~std::uint64_t{0};  // requests still allowed, this one included
};

enum class Outcome : std::uint8_t {
  First,    // seen for the first time
  Changed,  // another content than at the visit before
  Same,     // as before, whatever proved it
  Gone,     // no longer there
  Failed,   // no answer that says anything about the page
};

// What a visit brought.
struct Seen {
  SiteId site = 0;
  Visit visit;
  Time sent = 0;
  Time received = 0;
  Outcome outcome = Outcome::First;
  std::optional<Time> last_modified;
  double importance = 1;    // of the change, where there was one
  std::vector<Page> found;  // pages nobody knew before, in the order of the page's links
  std::vector<std::pair<SiteId, Page>> elsewhere{};  // the same, of other sites
  // Known pages of which the page says something else than at the visit before: it links to them
  // now, or with other words.
  std::vector<PageId> announced{};
};

class Strategy {
 public:
  virtual ~Strategy() = default;

  virtual void expect(const Outlook& outlook) = 0;
  virtual void learn(const Page& page) = 0;
  // When it next has something to do: `now` where it does already, kNever when it is finished
  // unless an observation changes that.
  virtual Time wants(Time now) const = 0;
  // What to request, or nothing where no request is worth it now.
  virtual std::optional<Visit> next(const Turn& turn) = 0;
  // Pages found are learned by the loop, after this.
  virtual void observe(const Seen& seen) = 0;
  virtual std::unique_ptr<Strategy> clone() const = 0;

  // The numbers of its next visits in the period of `now`, at most `most` of them, largest first;
  // numbers of several sites can be compared. Nothing where no number decides. Changes no decision.
  virtual std::optional<std::vector<double>> urgencies(Time /*now*/, std::uint64_t /*most*/) {
    return std::nullopt;
  }
  // Why it would visit the page at that time, in words for people; empty where Visit::why says all.
  virtual std::string explain(PageId /*page*/, Time /*at*/) const { return {}; }
};

using Strategies = std::vector<std::unique_ptr<Strategy>>;  // by site

}  // namespace asof::schedule
