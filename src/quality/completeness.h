// Completeness: how much of what appeared on a site the archive has (DEXA section 5.1, JCDL section
// 9). Distinct versions count once, however often captured (errata C12); the version before the
// first change has no weight (C13). Every change of a track counts, captured or not: clip the track
// where only an interval is meant.
//
// A page without changes, or whose changes have no importance, has no completeness; nor has a site
// of such pages.
#pragma once

#include <optional>

#include "quality/track.h"

namespace asof::quality {

// What there was of a page and how much of it was captured.
struct Captured {
  double weight = 0;         // summed importance of the versions captured
  double total_weight = 0;   // and of all of them
  std::size_t versions = 0;  // captured
  std::size_t total_versions = 0;
};

// O(captures log changes + changes).
Captured captured(const PageTrack& page);

// Definition 5.12.
std::optional<double> page_completeness(const PageTrack& page);
// Definition 5.13: the mean over pages, weighted by the pages' importance.
std::optional<double> site_completeness(std::span<const PageTrack> site);
// Definition 5.14: the mean over sites.
std::optional<double> archive_completeness(std::span<const SiteTrack> sites);

// All changes of all pages in one ratio, each weighted by its importance times its page's (C14).
std::optional<double> global_completeness(std::span<const PageTrack> pages);
std::optional<double> global_completeness(std::span<const SiteTrack> sites);
// Versions captured among all versions, each counting one (JCDL section 9).
std::optional<double> unweighted_completeness(std::span<const PageTrack> pages);
std::optional<double> unweighted_completeness(std::span<const SiteTrack> sites);

}  // namespace asof::quality
