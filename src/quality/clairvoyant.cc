// Unit jobs with windows: every version is a job, every instant a machine with `per_instant`
// places. The sets of jobs that fit form a transversal matroid, so taking jobs by falling weight,
// each if it still fits, is optimal (Edmonds 1971; Lawler, Combinatorial Optimization, 1976,
// chapter 7).
//
// Idea: whether a job still fits is a search for an augmenting path. Jobs that sit at an instant
// can move anywhere in their windows, and windows are intervals, so what the search has reached is
// an interval too, and of each instant only the job reaching furthest down and the one reaching
// furthest up matter. Where the search fails, the interval reached is full of jobs that cannot
// leave it: no later job inside it can fit, and such intervals merge.
//
// Guarantee: exact. Cost: a search looks at each instant once; moving a job looks at the jobs of
// one instant. Proved by ClairvoyantTest: all plans on tiny inputs, and earliest-deadline-first for
// equal weights.
#include "quality/clairvoyant.h"

#include <functional>
#include <map>

#include "base/check.h"

namespace asof::quality {
namespace {

constexpr std::uint32_t kNone = static_cast<std::uint32_t>(-1);

class Places final {
 public:
  Places(std::size_t instants, std::uint64_t per_instant)
      : per_instant_(per_instant), at_(instants), reached_by_(instants) {}

  // Finds the job a place, moving others where that helps. False: it does not fit.
  bool place(std::uint32_t job, const std::vector<Wanted>& jobs) {
    const Wanted& window = jobs[job];
    if (is_full(window.first, window.last)) return false;
    const std::uint32_t free = reach(window, jobs);
    if (free == kNone) return false;
    // Walk back: each job on the path moves one step, which frees the place before it.
    std::uint32_t to = free;
    while (reached_by_[to].job != kNone) {
      const Step step = reached_by_[to];
      move(step, to, jobs);
      to = step.from;
    }
    add(job, to, jobs);
    return true;
  }

 private:
  struct Step {
    std::uint32_t from = kNone;  // the instant whose job
    std::uint32_t job = kNone;   // can come here; none: the new job itself can
  };

  struct At {
    std::vector<std::uint32_t> jobs;
    std::uint32_t lowest = kNone;   // the job with the earliest window
    std::uint32_t highest = kNone;  // and the one with the latest
  };

  // The first free instant an augmenting path from the window leads to.
  std::uint32_t reach(const Wanted& window, const std::vector<Wanted>& jobs) {
    std::uint32_t low = window.first;
    std::uint32_t high = window.first;
    std::uint32_t free = kNone;
    queue_.clear();
    const auto take = [&](std::uint32_t instant, Step step) {
      reached_by_[instant] = step;
      queue_.push_back(instant);
      if (free == kNone && at_[instant].jobs.size() < per_instant_) free = instant;
    };
    take(low, {});
    while (high < window.last && free == kNone) take(++high, {});
    for (std::size_t i = 0; i < queue_.size() && free == kNone; ++i) {
      const std::uint32_t from = queue_[i];
      const std::uint32_t down = at_[from].lowest;
      const std::uint32_t up = at_[from].highest;
      while (jobs[down].first < low && free == kNone) take(--low, {from, down});
      while (jobs[up].last > high && free == kNone) take(++high, {from, up});
    }
    if (free == kNone) mark_full(low, high);
    return free;
  }

  void add(std::uint32_t job, std::uint32_t to, const std::vector<Wanted>& jobs) {
    At& place = at_[to];
    place.jobs.push_back(job);
    if (place.lowest == kNone || jobs[job].first < jobs[place.lowest].first) place.lowest = job;
    if (place.highest == kNone || jobs[job].last > jobs[place.highest].last) place.highest = job;
  }

