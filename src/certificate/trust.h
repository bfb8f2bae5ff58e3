// Trust: whether the validators of a site may be believed, because a random share of what they said
// was checked in the same crawl.
//
// An answer by validators is a 304, or an incomplete answer whose ETag or Last-Modified equals the
// last whole one's. An audit is a full, unconditional request for the same page after such an
// answer: the body is what the validators vouched for, or the answer counts as wrong. A page that
// has a new ETag and a Last-Modified after the answer changed in between: such an audit says
// nothing. (A full request *instead* of a conditional one audits nothing: it cannot show what a
// server would have said.) The bound holds where every answer is drawn for an audit by itself,
// whatever page it is of.
//
// Whole bodies with equal validators are checked for nothing: with different bytes they are wrong
// answers too. Where they are equal they prove what they say, and need no trust.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "certificate/evidence.h"

namespace asof::certificate {

struct AuditRule {
  double share = 0.05;       // of the answers by validators
  std::uint64_t least = 20;  // or all of them where there are fewer
  double confidence = 0.95;  // of the bound
  // An audit that finds a change made after the answer says nothing about the answer.
  bool excuses_later_changes = true;

  bool operator==(const AuditRule&) const = default;
};

// What a page says of itself now that the server said it was unchanged.
struct LaterAnswer {
  std::string_view old_etag;  // what the server vouched for
  std::string_view etag;
  std::optional<Instant> modified;  // Last-Modified
  Instant received;
};
// Whether it says that it changed after the server's answer, which was asked for at `sent`: with
// another ETag where there was one, and a date from then on.
bool changed_later(const LaterAnswer& now, Instant sent);

// How many of so many answers must be audited.
std::uint64_t audits_needed(std::uint64_t answers, const AuditRule& rule = {});

// A wrong answer: which page, and when it was found.
struct Wrong {
  std::string url;
  Instant sent;      // of the answer that was wrong
  Instant found;     // of the request that showed it
  std::string what;  // a sentence

  bool operator==(const Wrong&) const = default;
};

struct SiteTrust {
  std::string site;
  std::uint64_t answers = 0;       // by validators
  std::uint64_t audited = 0;       // of them, found right or wrong by an audit
  std::uint64_t needed = 0;        // audits the rule asks for
  std::uint64_t inconclusive = 0;  // audits that say nothing: the page changed after the answer
  std::uint64_t matched = 0;       // whole bodies whose equal validators were right
  std::vector<Wrong> wrong;
  // At most this share of the answers is false, with the rule's confidence: 1 - .05^(1/audited).
  // 1 without audits. Only meaningful where granted.
  double bound = 1;
  double allowed = 0;  // false answers the bound allows, of those not audited

  bool granted() const { return answers > 0 && wrong.empty() && audited >= needed; }
  bool operator==(const SiteTrust&) const = default;
};

// Adds what a page of the site says; the other figures are conclude()'s.
void add_page(const PageEvidence& page, SiteTrust& trust, const AuditRule& rule = {});
void conclude(SiteTrust& trust, const AuditRule& rule = {});

// Sites with answers by validators or with equal validators seen, in byte order.
std::vector<SiteTrust> trust_sites(const std::vector<PageEvidence>& pages,
                                   const AuditRule& rule = {});

// The row of a site, null where there is none.
const SiteTrust* find_site(const std::vector<SiteTrust>& sites, std::string_view site);

}  // namespace asof::certificate
