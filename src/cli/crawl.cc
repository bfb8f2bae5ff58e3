#include "crawl/crawl.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <mutex>
#include <thread>

#include "base/json.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/crawl_internal.h"
#include "cli/interrupt_internal.h"
#include "cli/shared_internal.h"

namespace asof::cli {
namespace {

// Two threads print: the crawl and its recorder.
void print_line(const std::string& line) {
  static std::mutex mutex;
  std::lock_guard lock(mutex);
  std::fputs((line + "\n").c_str(), stdout);
  std::fflush(stdout);
}

}  // namespace

std::string event_json(const crawl::VisitEvent& what) {
  json::Object json;
  json.add("event", what.again ? "retry" : "visit")
      .add("url", what.task->url)
      .add("at", what.at)
      .add("ms", json::Value::fixed(what.took * 1000, 0))
      .add("purpose", crawl::purpose_of(*what.task));
  if (what.none) {
    json.add("status", what.none->status).add("why", what.none->reason);
  } else if (what.reply != nullptr) {
    const bool whole = what.reply->kind == crawl::ReplyKind::Response;
    const bool not_stored = what.reply->kind == crawl::ReplyKind::NotStored;
    json.add("status", what.reply->answer.status)
        .add("mime", what.reply->answer.mime)
        .add("bytes", what.size)
        .add("kept", whole        ? "response"
                     : not_stored ? "digest"
                                  : "revisit");
  }
  if (!what.truncated.empty()) json.add("truncated", what.truncated);
  return json.text();
}

namespace {

Result<crawl::Given> given_of(const Arguments& arguments, std::vector<std::string>& seeds) {
  crawl::Given given;
  if (!arguments.get("--settings").empty()) {
    auto file = TRY(crawl::read_settings_file(arguments.get("--settings")));
    given = std::move(file.given);
    seeds.insert(seeds.end(), file.seeds.begin(), file.seeds.end());
  }
  for (const crawl::SettingRow& row : crawl::setting_rows()) {
    const std::string flag = "--" + std::string(row.name);
    for (const std::string& text : arguments.all(flag)) given.emplace_back(row.name, text);
  }
  return given;
}

enum class After : std::uint8_t { Crawl, Kill };

// What follows from what was captured. After a kill, records may have no rows yet.
Result<void> derive_captured(archive::Directory& directory, const Arguments& arguments,
                             After after) {
  Progress pages(Progress::Unit::Count);
  auto options = TRY(deriving(arguments, std::max(1U, std::thread::hardware_concurrency()), pages));
  options.catch_up = after == After::Kill;
  const auto derived = TRY(derive::derive(directory, options));
  pages.clear();
  say_what_is_left(derived, arguments);
  return {};
}

// A disk that fails is worth another try later; words that are wrong are not.
Result<int> failed(Error error) {
  if (error.code != Errc::Full && error.code != Errc::Io) return error;
  complain(error.what);
  return 3;
}

// What must change for a crawl to go on that a limit has ended.
std::string_view larger_limit(crawl::EndReason how) {
  switch (how) {
    case crawl::EndReason::Pages:
      return ", with a larger --max-pages";
    case crawl::EndReason::Bytes:
      return ", with a larger --max-bytes";
    case crawl::EndReason::Time:
      return ", with a longer --max-time";
    case crawl::EndReason::Disk:
      return ", after making room, or with a smaller --free-disk";
    default:
      return "";
  }
}

// Whether every crawl has ended: a disk that fails after that leaves only the catalog behind.
Result<bool> all_ended(const archive::Directory& directory) {
  const auto crawls = TRY(keep::described_crawls(directory));
  const auto done = [](const keep::CrawlDescription& kept) { return kept.ended == "done"; };
  return !crawls.empty() && std::all_of(crawls.begin(), crawls.end(), done);
}

}  // namespace

std::span<const Flag> crawl_flags() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> made;
    for (const crawl::SettingRow& row : crawl::setting_rows())
      made.push_back("--" + std::string(row.name));
    return made;
  }();
  static const std::vector<Flag> flags = [] {
    std::vector<Flag> made = {
        kArchive,
        {"--resume", "", "", "continue the last crawl that did not end"},
        {"--settings", "FILE", "", "read settings and seeds from a TOML file; flags override it"},
        {"--clock", "URL", "", "use the clock of 'asof lab origin'"},
        {"--why", "URL", "", "say why a URL was or was not fetched, and do nothing else"},
        kCompare,
        kNoCompare,
        kRender,
        kAds,
        kByHand,
        {"--json", "", "", "print one JSON event per line, and the result as one object"},
    };
    std::size_t i = 0;
    for (const crawl::SettingRow& row : crawl::setting_rows())
      made.push_back(
          {names[i++], row.value, row.fallback, row.help, crawl::group_beginning_with(row.name)});
    return made;
  }();
  return flags;
}

