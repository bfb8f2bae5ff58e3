// certainty CRAWLS DATES HISTORY...: does what certificates state come true on real histories?
//
// For each history, delay (5, 60 and 300 s) and order of visits, CRAWLS simulated crawls from
// instants of its second half are certified by rules 1 and 2 and compared with the truth. DATES is
// 1 or 0: whether the server sends Last-Modified. Printed, tab-separated: how often the stated
// interval held the blur (of rules 1, which state none: the blur expected), and the sharp pages;
// means of the truth and of what was stated; proofs that are false, and those across an undone
// change. Then, for both rules, how often pages called likely were unchanged, by decile of what was
// stated. Orders: every page twice (breadth-first+revisit and sharc-nested), and breadth-first with
// a third as many revisits, which leaves pages that are only likely.
//
// certainty --choose CRAWLS DATES HISTORY...: the constants of pattern::ClockOptions, chosen on all
// histories but one and tried on that one: for each history left out the constants chosen, and in
// how many crawls the interval held the blur, per delay.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include "base/random.h"
#include "certificate/certify.h"
#include "lab/history_reader.h"
#include "lab/simulate.h"
#include "pattern/site_clock.h"
#include "quality/blur.h"
#include "quality/sharp.h"
#include "schedule/registry.h"
#include "support/proofs.h"

namespace asof {
namespace {

struct Deciles {
  std::array<double, 10> cases{}, stated{}, happened{};

