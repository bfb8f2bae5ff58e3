#include <fmt/format.h>

#include <cstdio>

#include "base/file.h"
#include "base/text.h"
#include "cdx/cdxj.h"
#include "cli/opened.h"
#include "cli/shared_internal.h"
#include "ingest/index.h"
#include "ingest/wacz.h"
#include "retrieve/library.h"

namespace asof::cli {
namespace {

Result<void> write_lines(const catalog::Reader& catalog, const std::string& prefix, Sink& sink) {
  std::string lines;
  Result<void> ok;
  bool any = false;
  auto add = [&](const catalog::Capture& capture, std::string_view name) {
    any = true;
    std::optional<catalog::Capture> shown;
    if (capture.digest.empty()) {
      auto found = retrieve::with_content(catalog, capture);
      if (!found) {
        ok = std::move(found).error();
        return false;
      }
      shown = std::move(*found);
    }
    cdx::append_cdxj(lines, ingest::index_line(capture, shown, name));
    lines += '\n';
    if (lines.size() < (std::size_t{1} << 20)) return true;
    ok = sink.write(lines);
    lines.clear();
    return ok.has_value();
  };
  TRY(catalog.captures_with_prefix(prefix, add));
  if (!any && !prefix.empty())
    return Error{Errc::NotFound, "the archive has no capture of that --site"};
  return ok ? sink.write(lines) : ok;
}

// An index goes by time.
Result<void> say_what_is_not_in_it(const catalog::Reader& catalog, const std::string& prefix) {
  std::uint64_t undated = 0;
  TRY(catalog.undated("", [&](const catalog::Undated& row) {
    undated += row.urlkey.starts_with(prefix) ? 1 : 0;
    return true;
  }));
  if (undated > 0)
    complain(fmt::format("{} without a date {} not in the index; 'asof report' lists them",
                         counted(undated, "capture"), undated == 1 ? "is" : "are"));
  return {};
}

Result<int> export_cdxj(const catalog::Reader& catalog, const Arguments& arguments) {
  std::string prefix = arguments.get("--site").empty() ? "" : site_prefix(arguments.get("--site"));
  TRY(say_what_is_not_in_it(catalog, prefix));
  if (arguments.get("--out") == "-") {
    FileSink sink = FileSink::standard_output();
    TRY(write_lines(catalog, prefix, sink));
    return 0;
  }
  const std::string out = TRY(output_path(arguments.get("--out")));
  const std::string part = out + ".part";
  if (exists(part)) TRY(remove_file(part));
  auto sink = TRY(FileSink::create(part));
  auto ok = write_lines(catalog, prefix, sink);
  if (ok) ok = sink.sync();
  if (ok) ok = rename_synced(part, out);
  if (ok) return 0;
  (void)remove_file(part);
  return std::move(ok).error();
}

Result<int> export_wacz(const archive::Directory& directory, const catalog::Reader& catalog,
                        Instant created, const Arguments& arguments) {
  const std::string out = TRY(output_path(arguments.get("--out")));
  Progress progress(Progress::Unit::Count);
  std::string title = arguments.get("--title").empty() ? "asof archive" : arguments.get("--title");
  auto wacz = TRY(ingest::export_wacz(
      directory, catalog, out,
      {.title = title,
       .software = "asof " ASOF_VERSION,
       .created = created,
       .on_progress = [&](std::string_view doing, std::uint64_t done, std::uint64_t total) {
         progress.show(doing, done, total);
       }}));
  progress.clear();
  for (const std::string& why : wacz.left_out) complain("left out " + why);
  TRY(say_what_is_not_in_it(catalog, ""));
  std::string done = fmt::format("{}: {}, {}, {}\n", out, counted(wacz.files, "WARC file"),
                                 counted(wacz.captures, "capture"),
                                 counted(wacz.pages, "version") + " of pages listed");
  std::fputs(done.c_str(), stderr);
  return 0;
}

}  // namespace

Result<int> run_export(const Arguments& arguments) {
  if (arguments.operands().size() != 1)
    return Error{Errc::Invalid, "export needs one format: asof export cdxj, or asof export wacz"};
  const std::string& format = arguments.operands()[0];
  if (format != "cdxj" && format != "wacz")
    return Error{Errc::Invalid, "export writes cdxj or wacz, not \"" + format + "\""};
  if (format == "wacz" && arguments.get("--out") == "-")
    return Error{Errc::Invalid, "a WACZ needs a file: --out archive.wacz"};
  if (format == "wacz" && !arguments.get("--site").empty())
    return Error{Errc::Invalid,
                 "--site works with cdxj only, because a WACZ holds whole WARC files"};
  Instant created = SystemClock().now();
  if (!arguments.get("--now").empty()) {
    const Period now = TRY(period_of(arguments, "--now"));
    created = now.first;
  }
  auto [directory, catalog] = TRY(open_to_read(arguments.get("--archive")));
  return format == "cdxj" ? export_cdxj(catalog, arguments)
                          : export_wacz(directory, catalog, created, arguments);
}

}  // namespace asof::cli
