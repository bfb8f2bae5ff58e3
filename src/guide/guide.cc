#include "guide/guide.h"

#include <algorithm>
#include <cmath>

#include "base/axis.h"
#include "guide/words_internal.h"
#include "navigate/policy.h"
#include "navigate/snapshot.h"

namespace asof::guide {
namespace {

// Runs shown on each side of the one chosen.
constexpr std::size_t kShownRuns = 5;
// Words stand for wide ranges, because a single number would claim more than most archives can
// show (docs/navigation.md).
constexpr double kProbable = 0.8;
constexpr double kHardly = 0.05;

Instant instant_of(Time at) { return Instant{std::llround(at * 1000)}; }

std::size_t run_of(const navigate::Track& track, std::size_t capture) {
  const auto found = std::ranges::find_if(
      track.runs, [&](const navigate::Run& run) { return capture <= run.last; });
  return static_cast<std::size_t>(found - track.runs.begin());
}

}  // namespace

Verdict verdict_of(double probability) {
  if (probability >= 1) return Verdict::Certain;
  if (probability >= kProbable) return Verdict::Probable;
  return probability <= kHardly ? Verdict::Conflict : Verdict::Possible;
}

// Two pages as they are known: by their site, or by their own captures alone.
struct Guide::Pair {
  navigate::Page source, link;
  navigate::JointShare joint{};
  navigate::Correction correction{};
  std::string why_words;  // why nothing can be shown as a percentage; empty: it may be possible

  navigate::Question question(Time at) const {
    return {.source = source, .at = at, .link = link, .joint = joint};
  }
};

Guide::Pair Guide::pair_of(const Query& query, const Track& source, const Track& link) {
  Pair pair{.source = source.page(), .link = link.page()};
  const std::string key = site_key(query.url);
  if (options_.learner == nullptr) {
    pair.why_words = "This archive does not learn how its pages change together.";
    return pair;
  }
  if (key != site_key(query.source->url)) {
    pair.why_words = "The two pages are of different sites.";
    return pair;
  }
  const auto site = options_.learner->site(key);
  if (!site) {
    pair.why_words = "How the pages of this site change is being learned.";
    return pair;
  }
  const auto from = site->find(query.source->url);
  const auto to = site->find(query.url);
  const auto within = [&](const navigate::Page& page) {
    return page.captures.front().at >= site->knowledge.from() &&
           page.captures.back().at < site->knowledge.until();
  };
  if (!from || !to || !within(pair.source) || !within(pair.link)) {
    pair.why_words = "One of the two pages is not among those that this site was learned from.";
    return pair;
  }
  pair.source.changes = site->knowledge.pages()[*from].changes;
  pair.link.changes = site->knowledge.pages()[*to].changes;
  pair.joint = site->knowledge.joint_of(*from, *to);
  const std::size_t tellers =
      (navigate::tells(pair.source) ? 1U : 0U) + (navigate::tells(pair.link) ? 1U : 0U);
  pair.correction = site->knowledge.correction(tellers);
  return pair;
}

// A version of the link beside the source's, judged.
struct Guide::Judged {
  const Pair& pair;
  navigate::Track source, link;
  std::size_t seen = 0;    // the source's run
  std::size_t likely = 0;  // the link's run that likelihood chooses: what hidden captures calibrate

  Judged(const Pair& its_pair, Time at)
      : pair(its_pair), source(its_pair.source), link(its_pair.link) {
    seen = navigate::run_at(pair.source, source.runs, at);
    const auto choice = navigate::find_policy("likelihood")->choose(pair.question(at));
    likely = run_of(link, *choice.capture);
  }
  double stated(std::size_t run) const {
    return pair.correction(navigate::probability_coherent(source, seen, link, run, pair.joint));
  }
  std::optional<double> shown(std::size_t run) const {
    const double p = navigate::probability_coherent(source, seen, link, run, pair.joint);
    if (run != likely || p >= 1 || !pair.why_words.empty() || !pair.correction.holds(p)) return {};
    return pair.correction(p);
  }
};

namespace {

std::vector<Candidate> list_candidates(const Track& link, std::size_t chosen_run) {
  const auto& runs = link.runs().runs;
  const std::size_t from = chosen_run < kShownRuns ? 0 : chosen_run - kShownRuns;
  const std::size_t to = std::min(runs.size(), chosen_run + kShownRuns + 1);
  std::vector<Candidate> list;
  for (std::size_t i = from; i < to; ++i) {
    const navigate::Run& run = runs[i];
    list.push_back({.first = link.captures()[run.first].at,
                    .last = link.captures()[run.last].at,
                    .run = i,
                    .captures = run.last - run.first + 1,
                    .status = link.captures()[run.first].status,
                    .chosen = i == chosen_run});
    if (run.modified) list.back().modified = instant_of(*run.modified);
  }
  return list;
}

}  // namespace

Result<std::optional<Advice>> Guide::advise(const Query& query) {
  const navigate::Policy* policy = navigate::find_policy(query.policy);
  if (policy == nullptr)
    return Error{Errc::Invalid, "there is no policy \"" + std::string(query.policy) + "\""};
  TRY(notice_growth());
  Advice advice{.policy = "nearest"};
  const auto link = TRY(track_without_loops(query.url, advice.loops));
  if (link->empty()) return std::optional<Advice>();
  std::shared_ptr<const Track> source;
  if (query.source) source = TRY(track(query.source->url));
  const bool known = source && !source->empty();
  const Time at = on_axis(known ? query.source->at : query.at);
  std::size_t chosen = nearest_standing(*link, at);
  std::optional<Pair> pair;
  if (known) pair = pair_of(query, *source, *link);
  if (known || policy->name == "recent" || policy->name == "first-after") {
    const bool part = query.embedded && policy->name == "likelihood";
    navigate::Choice choice;
    if (part)
      choice = navigate::snapshot({.pages = {&pair->link, 1}, .weights = {}}, at, 0).versions[0];
    else if (known)
      choice = policy->choose(pair->question(at));
    else
      choice = policy->choose({.source = link->page(), .at = at, .link = link->page()});
    advice.policy = policy->name;
    // What is gone wins only where nearest() finds it gone, too.
    if (choice.capture &&
        (!is_gone(link->captures()[*choice.capture]) || is_gone(link->captures()[chosen])))
      chosen = *choice.capture;
  }
  advice.capture = link->captures()[chosen];
  const std::size_t run = run_of(link->runs(), chosen);
  advice.candidates = list_candidates(*link, run);
  std::size_t seen = 0;
  if (known) {
    const Judged judged(*pair, at);
    seen = judged.seen;
    const double stated = judged.stated(run);
    advice.verdict = verdict_of(stated);
    // Unless the site's own captures taught how its pages change, a small probability is a guess
    // and no evidence. Dates that rule it out give exactly 0.
    if (advice.verdict == Verdict::Conflict && stated > 0 && !pair->why_words.empty())
      advice.verdict = Verdict::Possible;
    advice.probability = judged.shown(run);
    advice.why_words = why_words(advice, pair->why_words, run == judged.likely);
    for (Candidate& one : advice.candidates) {
      one.probability = judged.stated(one.run);
      one.shown = judged.shown(one.run);
    }
    if (query.embedded) {
      advice.composite = navigate::composite_of(at, link->runs(), run, chosen);
    }
  } else if (query.source) {
    advice.verdict = Verdict::Unknown;
  }
  advice.sentence = sentence_of(advice, *link, run, known ? source.get() : nullptr, seen);
  return std::optional(std::move(advice));
}

}  // namespace asof::guide
