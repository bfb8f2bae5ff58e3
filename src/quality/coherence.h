// Coherence: how much of what a query returns existed together at one instant (DEXA section 5.2,
// TPDL section 3). Versions are valid on half-open intervals: two that only touch never stood side
// by side (errata C16).
#pragma once

#include <optional>

#include "quality/track.h"

namespace asof::quality {

// -- time travel: which capture answers a request (SHARC section 3). Captures ascend; an index into
// them, or nothing. O(log captures).

// The capture nearest to `at`; the earlier on a tie.
std::optional<std::size_t> nearest(std::span<const Time> captures, Time at);
// The last capture at or before `at`; nothing where all are later.
std::optional<std::size_t> recent(std::span<const Time> captures, Time at);
// For a request that any instant of the interval satisfies: the capture inside nearest to its
// middle, else the one nearest to the interval; the earlier on a tie.
std::optional<std::size_t> nearest(std::span<const Time> captures, Interval wanted);

// -- the largest part that existed at one instant

struct Version {
  Interval valid;     // [from, to); empty ones are coherent with nothing
  double weight = 1;  // >= 0
};

struct Coherent {
  Time at = 0;            // an instant at which all of them stood; -infinity: before every change
  double weight = 0;      // theirs, summed
  std::size_t count = 0;  // how many
};

// The heaviest set of versions with a common instant, and the largest one (of equal size the
// heaviest). O(n log n).
Coherent heaviest_coherent(std::span<const Version> versions);
Coherent largest_coherent(std::span<const Version> versions);

// -- measures

struct Coherence {
  double weight =
      1;             // share of weight in the heaviest coherent set: our reading of Definition 5.22
  double count = 1;  // share of weight in the largest coherent set: its letter (errata C15)
};

// Both are 1 for versions without weight.
Coherence coherence(std::span<const Version> versions);

enum class Mapping { Nearest, Recent };

struct Query {
  Mapping mapping = Mapping::Nearest;
  std::size_t top = static_cast<std::size_t>(-1);  // only this many most important pages (eta)
};

// What a query for the site at an instant returns: a version of each page captured, its weight the
// page's times the change's (Definition 4.25). Of equally important pages the first are taken.
std::vector<Version> query_result(std::span<const PageTrack> site, Time at,
                                  const Query& query = {});
// The same for a request that any instant of an interval satisfies.
std::vector<Version> query_result(std::span<const PageTrack> site, Interval wanted,
                                  std::size_t top = static_cast<std::size_t>(-1));

// Definitions 5.22 to 5.24: of one query; the mean over queries; the mean over sites. Nothing
// without queries, or without sites.
Coherence query_coherence(std::span<const PageTrack> site, Time at, const Query& query = {});
std::optional<Coherence> site_coherence(std::span<const PageTrack> site,
                                        std::span<const Time> queries, const Query& query = {});
std::optional<Coherence> archive_coherence(std::span<const SiteTrack> sites,
                                           std::span<const Time> queries, const Query& query = {});

}  // namespace asof::quality
