#include "ingest/index.h"

#include <fmt/format.h>

#include <cstdio>

#include "base/file.h"
#include "base/line_sorter.h"
#include "cdx/cdx11.h"
#include "cdx/cdxj.h"
#include "cli/shared_internal.h"

namespace asof::cli {
namespace {

using Write = std::function<void(std::string&, const cdx::Line&)>;

Result<Write> writer_of(const std::string& format) {
  if (format == "cdxj")
    return Write([](std::string& out, const cdx::Line& line) { cdx::append_cdxj(out, line); });
  if (format == "cdx11")
    return Write([layout = cdx::cdx11()](std::string& out, const cdx::Line& line) {
      out += cdx::write_cdx(line, layout);
    });
  return Error{Errc::Invalid, "--format takes cdxj or cdx11, not \"" + format + "\""};
}

}  // namespace

Result<int> run_index(const Arguments& arguments) {
  if (arguments.operands().empty())
    return Error{Errc::Invalid, "index needs files: asof index crawl.warc.gz"};
  const std::string& format = arguments.get("--format");
  Write write = TRY(writer_of(format));
  unsigned threads = TRY(threads_of(arguments));
  bool sorted = !arguments.has("--unsorted");
  FileSink out = FileSink::standard_output();
  // Bytewise, as every tool that searches an index expects. Of equal keys and times the order of
  // the text decides, so the same files always give the same index.
  LineSorter lines;
  Progress progress(Progress::Unit::Bytes);
  bool failed = false;
  if (format == "cdx11") TRY(out.write(cdx::write_cdx_header(cdx::cdx11()) + "\n"));
  for (const std::string& path : arguments.operands()) {
    auto source = path == "-" ? FileSource::standard_input() : FileSource::open(path);
    if (!source) return std::move(source).error();
    std::vector<warc::Damage> damages;
    ingest::IndexOptions options{
        .threads = threads,
        .on_damage = [&](const warc::Damage& damage) { damages.push_back(damage); },
        .on_progress = [&](std::uint64_t at,
                           std::uint64_t size) { progress.show("indexing " + path, at, size); }};
    auto take = [&](std::string_view text) -> Result<void> {
      if (!sorted) return out.write(text);
      return lines.add(text);
    };
    std::uint64_t records = TRY(ingest::index_file(*source, file_name(path), write, take, options));
    progress.clear();
    if (records == 0)
      return Error{Errc::Invalid, path + " is not a WARC or ARC file: no record in it (offset 0)"};
    for (const warc::Damage& damage : damages) {
      failed = failed || damage.lost;
      fmt::print(stderr, "asof: {} at offset {}: {}\n", path, to_string(damage.where), damage.what);
    }
  }
  progress.clear();
  if (sorted) TRY(lines.finish([&](std::string_view text) { return out.write(text); }));
  return failed ? 2 : 0;
}

}  // namespace asof::cli
