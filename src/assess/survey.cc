#include <algorithm>

#include "assess/survey_internal.h"
#include "base/axis.h"
#include "base/check.h"

namespace asof::assess {
namespace {

using certificate::Sighting;
using certificate::Statement;

Time time_of(const Sighting& sighting) {
  return (on_axis(sighting.sent) + on_axis(sighting.received)) / 2;
}

// Servers cut Last-Modified to the second.
constexpr std::int64_t kSecond = 1000;

// A date that moves although nothing changed is none of a change either.
void test_dates(const SeenPage& page, const std::vector<Statement>& said, DateTally& dates) {
  const Statement* before = nullptr;
  for (const Statement& now : said) {
    if (now.by_validator) continue;
    const Sighting& new_one = page.evidence.sightings[now.sighting];
    if (before != nullptr && new_one.modified) {
      const Sighting& old_one = page.evidence.sightings[before->sighting];
      if (certificate::same_state(before->content, now.content)) {
        if (old_one.modified && *old_one.modified != *new_one.modified) ++dates.wrong;
      } else {
        ++dates.tested;
        const bool between = new_one.modified->ms + kSecond > old_one.sent.ms &&
                             *new_one.modified <= new_one.received;
        if (!between) ++dates.wrong;
        if (new_one.modified->ms + 2 * kSecond > new_one.sent.ms) ++dates.of_now;
      }
    }
    before = &now;
  }
}

// Consecutive captures at different times, and whether the page changed between them.
void add_gaps(const SeenPage& page, const std::vector<Statement>& said, bool dated,
              Followed& followed) {
  const auto& sightings = page.evidence.sightings;
  for (std::size_t i = 1; i < said.size(); ++i) {
    const Sighting& now = sightings[said[i].sighting];
    const Duration length = time_of(now) - time_of(sightings[said[i - 1].sighting]);
    if (!(length > 0)) continue;
    const bool changed = !certificate::same_state(said[i - 1].content, said[i].content);
    std::optional<Duration> quiet;
    if (changed && dated && now.modified)
      quiet = std::clamp(time_of(now) - on_axis(*now.modified), 0.0, length);
    followed.seen.push_back({length, changed, quiet});
    followed.stretches.push_back({.length = length, .changed = changed, .quiet = quiet});
    followed.rounds.push_back(page.crawls[said[i].sighting]);
  }
}

// What a page says it has held since Last-Modified is attested from then on, where dates are
// trusted: the stretch over which a content is known begins there, not at its first capture, but
// never before the last capture that showed another.
void attest_by_dates(const SeenPage& page, certificate::Course& course) {
  const auto sighting = [&](std::size_t i) -> const Sighting& {
    return page.evidence.sightings[course.said[i].sighting];
  };
  std::vector<certificate::Held> solid;
  auto known = course.solid.begin();
  for (std::size_t first = 0, next = 0; first < course.said.size(); first = next) {
    const auto& content = course.said[first].content;
    std::optional<certificate::Span> span;
    while (next < course.said.size() && course.said[next].content == content) {
      const Sighting& one = sighting(next);
      if (!course.said[next].by_validator && one.modified) {
        Instant from{one.modified->ms + kSecond};
        if (first > 0) from = std::max(from, sighting(first - 1).received);
        if (from <= one.sent) span = {span ? std::min(span->from, from) : from, one.sent};
      }
      ++next;
    }
    const bool of_run = known != course.solid.end() && known->content == content &&
                        known->span.until <= sighting(next - 1).received;
    if (of_run && span)
      span = {std::min(span->from, known->span.from), std::max(span->until, known->span.until)};
    else if (of_run)
      span = known->span;
    if (of_run) ++known;
    if (span) solid.push_back({*span, content});
  }
  course.solid = std::move(solid);
}

}  // namespace

Survey::Survey(std::size_t crawls, std::uint64_t pages, std::size_t learned)
    : one_of_(1 + pages / std::max<std::size_t>(learned, 1)), crawls_(crawls) {}

bool Survey::is_learned(const SeenPage& page) const {
  return one_of_ <= 1 ||
         static_cast<std::uint64_t>(catalog::hash63(page.evidence.url)) % one_of_ == 0;
}

void Survey::learn_waiting() {
  for (Waiting& page : waiting_) {
    if (!authority(page.traits.url).dates.trusted())
      for (pattern::Observation& one : page.seen) one.since_change.reset();
    rates_.learn(page.traits, page.seen);
    for (const pattern::Observation& one : page.seen) looks_.add(one);
    if (!looks_.somewhere) looks_.somewhere = page.traits;
  }
  waiting_.clear();
}

void Survey::take(const SeenPage& page, std::string_view site) {
  if (site != site_) learn_waiting();
  site_ = site;
  auto& authority = authorities_[certificate::site_of(page.evidence.url)];
  certificate::add_page(page.evidence, authority.trust);
  // That there is one is all that counts.
  if (authority.trust.wrong.size() > 1) authority.trust.wrong.resize(1);
  const auto said = certificate::statements(page.evidence);
  test_dates(page, said, authority.dates);
  for (std::size_t i = 0; i < page.evidence.sightings.size(); ++i) {
    const Sighting& sighting = page.evidence.sightings[i];
    auto& end = ends_.try_emplace(std::string(site), sighting.received).first->second;
    end = std::max(end, sighting.received);
    if (page.crawls[i] == catalog::kNoCrawl) continue;
    auto& span = crawls_[page.crawls[i]];
    if (!span) span = {sighting.sent, sighting.received};
    span = {std::min(span->from, sighting.sent), std::max(span->until, sighting.received)};
  }
  importance_ += page.importance;
  weighed_ += page.weighed;
  if (!is_learned(page)) return;
  Followed followed;
  add_gaps(page, said, true, followed);
  if (!followed.seen.empty()) waiting_.push_back({page.traits, std::move(followed.seen)});
}

void Survey::finish() {
  learn_waiting();
  for (auto& [name, authority] : authorities_) certificate::conclude(authority.trust);
  // Where every look found a change, no rate is too high to be believed: one quiet look among them
  // is imagined, as long as they are on average.
  if (looks_.somewhere && looks_.quiet == 0) {
    const pattern::Observation quiet{.length = looks_.length / static_cast<double>(looks_.all)};
    rates_.learn(*looks_.somewhere, {&quiet, 1});
  }
  rates_.fit();
}

const Authority& Survey::authority(const std::string& url) const {
  return authorities_.at(certificate::site_of(url));
}

Instant Survey::end_of_site(std::string_view site) const { return ends_.at(std::string(site)); }

double Survey::weight_of(const SeenPage& page) const {
  if (weighed_ == 0) return 1;
  const double mean = importance_ / static_cast<double>(weighed_);
  // A page whose changes never mattered still weighs something: coherence needs it to.
  return std::max(1e-6, (page.importance + mean) / (static_cast<double>(page.weighed) + 1));
}

Followed Survey::follow(const SeenPage& page, std::string_view site) const {
  const Authority& of = authority(page.evidence.url);
  Followed followed{.course = certificate::course_of(page.evidence, of.trust.granted())};
  if (of.dates.trusted()) attest_by_dates(page, followed.course);
  followed.said =
      of.trust.wrong.empty() ? certificate::statements(page.evidence) : followed.course.said;
  const auto& said = followed.said;
  add_gaps(page, said, of.dates.trusted(), followed);
  if (said.empty() || certificate::is_gone(said.back().content)) return followed;
  const Duration left =
      on_axis(end_of_site(site)) - time_of(page.evidence.sightings[said.back().sighting]);
  if (left > 0) {
    followed.stretches.push_back({.length = left, .open = true});
    followed.rounds.push_back(catalog::kNoCrawl);
  }
  return followed;
}

pattern::Gamma Survey::rate_of(const SeenPage& page, const Followed& followed) const {
  return is_learned(page) ? rates_.belief_of_learned(page.traits, followed.seen)
                          : rates_.belief(page.traits, followed.seen);
}

}  // namespace asof::assess
