#include "certificate/certify.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "certificate/as_of.h"
#include "certificate/figures.h"
#include "certificate/names_internal.h"
#include "pattern/belief.h"

namespace asof::certificate {
namespace {

// A page on its way to a verdict.
struct Case {
  const PageEvidence* evidence = nullptr;
  Course course;
  double rate = 0;
  RateSource source = RateSource::Assumed;
};

struct Guess {
  std::int64_t gap = std::numeric_limits<std::int64_t>::max();  // milliseconds
  const Content* content = nullptr;
};

// The nearest sighting, told by the longest time that may lie between what it saw and any instant
// of the interval.
Guess nearest(const Case& page, const Span& span) {
  Guess best;
  for (const Statement& statement : page.course.said) {
    const Sighting& sighting = page.evidence->sightings[statement.sighting];
    const auto gap =
        std::max(span.until.ms - sighting.sent.ms, sighting.received.ms - span.from.ms);
    if (gap < best.gap) best = {gap, &statement.content};
  }
  return best;
}

double probability(const Case& page, const Guess& guess) {
  return std::exp(-page.rate * static_cast<double>(guess.gap) / 1000);
}

// Touching is no conflict: what was seen at an end of the change's interval was still, or already,
// valid there.
bool may_change_within(const Case& page, const Span& span) {
  return std::any_of(page.course.changes.begin(), page.course.changes.end(), [&](const auto& c) {
    return c.within.from < span.until && span.from < c.within.until;
  });
}

const Held* find_held(const std::vector<Held>& held, const Span& span) {
  const auto at =
      std::find_if(held.begin(), held.end(), [&](const Held& h) { return h.span.holds(span); });
  return at == held.end() ? nullptr : &*at;
}

struct Judged {
  Grade grade = Grade::Unknown;
  const Content* content = nullptr;
  double probability = 0;
};

Judged judge(const Case& page, const Span& span) {
  if (const auto* held = find_held(page.course.proven, span))
    return {Grade::Proven, &held->content, 1};
  if (const auto* held = find_held(page.course.solid, span))
    return {Grade::Attested, &held->content, 1};
  if (may_change_within(page, span)) return {Grade::Conflict, nullptr, 0};
  if (page.course.said.empty()) return {};
  const Guess guess = nearest(page, span);
  return {Grade::Likely, guess.content, probability(page, guess)};
}

std::uint64_t millionths(double weight) {
  return static_cast<std::uint64_t>(std::llround(std::clamp(weight, 1e-6, 1e6) * 1e6));
}

std::vector<Span> spans_of(const std::vector<Held>& held) {
  std::vector<Span> spans(held.size());
  std::transform(held.begin(), held.end(), spans.begin(), [](const Held& h) { return h.span; });
  return spans;
}

double likely_weight(const std::vector<Case>& pages, const Span& span) {
  double sum = 0;
  for (const Case& page : pages) {
    const Judged judged = judge(page, span);
    if (judged.grade == Grade::Likely) sum += page.evidence->weight * judged.probability;
  }
  return sum;
}

// How many stretches or instants are compared by what is likely: each costs a look at every page.
std::size_t asked_for(std::size_t pages) {
  return std::clamp<std::size_t>(4'000'000 / std::max<std::size_t>(pages, 1), 16, 256);
}

// Where nothing is known for any stretch: the instant at which the most is likely, of so many
// spread over the crawl.
Span likeliest(const std::vector<Case>& pages, const Span& whole) {
  Span best{whole.from, whole.from};
  double most = -1;
  const auto asked = asked_for(pages.size());
  for (std::size_t i = 0; i < asked; ++i) {
    const Instant at{whole.from.ms + static_cast<std::int64_t>(i) *
                                         (whole.until.ms - whole.from.ms) /
                                         static_cast<std::int64_t>(asked - 1)};
    const double worth = likely_weight(pages, {at, at});
    if (worth > most) {
      most = worth;
      best = {at, at};
    }
  }
  return best;
}

// The interval over which the pages proven throughout `span` are proven together.
Span widened(const std::vector<Case>& pages, const Span& span) {
  Span wide{{std::numeric_limits<std::int64_t>::min()}, {std::numeric_limits<std::int64_t>::max()}};
  bool any = false;
  for (const Case& page : pages) {
    const auto* held = find_held(page.course.proven, span);
    if (held == nullptr) continue;
    any = true;
    wide = {std::max(wide.from, held->span.from), std::min(wide.until, held->span.until)};
  }
  return any ? wide : span;
}

AsOf tallied(const std::vector<Case>& pages, const Span& span) {
  AsOf as_of{.span = span};
  for (const Case& page : pages) {
    Tally& tally = as_of.of(judge(page, span).grade);
    ++tally.pages;
    tally.weight += page.evidence->weight;
  }
  return as_of;
}

// What the crawl saw of each site's changes, all its pages taken together.
std::map<std::string, pattern::Gamma> beliefs_of(const std::vector<Case>& pages,
                                                 const pattern::Gamma& prior) {
  std::map<std::string, pattern::Gamma> beliefs;
  for (const Case& page : pages) {
    auto& belief = beliefs.try_emplace(site_of(page.evidence->url), prior).first->second;
    const auto& said = page.course.said;
    for (std::size_t i = 1; i < said.size(); ++i) {
      const auto gap = page.evidence->sightings[said[i].sighting].received.ms -
                       page.evidence->sightings[said[i - 1].sighting].sent.ms;
      if (gap <= 0) continue;
      belief = pattern::updated(belief, static_cast<double>(gap) / 1000,
                                said[i].content != said[i - 1].content);
    }
  }
  return beliefs;
}

void settle_rates(std::vector<Case>& pages, const Options& options) {
  const pattern::Gamma prior{1, options.prior_interval};
  const auto beliefs = beliefs_of(pages, prior);
  for (Case& page : pages) {
    if (page.evidence->rate && *page.evidence->rate > 0) {
      page.rate = *page.evidence->rate;
      page.source = RateSource::Believed;
      continue;
    }
    const auto& belief = beliefs.at(site_of(page.evidence->url));
    page.rate = belief.mean();
    const bool learned = belief.shape != prior.shape || belief.exposure != prior.exposure;
    page.source = learned ? RateSource::Observed : RateSource::Assumed;
  }
}

std::vector<Case> open_cases(const Evidence& evidence, const std::vector<SiteTrust>& sites) {
  std::vector<Case> cases;
  cases.reserve(evidence.pages.size());
  for (const PageEvidence& page : evidence.pages) {
    const auto* site = find_site(sites, site_of(page.url));
    cases.push_back(
        {.evidence = &page, .course = course_of(page, site != nullptr && site->granted())});
  }
  return cases;
}

void describe_time(const Evidence& evidence, Certificate& certificate) {
  std::optional<Instant> first, last, last_sent;
  for (const PageEvidence& page : evidence.pages)
    for (const Sighting& sighting : page.sightings) {
      ++certificate.requests;
      first = first ? std::min(*first, sighting.sent) : sighting.sent;
      last_sent = last_sent ? std::max(*last_sent, sighting.sent) : sighting.sent;
      last = last ? std::max(*last, sighting.received) : sighting.received;
    }
  if (!first) return;
  certificate.from = *first;
  certificate.until = *last;
  if (certificate.requests > 1)
    certificate.pace = static_cast<double>(last_sent->ms - first->ms) / 1000 /
                       static_cast<double>(certificate.requests - 1);
}

void choose_intervals(const std::vector<Case>& cases, Certificate& certificate) {
  std::vector<Known> known;
  known.reserve(cases.size());
  for (const Case& page : cases)
    known.push_back({.weight = millionths(page.evidence->weight),
                     .proven = spans_of(page.course.proven),
                     .solid = spans_of(page.course.solid)});
  const auto likely = [&](const Span& span) { return likely_weight(cases, span); };
  const auto solid = choose(known, Aim::Solid, likely, asked_for(cases.size()));
  const auto proven = choose(known, Aim::Proven, likely, asked_for(cases.size()));
  const Span whole{certificate.from, certificate.until};
  const Span main = solid ? solid->span : likeliest(cases, whole);
  certificate.as_of = tallied(cases, main);
  const bool any_proven = proven && proven->proven > 0;
  certificate.as_of_proven =
      any_proven ? tallied(cases, widened(cases, proven->span)) : certificate.as_of;
}

PageVerdict verdict_of(const Case& page, const Span& as_of) {
  const Judged judged = judge(page, as_of);
  PageVerdict verdict{.evidence = *page.evidence,
                      .grade = judged.grade,
                      .rate = page.rate,
                      .rate_source = page.source,
                      .proven = page.course.proven,
                      .changes = page.course.changes};
  if (judged.grade == Grade::Likely) verdict.probability = judged.probability;
  if (judged.content != nullptr) verdict.content = *judged.content;
  for (const Held& held : page.course.solid) {
    const bool same =
        std::find(verdict.proven.begin(), verdict.proven.end(), held) != verdict.proven.end();
    if (!same) verdict.attested.push_back(held);
  }
  return verdict;
}

Figures measure(const std::vector<Case>& cases, const Certificate& certificate) {
  std::vector<Paced> paced;
  paced.reserve(cases.size());
  for (const Case& page : cases) {
    Paced next{.rate = page.rate, .depth = page.evidence->depth, .changes = &page.course.changes};
    const auto* site = find_site(certificate.sites, site_of(page.evidence->url));
    next.dates_trusted = site != nullptr && site->granted();
    for (const Statement& statement : page.course.said) {
      const Sighting& sighting = page.evidence->sightings[statement.sighting];
      next.captures.push_back({sighting.sent.ms + (sighting.received.ms - sighting.sent.ms) / 2});
    }
    std::sort(next.captures.begin(), next.captures.end());
    paced.push_back(std::move(next));
  }
  Figures figures = figures_of(paced, {certificate.from, certificate.until}, certificate.as_of.span,
                               certificate.pace);
  for (const PageVerdict& page : certificate.pages)
    if (page.grade == Grade::Proven || page.grade == Grade::Attested) ++figures.sharp;
  return figures;
}

}  // namespace

std::string_view name_of(Grade grade) { return kGradeNames[static_cast<std::size_t>(grade)]; }

std::string_view name_of(RateSource source) {
  return kRateSources[static_cast<std::size_t>(source)];
}

double Certificate::weight() const {
  double sum = 0;
  for (const PageVerdict& page : pages) sum += page.evidence.weight;
  return sum;
}

Certificate certify(const Evidence& evidence, const Options& options) {
  Certificate certificate{.crawl = evidence.crawl,
                          .strategy = evidence.strategy,
                          .software = evidence.software,
                          .user_agent = evidence.user_agent,
                          .operator_name = evidence.operator_name,
                          .robots = evidence.robots,
                          .ended = evidence.ended,
                          .reason = evidence.reason,
                          .rules = options,
                          .sites = trust_sites(evidence.pages, options.audits),
                          .files = evidence.files,
                          .faults = evidence.faults};
  describe_time(evidence, certificate);
  auto cases = open_cases(evidence, certificate.sites);
  settle_rates(cases, options);
  choose_intervals(cases, certificate);
  certificate.pages.reserve(cases.size());
  for (const Case& page : cases)
    certificate.pages.push_back(verdict_of(page, certificate.as_of.span));
  certificate.figures = measure(cases, certificate);
  return certificate;
}

}  // namespace asof::certificate
