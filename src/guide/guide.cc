#include "guide/guide.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/axis.h"
#include "guide/words_internal.h"
#include "navigate/policy.h"
#include "navigate/snapshot.h"
#include "url/surt.h"

namespace asof::guide {
namespace {

constexpr std::size_t kMostTracks = 256;
// Redirects followed to see whether they come to an end.
constexpr std::size_t kMostHops = 20;
// Runs shown on each side of the one chosen.
constexpr std::size_t kShownRuns = 5;
// Words stand for wide ranges, because a single number would claim more than most archives can
// show (docs/navigation.md).
constexpr double kProbable = 0.8;
constexpr double kHardly = 0.05;

Instant instant_of(Time at) { return Instant{std::llround(at * 1000)}; }

bool is_redirect(const catalog::Capture& capture) {
  return capture.status >= 300 && capture.status < 400 && !capture.location.empty();
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

Result<void> Guide::notice_growth() {
  const std::int64_t now = TRY(catalog_.generation());
  if (generation_ && *generation_ != now) {
    recent_.clear();
    if (options_.learner != nullptr) options_.learner->grown();
  }
  generation_ = now;
  return {};
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
    if (!options_.may_show || options_.may_show(capture)) captures.push_back(capture);
    return true;
  };
  TRY(catalog_.captures_of(key, take, {.url = url}));
  if (captures.empty()) TRY(catalog_.captures_of(key, take));
  auto made = std::make_shared<const Track>(standing(std::move(captures)));
  recent_.emplace_front(url, made);
  if (recent_.size() > kMostTracks) recent_.pop_back();
  return std::shared_ptr<const Track>(made);
}

// Whether a redirect leads, by the captures next to its own time, to a page seen on the way.
Result<bool> Guide::leads_in_a_circle(const catalog::Capture& redirect) {
  std::set<std::string> visited = {redirect.url};
  std::string next = redirect.location;
  while (visited.size() < kMostHops) {
    if (!visited.insert(next).second) return true;
    const auto on = TRY(track(next));
    if (on->empty()) return false;
    const catalog::Capture& there = on->captures()[nearest(*on, on_axis(redirect.at))];
    if (!is_redirect(there)) return false;
    next = there.location;
  }
  return true;  // no browser goes on, either
}

// The track without redirects that come back, as long as something else is left.
Result<std::shared_ptr<const Track>> Guide::track_without_loops(const std::string& url,
                                                                bool& loops) {
  const auto whole = TRY(track(url));
  loops = false;
  std::vector<catalog::Capture> rest;
  for (const catalog::Capture& capture : whole->captures())
    if (!is_redirect(capture) || !TRY(leads_in_a_circle(capture))) rest.push_back(capture);
  if (rest.size() == whole->captures().size()) return whole;
  loops = rest.empty();
  if (loops) return whole;
  return std::shared_ptr<const Track>(std::make_shared<const Track>(std::move(rest)));
}

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
  std::size_t chosen = nearest(*link, at);
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
    advice.verdict = verdict_of(judged.stated(run));
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

std::optional<SiteSnapshot> Guide::snapshot(const std::string& key, Instant at, Duration window) {
  if (options_.learner == nullptr) return {};
  const auto site = options_.learner->site(key);
  if (!site) return {};
  const auto pages = site->knowledge.pages();
  const navigate::Snapshot best = navigate::snapshot({pages, {}}, on_axis(at), window);
  SiteSnapshot out{.at = instant_of(best.at),
                   .score = best.score,
                   .damage = best.damage,
                   .left_out = site->left_out};
  for (std::size_t i = 0; i < pages.size(); ++i) {
    SitePage page{.url = site->urls[i]};
    if (best.versions[i].capture) {
      page.at = instant_of(pages[i].captures[*best.versions[i].capture].at);
      page.probability = best.versions[i].probability.value_or(0);
    }
    out.pages.push_back(std::move(page));
  }
  return out;
}

}  // namespace asof::guide
