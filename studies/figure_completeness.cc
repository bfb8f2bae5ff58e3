// DEXA Figures 7 and 8, JCDL Figures 8 and 9: completeness and coherence of strategies that watch a
// site under a budget. France Télévisions' patterns are not public; sites are drawn by the
// generator of synthetic.h.
#include <fmt/format.h>

#include <algorithm>

#include "studies/figure_contest.h"
#include "studies/figure_internal.h"
#include "studies/figure_look.h"
#include "studies/figure_watch.h"

namespace asof::studies {
namespace {

constexpr std::string_view kMadeUp =
    "The lead is larger here: the generator's pages differ more in their hours and rates than the "
    "pages of the paper may have.";
const std::vector<std::string> kRivals = {"Relevance", "SHARC", "Coherence", "Frequency"};

std::string site_of(const WatchContest& contest) {
  return fmt::format(
      "{} pages with daily patterns of 24 periods, {} hours, {} sites drawn; M pages "
      "visited at the end of every hour.",
      page::readable(static_cast<double>(contest.pages)), page::readable(contest.hours),
      contest.repetitions);
}

WatchContest site_contest(const Setting& setting, std::vector<Watcher> watchers,
                          std::vector<double> shares, std::vector<Reading> readings) {
  WatchContest contest;
  contest.watchers = std::move(watchers);
  contest.shares = std::move(shares);
  contest.readings = std::move(readings);
  contest.pages = setting.choose(12, 250, 1000);
  contest.repetitions = setting.choose(2, 4, 10);
  return contest;
}

void append(std::vector<Check>& checks, const std::vector<Check>& more) {
  checks.insert(checks.end(), more.begin(), more.end());
}

bool rises(const std::vector<WatchOutcome>& outcomes, std::size_t reading, std::string_view name) {
  double last = 0;
  for (const WatchOutcome& outcome : outcomes) {
    const double now = sample_of(outcome.grades[reading], name).mean().mean;
    if (now < last - 0.002) return false;
    last = now;
  }
  return true;
}

Claim rises_claim(const WatchContest& contest, const std::vector<WatchOutcome>& outcomes,
                  std::string_view says) {
  std::string falls;
  for (const Watcher& watcher : contest.watchers) {
    const std::string name = series_of(watcher).name;
    if (!rises(outcomes, 0, name)) falls += (falls.empty() ? "" : ", ") + name;
  }
  Claim claim{std::string(says), {}};
  claim.checks.push_back(
      {falls.empty() ? fmt::format("all {} strategies rise with M", contest.watchers.size())
                     : "not always: " + falls,
       falls.empty()});
  return claim;
}

// At 20 % of the resources, in both readings.
std::vector<Claim> gain_claims(const WatchOutcome& scarce) {
  constexpr std::string_view kReadings[] = {"mean over pages", "one ratio"};
  Claim twenty{
      "Importance-Pattern improves the completeness by around 20 % with limited resources.", {}};
  for (std::size_t m : {std::size_t{0}, std::size_t{1}})
    append(twenty.checks, leads_by(fmt::format("{}, M = 20 %", kReadings[m]),
                                   sample_of(scarce.grades[m], "Importance-Pattern"),
                                   named(scarce.grades[m], kRivals), 0.2));
  twenty.why =
      "The gain depends on the reading: a mean over pages counts a page's change by what "
      "share of its own changes it is, and the strategy does not know that.";
  Claim five{"It performs 5 % better than Importance, which does not use patterns.", {}};
  for (std::size_t m : {std::size_t{0}, std::size_t{1}})
    append(five.checks, leads_by(fmt::format("{}, M = 20 %", kReadings[m]),
                                 sample_of(scarce.grades[m], "Importance-Pattern"),
                                 named(scarce.grades[m], {"Importance"}), 0.05));
  five.why =
      "How much patterns bring depends on how much the pages differ in theirs: the paper speaks of "
      "more than 10 % where they differ much.";
  return {twenty, five};
}

Claim lead_claim(const WatchOutcome& scarce) {
  return {
      "lagrange stays within 2 % of the bound and ahead of every other strategy.",
      {{fmt::format("M = 20 %, one ratio: lagrange reaches {}, the bound is {}",
                    percent(sample_of(scarce.grades[1], "lagrange, global").mean().mean, 1),
                    percent(scarce.bounds[1].mean().mean, 1)),
        sample_of(scarce.grades[1], "lagrange, global").mean().mean >
            0.98 * scarce.bounds[1].mean().mean},
       is_higher(sample_of(scarce.grades[0], "lagrange"),
                 highest(named(scarce.grades[0], {"Relevance", "SHARC", "Coherence", "Frequency",
                                                  "Importance", "Pattern", "Importance-Pattern"})),
                 "mean over pages, M = 20 %"),
       is_higher(sample_of(scarce.grades[0], "lagrange"),
                 sample_of(scarce.grades[0], "Importance-Pattern / D"),
                 "mean over pages, M = 20 %"),
       is_at_least("mean over pages, M = 20 %: lagrange ahead of Importance-Pattern",
                   lead_over(sample_of(scarce.grades[0], "lagrange"),
                             named(scarce.grades[0], {"Importance-Pattern"})),
                   0.15)},
      "",
      true};
}

Claim still_claim(const WatchOutcome& learned) {
  Claim still{
      "With patterns learned from 7 days of hourly visits lagrange still leads.", {}, "", true};
  for (std::string_view rival : {"Importance-Pattern", "Importance-Pattern / D"}) {
    const Sample& ours = sample_of(learned.grades[0], "lagrange");
    const Sample& theirs = sample_of(learned.grades[0], rival);
    still.checks.push_back(is_higher(ours, theirs, "M = 20 %"));
    still.checks.back().what +=
        fmt::format(", a lead of {}", percent(ours.mean().mean / theirs.mean().mean - 1, 1));
  }
  return still;
}

}  // namespace

Result<Figure> dexa_figure_7(const Setting& setting) {
  WatchContest contest = site_contest(setting,
                                      {{"relevance"},
                                       {"sharc-repeat"},
                                       {"coherence"},
                                       {"frequency"},
                                       {"importance"},
                                       {"pattern"},
                                       {"importance-pattern"},
                                       {"importance-pattern-fair"},
                                       {"loss-index"},
                                       {"loss-index", true, "loss-index, global"},
                                       {"lagrange"},
                                       {"lagrange", true, "lagrange, global"}},
                                      {0.2, 0.4, 0.6, 0.8, 1}, {Reading::PerPage, Reading::Global});
  contest.bound = true;
  const auto found = hold(contest, part(setting, 0, 0.7));
  WatchContest learning = contest;
  learning.watchers = {{"frequency"},
                       {"importance-pattern"},
                       {"importance-pattern-fair"},
                       {"loss-index"},
                       {"lagrange"}};
  learning.readings = {Reading::PerPage};
  learning.bound = false;
  learning.learning = 7 * 24;
  const auto learned = hold(learning, part(setting, 0.7, 1));
  std::vector<std::string> per_page = kRivals;
  per_page.insert(per_page.end(), {"Importance", "Pattern", "Importance-Pattern",
                                   "Importance-Pattern / D", "loss-index", "lagrange"});
  std::vector<std::string> global = kRivals;
  global.insert(global.end(), {"Importance", "Pattern", "Importance-Pattern", "loss-index, global",
                               "lagrange, global"});
  Figure figure{
      "dexa-figure-7",
      "DEXA, Figure 7",
      "Weighted completeness",
      site_of(contest) +
          " In two readings: the mean of the pages' own ratios (Definition 5.13), and "
          "all changes in one ratio. The bound is on the ratio of expectations; the mean "
          "of the pages' realised ratios may lie about one point above it. In (a) and (b) the "
          "patterns are known; in (c) they are learned from a week of hourly visits before.",
      {chart_of("(a) mean over pages", contest, found, 0, per_page),
       chart_of("(b) all changes in one ratio", contest, found, 1, global),
       chart_of("(c) mean over pages, patterns learned in 7 days", learning, learned, 0,
                {"Frequency", "Importance-Pattern", "Importance-Pattern / D", "loss-index",
                 "lagrange"})}};
  for (page::Chart& chart : figure.charts) chart.y.label = "weighted completeness";

  figure.claims = gain_claims(found.front());
  figure.claims.push_back(
      rises_claim(contest, found, "The completeness increases with the allocated resources."));
  const double most = sample_of(found.back().grades[0], "Importance-Pattern").mean().mean;
  figure.claims.push_back({"Even with 100 % of the resources some versions are missed.",
                           {{fmt::format("{} at M = 100 %", percent(most, 1)), most < 0.999}}});
  figure.claims.push_back(lead_claim(found.front()));
  figure.claims.push_back(still_claim(learned.front()));
  return figure;
}

Result<Figure> dexa_figure_8(const Setting& setting) {
  WatchContest contest =
      site_contest(setting,
                   {{"relevance"},
                    {"sharc-repeat"},
                    {"coherence"},
                    {"frequency"},
                    {"importance"},
                    {"pattern"},
                    {"importance-pattern"},
                    {"loss-index"},
                    {"lagrange"}},
                   {0.2, 0.4, 0.6, 0.8, 1}, {Reading::Coherence, Reading::ByCount});
  const auto found = hold(contest, setting);
  std::vector<std::string> all;
  for (const Watcher& watcher : contest.watchers) all.push_back(series_of(watcher).name);
  Figure figure{"dexa-figure-8",
                "DEXA, Figure 8",
                "Weighted coherence",
                site_of(contest) +
                    " Coherence of the nearest captures to an instant every three hours: the "
                    "weight of the heaviest set that existed together, and that of the largest set "
                    "(the definition's letter), over the weight of all. No bound on coherence "
                    "under a budget is known but 100 %.",
                {chart_of("(a) the heaviest coherent set", contest, found, 0, all),
                 chart_of("(b) the largest coherent set", contest, found, 1, all)}};
  for (page::Chart& chart : figure.charts) chart.y.label = "weighted coherence";
  Claim best{
      "Importance-Pattern achieves the highest coherence, around 10 % better than SHARC, "
      "Coherence and Relevance.",
      {}};
  for (std::size_t s : {std::size_t{0}, std::size_t{1}})
    append(best.checks,
           leads_by(fmt::format("M = {}", percent(contest.shares[s])),
                    sample_of(found[s].grades[0], "Importance-Pattern"),
                    named(found[s].grades[0], {"SHARC", "Coherence", "Relevance"}), 0.1));
  best.why =
      "A strategy that captures each change soon after it happens visits pages at different "
      "times; coherence rewards visiting calm pages, which it leaves alone.";
  figure.claims.push_back(best);
  std::vector<std::string> rest = {"Relevance", "SHARC", "Coherence", "Importance-Pattern"};
  figure.claims.push_back({"Frequency achieves the lowest coherence.",
                           {is_lower(sample_of(found[0].grades[0], "Frequency"),
                                     lowest(named(found[0].grades[0], rest)), "M = 20 %")}});
  figure.claims.push_back({"Completeness is not paid for with coherence.",
                           {is_not_higher(sample_of(found[0].grades[0], "Importance-Pattern"),
                                          sample_of(found[0].grades[0], "lagrange"), "M = 20 %")},
                           "What a strategy made for completeness gives up here can be won back "
                           "when navigating, where the coherent version is chosen.",
                           true});
  return figure;
}

Result<Figure> jcdl_figure_8(const Setting& setting) {
  WatchContest contest = site_contest(setting,
                                      {{"relevance"},
                                       {"sharc-repeat"},
                                       {"coherence"},
                                       {"frequency"},
                                       {"pattern"},
                                       {"loss-index", true},
                                       {"lagrange", true}},
                                      {0.1, 0.2, 0.4, 0.6, 0.8, 1}, {Reading::Unweighted});
  contest.important = false;
  contest.bound = true;
  const auto found = hold(contest, setting);
  std::vector<std::string> all;
  for (const Watcher& watcher : contest.watchers) all.push_back(series_of(watcher).name);
  Figure figure{"jcdl-figure-8",
                "JCDL, Figure 8",
                "Completeness",
                site_of(contest) + " Importance plays no part: versions captured over versions.",
                {chart_of("completeness", contest, found, 0, all)}};
  figure.charts[0].y.label = "completeness";
  Claim ten{"Pattern improves the completeness by around 10 % with limited resources.", {}};
  for (std::size_t s : {std::size_t{0}, std::size_t{1}})
    append(ten.checks, leads_by(fmt::format("M = {}", percent(contest.shares[s])),
                                sample_of(found[s].grades[0], "Pattern"),
                                named(found[s].grades[0], kRivals), 0.1));
  ten.why = kMadeUp;
  figure.claims.push_back(ten);
  figure.claims.push_back(
      rises_claim(contest, found, "The completeness increases with the allocated resources."));
  figure.claims.push_back({"lagrange captures more versions than Pattern.",
                           {is_higher(sample_of(found[0].grades[0], "lagrange"),
                                      sample_of(found[0].grades[0], "Pattern"), "M = 10 %"),
                            is_higher(sample_of(found[1].grades[0], "lagrange"),
                                      sample_of(found[1].grades[0], "Pattern"), "M = 20 %")},
                           "",
                           true});
  return figure;
}

Result<Figure> jcdl_figure_9(const Setting& setting) {
  WatchContest contest = site_contest(setting,
                                      {{"relevance"},
                                       {"sharc-repeat"},
                                       {"coherence"},
                                       {"frequency"},
                                       {"importance-pattern", false, "Pattern"},
                                       {"loss-index", true},
                                       {"lagrange", true}},
                                      {0.1, 0.2, 0.4, 0.6, 0.8, 1}, {Reading::Global});
  contest.bound = true;
  const auto found = hold(contest, setting);
  std::vector<std::string> all;
  for (const Watcher& watcher : contest.watchers) all.push_back(series_of(watcher).name);
  Figure figure{"jcdl-figure-9",
                "JCDL, Figure 9",
                "Weighted completeness",
                site_of(contest) +
                    " Importance of the versions captured over that of all; Pattern is the "
                    "strategy that DEXA calls Importance-Pattern.",
                {chart_of("weighted completeness", contest, found, 0, all)}};
  figure.charts[0].y.label = "weighted completeness";
  Claim twenty{"Pattern improves the weighted completeness by around 20 % with limited resources.",
               {}};
  for (std::size_t s : {std::size_t{0}, std::size_t{1}})
    append(twenty.checks, leads_by(fmt::format("M = {}", percent(contest.shares[s])),
                                   sample_of(found[s].grades[0], "Pattern"),
                                   named(found[s].grades[0], kRivals), 0.2));
  twenty.why = kMadeUp;
  figure.claims.push_back(twenty);
  figure.claims.push_back(
      rises_claim(contest, found, "The completeness increases with the allocated resources."));
  figure.claims.push_back({"lagrange captures more than Pattern.",
                           {is_higher(sample_of(found[0].grades[0], "lagrange"),
                                      sample_of(found[0].grades[0], "Pattern"), "M = 10 %"),
                            is_higher(sample_of(found[1].grades[0], "lagrange"),
                                      sample_of(found[1].grades[0], "Pattern"), "M = 20 %")},
                           "",
                           true});
  return figure;
}

}  // namespace asof::studies
