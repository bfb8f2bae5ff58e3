// Patterns of change beside the truth: whether cycles are found where there are some and not where
// there are none, what learned patterns predict, what pages gain by sharing, and what it all costs.
//
//   patterns FOLDER [cycles | predict | generator | growth [PAGES]]
//
// FOLDER holds the histories. Settings were chosen on teletext; the other histories test them.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <map>
#include <string>

#include "lab/history_reader.h"
#include "lab/statistics.h"
#include "lab/synthetic.h"
#include "pattern/groups.h"
#include "pattern/learn.h"

namespace asof {
namespace {

using pattern::PagePattern;
using pattern::Sighting;
using pattern::VisitLog;

constexpr double kHour = 3600;
constexpr double kDay = 86400;

struct Subject {
  const char* name;
  double gap;  // hours between visits
};
constexpr std::array<Subject, 4> kSubjects = {
    {{"teletext", 3}, {"frontpages", 3}, {"incubator", 6}, {"flink", 6}}};

// What visits about `gap` hours apart see of a page.
std::vector<Sighting> sightings(const lab::History& history, std::uint32_t page, Time from,
                                Time until, double gap, Rng rng) {
  std::vector<Sighting> seen;
  const auto content = [&](Time at) {
    const lab::Version* version = history.version_at(page, at);
    return version != nullptr ? version->content : 0;
  };
  Time last = from + rng.uniform(0, gap * kHour);
  for (Time at = last + gap * kHour * rng.uniform(0.5, 1.5); at <= until;
       at += gap * kHour * rng.uniform(0.5, 1.5)) {
    seen.push_back({last, at, content(at) != content(last), 1});
    last = at;
  }
  return seen;
}

// Every change, dated: the truth.
VisitLog truth_of(const lab::History& history, std::uint32_t page, Time from, Time until) {
  VisitLog log;
  log.visit(from, false);
  for (const Time at : lab::change_times(history, page, from, until)) {
    log.visit(at - 1, false);
    log.visit(at + 1, true, 1, at);
  }
  if (log.until() < until) log.visit(until, false);
  return log;
}

// The same outcomes in another order: times of day mean nothing any more.
VisitLog shuffled(std::vector<Sighting> seen, Rng& rng) {
  std::vector<std::pair<Duration, bool>> visits;
  visits.reserve(seen.size());
  for (const Sighting& one : seen) visits.emplace_back(one.to - one.from, one.changed);
  rng.shuffle(std::span(visits));
  VisitLog log;
  Time at = seen.empty() ? 0 : seen.front().from;
  log.visit(at, false);
  for (const auto& [length, changed] : visits) log.visit(at += length, changed);
  return log;
}

// Each day begins at another hour: bursts stay together, but come at any time of the day.
VisitLog turned(const std::vector<Sighting>& seen, Rng& rng) {
  VisitLog log;
  if (seen.empty()) return log;
  double day = -1;
  Duration shift = 0;
  Time last = 0;
  for (const Sighting& one : seen) {
    if (std::floor(one.from / kDay) != day) {
      day = std::floor(one.from / kDay);
      shift += rng.uniform(0, kDay);
      log.visit(one.from + shift, false);
    }
    last = one.to + shift;
    log.visit(last, one.changed);
  }
  return log;
}

bool found(const VisitLog& log) { return pattern::test_cycle(log, pattern::Cycle::Daily).p < 0.01; }

void cycles(const lab::History& history, const Subject& subject) {
  const Time middle = history.from + (history.until - history.from) / 2;
  constexpr int kShuffles = 10;
  double have = 0, have_found = 0, none = 0, none_found = 0, pages = 0, all_found = 0;
  double shuffles = 0, wrong_shuffled = 0, wrong_turned = 0, claimed = 0, wrong_claims = 0;
  Rng rng(1);
  for (std::uint32_t page = 0; page < history.pages.size(); ++page) {
    const auto seen =
        sightings(history, page, history.from, middle, subject.gap, Rng(2).fork(page));
    const VisitLog log = pattern::log_of(seen);
    if (log.kept() < 4) continue;
    const bool yes = found(log);
    pages += 1;
    all_found += yes;
    claimed += pattern::learn_page(log, {.bounds = false}).has_cycle();
    // Whether it has a cycle is told by every change of the other half.
    const double p =
        pattern::test_cycle(truth_of(history, page, middle, history.until), pattern::Cycle::Daily)
            .p;
    if (p < 0.001) have += 1, have_found += yes;
    if (p > 0.1) none += 1, none_found += yes;
    for (int i = 0; i < kShuffles; ++i) {
      const VisitLog mixed = shuffled(seen, rng);
      shuffles += 1;
      wrong_shuffled += found(mixed);
      wrong_turned += found(turned(seen, rng));
      wrong_claims += pattern::learn_page(mixed, {.bounds = false}).has_cycle();
    }
  }
  fmt::print(
      "| {} | {:g} h | {:.0f} | {:.0f} of {:.0f} | {:.0f} of {:.0f} | {:.0f} % | {:.0f} % | "
      "{:.2f} % | {:.2f} % | {:.2f} % |\n",
      subject.name, subject.gap, pages, have_found, have, none_found, none, 100 * all_found / pages,
      100 * claimed / pages, 100 * wrong_shuffled / shuffles, 100 * wrong_turned / shuffles,
      100 * wrong_claims / shuffles);
  std::fflush(stdout);
}

double log_chance(const PagePattern& page, const Sighting& one) {
  const double expected = std::max(page.expected(one.from, one.to), 1e-12);
  return one.changed ? std::log(-std::expm1(-expected)) : -expected;
}

// A sum over days, with the spread that whole days give it.
struct ByDay {
  std::map<double, double> sums;
  double count = 0;
  std::string per_visit() const {
    double sum = 0, squares = 0;
    for (const auto& [day, value] : sums) sum += value;
    const auto n = static_cast<double>(sums.size());
    for (const auto& [day, value] : sums) squares += (value - sum / n) * (value - sum / n);
    return fmt::format("{:+.4f} ± {:.4f}", sum / count,
                       1.96 * std::sqrt(squares * n / (n - 1)) / count);
  }
};

// Learned on the first half, from visits alone, or from three of them; judged on the second.
void predict(const lab::History& history, const Subject& subject, bool three) {
  const Time middle = history.from + (history.until - history.from) / 2;
  const auto depth = lab::depths(history, middle);
  std::vector<VisitLog> logs;
  std::vector<pattern::PageTraits> traits;
  pattern::PatternGroups groups({.bounds = false});
  for (std::uint32_t page = 0; page < history.pages.size(); ++page) {
    Rng own = Rng(3).fork(page);
    const double gap = three ? 2 * subject.gap : subject.gap;
    // Three visits, two stretches, somewhere in the first half.
    const Time from = three ? own.uniform(history.from, middle - 5 * gap * kHour) : history.from;
    auto seen = sightings(history, page, from, middle, gap, own);
    if (three && seen.size() > 2) seen.resize(2);
    logs.push_back(pattern::log_of(seen));
    traits.push_back({history.pages[page].name, history.pages[page].mime, depth[page]});
    groups.learn(traits.back(), logs.back());
  }
  groups.fit();
  ByDay own, rate, shared, between;
  double constant = 0, visits = 0;
  for (std::uint32_t page = 0; page < history.pages.size(); ++page) {
    const PagePattern plain = pattern::learn_page(logs[page], {.shapes = false, .bounds = false});
    const PagePattern alone = pattern::learn_page(logs[page], {.bounds = false});
    const pattern::PatternPrior prior = groups.prior(traits[page], logs[page]);
    const PagePattern lent =
        pattern::learn_page(logs[page], {.rate = prior.rate}, {.shapes = false, .bounds = false});
    const PagePattern both = pattern::learn_page(logs[page], prior, {.bounds = false});
    for (const Sighting& one :
         sightings(history, page, middle, history.until, subject.gap, Rng(4).fork(page))) {
      const double day = std::floor(one.from / kDay), base = log_chance(plain, one);
      constant += base;
      visits += 1;
      own.sums[day] += log_chance(alone, one) - base;
      rate.sums[day] += log_chance(lent, one) - base;
      shared.sums[day] += log_chance(both, one) - base;
      between.sums[day] += log_chance(both, one) - log_chance(alone, one);
    }
  }
  own.count = rate.count = shared.count = between.count = visits;
  fmt::print("| {} | {} | {:.0f} | {:.4f} | {} | {} | {} | {} | {} |\n", subject.name,
             three ? fmt::format("3 visits, {:g} h apart", 2 * subject.gap)
                   : fmt::format("every {:g} h", subject.gap),
             visits, constant / visits, own.per_visit(), rate.per_visit(), shared.per_visit(),
             between.per_visit(), groups.shared().size() - 1);
  std::fflush(stdout);
}

double correlation(const std::vector<double>& a, const std::vector<double>& b) {
  const auto n = static_cast<double>(a.size());
  double ma = 0, mb = 0, ab = 0, aa = 0, bb = 0;
  for (std::size_t i = 0; i < a.size(); ++i) ma += a[i] / n, mb += b[i] / n;
  for (std::size_t i = 0; i < a.size(); ++i) {
    ab += (a[i] - ma) * (b[i] - mb);
    aa += (a[i] - ma) * (a[i] - ma);
    bb += (b[i] - mb) * (b[i] - mb);
  }
  return aa > 0 && bb > 0 ? ab / std::sqrt(aa * bb) : 0;
}

// Pages with known daily patterns, visited `gap` hours apart for 30 days.
void generator() {
  lab::PatternOptions options;
  options.pages = 400;
  options.hours = 720;
  const lab::Synthetic site = lab::pattern_site(options, Rng(5));
  fmt::print(
      "| visits | booked in the hour of the visit | learned (EM) | chosen by evidence | "
      "cycle found | slots in their 90 % interval | rates in theirs |\n"
      "|---|---|---|---|---|---|---|\n");
  for (const double gap : {1.0, 3.0, 5.0, 8.0}) {
    double booked = 0, learned = 0, chosen = 0, cycle = 0, slots = 0, inside = 0, rates = 0;
    for (std::uint32_t page = 0; page < site.patterns.size(); ++page) {
      const auto seen =
          sightings(site.history, page, 0, site.history.until, gap, Rng(6).fork(page));
      const auto& truth = site.patterns[page];
      booked += correlation(pattern::averaged_pattern(seen, kDay, 24).rates, truth.rates);
      learned += correlation(pattern::learned_pattern(seen, {}).rates, truth.rates);
      const PagePattern known = pattern::learn_page(pattern::log_of(seen));
      std::vector<double> hours;
      for (int h = 0; h < 24; ++h) hours.push_back(known.expected(h * kHour, (h + 1) * kHour));
      chosen += correlation(hours, truth.rates);
      cycle += known.has_cycle();
      rates += known.rate.low <= truth.mean_rate() && truth.mean_rate() <= known.rate.high;
      if (known.kind != pattern::Kind::Daily) continue;
      for (std::size_t k = 0; k < 24; ++k) {
        slots += 1;
        const double rate = truth.rates[k] / kHour;
        inside += known.slots[k].rate.low <= rate && rate <= known.slots[k].rate.high;
      }
    }
    const auto n = static_cast<double>(site.patterns.size());
    fmt::print("| every {:g} h | {:.3f} | {:.3f} | {:.3f} | {:.0f} % | {:.0f} % | {:.0f} % |\n",
               gap, booked / n, learned / n, chosen / n, 100 * cycle / n, 100 * inside / slots,
               100 * rates / n);
    std::fflush(stdout);
  }
}

// Of the processor, so that a busy machine changes nothing.
double seconds(const std::function<void()>& work) {
  const std::clock_t start = std::clock();
  work();
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

// Pages of ten sections, 20 visits each about 30 hours apart; a tenth of them lively.
void growth(std::size_t least, std::size_t most) {
  fmt::print(
      "| pages | a visit | a page learned | groups found, a page | a page with what it "
      "borrows | memory a page |\n|---|---|---|---|---|---|\n");
  for (std::size_t pages = least; pages <= most; pages *= 10) {
    Rng rng(7);
    std::vector<VisitLog> logs(pages);
    constexpr int kVisits = 20;
    std::vector<std::pair<Time, bool>> visits;
    for (std::size_t p = 0; p < pages; ++p) {
      const double chance = p % 10 == 0 ? 0.7 : 0.05;
      Time at = rng.uniform(0, kDay);
      for (int v = 0; v < kVisits; ++v) {
        at += rng.uniform(10, 50) * kHour;
        const double hour = std::fmod(at, kDay) / kHour;
        visits.emplace_back(at, rng.uniform() < chance * (hour > 8 && hour < 18 ? 1 : 0.3));
      }
    }
    const double adding = seconds([&] {
      for (std::size_t p = 0; p < pages; ++p)
        for (std::size_t v = kVisits * p; v < kVisits * (p + 1); ++v)
          logs[p].visit(visits[v].first, visits[v].second);
    });
    std::size_t bytes = 0;
    for (const VisitLog& log : logs) bytes += log.bytes();
    double sum = 0;
    const double learning = seconds([&] {
      for (const VisitLog& log : logs) sum += pattern::learn_page(log).rate.value;
    });
    pattern::PatternGroups groups({.bounds = false});
    const auto traits = [](std::size_t p) {
      return pattern::PageTraits{fmt::format("http://a.example/{}/page{}.html", p % 10, p),
                                 "text/html", 2};
    };
    const double grouping = seconds([&] {
      for (std::size_t p = 0; p < pages; ++p) groups.learn(traits(p), logs[p]);
      groups.fit();
    });
    const std::size_t some = std::min<std::size_t>(pages, 10000);
    const double borrowing = seconds([&] {
      for (std::size_t p = 0; p < some; ++p) sum += groups.page(traits(p), logs[p]).rate.value;
    });
    const auto n = static_cast<double>(pages);
    fmt::print("| {} | {:.0f} ns | {:.1f} us | {:.1f} us | {:.1f} us | {:.0f} bytes |\n", pages,
               1e9 * adding / n / kVisits, 1e6 * learning / n, 1e6 * grouping / n,
               1e6 * borrowing / static_cast<double>(some), static_cast<double>(bytes) / n);
    if (!(sum > 0)) std::abort();
    std::fflush(stdout);
  }
}

int run(int argc, char** argv) {
  if (argc < 2) return fmt::print(stderr, "patterns FOLDER [PART]\n"), 2;
  const std::string part = argc > 2 ? argv[2] : "";
  const auto wanted = [&](const char* name) { return part.empty() || part == name; };
  if (wanted("generator")) generator();
  if (wanted("growth")) {
    const std::size_t only = argc > 3 ? std::strtoul(argv[3], nullptr, 10) : 0;
    growth(only > 0 ? only : 1000, only > 0 ? only : 1'000'000);
  }
  if (part == "generator" || part == "growth") return 0;
  std::vector<lab::History> histories;
  for (const Subject& subject : kSubjects) {
    auto history = lab::read_history(fmt::format("{}/{}.warc.gz", argv[1], subject.name));
    if (!history) return fmt::print(stderr, "{}\n", history.error().what), 2;
    histories.push_back(std::move(*history));
  }
  if (wanted("cycles")) {
    fmt::print(
        "\n| history | visits | pages | found where there is one | found where there is "
        "none | found in all | a cycle is claimed | found in shuffled visits | in days "
        "turned | claimed of shuffled visits |\n|---|---|---|---|---|---|---|---|---|---|\n");
    for (std::size_t i = 0; i < kSubjects.size(); ++i) cycles(histories[i], kSubjects[i]);
  }
  if (wanted("predict")) {
    fmt::print(
        "\n| history | learned from | visits predicted | constant rate | pattern | rate "
        "borrowed | pattern and rate borrowed | borrowing over not | shared patterns |\n"
        "|---|---|---|---|---|---|---|---|---|\n");
    for (const bool three : {false, true})
      for (std::size_t i = 0; i < kSubjects.size(); ++i) predict(histories[i], kSubjects[i], three);
  }
  return 0;
}

}  // namespace
}  // namespace asof

int main(int argc, char** argv) { return asof::run(argc, argv); }
