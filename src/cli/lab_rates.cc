// asof lab rates: what an archive that watched a site believes of its pages, for a crawler.
#include <fmt/format.h>

#include "base/file.h"
#include "base/json.h"
#include "base/progress.h"
#include "base/text.h"
#include "cli/lab_shared_internal.h"
#include "cli/shared_internal.h"
#include "lab/history_reader.h"
#include "lab/training.h"
#include "url/url.h"

namespace asof::cli {
namespace {

// Until when the history is watched: --until, or its middle, as lab run does.
Result<Time> end_of_training(const Arguments& arguments, const lab::History& history) {
  if (arguments.get("--until").empty()) return history.from + (history.until - history.from) / 2;
  const Period last = TRY(period_of(arguments, "--until"));
  const Instant until = last.first;
  if (on_axis(until) <= history.from || on_axis(until) > history.until)
    return Error{Errc::Invalid,
                 fmt::format("--until: {} is not within the history", iso8601_seconds(until))};
  return on_axis(until);
}

// Where a page is served: its own URL, or below `base` where it is the site's.
std::string served(const std::string& name, const std::string& site, const std::string& base) {
  return !base.empty() && name.starts_with(site + "/") ? base + name.substr(site.size()) : name;
}

Result<void> write(const std::string& out, const std::string& text) {
  if (out == "-") {
    FileSink sink = FileSink::standard_output();
    return sink.write(text);
  }
  if (exists(out)) TRY(remove_file(out));
  FileSink sink = TRY(FileSink::create(out));
  return sink.write(text);
}

}  // namespace

Result<int> run_lab_rates(const Arguments& arguments) {
  const std::string& path = arguments.get("--history");
  if (path.empty() || !arguments.operands().empty())
    return Error{Errc::Invalid, "name a history: --history FILE.warc.gz"};
  std::string base = arguments.get("--base");
  while (base.ends_with('/')) base.pop_back();
  if (!base.empty() && !url::parse(base))
    return Error{Errc::Invalid, fmt::format("--base: \"{}\" is no URL", base)};
  Progress bar(Progress::Unit::Bytes);
  const lab::History history =
      TRY(lab::read_history(path, {.dead_links = arguments.has("--dead-links"),
                                   .on_progress = [&](std::uint64_t done, std::uint64_t total) {
                                     bar.show("reading " + path, done, total);
                                   }}));
  bar.clear();
  const Time until = TRY(end_of_training(arguments, history));
  if (until <= history.from)
    return Error{Errc::Invalid, fmt::format("{} is too short to learn rates from", path)};
  const lab::Training training = lab::train(history, history.from, until);
  const auto entry = url::parse(history.pages[history.entry].name);
  const std::string site = entry ? entry->origin() : "";
  json::Object rates(json::Layout::Lines);
  for (std::uint32_t page = 0; page < history.pages.size(); ++page)
    rates.add(served(history.pages[page].name, site, base), training.rates[page]);
  TRY(write(arguments.get("--out"), json::Object{{"rates", rates}}.text() + "\n"));
  return 0;
}

}  // namespace asof::cli
