#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/json.h"
#include "base/progress.h"
#include "base/text.h"
#include "cli/lab_shared_internal.h"
#include "cli/shared_internal.h"
#include "lab/entries.h"
#include "lab/history_reader.h"
#include "lab/run.h"
#include "url/address_sets.h"

namespace asof::cli {
namespace {

constexpr std::uint64_t kMostEarlier = 1000;

constexpr std::string_view kCaptureLegend = R"(
strategy: the order of visits; 'asof lab strategies' says what each does
blur: changes, on average, between the site at a random moment of the crawl and the captures
  nearest to that moment, all pages together; less is better
sharp pages: captured with equal content before and after one moment, which proves it for that
  moment; this takes two visits; more is better
completeness: share of the versions new during the crawl that were captured, as a mean over the
  pages that changed; more is better
coherence: share of the pages captured nearest to a moment that were online together; more is
  better
downloads: requests per crawl
best with one visit each: an order that knows all changes beforehand; with more visits others may
  do better
Each figure is the mean over crawls from different starting times. The mean of many more would lie,
with 95 % probability, within ± of it (+ and - where the two sides differ).

)";
constexpr std::string_view kWatchLegend = R"(
strategy: which page is visited when; 'asof lab strategies' says what each does; it learns from its
  own visits alone, and the first third of the history is watched but not graded
completeness: share of a page's new versions that were captured, as a mean over pages
global: the same, of all new versions of all pages together
coherence: share of the pages shown for a moment that were online together
downloads: requests in the graded part
clairvoyant: a strategy that knows all changes beforehand; no other can do better
With other pages of this kind the mean would lie, with 95 % probability, within ± of the figure
(+ and - where the two sides differ).

)";

json::Object json_of(const lab::Estimate& e) {
  const bool known = std::isfinite(e.half);
  return json::Object{{"mean", e.mean},
                      {"interval", known ? json::Value(json::Array().add(e.low()).add(e.high()))
                                         : json::Value(nullptr)}};
}

json::Object json_of(const lab::Grades& g, bool watching) {
  json::Object json;
  json.add("strategy", g.strategy);
  if (!watching) json.add("blur", json_of(g.blur)).add("sharp_pages", json_of(g.sharp));
  json.add("completeness", json_of(g.completeness))
      .add("global_completeness", json_of(g.global))
      .add("coherence", json_of(g.coherence))
      .add("coherence_by_count", json_of(g.coherence_by_count))
      .add("downloads", json_of(g.downloads));
  if (g.bound) json.add("bound", true);
  if (!watching) json.add("missed_pages", json_of(g.missed)).add("sets", json_of(g.sets));
  return json;
}

void print_json(const lab::History& history, const lab::Comparison& result, bool watching) {
  json::Array strategies(json::Layout::Lines);
  for (const lab::Grades& grades : result.strategies) strategies.add(json_of(grades, watching));
  json::Object best;
  if (result.best_blur) best.add("blur", json_of(*result.best_blur));
  if (result.best_completeness && result.best_global)
    best.add("completeness", *result.best_completeness)
        .add("global_completeness", *result.best_global);
  fmt::print("{}\n", json::Object{{"history", history.name},
                                  {"pages", result.pages},
                                  {"mode", watching ? "watch" : "capture"},
                                  {"strategies", strategies},
                                  {"clairvoyant", best}}
                         .text());
}

// "0.97 ±0.02"; "0.99 +.01 -.02" where the interval is cut at what is possible.
std::string cell(const lab::Estimate& e, int digits) {
  const std::string mean = fmt::format("{:.{}f}", e.mean, digits);
  if (!std::isfinite(e.half) || e.half == 0) return mean;
  const auto part = [&](double value) {
    std::string text = fmt::format("{:.{}f}", value, digits);
    return text.starts_with("0.") ? text.substr(1) : text;
  };
  if (e.low() == e.mean - e.half && e.high() == e.mean + e.half)
    return fmt::format("{} ±{:.{}f}", mean, e.half, digits);
  return fmt::format("{} +{} -{}", mean, part(std::max(0.0, e.high() - e.mean)),
                     part(std::max(0.0, e.mean - e.low())));
}

// A bar as long as the value is large, of the largest.
std::string bar(double value, double largest) {
  std::string text;
  const double share = largest > 0 && std::isfinite(value) ? value / largest : 0;
  for (int i = 0; i < static_cast<int>(share * 20 + 0.5); ++i) text += "█";
  return text;
}

