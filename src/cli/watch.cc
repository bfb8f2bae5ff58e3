// asof watch: follows pages and sites under a budget, until somebody says stop.
#include <fmt/format.h>

#include <cstdio>
#include <mutex>

#include "base/file.h"
#include "base/json.h"
#include "base/period.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/crawl_internal.h"
#include "cli/interrupt_internal.h"
#include "cli/shared_internal.h"
#include "watch/watch.h"

namespace asof::cli {
namespace {

constexpr std::int64_t kDay = 86'400'000;

void print_line(const std::string& line) {
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  std::fputs((line + "\n").c_str(), stdout);
  std::fflush(stdout);
}

std::string percent(double share) { return fmt::format("{:.0f} %", 100 * share); }

std::string plan_json(const crawl::Plan& plan) {
  json::Object out{{"strategy", plan.strategy}, {"from", plan.from}, {"until", plan.until}};
  out.add("visits", json::array_of(plan.visits, [](const crawl::PlannedVisit& one) {
            return json::Object{{"at", one.at},
                                {"url", one.url},
                                {"why", one.why},
                                {"score", json::Value::significant(one.score, 6)}};
          }));
  if (plan.expected) out.add("expected", json::Value::fixed(*plan.expected, 4));
  if (plan.bound) out.add("bound", json::Value::fixed(*plan.bound, 4));
  return out.text();
}

std::string plan_text(const crawl::Plan& plan) {
  std::string out =
      fmt::format("{} until {}, in the order of {}:\n", counted(plan.visits.size(), "visit"),
                  iso8601_seconds(plan.until), plan.strategy);
  for (const crawl::PlannedVisit& one : plan.visits)
    out += fmt::format("  {}  {}  ({})\n", iso8601_seconds(one.at), one.url, one.why);
  if (plan.expected)
    out += fmt::format(
        "expected to keep {} of the changes of this time; no order of visits can be "
        "expected to keep more than {}",
        percent(*plan.expected), percent(*plan.bound));
  else
    out += "how many changes this keeps is not known yet: too few visits were made";
  return out;
}

std::string ended(const watch::WatchSummary& summary, bool json) {
  const crawl::Counts& counts = summary.counts;
  if (json)
    return json::Object{{"event", "ended"},
                        {"crawl", summary.crawl},
                        {"strategy", summary.strategy},
                        {"reason", crawl::name_of(summary.reason)},
                        {"visits", summary.visits},
                        {"captured", counts.captured},
                        {"unchanged", counts.unchanged},
                        {"failed", counts.failed},
                        {"bytes", counts.bytes},
                        {"sites_captured", summary.site_captures}}
        .text();
  return fmt::format(
      "{} so far: {} new or changed, {} unchanged, {} without an answer; {} received",
      counted(summary.visits, "visit"), with_commas(counts.captured), with_commas(counts.unchanged),
      with_commas(counts.failed), human_bytes(counts.bytes));
}

Result<int> print_plan(archive::Directory& directory, const watch::WatchFile& file,
                       const watch::Options& options, bool json) {
  const Instant until{SystemClock().now().ms + kDay};
  const crawl::Plan plan =
      TRY(watch::plan(directory, file, options, options.until.value_or(until)));
  print_line(json ? plan_json(plan) : plan_text(plan));
  return 0;
}

}  // namespace

Result<int> run_watch(const Arguments& arguments) {
  if (arguments.operands().size() != 1)
    return Error{Errc::Invalid, "watch takes one file: asof watch news.toml"};
  watch::Options options{.path = arguments.operands().front(), .clock = arguments.get("--clock")};
  watch::WatchFile file = TRY(watch::read_watch_file(options.path));
  if (const std::string& until = arguments.get("--until"); !until.empty()) {
    const auto period = parse_period(until);
    if (!period)
      return Error{Errc::Invalid,
                   "--until takes a time like 2026-12-01T08:00Z, not \"" + until + "\""};
    options.until = period->first;
  }
  const bool json = arguments.has("--json");
  const std::string path = file.archive.empty() || !arguments.all("--archive").empty()
                               ? arguments.get("--archive")
                               : file.archive;
  auto directory = TRY(archive::Directory::open(path, archive::Directory::Access::Write));
  if (arguments.has("--dry-run")) return print_plan(directory, file, options, json);
  CrawlProgress progress;
  options.on_progress = [&](const crawl::Progress& at) { progress.show(at); };
  options.say = [](const std::string& text) { complain(text); };
  if (json) options.on_event = [](const crawl::VisitEvent& what) { print_line(event_json(what)); };
  if (json)
    options.on_acknowledged = [](std::uint64_t visits) {
      print_line(json::Object{{"event", "acknowledged"}, {"visits", visits}}.text());
    };
  options.interrupted = interrupted;
  catch_signals();
  auto summary = watch::watch(directory, std::move(file), options);
  progress.clear();
  if (!summary) return std::move(summary).error();
  print_line(ended(*summary, json));
  if (!summary->why.empty()) complain(summary->why + "; the same command goes on");
  return crawl::exit_code(summary->reason);
}

}  // namespace asof::cli
