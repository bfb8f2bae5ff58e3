// DEXA'11 Definitions 5.12 to 5.14; JCDL'11 section 9 for the unweighted ratio.
//
// Idea: captures ascend, so the versions they see do too; a version is new when it differs from the
// one before. Per-page ratios and the global ratio rank strategies differently (errata C14), so
// both are here.
//
// Cost: O(captures log changes + changes). Proved by CompletenessTest: Example 5.11 and marking
// versions one by one on thousands of random sites.
#include "quality/completeness.h"

namespace asof::quality {
namespace {

std::optional<double> ratio(double part, double whole) {
  if (!(whole > 0)) return std::nullopt;
  return part / whole;
}

void add_weighted(std::span<const PageTrack> pages, Captured& sum) {
  for (const PageTrack& page : pages) {
    const Captured part = captured(page);
    sum.weight += page.weight * part.weight;
    sum.total_weight += page.weight * part.total_weight;
    sum.versions += part.versions;
    sum.total_versions += part.total_versions;
  }
}

Captured over(std::span<const PageTrack> pages) {
  Captured sum;
  add_weighted(pages, sum);
  return sum;
}

Captured over(std::span<const SiteTrack> sites) {
  Captured sum;
  for (const SiteTrack& site : sites) add_weighted(site, sum);
  return sum;
}

std::optional<double> by_weight(const Captured& sum) { return ratio(sum.weight, sum.total_weight); }

std::optional<double> by_number(const Captured& sum) {
  return ratio(static_cast<double>(sum.versions), static_cast<double>(sum.total_versions));
}

}  // namespace

Captured captured(const PageTrack& page) {
  Captured result;
  for (const Change& change : page.changes) result.total_weight += change.importance;
  result.total_versions = page.changes.size();
  std::size_t last = 0;
  for (const Time capture : page.captures) {
    const std::size_t version = version_at(page.changes, capture);
    if (version == last) continue;
    last = version;
    result.weight += importance(page.changes, version);
    ++result.versions;
  }
  return result;
}

std::optional<double> page_completeness(const PageTrack& page) { return by_weight(captured(page)); }

std::optional<double> site_completeness(std::span<const PageTrack> site) {
  double sum = 0;
  double weights = 0;
  for (const PageTrack& page : site) {
    const auto completeness = page_completeness(page);
    if (!completeness) continue;
    sum += page.weight * *completeness;
    weights += page.weight;
  }
  return ratio(sum, weights);
}

std::optional<double> archive_completeness(std::span<const SiteTrack> sites) {
  double sum = 0;
  double count = 0;
  for (const SiteTrack& site : sites) {
    const auto completeness = site_completeness(site);
    if (!completeness) continue;
    sum += *completeness;
    count += 1;
  }
  return ratio(sum, count);
}

std::optional<double> global_completeness(std::span<const PageTrack> pages) {
  return by_weight(over(pages));
}

std::optional<double> global_completeness(std::span<const SiteTrack> sites) {
  return by_weight(over(sites));
}

std::optional<double> unweighted_completeness(std::span<const PageTrack> pages) {
  return by_number(over(pages));
}

std::optional<double> unweighted_completeness(std::span<const SiteTrack> sites) {
  return by_number(over(sites));
}

}  // namespace asof::quality
