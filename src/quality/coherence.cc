// DEXA'11 Definitions 4.24, 4.25 and 5.21 to 5.24; TPDL Definitions 1 and 2 and their eta-top
// pages.
//
// Idea: intervals share an instant pairwise exactly when all do, so the best coherent set is the
// deepest point of a sweep over their ends. Depth only grows where a version starts, so starts are
// the candidates; an end at the same instant goes first, because intervals are half-open (errata
// C16). The definition's "weight of the largest number" is kept beside the largest weight (C15).
//
// Guarantee: exact. The sums reported are added afresh at the best instant, so versions that are
// all coherent give exactly 1. Cost: O(n log n). Proved by CoherenceTest: Example 5.21 and
// enumeration of all subsets on thousands of random inputs.
#include "quality/coherence.h"

#include <numeric>

namespace asof::quality {
namespace {

struct End {
  Time at;
  double weight;
};

struct Depth {
  double weight = 0;
  std::size_t count = 0;
};

// The ends of the versions' intervals in order, to be swept more than once.
class Sweep final {
 public:
  explicit Sweep(std::span<const Version> versions) : versions_(versions) {
    starts_.reserve(versions.size());
    ends_.reserve(versions.size());
    for (const Version& version : versions) {
      if (!(version.valid.from < version.valid.to)) continue;
      starts_.push_back({version.valid.from, version.weight});
      ends_.push_back({version.valid.to, version.weight});
    }
    const auto earlier = [](const End& a, const End& b) { return a.at < b.at; };
    std::sort(starts_.begin(), starts_.end(), earlier);
    std::sort(ends_.begin(), ends_.end(), earlier);
  }

  Coherent heaviest() const {
    return deepest([](const Depth& now, const Depth& best) {
      return now.weight > best.weight || (now.weight == best.weight && now.count > best.count);
    });
  }
  Coherent largest() const {
    return deepest([](const Depth& now, const Depth& best) {
      return now.count > best.count || (now.count == best.count && now.weight > best.weight);
    });
  }

 private:
  // The start at which `deeper(now, best)` is last true.
  template <class Deeper>
  Coherent deepest(Deeper deeper) const {
    Depth now;
    Depth best;
    Coherent result;
    std::size_t ended = 0;
    for (const End& start : starts_) {
      for (; ended < ends_.size() && ends_[ended].at <= start.at; ++ended) {
        now.weight -= ends_[ended].weight;
        --now.count;
      }
      now.weight += start.weight;
      ++now.count;
      if (!deeper(now, best)) continue;
      best = now;
      result.at = start.at;
    }
    if (best.count == 0) return result;
    for (const Version& version : versions_) {
      if (version.valid.from > result.at || version.valid.to <= result.at) continue;
      result.weight += version.weight;
      ++result.count;
    }
    return result;
  }

  std::span<const Version> versions_;
  std::vector<End> starts_;
  std::vector<End> ends_;
};

// The pages a query is about, in their order.
std::vector<const PageTrack*> most_important(std::span<const PageTrack> site, std::size_t top) {
  std::vector<const PageTrack*> pages(site.size());
  std::transform(site.begin(), site.end(), pages.begin(), [](const PageTrack& p) { return &p; });
  if (top >= pages.size()) return pages;
  std::stable_sort(pages.begin(), pages.end(),
                   [](const PageTrack* a, const PageTrack* b) { return a->weight > b->weight; });
  pages.resize(top);
  return pages;
}

template <class Choose>
std::vector<Version> versions_of(std::span<const PageTrack> site, std::size_t top, Choose choose) {
  std::vector<Version> versions;
  for (const PageTrack* page : most_important(site, top)) {
    const std::optional<std::size_t> capture = choose(page->captures);
    if (!capture) continue;
    const std::size_t version = version_at(page->changes, page->captures[*capture]);
    versions.push_back({.valid = validity(page->changes, version),
                        .weight = page->weight * importance(page->changes, version)});
  }
  return versions;
}

// The mean of what there is.
class Mean final {
 public:
  void add(const Coherence& part) {
    sum_.weight += part.weight;
    sum_.count += part.count;
    count_ += 1;
  }
  std::optional<Coherence> value() const {
    if (count_ == 0) return std::nullopt;
    return Coherence{sum_.weight / count_, sum_.count / count_};
  }

 private:
  Coherence sum_{0, 0};
  double count_ = 0;
};

}  // namespace

Coherent heaviest_coherent(std::span<const Version> versions) { return Sweep(versions).heaviest(); }

Coherent largest_coherent(std::span<const Version> versions) { return Sweep(versions).largest(); }

Coherence coherence(std::span<const Version> versions) {
  const double total =
      std::accumulate(versions.begin(), versions.end(), 0.0,
                      [](double sum, const Version& version) { return sum + version.weight; });
  if (!(total > 0)) return {};
  const Sweep sweep(versions);
  return {.weight = sweep.heaviest().weight / total, .count = sweep.largest().weight / total};
}

std::vector<Version> query_result(std::span<const PageTrack> site, Time at, const Query& query) {
  return versions_of(site, query.top, [&](std::span<const Time> captures) {
    return query.mapping == Mapping::Nearest ? nearest(captures, at) : recent(captures, at);
  });
}

std::vector<Version> query_result(std::span<const PageTrack> site, Interval wanted,
                                  std::size_t top) {
  return versions_of(site, top,
                     [&](std::span<const Time> captures) { return nearest(captures, wanted); });
}

Coherence query_coherence(std::span<const PageTrack> site, Time at, const Query& query) {
  return coherence(query_result(site, at, query));
}

std::optional<Coherence> site_coherence(std::span<const PageTrack> site,
                                        std::span<const Time> queries, const Query& query) {
  Mean mean;
  for (const Time at : queries) mean.add(query_coherence(site, at, query));
  return mean.value();
}

std::optional<Coherence> archive_coherence(std::span<const SiteTrack> sites,
                                           std::span<const Time> queries, const Query& query) {
  Mean mean;
  for (const SiteTrack& site : sites)
    if (const auto part = site_coherence(site, queries, query)) mean.add(*part);
  return mean.value();
}

}  // namespace asof::quality