void print_captures(const lab::Comparison& result) {
  double largest = 0;
  const lab::Grades* best = &result.strategies[0];
  for (const lab::Grades& g : result.strategies) {
    largest = std::max(largest, g.blur.mean);
    if (g.blur.mean < best->blur.mean) best = &g;
  }
  fmt::print("{:<24} {:>22} {:<20} {:>15} {:>17} {:>17} {:>10}\n", "strategy", "blur", "",
             "sharp pages", "completeness", "coherence", "downloads");
  for (const lab::Grades& g : result.strategies)
    fmt::print("{:<24} {:>22} {:<20} {:>15} {:>17} {:>17} {:>10.0f}\n", g.strategy, cell(g.blur, 3),
               bar(g.blur.mean, largest), cell(g.sharp, 1), cell(g.completeness, 3),
               cell(g.coherence, 3), g.downloads.mean);
  if (result.best_blur)
    fmt::print("{:<24} {:>22} {}\n", "best with one visit each", cell(*result.best_blur, 3),
               bar(result.best_blur->mean, largest));
  const lab::Grades& first = result.strategies[0];
  fmt::print("{}", kCaptureLegend);
  if (largest == 0) {
    fmt::print(
        "{} pages when a crawl starts, on average. No difference: nothing changed during the "
        "captures.\n",
        with_commas(result.pages));
    return;
  }
  fmt::print("{} pages when a crawl starts, on average. Least blur: {}", with_commas(result.pages),
             best->strategy);
  if (best != &first && first.blur.mean > 0) {
    const auto less = lab::paired(first.blurs, best->blurs);
    fmt::print(", {:.0f} % less than {} ({})", 100 * less.mean / first.blur.mean, first.strategy,
               less.low() > 0 ? "more than chance" : "this may be chance");
  }
  fmt::print(".\n");
  if (result.sets > 0)
    for (const lab::Grades& g : result.strategies)
      fmt::print("{}: {} of {} sets proven to have been online together.\n", g.strategy,
                 cell(g.sets, 2), result.sets);
  for (const lab::Grades& g : result.strategies)
    if (g.missed.mean >= 0.05)
      fmt::print(
          "{} missed {:.1f} pages that disappeared before its visit; its blur does not count "
          "them.\n",
          g.strategy, g.missed.mean);
}

void print_watching(const lab::Comparison& result, bool global) {
  auto grade = [&](const lab::Grades& g) { return global ? g.global.mean : g.completeness.mean; };
  const lab::Grades* best = &result.strategies[0];
  for (const lab::Grades& g : result.strategies)
    if (best->bound || (!g.bound && grade(g) > grade(*best))) best = &g;
  fmt::print("{:<24} {:>17} {:<20} {:>17} {:>17} {:>10}\n", "strategy", "completeness", "",
             "global", "coherence", "downloads");
  for (const lab::Grades& g : result.strategies)
    fmt::print("{:<24} {:>17} {:<20} {:>17} {:>17} {:>10.0f}\n", g.strategy,
               cell(g.completeness, 3), bar(grade(g), 1), cell(g.global, 3), cell(g.coherence, 3),
               g.downloads.mean);
  if (!result.best_completeness || !result.best_global) return;
  fmt::print("{:<24} {:>17.3f} {:<20} {:>17.3f}\n", "clairvoyant", *result.best_completeness,
             bar(global ? *result.best_global : *result.best_completeness, 1), *result.best_global);
  fmt::print("{}", kWatchLegend);
  for (const lab::Grades& g : result.strategies)
    if (g.bound)
      fmt::print("{} was told what no visit can teach; it shows what could be reached at most.\n",
                 g.strategy);
  if (*result.best_completeness <= 0) {
    fmt::print("{} pages. Nothing to capture: no new version was valid at the end of a period.\n",
               with_commas(result.pages));
    return;
  }
  fmt::print("{} pages. Most complete: {}, with {:.0f} % of what the clairvoyant reaches.\n",
             with_commas(result.pages), best->strategy,
             100 * grade(*best) / (global ? *result.best_global : *result.best_completeness));
}