  void add(double chance, bool was_so) {
    const auto decile = static_cast<std::size_t>(std::min(9.0, chance * 10));
    cases[decile] += 1;
    stated[decile] += chance;
    happened[decile] += was_so ? 1 : 0;
  }
  void print(const std::string& name) const {
    for (std::size_t d = 0; d < 10; ++d)
      if (cases[d] > 0)
        fmt::print("  {} .{}\t{}\t{:.3f}\t{:.3f}\n", name, d, cases[d], stated[d] / cases[d],
                   happened[d] / cases[d]);
  }
};

struct Order {
  std::string_view strategy;
  double extra = -1;  // revisits, as a share of the pages; below 0: the strategy's own
};
constexpr std::array kOrders = {Order{"breadth-first+revisit"}, Order{"sharc-nested"},
                                Order{"sharc-nested", 1.0 / 3}};

struct Tally {
  double crawls = 0, blur_held = 0, blur_below = 0, sharp_held = 0;
  double blur = 0, expected = 0, width = 0, old_expected = 0, sharp = 0, stated_sharp = 0;
  test::Proofs proofs;
  Deciles likely, old_likely;
};

std::vector<std::uint32_t> scope_of(const lab::History& history, Time at) {
  const auto depth = lab::depths(history, at);
  std::vector<std::uint32_t> reachable, alive;
  for (std::uint32_t page = 0; page < history.pages.size(); ++page) {
    if (!history.alive(page, at)) continue;
    alive.push_back(page);
    if (depth[page] != ~std::uint32_t{0}) reachable.push_back(page);
  }
  // A history of many hosts cannot be reached from one page.
  return 2 * reachable.size() >= alive.size() ? reachable : alive;
}

// Pages that appeared during the crawl are captured, too.
std::vector<std::uint32_t> captured(const std::vector<std::vector<Time>>& captures) {
  std::vector<std::uint32_t> pages;
  for (std::uint32_t page = 0; page < captures.size(); ++page)
    if (!captures[page].empty()) pages.push_back(page);
  return pages;
}

// What a truthful server would have sent, always whole.
certificate::Evidence evidence_of(const lab::History& history,
                                  const std::vector<std::vector<Time>>& captures, bool dates) {
  certificate::Evidence evidence;
  for (std::uint32_t page = 0; page < history.pages.size(); ++page) {
    if (captures[page].empty()) continue;
    certificate::PageEvidence of_page{.url = history.pages[page].name, .rate = .5 / (30 * 86400.0)};
    for (const Time at : captures[page]) {
      const auto* version = history.version_at(page, at);
      const bool there = version != nullptr && version->content != 0;
      const Instant sent{std::llround(at * 1000)};
      certificate::Sighting sighting{.sent = sent, .received = sent};
      sighting.answer = certificate::Answer::Whole;
      sighting.content = {.status = there ? 200 : 404,
                          .sha256 = there ? std::to_string(version->content) : "none"};
      if (there && dates) sighting.modified = Instant{std::llround(std::floor(version->at)) * 1000};
      of_page.sightings.push_back(std::move(sighting));
    }
    evidence.pages.push_back(std::move(of_page));
  }
  return evidence;
}

void judge_likely(const lab::History& history, const test::PagesByPath& pages,
                  const certificate::Certificate& certificate, Deciles& deciles) {
  const Time from = on_axis(certificate.as_of.span.from);
  const Time until = on_axis(certificate.as_of.span.until);
  for (const auto& page : certificate.pages) {
    if (page.grade != certificate::Grade::Likely || !certificate.tells_rates()) continue;
    const auto at = pages.find(page.evidence.url)->second;
    const auto* version = history.version_at(at, from);
    const bool held =
        version != nullptr && version == history.version_at(at, until) &&
        page.content->sha256 == (version->content == 0 ? "none" : std::to_string(version->content));
    deciles.add(page.probability, held);
  }
}

void judge(const lab::History& history, const test::PagesByPath& pages,
           const std::vector<std::vector<Time>>& captures, bool dates, Tally& tally) {
  const auto evidence = evidence_of(history, captures, dates);
  const auto now = certificate::certify(evidence);
  const auto before = certificate::certify(evidence, certificate::usual_rules(1));
  const auto site = lab::tracks(history, captures, captured(captures));
  const quality::Interval observation{on_axis(now.from), on_axis(now.until)};
  const double blur = quality::exact_blur(site, observation);
  // Not the middle: visits at even steps make a capture of it, and that page would be sharp as it
  // was seen at that very instant.
  const Time within = on_axis(now.as_of.span.from) +
                      .37 * (on_axis(now.as_of.span.until) - on_axis(now.as_of.span.from));
  const auto sharp = static_cast<double>(quality::sharp_pages(site, within));
  const auto& figures = now.figures;
  tally.crawls += 1;
  tally.blur_held += blur >= figures.blur_least - 1e-6 && blur <= figures.blur_most + 1e-6;
  tally.blur_below += blur < figures.blur_least - 1e-6;
  tally.sharp_held += sharp >= figures.sharp_least - .5 && sharp <= figures.sharp_most + .5;
  tally.blur += blur;
  tally.expected += figures.expected_blur;
  tally.width += figures.blur_most - figures.blur_least;
  tally.old_expected += before.figures.expected_blur;
  tally.sharp += sharp;
  tally.stated_sharp += figures.expected_sharp;
  for (const auto& page : now.pages) {
    tally.proofs.proven += page.proven.size();
    for (const auto& held : page.proven)
      test::judge_stretch(history, pages.find(page.evidence.url)->second, held.span, tally.proofs);
  }
  judge_likely(history, pages, now, tally.likely);
  judge_likely(history, pages, before, tally.old_likely);
}

struct Crawl {
  Time at = 0;
  std::vector<std::uint32_t> scope;
  std::vector<std::vector<Time>> captures;
};

Crawl simulated(const lab::History& history, double delay, const Order& order, std::uint64_t seed) {
  Rng rng(seed);
  const Time middle = history.from + (history.until - history.from) / 2;
  const auto most = static_cast<double>(scope_of(history, middle).size());
  Crawl crawl{.at = std::floor(rng.uniform(middle, history.until - 2.2 * most * delay))};
  crawl.scope = scope_of(history, crawl.at);
  rng.shuffle(std::span(crawl.scope));
  schedule::Tuning tuning;
  if (order.extra >= 0) {
    tuning.extra_given = true;
    tuning.extra =
        static_cast<std::uint64_t>(order.extra * static_cast<double>(crawl.scope.size()));
  }
  schedule::EveryAllocator allocator;
  crawl.captures = lab::simulate(
      {.history = &history,
       .strategy = schedule::make_strategy(order.strategy, tuning).value(),
       .outlook = {.pages = crawl.scope.size(), .delay = delay, .start = crawl.at},
       .known = crawl.scope,
       .believe = [](schedule::SiteId, std::uint32_t) { return schedule::Page{.rate = 2e-7}; }},
      allocator);
  return crawl;
}

void run(const lab::History& history, double delay, const Order& order, std::size_t crawls,
         bool dates, Deciles& likely, Deciles& old_likely) {
  test::PagesByPath pages;
  for (std::uint32_t page = 0; page < history.pages.size(); ++page)
    pages[history.pages[page].name] = page;
  Tally tally;
  for (std::size_t i = 0; i < crawls; ++i) {
    const Crawl crawl = simulated(history, delay, order, i);
    judge(history, pages, crawl.captures, dates, tally);
  }
  const double n = tally.crawls;
  fmt::print(
      "{}\t{}\t{}{}\t{:.0f} %\t{:.0f} %\t{:.0f} "
      "%\t{:.3g}\t{:.3g}\t{:.3g}\t{:.3g}\t{:.1f}\t{:.1f}\t{}\t{}"
      "\t{}\n",
      history.name, delay, order.strategy, order.extra >= 0 ? ", a third" : "",
      100 * tally.blur_held / n, 100 * tally.blur_below / n, 100 * tally.sharp_held / n,
      tally.blur / n, tally.old_expected / n, tally.expected / n, tally.width / n, tally.sharp / n,
      tally.stated_sharp / n, tally.proofs.proven, tally.proofs.undone, tally.proofs.wrong);
  std::fflush(stdout);
  for (std::size_t d = 0; d < 10; ++d) {
    for (auto part : {&Deciles::cases, &Deciles::stated, &Deciles::happened}) {
      (likely.*part)[d] += (tally.likely.*part)[d];
      (old_likely.*part)[d] += (tally.old_likely.*part)[d];
    }
  }
}

// -- choosing

constexpr std::array kDelays = {5.0, 60.0, 300.0};

std::vector<pattern::ClockOptions> candidates() {
  std::vector<pattern::ClockOptions> all;
  for (const double burst : {900.0, 1800.0, 3600.0})
    for (const double doubt : {.03, .06, .1}) all.push_back({.burst = burst, .doubt = doubt});
  return all;
}

// What a clock is told of the captures.
std::vector<pattern::LookedAt> looks_of(const lab::History& history,
                                        const std::vector<std::vector<Time>>& captures,
                                        bool dates) {
  std::vector<pattern::LookedAt> pages;
  for (std::uint32_t page = 0; page < history.pages.size(); ++page) {
    pattern::LookedAt looked{.expected = .5 / (30 * 86400.0)};
    std::optional<std::uint32_t> before;
    for (const Time at : captures[page]) {
      const auto* version = history.version_at(page, at);
      const std::uint32_t content = version == nullptr ? 0 : version->content;
      pattern::Look look{.at = at, .changed = before && *before != content};
      const bool told = dates && content != 0 && (!before || look.changed);
      if (told && (!before || version->at > looked.looks.back().at)) look.modified = version->at;
      looked.looks.push_back(look);
      before = content;
    }
    if (!looked.looks.empty()) pages.push_back(std::move(looked));
  }
  return pages;
}

// By candidate, then by delay: the share of crawls whose blur lay in the interval.
using Coverage = std::vector<std::array<double, kDelays.size()>>;

Coverage coverage_of(const lab::History& history, std::size_t crawls, bool dates) {
  const auto all = candidates();
  Coverage coverage(all.size());
  for (std::size_t d = 0; d < kDelays.size(); ++d)
    for (const Order& order : kOrders)
      for (std::size_t i = 0; i < crawls; ++i) {
        const Crawl crawl = simulated(history, kDelays[d], order, 7000 + i);
        Time until = crawl.at;
        for (const auto& times : crawl.captures)
          if (!times.empty()) until = std::max(until, times.back());
        const auto site = lab::tracks(history, crawl.captures, captured(crawl.captures));
        const double blur = quality::exact_blur(site, {crawl.at, until});
        const auto looks = looks_of(history, crawl.captures, dates);
        for (std::size_t c = 0; c < all.size(); ++c) {
          const auto stated = pattern::SiteClock(looks, crawl.at, until, all[c]).blur();
          const bool held = blur >= stated.least - 1e-6 && blur <= stated.most + 1e-6;
          coverage[c][d] += held ? 1 / static_cast<double>(crawls * kOrders.size()) : 0;
        }
      }
  return coverage;
}

// How far outside of 85 to 95 %; too narrow is worse than too wide.
double fault_of(const std::array<double, kDelays.size()>& shares) {
  double sum = 0;
  for (const double share : shares)
    sum += 3 * std::max(0.0, .85 - share) + std::max(0.0, share - .95);
  return sum;
}

int choose(std::size_t crawls, bool dates, const std::vector<std::string>& paths) {
  const auto all = candidates();
  std::vector<Coverage> coverage;
  std::vector<std::string> names;
  for (const std::string& path : paths) {
    const auto history = lab::read_history(path);
    if (!history) {
      fmt::print(stderr, "{}\n", history.error().what);
      return 2;
    }
    names.push_back(history->name);
    coverage.push_back(coverage_of(*history, crawls, dates));
  }
  fmt::print("left out\tburst\tdoubt\t5 s\t60 s\t300 s\n");
  for (std::size_t left = 0; left <= names.size(); ++left) {
    std::size_t best = 0;
    double least = 1e9;
    for (std::size_t c = 0; c < all.size(); ++c) {
      double fault = 0;
      for (std::size_t h = 0; h < names.size(); ++h)
        if (h != left) fault += fault_of(coverage[h][c]);
      if (fault < least) {
        least = fault;
        best = c;
      }
    }
    fmt::print("{}\t{}\t{}", left < names.size() ? names[left] : "none", all[best].burst,
               all[best].doubt);
    if (left < names.size())
      for (const double share : coverage[left][best]) fmt::print("\t{:.0f} %", 100 * share);
    fmt::print("\n");
  }
  return 0;
}

int run_all(std::size_t crawls, bool dates, const std::vector<std::string>& paths) {
  fmt::print(
      "history\tdelay\torder\tblur in interval\tbelow it\tsharp in interval\tblur\trules 1 "
      "expected\trules 2 "
      "expected\twidth\tsharp\tstated\tproofs\tundone\tfalse\n");
  for (const std::string& path : paths) {
    const auto history = lab::read_history(path);
    if (!history) {
      fmt::print(stderr, "{}\n", history.error().what);
      return 2;
    }
    Deciles likely, old_likely;
    for (const double delay : kDelays)
      for (const Order& order : kOrders)
        run(*history, delay, order, crawls, dates, likely, old_likely);
    old_likely.print("rules 1, likely");
    likely.print("rules 2, likely");
  }
  return 0;
}

}  // namespace
}  // namespace asof

int main(int count, char** words) {
  std::vector<std::string> given(words + 1, words + count);
  const bool choosing = !given.empty() && given[0] == "--choose";
  if (choosing) given.erase(given.begin());
  if (given.size() < 3) {
    fmt::print(stderr, "certainty [--choose] CRAWLS DATES HISTORY...\n");
    return 2;
  }
  const auto crawls = static_cast<std::size_t>(std::atoi(given[0].c_str()));
  const bool dates = given[1] != "0";
  given.erase(given.begin(), given.begin() + 2);
  return choosing ? asof::choose(crawls, dates, given) : asof::run_all(crawls, dates, given);
}
