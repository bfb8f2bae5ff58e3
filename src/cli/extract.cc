#include "ingest/extract.h"

#include <fmt/format.h>

#include <cmath>

#include "base/axis.h"
#include "base/file.h"
#include "base/progress.h"
#include "base/text.h"
#include "cli/opened.h"
#include "cli/shared_internal.h"
#include "url/surt.h"

namespace asof::cli {
namespace {

Result<void> write_out(const Source& source, warc::Position where, const Arguments& arguments) {
  auto what = arguments.has("--payload")   ? ingest::Extract::Payload
              : arguments.has("--headers") ? ingest::Extract::Headers
                                           : ingest::Extract::Record;
  FileSink out = FileSink::standard_output();
  const std::string remark = TRY(ingest::extract(
      source, where, what, [&](std::string_view bytes) { return out.write(bytes); }));
  if (!remark.empty())
    complain(source.name() + " at offset " + to_string(where) + ": the payload " + remark);
  return {};
}

Result<int> by_offset(const Arguments& arguments) {
  auto offset = parse_uint(arguments.operands()[1]);
  if (!offset)
    return Error{Errc::Invalid, "an offset is a number, not \"" + arguments.operands()[1] + "\""};
  auto source = TRY(FileSource::open(arguments.operands()[0]));
  TRY(write_out(source, {*offset, 0}, arguments));
  return 0;
}

// Who asks for a time and gets another must know.
void say_how_far(const catalog::Capture& capture, Instant wanted) {
  constexpr double kDay = 86'400;
  const double away = on_axis(capture.at) - on_axis(wanted);
  if (std::abs(away) < 1) return;
  complain(fmt::format(
      "the nearest capture is of {}, {} {} the time asked for", iso8601_seconds(capture.at),
      std::abs(away) < 2 * kDay ? human_duration(std::abs(away))
                                : fmt::format("{:.0f} days", std::abs(away) / kDay),
      away > 0 ? "after" : "before"));
}

Result<int> by_url(const Arguments& arguments) {
  const std::string& url = arguments.operands()[0];
  Instant at = SystemClock().now();
  if (!arguments.get("--at").empty()) at = TRY(instant_of(arguments, "--at"));
  auto [directory, catalog] = TRY(open_to_read(arguments.get("--archive")));
  std::string key = url::surt_key(url);
  // http and https, with and without www, share a key; what was asked for comes first.
  auto capture = TRY(catalog.nearest(key, at, {.url = url}));
  if (!capture) capture = TRY(catalog.nearest(key, at));
  if (!capture) return Error{Errc::NotFound, "the archive has no capture of " + url};
  if (!arguments.get("--at").empty()) say_how_far(*capture, at);
  catalog::Locator where = capture->where;
  if (capture->kind == catalog::Kind::Revisit && arguments.has("--payload")) {
    auto original = TRY(catalog.original_of(where));
    if (!original || original->how == catalog::How::None)
      return Error{Errc::NotFound, url + " at " + iso8601(capture->at) +
                                       " is a revisit whose original is not in the archive"};
    where = original->where;
  }
  auto file = TRY(catalog.file(where.file));
  if (!file)
    return Error{Errc::Corrupt, "the catalog names a file it does not know; run 'asof reindex'"};
  auto holding = TRY(archive::Holding::open(directory, file->name));
  TRY(write_out(holding.source(), {where.offset, where.inner}, arguments));
  return 0;
}

}  // namespace

Result<int> run_extract(const Arguments& arguments) {
  if (arguments.operands().size() == 2) return by_offset(arguments);
  if (arguments.operands().size() == 1) {
    const std::string& word = arguments.operands()[0];
    if (word.find("://") == std::string::npos && exists(word))
      return Error{Errc::Invalid,
                   fmt::format("{0} is a file: name a record of it by its offset, as "
                               "'asof extract {0} 0'; 'asof index {0}' says which "
                               "offsets there are",
                               word)};
    return by_url(arguments);
  }
  return Error{Errc::Invalid, "extract needs a URL, or a file and an offset"};
}

}  // namespace asof::cli
