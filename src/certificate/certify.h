// certify: what the evidence of a crawl proves, page by page, and as of when.
//
// Grades, best first. Each holds for the whole as-of interval, under the assumption that no change
// was undone in between, as served to us:
//   proven    complete bodies with equal SHA-256 were received on both sides, from the end of the
//             first response to the start of the second
//   attested  the server said so by 304 or equal validators, and a random share of its answers was
//             audited in the same crawl without a fault
//   likely    seen before or after, not both; with the probability that it did not change
//   conflict  a change seen while we looked may lie within the interval
//   unknown   no answer, or none that counts: cut short, or "not modified" without an audit
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "certificate/course.h"
#include "certificate/evidence.h"
#include "certificate/standing.h"
#include "certificate/trust.h"

namespace asof::certificate {

inline constexpr std::string_view kAssumption = "no change was undone in between, as served to us";

// Where a page's rate of change comes from.
enum class RateSource : std::uint8_t {
  Believed,  // stated by the crawl
  Observed,  // what the crawl saw of the whole site
  Assumed,   // nothing was known: Options::prior_interval
};
std::string_view name_of(RateSource source);

struct Options {
  AuditRule audits;
  // Where nothing is known, a page changes once in so many seconds; it weighs as much as having
  // seen one change in that time.
  double prior_interval = 10 * 86400.0;

  bool operator==(const Options&) const = default;
};

struct PageVerdict {
  PageEvidence evidence;
  Grade grade = Grade::Unknown;
  double probability = 0;          // that it held `content` throughout; Likely only
  std::optional<Content> content;  // what it held as of then, where that can be said
  double rate = 0;                 // changes per second, as used
  RateSource rate_source = RateSource::Assumed;
  std::vector<Held> proven;
  std::vector<Held> attested;  // only where it says more than `proven`
  std::vector<ChangeSeen> changes;
};

// What one visit of each page in the order of depth would have given, at the same pace.
struct BreadthFirst {
  double expected_blur = 0;
  double expected_coherent = 0;  // pages expected to hold at its middle what was captured
  double duration = 0;           // seconds
};

// Blur is of SHARC: changes between an instant and the capture nearest to it, averaged over the
// observation, summed over the pages that were ever seen.
struct Figures {
  double expected_blur = 0;
  // What the changes seen say of it: each counts from nothing to half of the gap it lies in.
  double observed_blur_least = 0;
  double observed_blur_most = 0;
  // Pages expected not to change between the captures around the middle of the as-of interval.
  double expected_sharp = 0;
  std::uint64_t sharp = 0;  // pages proven or attested
  // Pages expected to have held, at that middle, what the nearest capture shows.
  double expected_coherent = 0;
  BreadthFirst breadth_first;
};

struct Certificate {
  std::string crawl;
  std::string strategy;
  std::string software;
  std::string user_agent;
  std::string operator_name;
  std::string robots;
  std::string ended;
  std::string reason;
  std::optional<LeftOut> left_out;  // where the crawl says
  std::string clock;
  Options rules;
  Instant from;                // the first request
  Instant until;               // the last answer
  std::uint64_t requests = 0;  // for pages
  double pace = 0;             // seconds between two of them, on average
  AsOf as_of;                  // most weight proven or attested; grades of pages are as of it
  AsOf as_of_proven;           // most weight proven
  Figures figures;
  std::vector<SiteTrust> sites;
  std::vector<File> files;
  std::vector<Fault> faults;
  std::vector<PageVerdict> pages;

  double weight() const;  // of all pages
};

// The same evidence always gives the same certificate.
Certificate certify(Evidence evidence, const Options& options = {});

}  // namespace asof::certificate
