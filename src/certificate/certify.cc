#include "certificate/certify.h"

#include <algorithm>
#include <map>

#include "certificate/figures.h"
#include "certificate/names_internal.h"
#include "certificate/rates.h"
#include "pattern/belief.h"

namespace asof::certificate {
namespace {

// A page on its way to a verdict.
struct Case {
  PageEvidence* evidence = nullptr;
  Course course;
  RateSource source = RateSource::Assumed;
};

// Rules 1: what the crawl saw of each site's changes, all its pages taken together.
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

void settle_old_rates(std::vector<Case>& pages, std::vector<Standing>& standings,
                      const Options& options) {
  const pattern::Gamma prior{1, options.prior_interval};
  const auto beliefs = beliefs_of(pages, prior);
  for (std::size_t i = 0; i < pages.size(); ++i) {
    Case& page = pages[i];
    if (page.evidence->rate && *page.evidence->rate > 0) {
      standings[i].rate = *page.evidence->rate;
      page.source = RateSource::Believed;
      continue;
    }
    const auto& belief = beliefs.at(site_of(page.evidence->url));
    standings[i].rate = belief.mean();
    const bool learned = belief.shape != prior.shape || belief.exposure != prior.exposure;
    page.source = learned ? RateSource::Observed : RateSource::Assumed;
  }
}

void settle_rates(const Rates& rates, std::vector<Case>& pages, std::vector<Standing>& standings) {
  for (std::size_t i = 0; i < pages.size(); ++i) {
    standings[i].rate = rates.calm_rate(i);
    pages[i].source = rates.basis().revisits > 0 ? RateSource::Observed
                      : pages[i].evidence->rate  ? RateSource::Believed
                                                 : RateSource::Assumed;
  }
}

std::vector<Case> open_cases(Evidence& evidence, const std::vector<SiteTrust>& sites) {
  std::vector<Case> cases;
  cases.reserve(evidence.pages.size());
  for (PageEvidence& page : evidence.pages) {
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

std::vector<Standing> standings_of(const std::vector<Case>& cases) {
  std::vector<Standing> standings;
  standings.reserve(cases.size());
  for (const Case& page : cases) {
    standings.push_back(standing_of(*page.evidence, page.course));
    standings.back().weight = page.evidence->weight;
  }
  return standings;
}

const Content* content_at(const Course& course, const Judged& judged) {
  switch (judged.grade) {
    case Grade::Proven:
      return &course.proven[judged.index].content;
    case Grade::Attested:
      return &course.solid[judged.index].content;
    case Grade::Likely:
      return &course.said[judged.index].content;
    default:
      return nullptr;
  }
}

// Takes the evidence with it.
PageVerdict verdict_of(const Case& page, const Standing& standing, const Span& as_of,
                       const Rates* rates, std::size_t index) {
  Judged judged = judge(standing, as_of);
  if (rates != nullptr && judged.grade == Grade::Likely)
    judged.probability = rates->held(index, page.course.said[judged.index].sighting, as_of);
  PageVerdict verdict{.evidence = std::move(*page.evidence),
                      .grade = judged.grade,
                      .rate = rates != nullptr ? rates->rate(index) : standing.rate,
                      .rate_source = page.source,
                      .proven = page.course.proven,
                      .changes = page.course.changes};
  if (judged.grade == Grade::Likely) verdict.probability = judged.probability;
  if (const auto* content = content_at(page.course, judged)) verdict.content = *content;
  for (const Held& held : page.course.solid) {
    const bool same =
        std::find(verdict.proven.begin(), verdict.proven.end(), held) != verdict.proven.end();
    if (!same) verdict.attested.push_back(held);
  }
  return verdict;
}

Figures measure(const std::vector<Case>& cases, const std::vector<Standing>& standings,
                const Certificate& certificate, const Rates* rates) {
  std::vector<Paced> paced;
  paced.reserve(cases.size());
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const PageEvidence& page = certificate.pages[i].evidence;
    Paced next{.rate = certificate.pages[i].rate,
               .depth = page.depth,
               .changes = &cases[i].course.changes};
    const auto* site = find_site(certificate.sites, site_of(page.url));
    next.dates_trusted = site != nullptr && site->granted();
    for (const Span& seen : standings[i].seen)
      next.captures.push_back({seen.from.ms + (seen.until.ms - seen.from.ms) / 2});
    std::sort(next.captures.begin(), next.captures.end());
    paced.push_back(std::move(next));
  }
  Figures figures = figures_of(paced, {certificate.from, certificate.until}, certificate.as_of.span,
                               certificate.pace);
  for (const PageVerdict& page : certificate.pages)
    if (page.grade == Grade::Proven || page.grade == Grade::Attested) ++figures.sharp;
  if (rates != nullptr) estimate(*rates, certificate, figures);
  return figures;
}

}  // namespace

std::string_view name_of(RateSource source) {
  return kRateSources[static_cast<std::size_t>(source)];
}

Options usual_rules(int version) {
  Options options{.version = version};
  options.audits.excuses_later_changes = version >= 2;
  return options;
}

double Certificate::weight() const {
  double sum = 0;
  for (const PageVerdict& page : pages) sum += page.evidence.weight;
  return sum;
}

Certificate certify(Evidence evidence, const Options& options) {
  Certificate certificate{.crawl = evidence.crawl,
                          .strategy = evidence.strategy,
                          .software = evidence.software,
                          .user_agent = evidence.user_agent,
                          .operator_name = evidence.operator_name,
                          .robots = evidence.robots,
                          .ended = evidence.ended,
                          .reason = evidence.reason,
                          .left_out = evidence.left_out,
                          .clock = evidence.clock,
                          .rules = options,
                          .sites = trust_sites(evidence.pages, options.audits),
                          .files = evidence.files,
                          .faults = evidence.faults};
  describe_time(evidence, certificate);
  auto cases = open_cases(evidence, certificate.sites);
  auto standings = standings_of(cases);
  std::optional<Rates> rates;
  if (options.version >= 2) {
    rates.emplace(evidence.pages, certificate.sites, Span{certificate.from, certificate.until},
                  options);
    certificate.basis = rates->basis();
    certificate.undone = rates->undone();
    certificate.undone.earlier_chances = evidence.earlier_chances;
    certificate.undone.earlier_returned = evidence.earlier_returned;
    settle_rates(*rates, cases, standings);
  } else {
    settle_old_rates(cases, standings, options);
  }
  const Rates* used = rates ? &*rates : nullptr;
  const auto best = best_spans(standings, {certificate.from, certificate.until});
  certificate.as_of = tallied(standings, best.solid);
  certificate.as_of_proven = tallied(standings, best.proven);
  certificate.pages.reserve(cases.size());
  for (std::size_t i = 0; i < cases.size(); ++i)
    certificate.pages.push_back(
        verdict_of(cases[i], standings[i], certificate.as_of.span, used, i));
  certificate.sets = judge_sets(evidence.together, certificate.pages);
  certificate.figures = measure(cases, standings, certificate, used);
  return certificate;
}

}  // namespace asof::certificate
