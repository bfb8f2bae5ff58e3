// TPDL section 6 (nearest, recent, pattern); likelihood is ours, by coherence.h.
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

// The source; where nothing of it was kept, a page seen at the instant asked for.
Page source_page(const Question& question) {
  if (!question.source.captures.empty()) return question.source;
  return {.captures = {{.at = question.at}}, .changes = question.source.changes};
}

Choice likelihood(const Question& question) {
  if (question.link.captures.empty()) return {};
  const Page page = source_page(question);
  const Track source(page);
  const Track link(question.link);
  const std::size_t shown = run_at(page, source.runs, question.at);
  const Run& run = source.runs[shown];
  const Time start = run.modified.value_or(run.lo);
  auto from = std::partition_point(link.runs.begin(), link.runs.end(),
                                   [&](const Run& r) { return r.hi < start; });
  auto to = std::partition_point(from, link.runs.end(),
                                 [&](const Run& r) { return r.modified.value_or(r.lo) <= run.hi; });
  if (from != link.runs.begin()) --from;
  if (to != link.runs.end()) ++to;
  const auto distance = [&](std::size_t i) {
    return std::abs(question.link.captures[i].at - question.at);
  };
  Choice best;
  for (auto candidate = from; candidate != to; ++candidate) {
    const auto index = static_cast<std::size_t>(candidate - link.runs.begin());
    const double p = probability_coherent(source, shown, link, index, question.joint);
    const std::size_t capture =
        nearest_capture(question.link, question.at, candidate->first, candidate->last);
    const bool nearer =
        best.capture && p == *best.probability && distance(capture) < distance(*best.capture);
    if (!best.capture || p > *best.probability || nearer)
      best = {.capture = capture, .probability = p};
  }
  return best;
}

// Without the evidence of digests: each capture for itself, the nearest on either side.
Choice likelihood_nearest_two(const Question& question) {
  const auto& captures = question.link.captures;
  if (captures.empty()) return {};
  const Page source{.captures = {{.at = question.at}}, .changes = question.source.changes};
  const Track seen(source);
  const std::size_t count = count_until(question.link, question.at);
  const auto score = [&](std::size_t i) {
    const Page alone{.captures = {{.at = captures[i].at}}, .changes = question.link.changes};
    return Choice{.capture = i,
                  .probability = probability_coherent(seen, 0, Track(alone), 0, question.joint)};
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
    Policy{"likelihood", "the version most likely valid together with the source", "ours",
           "O(captures + slots between runs)", likelihood},
    Policy{"pattern-literal", "as pattern, every slot touched counts whole", "TPDL 6.2 as printed",
           "O(log captures + slots)", pattern_literal},
    Policy{"likelihood-nearest-two", "as likelihood, two captures, digests ignored", "ours",
           "O(log captures + slots between them)", likelihood_nearest_two},
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
  const Page page = source_page(question);
  const Track source(page);
  const Track link(question.link);
  const auto run = std::partition_point(link.runs.begin(), link.runs.end(),
                                        [&](const Run& r) { return r.last < capture; });
  const auto index = static_cast<std::size_t>(run - link.runs.begin());
  return probability_coherent(source, run_at(page, source.runs, question.at), link, index,
                              question.joint);
}

}  // namespace asof::navigate
