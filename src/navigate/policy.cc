// TPDL section 6 (nearest, recent, pattern) and algorithms.md B5 (likelihood).
//
// likelihood: the version with the greatest probability of having been valid together with the
// source version. Runs before the source's follow each other, and each ended before the next was
// seen, so the nearest run on either side bounds all beyond it: scoring the runs that overlap the
// source's and one neighbour on each side is scoring all runs. PolicyTest compares with all of
// them.
#include "navigate/policy.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "navigate/coherence.h"

namespace asof::navigate {
namespace {

// Captures at or before `at`, counted.
std::size_t count_until(const Page& page, Time at) {
  const auto after = std::upper_bound(page.captures.begin(), page.captures.end(), at,
                                      [](Time t, const CaptureMark& mark) { return t < mark.at; });
  return static_cast<std::size_t>(after - page.captures.begin());
}

Choice nearest(const Question& question) {
  if (question.link.captures.empty()) return {};
  return {.capture =
              nearest_capture(question.link, question.at, 0, question.link.captures.size() - 1)};
}

Choice recent(const Question& question) {
  if (question.link.captures.empty()) return {};
  const std::size_t count = count_until(question.link, question.at);
  return {.capture = count > 0 ? count - 1 : 0};
}

Choice first_after(const Question& question) {
  const auto& captures = question.link.captures;
  if (captures.empty()) return {};
  const auto after = std::lower_bound(captures.begin(), captures.end(), question.at,
                                      [](const CaptureMark& mark, Time t) { return mark.at < t; });
  const auto index = static_cast<std::size_t>(after - captures.begin());
  return {.capture = std::min(index, captures.size() - 1)};
}

// TPDL Definition 5 as printed: every slot that [from, to] touches counts whole (C22, unrolled).
double whole_slots(const pattern::Pattern& pattern, Time from, Time to) {
  const Duration length = pattern.slot_length();
  const double first = std::floor(from / length);
  const double last = std::floor(to / length);
  return pattern.weight(first * length, (last + 1) * length);
}

// TPDL Definitions 6 and 7 between the captures on both sides, over [min, max] (C21).
template <class Psi>
Choice least_incoherent(const Question& question, bool later_on_tie, Psi psi) {
  const auto& captures = question.link.captures;
  if (captures.empty()) return {};
  const std::size_t count = count_until(question.link, question.at);
  if (count == 0) return {.capture = 0};
  if (count == captures.size()) return {.capture = count - 1};
  const auto incoherence = [&](std::size_t i) {
    const Time from = std::min(question.at, captures[i].at);
    const Time to = std::max(question.at, captures[i].at);
    return psi(question.source.changes, from, to) + psi(question.link.changes, from, to);
  };
  const double before = incoherence(count - 1);
  const double after = incoherence(count);
  if (before == after && !later_on_tie) return nearest(question);
  return {.capture = before < after ? count - 1 : count};
}

Choice pattern_prorated(const Question& question) {
  return least_incoherent(question, false, [](const pattern::Pattern& pattern, Time from, Time to) {
    return pattern.weight(from, to);
  });
}

Choice pattern_literal(const Question& question) {
  return least_incoherent(question, true, whole_slots);
}

double weighted(const Version& one, const Version& other, const JointShare& joint) {
  double sum = 0;
  for (std::size_t k = 0; k < kShares.size(); ++k)
    if (joint.weight[k] > 0) sum += joint.weight[k] * probability_coherent(one, other, kShares[k]);
  return std::min(sum, 1.0);
}

// The source version; where nothing of the source was kept, the instant asked for.
Version source_version(const Question& question) {
  if (question.source.captures.empty())
    return {.lo = question.at, .hi = question.at, .changes = &question.source.changes};
  const std::vector<Run> runs = runs_of(question.source.captures);
  return version_of(question.source, runs, run_at(question.source, runs, question.at));
}

Choice likelihood(const Question& question) {
  if (question.link.captures.empty()) return {};
  const Version source = source_version(question);
  const std::vector<Run> runs = runs_of(question.link.captures);
  auto from = std::partition_point(runs.begin(), runs.end(),
                                   [&](const Run& run) { return run.hi < source.start(); });
  auto to = std::partition_point(
      from, runs.end(), [&](const Run& run) { return run.modified.value_or(run.lo) <= source.hi; });
  if (from != runs.begin()) --from;
  if (to != runs.end()) ++to;
  Choice best;
  for (auto run = from; run != to; ++run) {
    const auto index = static_cast<std::size_t>(run - runs.begin());
    const double p = weighted(source, version_of(question.link, runs, index), question.joint);
    const std::size_t capture = nearest_capture(question.link, question.at, run->first, run->last);
    const auto distance = [&](std::size_t i) {
      return std::abs(question.link.captures[i].at - question.at);
    };
    const bool nearer =
        best.capture && p == *best.probability && distance(capture) < distance(*best.capture);
    if (!best.capture || p > *best.probability || nearer)
      best = {.capture = capture, .probability = p};
  }
  return best;
}

// B5 without the evidence of digests: each capture for itself, the nearest on either side.
Choice likelihood_nearest_two(const Question& question) {
  const auto& captures = question.link.captures;
  if (captures.empty()) return {};
  const Version source{.lo = question.at, .hi = question.at, .changes = &question.source.changes};
  const std::size_t count = count_until(question.link, question.at);
  const auto score = [&](std::size_t i) {
    const Version version{
        .lo = captures[i].at, .hi = captures[i].at, .changes = &question.link.changes};
    return Choice{.capture = i, .probability = weighted(source, version, question.joint)};
  };
  if (count == 0) return score(0);
  if (count == captures.size()) return score(count - 1);
  const Choice before = score(count - 1);
  const Choice after = score(count);
  if (*before.probability == *after.probability)
    return nearest(question).capture == before.capture ? before : after;
  return *before.probability > *after.probability ? before : after;
}

constexpr std::array kPolicies = {
    Policy{"nearest", "the capture nearest in time, the earlier on a tie", "TPDL 7.2",
           "O(log captures)", nearest},
    Policy{"recent", "the last capture before", "TPDL 7.2", "O(log captures)", recent},
    Policy{"first-after", "the first capture after", "the mirror of recent", "O(log captures)",
           first_after},
    Policy{"pattern", "least change to expect of both pages, slots prorated",
           "TPDL 6.2, readings C21 C22", "O(log captures + slots)", pattern_prorated},
    Policy{"likelihood", "the version most likely valid together with the source",
           "algorithms.md B5", "O(captures + slots between runs)", likelihood},
    Policy{"pattern-literal", "as pattern, every slot touched counts whole", "TPDL 6.2 as printed",
           "O(log captures + slots)", pattern_literal},
    Policy{"likelihood-nearest-two", "as likelihood, two captures, digests ignored",
           "algorithms.md B5", "O(log captures + slots between them)", likelihood_nearest_two},
};

}  // namespace

std::span<const Policy> policies() { return kPolicies; }
std::span<const Policy> reader_policies() { return std::span(kPolicies).first(5); }

const Policy* find_policy(std::string_view name) {
  for (const Policy& policy : kPolicies)
    if (policy.name == name) return &policy;
  return nullptr;
}

double probability_of(const Question& question, std::size_t capture) {
  const std::vector<Run> runs = runs_of(question.link.captures);
  const auto run = std::partition_point(runs.begin(), runs.end(),
                                        [&](const Run& r) { return r.last < capture; });
  const auto index = static_cast<std::size_t>(run - runs.begin());
  return weighted(source_version(question), version_of(question.link, runs, index), question.joint);
}

}  // namespace asof::navigate
