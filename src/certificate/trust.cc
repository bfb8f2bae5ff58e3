#include "certificate/trust.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "certificate/course.h"

namespace asof::certificate {
namespace {

// Which validator two answers share; empty where none. An ETag that differs settles the matter.
std::string_view shared_validator(const Validators& a, const Validators& b) {
  if (!a.etag.empty() && !b.etag.empty()) return a.etag == b.etag ? "ETag" : "";
  if (!a.last_modified.empty() && a.last_modified == b.last_modified) return "Last-Modified";
  return "";
}

// A whole body after another: do equal validators tell the truth?
void compare_whole(const PageEvidence& page, const Statement& before, const Statement& now,
                   SiteTrust& trust) {
  const Sighting& earlier = page.sightings[before.sighting];
  const Sighting& later = page.sightings[now.sighting];
  const auto shared = shared_validator(earlier.validators, later.validators);
  if (shared.empty() || before.content.status != now.content.status) return;
  if (before.content == now.content) {
    ++trust.matched;
    return;
  }
  trust.wrong.push_back(
      {page.url, later.sent, later.sent, "another body came with an equal " + std::string(shared)});
}

// The audit of an answer by validators brought another body.
bool is_excused(const Sighting& answer, const Sighting& audit) {
  const Validators& claimed =
      answer.answer == Answer::NotModified ? answer.asked : answer.validators;
  return changed_later({.old_etag = claimed.etag,
                        .etag = audit.validators.etag,
                        .modified = audit.modified,
                        .received = audit.received},
                       answer.sent);
}

void add_audit(const PageEvidence& page, const Statement& before, const Statement& now,
               const AuditRule& rule, SiteTrust& trust) {
  const Sighting& answer = page.sightings[before.sighting];
  const Sighting& audit = page.sightings[now.sighting];
  const bool same = before.content == now.content;
  if (!same && rule.excuses_later_changes && is_excused(answer, audit)) {
    ++trust.inconclusive;
    return;
  }
  ++trust.audited;
  if (!same)
    trust.wrong.push_back({page.url, answer.sent, audit.sent,
                           "said to be unchanged, but the audit brought another body"});
}

}  // namespace

bool changed_later(const LaterAnswer& now, Instant sent) {
  constexpr std::int64_t kUnit = 1000;  // servers cut Last-Modified to seconds
  if (!now.modified || now.modified->ms + kUnit <= sent.ms || *now.modified > now.received)
    return false;
  return now.old_etag.empty() || (!now.etag.empty() && now.etag != now.old_etag);
}

std::uint64_t audits_needed(std::uint64_t answers, const AuditRule& rule) {
  const auto share =
      static_cast<std::uint64_t>(std::ceil(rule.share * static_cast<double>(answers) - 1e-9));
  return std::min(answers, std::max(rule.least, share));
}

void add_page(const PageEvidence& page, SiteTrust& trust, const AuditRule& rule) {
  const auto said = statements(page);
  const Statement* whole = nullptr;
  for (std::size_t i = 0; i < said.size(); ++i) {
    const Statement& now = said[i];
    if (now.by_validator) {
      ++trust.answers;
      continue;
    }
    if (i > 0 && said[i - 1].by_validator && page.sightings[now.sighting].purpose == Purpose::Audit)
      add_audit(page, said[i - 1], now, rule, trust);
    if (whole != nullptr) compare_whole(page, *whole, now, trust);
    whole = &now;
  }
}

void conclude(SiteTrust& trust, const AuditRule& rule) {
  trust.needed = audits_needed(trust.answers, rule);
  if (trust.audited > 0)
    trust.bound = 1 - std::pow(1 - rule.confidence, 1 / static_cast<double>(trust.audited));
  const auto open = static_cast<double>(trust.answers - trust.audited);
  trust.allowed = std::min(open, trust.bound * static_cast<double>(trust.answers));
}

std::vector<SiteTrust> trust_sites(const std::vector<PageEvidence>& pages, const AuditRule& rule) {
  std::map<std::string, SiteTrust> by_site;
  for (const PageEvidence& page : pages) add_page(page, by_site[site_of(page.url)], rule);
  std::vector<SiteTrust> sites;
  for (auto& [site, trust] : by_site) {
    if (trust.answers == 0 && trust.matched == 0 && trust.wrong.empty()) continue;
    trust.site = site;
    conclude(trust, rule);
    sites.push_back(std::move(trust));
  }
  return sites;
}

const SiteTrust* find_site(const std::vector<SiteTrust>& sites, std::string_view site) {
  const auto at =
      std::lower_bound(sites.begin(), sites.end(), site,
                       [](const SiteTrust& s, std::string_view name) { return s.site < name; });
  return at != sites.end() && at->site == site ? &*at : nullptr;
}

}  // namespace asof::certificate