Result<lab::History> history_of(const Arguments& arguments, Progress& bar) {
  const std::string& path = arguments.get("--history");
  if (path.empty()) return Error{Errc::Invalid, "name a history: --history FILE.warc.gz"};
  const std::string& importance = arguments.get("--importance");
  const bool known = importance == "uniform" || importance == "words" || importance == "delta";
  if (!known)
    return Error{Errc::Invalid,
                 fmt::format("--importance is uniform, words or delta, not \"{}\"", importance)};
  return lab::read_history(path, {.importance = importance == "delta"   ? lab::Importance::Delta
                                                : importance == "words" ? lab::Importance::Words
                                                                        : lab::Importance::Uniform,
                                  .dead_links = arguments.has("--dead-links"),
                                  .on_progress = [&](std::uint64_t done, std::uint64_t total) {
                                    bar.show("reading " + path, done, total);
                                  }});
}

std::vector<std::string> names_of(const Arguments& arguments) {
  std::vector<std::string> names;
  for (std::string_view name : split(arguments.get("--strategies"), ','))
    if (!trim(name).empty()) names.emplace_back(trim(name));
  return names;
}

Result<lab::Comparison> capture(const Arguments& arguments, const lab::History& history,
                                const std::function<void(std::uint64_t, std::uint64_t)>& progress) {
  lab::CaptureOptions options{.strategies = names_of(arguments)};
  options.tuning = TRY(tuning_of(arguments));
  options.delay = TRY(duration_of(arguments, "--delay"));
  options.starts = TRY(number_of(arguments, "--starts"));
  if (options.starts == 0 || options.starts > 100'000)
    return Error{Errc::Invalid,
                 fmt::format("--starts: {} is not from 1 to 100000", options.starts)};
  if (!arguments.get("--earlier").empty()) {
    const std::uint64_t earlier = TRY(number_of(arguments, "--earlier"));
    if (earlier > kMostEarlier)
      return Error{Errc::Invalid,
                   fmt::format("--earlier: {} is not from 0 to {}", earlier, kMostEarlier)};
    options.earlier = static_cast<std::uint32_t>(earlier);
  }
  if (const std::string& path = arguments.get("--together"); !path.empty()) {
    const std::string text = TRY(read_operand(path));
    auto sets = url::parse_address_sets(text);
    if (!sets) return std::move(sets).error().within(path);
    options.together = TRY(lab::pages_of_sets(history, *sets));
  }
  options.known = arguments.has("--known");
  options.requisites = arguments.has("--requisites");
  options.seed = options.tuning.seed;
  const std::string& extra = arguments.get("--extra");
  if (extra.ends_with('%')) {
    const std::uint64_t per_million = TRY(share_of(arguments, "--extra", 1'000'000));
    options.extra = static_cast<double>(per_million) / 1e6;
  }
  options.on_progress = progress;
  return lab::compare_captures(history, options);
}

Result<lab::Comparison> watch(const Arguments& arguments, const lab::History& history,
                              const std::function<void(std::uint64_t, std::uint64_t)>& progress) {
  lab::WatchOptions options{.strategies = names_of(arguments)};
  options.tuning = TRY(tuning_of(arguments));
  options.period = TRY(duration_of(arguments, "--period"));
  options.per_period = TRY(share_of(arguments, "--per-period", history.pages.size()));
  if (options.per_period == 0)
    return Error{Errc::Invalid, "--per-period: give a number above 0, or a share"};
  options.seed = options.tuning.seed;
  options.dates = !arguments.has("--undated");
  options.on_progress = progress;
  return lab::compare_watching(history, options);
}

}  // namespace

Result<int> run_lab_run(const Arguments& arguments) {
  if (!arguments.operands().empty())
    return Error{Errc::Invalid,
                 fmt::format("'{}' is not expected; name the history with --history FILE",
                             arguments.operands()[0])};
  const bool watching = !arguments.get("--period").empty();
  if (!watching && arguments.has("--per-period") && !arguments.get("--per-period").empty())
    return Error{Errc::Invalid, "--per-period needs --period"};
  if (watching && arguments.get("--per-period").empty())
    return Error{Errc::Invalid, "--period needs --per-period"};
  Progress bytes(Progress::Unit::Bytes);
  lab::History history = TRY(history_of(arguments, bytes));
  bytes.clear();
  TRY(lab::set_entries(history, arguments.all("--entry")));
  Progress steps(Progress::Unit::Count);
  auto progress = [&](std::uint64_t done, std::uint64_t total) {
    steps.show(watching ? "watching" : "capturing", done, total);
  };
  const lab::Comparison result =
      TRY(watching ? watch(arguments, history, progress) : capture(arguments, history, progress));
  steps.clear();
  if (arguments.has("--json"))
    print_json(history, result, watching);
  else if (watching)
    print_watching(result, arguments.has("--global"));
  else
    print_captures(result);
  return 0;
}

}  // namespace asof::cli