  void move(const Step& step, std::uint32_t to, const std::vector<Wanted>& jobs) {
    At& place = at_[step.from];
    const auto found = std::find(place.jobs.begin(), place.jobs.end(), step.job);
    CHECK(found != place.jobs.end());
    *found = place.jobs.back();
    place.jobs.pop_back();
    if (step.job == place.lowest || step.job == place.highest) {
      place.lowest = place.highest = kNone;
      for (const std::uint32_t job : place.jobs) {
        if (place.lowest == kNone || jobs[job].first < jobs[place.lowest].first) place.lowest = job;
        if (place.highest == kNone || jobs[job].last > jobs[place.highest].last)
          place.highest = job;
      }
    }
    add(step.job, to, jobs);
  }

  bool is_full(std::uint32_t first, std::uint32_t last) const {
    const auto after = full_.upper_bound(first);
    return after != full_.begin() && last <= std::prev(after)->second;
  }

  // Two full intervals that overlap or touch make one.
  void mark_full(std::uint32_t first, std::uint32_t last) {
    auto it = full_.upper_bound(first);
    if (it != full_.begin() && std::prev(it)->second + 1 >= first) {
      --it;
      first = it->first;
    }
    while (it != full_.end() && it->first <= last + 1) {
      last = std::max(last, it->second);
      it = full_.erase(it);
    }
    full_[first] = last;
  }

  std::uint64_t per_instant_;
  std::vector<At> at_;
  std::vector<Step> reached_by_;
  std::vector<std::uint32_t> queue_;
  std::map<std::uint32_t, std::uint32_t> full_;  // first -> last, apart from each other
};

}  // namespace

double clairvoyant(std::vector<Wanted> wanted, std::size_t instants, std::uint64_t per_instant) {
  CHECK(instants < kNone && wanted.size() < kNone);
  if (instants == 0 || per_instant == 0) return 0;
  const auto end = static_cast<std::uint32_t>(instants - 1);
  for (Wanted& window : wanted) window.last = std::min(window.last, end);
  std::erase_if(wanted, [](const Wanted& w) { return w.first > w.last || !(w.weight > 0); });
  // Of equal weights the shortest windows first: fewer of them have to move later.
  std::sort(wanted.begin(), wanted.end(), [](const Wanted& a, const Wanted& b) {
    if (a.weight != b.weight) return a.weight > b.weight;
    if (a.last - a.first != b.last - b.first) return a.last - a.first < b.last - b.first;
    return a.first < b.first;
  });
  Places places(instants, per_instant);
  double sum = 0;
  for (std::uint32_t job = 0; job < wanted.size(); ++job)
    if (places.place(job, wanted)) sum += wanted[job].weight;
  return sum;
}

std::vector<Wanted> wanted_versions(std::span<const PageTrack> pages,
                                    std::span<const Time> instants, CompletenessReading reading) {
  CHECK(instants.size() < kNone);
  std::vector<double> totals;
  double whole = 0;
  for (const PageTrack& page : pages) {
    double total = 0;
    for (const Change& change : page.changes) total += change.importance;
    totals.push_back(total);
    if (reading == CompletenessReading::Global)
      whole += page.weight * total;
    else if (total > 0)
      whole += page.weight;
  }
  const auto index_of = [&](Time at) {
    return static_cast<std::uint32_t>(std::lower_bound(instants.begin(), instants.end(), at) -
                                      instants.begin());
  };
  std::vector<Wanted> wanted;
  for (std::size_t i = 0; i < pages.size(); ++i) {
    if (!(totals[i] > 0) || !(whole > 0)) continue;
    const auto& changes = pages[i].changes;
    const double unit =
        pages[i].weight / whole / (reading == CompletenessReading::PerPage ? totals[i] : 1);
    for (std::size_t k = 1; k <= changes.size(); ++k) {
      const Interval valid = validity(changes, k);
      const std::uint32_t first = index_of(valid.from);
      const std::uint32_t past = index_of(valid.to);
      if (first < past) wanted.push_back({first, past - 1, unit * importance(changes, k)});
    }
  }
  return wanted;
}

}  // namespace asof::quality
