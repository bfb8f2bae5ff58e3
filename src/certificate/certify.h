// certify: what the evidence of a crawl proves, page by page, and as of when.
//
// Grades, best first. Each holds for the whole as-of interval, under the assumption that no change
// was undone in between, as served to us:
//   proven    complete bodies with equal SHA-256 were received on both sides, from the end of the
//             first response to the start of the second
//   attested  the server said so by 304 or equal validators, and a random share of its answers was
//             audited in the same crawl without a fault
//   likely    seen before or after, not both; with the probability that it did not change, where
//             the crawl shows how often pages change
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
#include "certificate/sets.h"
#include "certificate/standing.h"
#include "certificate/trust.h"
#include "certificate/undone.h"

namespace asof::certificate {

inline constexpr std::string_view kAssumption = "no change was undone in between, as served to us";

// Where a page's rate of change comes from.
enum class RateSource : std::uint8_t {
  Believed,  // stated by the crawl
  Observed,  // what the crawl saw of the whole site
  Assumed,   // nothing was known: Options::prior_interval
};
std::string_view name_of(RateSource source);

// The rules a certificate is made by. They never change; other rules get another number.
//   1  a page's rate is the crawl's belief, else what was seen of its site, else an assumption
//   2  rates, and what follows from them, come from this crawl (rates.h) and are stated as
//      intervals, or not at all; a change after a server's word does not prove it wrong
inline constexpr int kRules = 2;

struct Options {
  int version = kRules;
  AuditRule audits;
  // Where nothing is known, a page changes once in so many seconds; it weighs as much as having
  // seen one change in that time.
  double prior_interval = 10 * 86400.0;

  bool operator==(const Options&) const = default;
};
// As crawls are certified by each version of the rules, 1 to kRules.
Options usual_rules(int version);

// What the rates of a crawl rest on.
struct Basis {
  std::uint64_t revisits = 0;  // looks at a page that had been seen before
  std::uint64_t changes = 0;   // of them, those that found a change
  std::uint64_t dates = 0;     // pages whose Last-Modified was used

  bool operator==(const Basis&) const = default;
};

struct PageVerdict {
  PageEvidence evidence;
  Grade grade = Grade::Unknown;
  // That it held `content` throughout; Likely only, and where Certificate::tells_rates().
  double probability = 0;
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
  double blur_least = 0, blur_most = 0;  // nine times in ten it lies between; from rules 2 on
  // What the changes seen say of it: each counts from nothing to half of the gap it lies in.
  double observed_blur_least = 0;
  double observed_blur_most = 0;
  // Pages expected not to change between the captures around the middle of the as-of interval.
  double expected_sharp = 0;
  double sharp_least = 0, sharp_most = 0;  // as for blur
  std::uint64_t sharp = 0;                 // pages proven or attested
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
  Basis basis;                 // of rates; from rules 2 on
  Undone undone;               // from rules 2 on
  Figures figures;
  std::vector<SiteTrust> sites;
  std::vector<File> files;
  std::vector<Fault> faults;
  std::vector<PageVerdict> pages;
  std::vector<SetVerdict> sets{};  // of pages that must be consistent, where the crawl named some

  double weight() const;  // of all pages
  // Whether anything shows how often pages change; where not, there are no probabilities and no
  // expected figures. Rules 1 always stated some.
  bool tells_rates() const { return rules.version < 2 || basis.revisits > 0; }
};

// The same evidence always gives the same certificate.
Certificate certify(Evidence evidence, const Options& options = {});

}  // namespace asof::certificate
