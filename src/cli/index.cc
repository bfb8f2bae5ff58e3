#include "ingest/index.h"

#include <fmt/format.h>

#include <optional>

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

// Reports damage as it is found; the first only once it is clear that the file is an archive.
class Complaints final {
 public:
  Complaints(std::string path, Progress& progress) : path_(std::move(path)), progress_(progress) {}

  void add(const warc::Damage& damage) {
    lost_ = lost_ || damage.lost;
    if (first_) say();
    first_ = damage;
  }
  // Whether nothing was lost of the file.
  bool finish(std::uint64_t records) {
    if (records > 0) {
      if (first_) say();
      return !lost_;
    }
    complain(warc::nothing_read(path_, "WARC or ARC", first_ ? &*first_ : nullptr));
    return false;
  }

 private:
  void say() {
    progress_.clear();
    complain(fmt::format("{} at offset {}: {}", path_, to_string(first_->where), first_->what));
  }

  const std::string path_;
  Progress& progress_;
  std::optional<warc::Damage> first_;
  bool lost_ = false;
};

using Take = std::function<Result<void>(std::string_view)>;

// Whether nothing was lost of the file.
Result<bool> index_one(const std::string& path, unsigned threads, const Write& write,
                       const Take& take) {
  auto source = path == "-" ? FileSource::standard_input() : FileSource::open(path);
  if (!source) return std::move(source).error();
  std::string start(4, '\0');
  const std::size_t got = TRY(source->read_at(0, start));
  if (got == start.size() && start == "PK\3\4")
    return Error{
        Errc::Invalid,
        path + " at offset 0: this is a ZIP or WACZ file; import it, then run 'asof export cdxj'"};
  Progress progress(Progress::Unit::Bytes);
  Complaints complaints(source->name(), progress);
  ingest::IndexOptions options{
      .threads = threads,
      .on_damage = [&](const warc::Damage& damage) { complaints.add(damage); },
      .on_progress = [&](std::uint64_t at,
                         std::uint64_t size) { progress.show("indexing " + path, at, size); }};
  std::uint64_t records = TRY(ingest::index_file(*source, file_name(path), write, take, options));
  progress.clear();
  return complaints.finish(records);
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
  Result<void> written;
  Take take = [&](std::string_view text) -> Result<void> {
    written = sorted ? lines.add(text) : out.write(text);
    return written;
  };
  if (format == "cdx11") TRY(out.write(cdx::write_cdx_header(cdx::cdx11()) + "\n"));
  bool whole = true;
  for (const std::string& path : arguments.operands()) {
    auto sound = index_one(path, threads, write, take);
    if (!written) return std::move(written).error();
    // One file that cannot be read does not keep the others from being indexed.
    if (!sound) complain(sound.error().what);
    whole = whole && sound && *sound;
  }
  if (sorted) TRY(lines.finish([&](std::string_view text) { return out.write(text); }));
  return whole ? 0 : 2;
}

}  // namespace asof::cli