Result<int> run_crawl(const Arguments& arguments) {
  if (!arguments.get("--why").empty()) return run_why(arguments);
  const bool json = arguments.has("--json");
  std::vector<std::string> seeds = arguments.operands();
  crawl::Options options;
  options.given = TRY(given_of(arguments, seeds));
  options.seeds = seeds;
  options.clock = arguments.get("--clock");
  const bool resuming = arguments.has("--resume");
  if (resuming && !seeds.empty())
    return Error{Errc::Invalid, "--resume continues a crawl and takes no URL"};
  // What is wrong with the words is said before anything is made.
  TRY(crawl::check(options));
  TRY(comparing_of(arguments));
  if (!resuming && seeds.empty())
    return Error{Errc::Invalid, "give at least one URL to capture, or --resume"};

  if (resuming && !is_directory(arguments.get("--archive")))
    return Error{Errc::NotFound, arguments.get("--archive") +
                                     " is not an archive, so there is no crawl to continue"};
  CrawlProgress progress;
  options.on_progress = [&](const crawl::Progress& at) { progress.show(at); };
  if (json) {
    options.on_event = [](const crawl::VisitEvent& what) { print_line(event_json(what)); };
    options.on_acknowledged = [](std::uint64_t visits) {
      print_line(json::Object{{"event", "acknowledged"}, {"visits", visits}}.text());
    };
  }
  options.interrupted = interrupted;
  auto directory =
      TRY(archive::Directory::open(arguments.get("--archive"), archive::Directory::Access::Write));
  TRY(remember_comparing(directory, arguments));
  catch_signals();
  if (resuming && TRY(all_ended(directory))) {
    auto derived = derive_captured(directory, arguments, After::Kill);
    if (!derived) return failed(std::move(derived).error());
    complain("every crawl in " + directory.path() + " has ended; there is nothing to continue");
    return 0;
  }
  auto ended = resuming ? crawl::resume(directory, "", options) : crawl::crawl(directory, options);
  progress.clear();
  if (!ended) return failed(std::move(ended).error());
  print_line(json ? ended_json(*ended) : ended_text(*ended));
  if (!ended->clock.empty())
    complain("the machine's clock was " + ended->clock +
             "; captures are dated as if the clock had not been changed");
  if (ended->reminder && !json)
    complain(
        "no contact is set, so the sites you visit cannot reach you; set one with --contact "
        "ADDRESS (the archive remembers it)");
  if (ended->seeds > 0 && ended->seeds_failed.size() >= ended->seeds &&
      ended->reason == crawl::EndReason::Done) {
    complain("no seed could be captured. " + ended->seeds_failed.front());
    return 2;
  }
  auto derived = derive_captured(directory, arguments, After::Crawl);
  if (!derived) return failed(std::move(derived).error());
  if (!ended->why.empty() && ended->reason != crawl::EndReason::Done)
    complain(ended->why + "; to continue: asof crawl --resume --archive " +
             arguments.get("--archive") + std::string(larger_limit(ended->reason)));
  return crawl::exit_code(ended->reason);
}

}  // namespace asof::cli
