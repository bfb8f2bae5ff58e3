#include <fmt/format.h>

#include "base/file.h"
#include "base/text.h"
#include "cdx/cdxj.h"
#include "cli/shared_internal.h"
#include "ingest/index.h"
#include "ingest/wacz.h"

namespace asof::cli {
namespace {

Result<int> export_cdxj(const catalog::Catalog& catalog, const Arguments& arguments) {
  const std::string& out = arguments.get("--out");
  std::string part = out + ".part";
  if (out != "-" && exists(part)) TRY(remove_file(part));
  auto sink = out == "-" ? Result<FileSink>(FileSink::standard_output()) : FileSink::create(part);
  if (!sink) return std::move(sink).error();
  std::string prefix = arguments.get("--site").empty() ? "" : site_prefix(arguments.get("--site"));
  std::string lines;
  Result<void> ok;
  TRY(catalog.captures_with_prefix(prefix,
                                   [&](const catalog::Capture& capture, std::string_view name) {
                                     cdx::append_cdxj(lines, ingest::index_line(capture, name));
                                     lines += '\n';
                                     if (lines.size() < (std::size_t{1} << 20)) return true;
                                     ok = sink->write(lines);
                                     lines.clear();
                                     return ok.has_value();
                                   }));
  if (ok) ok = sink->write(lines);
  if (ok && out != "-") ok = sink->sync();
  if (ok && out != "-") ok = rename_synced(part, out);
  if (!ok && out != "-") (void)remove_file(part);
  if (!ok) return std::move(ok).error();
  return 0;
}

Result<int> export_wacz(const archive::Directory& directory, const catalog::Catalog& catalog,
                        const Arguments& arguments) {
  const std::string& out = arguments.get("--out");
  if (out == "-") return Error{Errc::Invalid, "a WACZ needs a file: --out archive.wacz"};
  if (!arguments.get("--site").empty())
    return Error{Errc::Invalid, "--site goes with cdxj; a WACZ holds whole WARC files"};
  Instant created = SystemClock().now();
  if (!arguments.get("--now").empty()) created = TRY(instant_of(arguments, "--now"));
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
  for (const std::string& why : wacz.left_out) fmt::print(stderr, "asof: left out {}\n", why);
  fmt::print(stderr, "{}: {}, {}, {}\n", out, counted(wacz.files, "WARC file"),
             counted(wacz.captures, "capture"), counted(wacz.pages, "page"));
  return 0;
}

}  // namespace

Result<int> run_export(const Arguments& arguments) {
  if (arguments.operands().size() != 1)
    return Error{Errc::Invalid, "export needs one format: asof export cdxj, or asof export wacz"};
  const std::string& format = arguments.operands()[0];
  if (format != "cdxj" && format != "wacz")
    return Error{Errc::Invalid, "export writes cdxj or wacz, not \"" + format + "\""};
  auto directory =
      TRY(archive::Directory::open(arguments.get("--archive"), archive::Directory::Access::Read));
  auto catalog = TRY(catalog::Catalog::open(directory.catalog_path(), catalog::Access::Read));
  return format == "cdxj" ? export_cdxj(catalog, arguments)
                          : export_wacz(directory, catalog, arguments);
}

}  // namespace asof::cli
