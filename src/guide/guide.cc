#include "guide/guide.h"

#include <algorithm>

#include "base/axis.h"
#include "guide/words_internal.h"
#include "navigate/policy.h"
#include "url/surt.h"

namespace asof::guide {
namespace {

constexpr std::size_t kMostTracks = 256;
// Runs shown on each side of the one chosen.
constexpr std::size_t kShownRuns = 5;
// Words stand for wide ranges, because a single number would claim more than most archives can
// show (docs/navigation.md).
constexpr double kProbable = 0.8;
constexpr double kHardly = 0.05;

bool is_gone(const catalog::Capture& capture) {
  return capture.status == 404 || capture.status == 410;
}

std::size_t nearest_in(const Track& track, Time at, auto&& counts) {
  std::size_t best = track.captures().size();
  for (std::size_t i = 0; i < track.captures().size(); ++i) {
    if (!counts(track.captures()[i])) continue;
    const auto distance = [&](std::size_t k) { return std::abs(track.page().captures[k].at - at); };
    if (best == track.captures().size() || distance(i) < distance(best)) best = i;
  }
  return best;
}

// The capture nearest to an instant: a good one, unless the page was gone on both sides of it.
std::size_t nearest(const Track& track, Time at) {
  const auto& marks = track.page().captures;
  const auto after = std::ranges::upper_bound(marks, at, {}, &navigate::CaptureMark::at);
  const auto next = static_cast<std::size_t>(after - marks.begin());
  const bool gone_before = next > 0 && is_gone(track.captures()[next - 1]);
  const bool gone_after = next < marks.size() && is_gone(track.captures()[next]);
  const bool gone = (gone_before || gone_after) && (gone_before || next == 0) &&
                    (gone_after || next == marks.size());
  const std::size_t good =
      nearest_in(track, at, [](const catalog::Capture& one) { return !is_gone(one); });
  if (good == track.captures().size() || gone)
    return nearest_in(track, at, [](const catalog::Capture&) { return true; });
  return good;
}

// `t` is the root's capture.
Composite composite_of(Time t, const navigate::Track& part, std::size_t run, std::size_t capture) {
  const navigate::Run& one = part.runs[run];
  const Time m = part.page->captures[capture].at;
  const Time begun = one.modified.value_or(one.lo);
  if (begun <= t && t <= one.hi) return Composite::Coherent;
  if (m < t) return Composite::PossiblyCoherent;
  return one.modified && *one.modified > t ? Composite::Violative : Composite::ProbablyViolative;
}

std::size_t run_of(const navigate::Track& track, std::size_t capture) {
  const auto found = std::ranges::find_if(
      track.runs, [&](const navigate::Run& run) { return capture <= run.last; });
  return static_cast<std::size_t>(found - track.runs.begin());
}

void list_candidates(Advice& advice, const Track& link, const Track* source, std::size_t seen,
                     std::size_t chosen_run) {
  const auto& runs = link.runs().runs;
  const std::size_t from = chosen_run < kShownRuns ? 0 : chosen_run - kShownRuns;
  const std::size_t to = std::min(runs.size(), chosen_run + kShownRuns + 1);
  for (std::size_t i = from; i < to; ++i) {
    const navigate::Run& run = runs[i];
    Candidate one{.first = link.captures()[run.first].at,
                  .last = link.captures()[run.last].at,
                  .captures = run.last - run.first + 1,
                  .status = link.captures()[run.first].status,
                  .chosen = i == chosen_run};
    if (run.modified) one.modified = Instant{static_cast<std::int64_t>(*run.modified * 1000)};
    if (source != nullptr)
      one.probability = navigate::probability_coherent(source->runs(), seen, link.runs(), i);
    advice.candidates.push_back(std::move(one));
  }
}

}  // namespace

Verdict verdict_of(double probability) {
  if (probability >= 1) return Verdict::Certain;
  if (probability >= kProbable) return Verdict::Probable;
  return probability <= kHardly ? Verdict::Conflict : Verdict::Possible;
}

Result<std::shared_ptr<const Track>> Guide::track(const std::string& url) {
  const auto found = std::ranges::find(recent_, url, [](const auto& one) { return one.first; });
  if (found != recent_.end()) {
    recent_.splice(recent_.begin(), recent_, found);
    return recent_.front().second;
  }
  const std::string key = url::surt_key(url);
  std::vector<catalog::Capture> captures;
  const auto take = [&](const catalog::Capture& capture) {
    if (!may_show_ || may_show_(capture)) captures.push_back(capture);
    return true;
  };
  TRY(catalog_.captures_of(key, take, {.url = url}));
  if (captures.empty()) TRY(catalog_.captures_of(key, take));
  auto made = std::make_shared<const Track>(standing(std::move(captures)));
  recent_.emplace_front(url, made);
  if (recent_.size() > kMostTracks) recent_.pop_back();
  return std::shared_ptr<const Track>(made);
}

Result<std::optional<Advice>> Guide::advise(const Query& query) {
  const auto link = TRY(track(query.url));
  if (link->empty()) return std::optional<Advice>();
  Advice advice{.policy = "nearest"};
  std::shared_ptr<const Track> source;
  if (query.source) source = TRY(track(query.source->url));
  const bool known = source && !source->empty();
  const Time asked = on_axis(query.at);
  std::size_t chosen = nearest(*link, known ? on_axis(query.source->at) : asked);
  const navigate::Policy* policy = navigate::find_policy(query.policy);
  if (policy == nullptr)
    return Error{Errc::Invalid, "there is no policy \"" + std::string(query.policy) + "\""};
  if (known) {
    const navigate::Choice choice = policy->choose(
        {.source = source->page(), .at = on_axis(query.source->at), .link = link->page()});
    advice.policy = policy->name;
    // What is gone wins only where nearest() finds it gone, too.
    if (choice.capture &&
        (!is_gone(link->captures()[*choice.capture]) || is_gone(link->captures()[chosen])))
      chosen = *choice.capture;
  } else if (policy->name == "recent" || policy->name == "first-after") {
    const navigate::Choice choice =
        policy->choose({.source = link->page(), .at = asked, .link = link->page()});
    advice.policy = policy->name;
    if (choice.capture) chosen = *choice.capture;
  }
  advice.capture = link->captures()[chosen];
  const std::size_t run = run_of(link->runs(), chosen);
  std::size_t seen = 0;
  if (known) {
    const Time t = on_axis(query.source->at);
    seen = navigate::run_at(source->page(), source->runs().runs, t);
    const double p = navigate::probability_coherent(source->runs(), seen, link->runs(), run);
    advice.verdict = verdict_of(p);
    if (query.embedded) advice.composite = composite_of(t, link->runs(), run, chosen);
  } else if (query.source) {
    advice.verdict = Verdict::Unknown;
  }
  list_candidates(advice, *link, known ? source.get() : nullptr, seen, run);
  advice.sentence = sentence_of(advice, *link, run, known ? source.get() : nullptr, seen);
  return std::optional(std::move(advice));
}

}  // namespace asof::guide
