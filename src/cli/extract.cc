#include <fmt/format.h>

#include <cmath>

#include "base/axis.h"
#include "base/file.h"
#include "base/period.h"
#include "base/progress.h"
#include "base/text.h"
#include "cli/opened.h"
#include "cli/shared_internal.h"
#include "retrieve/library.h"
#include "url/surt.h"

namespace asof::cli {
namespace {

retrieve::Extract wanted(const Arguments& arguments) {
  return arguments.has("--payload")   ? retrieve::Extract::Payload
         : arguments.has("--headers") ? retrieve::Extract::Headers
                                      : retrieve::Extract::Record;
}

// Writes what `extract` gives to standard output, and its remark for people.
template <class Extracting>
Result<int> write_out(const Extracting& extract) {
  FileSink out = FileSink::standard_output();
  const std::string remark = TRY(extract([&](std::string_view bytes) { return out.write(bytes); }));
  if (!remark.empty()) complain(remark);
  return 0;
}

Result<int> by_offset(const Arguments& arguments) {
  auto offset = parse_uint(arguments.operands()[1]);
  if (!offset)
    return Error{Errc::Invalid, "an offset is a number, not \"" + arguments.operands()[1] + "\""};
  auto source = TRY(FileSource::open(arguments.operands()[0]));
  return write_out([&](const retrieve::Write& write) {
    return retrieve::extract(source, {*offset, 0}, wanted(arguments), write);
  });
}

// Who asks for a time and gets another must know.
void say_how_far(const catalog::Capture& capture, const catalog::Flawed& flawed,
                 const Period& wanted) {
  constexpr double kDay = 86'400;
  if (wanted.contains(capture.at)) return;
  const Instant end = capture.at < wanted.first ? wanted.first : wanted.last();
  const double away = on_axis(capture.at) - on_axis(end);
  if (std::abs(away) < 1) return;
  complain(fmt::format("the nearest capture is of {}, {} {} the requested time",
                       iso8601_known(capture.at, flawed.width),
                       std::abs(away) < 2 * kDay
                           ? human_duration(std::abs(away))
                           : fmt::format("{:.0f} days", std::abs(away) / kDay),
                       away > 0 ? "after" : "before"));
}

// A capture without a date is at no time; it can be had by its place.
Result<int> no_capture(const catalog::Reader& catalog, const std::string& url) {
  std::optional<catalog::Undated> undated;
  TRY(catalog.undated(url::surt_key(url), [&](const catalog::Undated& row) {
    undated = row;
    return false;
  }));
  if (!undated) return Error{Errc::NotFound, "the archive has no capture of " + url};
  const auto file = TRY(catalog.file(undated->where.file));
  return Error{
      Errc::NotFound,
      fmt::format("the archive has no capture of {} with a date; one without a date (\"{}\")"
                  " is in {} at offset {}",
                  url, undated->date, file ? file->name : "an unknown file",
                  undated->where.offset)};
}

Result<int> by_url(const Arguments& arguments) {
  const std::string& url = arguments.operands()[0];
  Period period{SystemClock().now()};
  if (!arguments.get("--at").empty()) period = TRY(period_of(arguments, "--at"));
  const auto [directory, catalog] = TRY(open_to_read(arguments.get("--archive")));
  const auto found = TRY(retrieve::find(catalog, {.url = url, .at = period.middle()}));
  if (!found) return no_capture(catalog, url);
  const auto flawed = TRY(catalog.flaws_at(found->capture.where));
  if (!arguments.get("--at").empty()) say_how_far(found->capture, flawed, period);
  retrieve::Library library(directory, catalog);
  return write_out([&](const retrieve::Write& write) {
    return library.extract(*found, wanted(arguments), write);
  });
}

}  // namespace

Result<int> run_extract(const Arguments& arguments) {
  if (arguments.operands().size() == 2) return by_offset(arguments);
  if (arguments.operands().size() == 1) {
    const std::string& word = arguments.operands()[0];
    if (word.find("://") == std::string::npos && exists(word))
      return Error{Errc::Invalid,
                   fmt::format("{0} is a file: name one of its records by offset, as in 'asof "
                               "extract {0} 0'; 'asof index {0}' lists the offsets",
                               word)};
    return by_url(arguments);
  }
  return Error{Errc::Invalid, "extract needs a URL, or a file and an offset"};
}

}  // namespace asof::cli
