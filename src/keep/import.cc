#include "keep/import.h"

#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <set>

#include "archive/recover.h"
#include "base/text.h"
#include "cdx/crawl_log.h"
#include "keep/input_internal.h"
#include "keep/parts_reader_internal.h"
#include "url/surt.h"

namespace asof::keep {
namespace {

using archive::Directory;

class Importer final {
 public:
  // `from_archive`: the files are the archive's own and stay whatever happens.
  Importer(Directory& directory, catalog::Writer& catalog, const ImportOptions& options,
           bool from_archive)
      : directory_(directory),
        catalog_(catalog),
        options_(options),
        from_archive_(from_archive),
        reader_(directory, catalog, options) {}

  Result<std::vector<Imported>> run(const std::vector<std::string>& paths) {
    results_.resize(paths.size());
    adopted_.resize(paths.size());
    for (std::size_t i = 0; i < paths.size(); ++i) {
      results_[i].path = paths[i];
      results_[i].name = archive::held_name(paths[i]);
      if (options_.on_progress)
        options_.on_progress({"checking", results_[i].name, i, paths.size(), 0});
      auto prepared = prepare(i);
      if (!prepared) TRY(fail(i, prepared.error()));
    }
    TRY(reader_.run());
    for (const PendingPart& part : reader_.parts()) TRY(conclude(part));
    return std::move(results_);
  }

 private:
  Result<void> prepare(std::size_t index);
  Result<void> prepare_part(std::size_t index, const FileSource& source, const Part& part);
  Result<void> import_log(std::size_t index, const FileSource& source);
  Result<void> conclude(const PendingPart& part);
  Result<void> fail(std::size_t index, const Error& error);

  Directory& directory_;
  catalog::Writer& catalog_;
  const ImportOptions& options_;
  const bool from_archive_;
  PartsReader reader_;
  std::vector<Imported> results_;
  std::vector<bool> adopted_;                // something was made in the archive for it
  std::map<std::string, std::string> seen_;  // names of this run's parts, by SHA-256
  std::set<std::string> names_;              // of this run's parts
};

Result<void> Importer::prepare(std::size_t index) {
  Imported& result = results_[index];
  auto source = TRY(FileSource::open(result.path));
  // What the archive keeps as a log is one, even where a kill left only half a line of it.
  if (from_archive_ && result.path == directory_.log_path(result.name))
    return import_log(index, source);
  Input input = TRY(recognise(source));
  if (input.kind == InputKind::CrawlLog) return import_log(index, source);
  result.state = Imported::State::Known;
  std::vector<Part> wanted;
  std::vector<std::string> digests;
  for (const Part& part : input.parts) {
    SliceSource bytes(source, part.begin, part.size, source.name());
    std::string sha256 = TRY(sha256_of(bytes));
    auto known = TRY(catalog_.reader().file_by_sha256(sha256));
    if (known && (!from_archive_ || known->name == part.name)) {
      result.why = known->name == part.name ? "" : "it is already in the archive as " + known->name;
      result.records += known->records;
      continue;
    }
    auto twin = seen_.find(sha256);
    if (twin != seen_.end() && !from_archive_) {
      result.why = "it is the same as " + twin->second;
      continue;
    }
    if (!names_.insert(part.name).second)
      return Error{Errc::Invalid, result.path + ": another file named " + part.name +
                                      " was given before it; rename yours and import it again"};
    seen_[sha256] = part.name;
    auto named = TRY(catalog_.reader().file_by_name(part.name));
    if (named && named->state == catalog::FileState::Complete)
      return Error{Errc::Invalid, result.path + ": the archive holds another file named " +
                                      part.name + "; rename yours and import it again"};
    // A file that a crawl was writing has no size yet: what it committed stands, and reading goes
    // on from there. Any other file that differs is another one.
    const bool recorded = named && named->size == 0 && named->progress <= part.size;
    if (named && named->size != part.size && !recorded) TRY(catalog_.remove_file(named->id()));
    wanted.push_back(part);
    digests.push_back(std::move(sha256));
  }
  if (wanted.empty()) return {};
  result.state = Imported::State::New;
  if (!from_archive_)
    adopted_[index] = TRY(directory_.adopt(result.path, Directory::Place::Warc, options_.how));
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    auto file = TRY(catalog_.begin_file({.name = wanted[i].name,
                                         .base = wanted[i].begin,
                                         .size = wanted[i].size,
                                         .format = wanted[i].format,
                                         .compression = wanted[i].compression}));
    reader_.add({.input = index, .part = wanted[i], .sha256 = digests[i], .file = file});
  }
  return {};
}

Result<void> Importer::import_log(std::size_t index, const FileSource& source) {
  Imported& result = results_[index];
  if (!from_archive_)
    adopted_[index] = TRY(directory_.adopt(result.path, Directory::Place::Log, options_.how));
  result.state = adopted_[index] || from_archive_ ? Imported::State::New : Imported::State::Known;
  std::vector<catalog::LogEntry> entries;
  std::string buffer(std::size_t{1} << 20, '\0');
  std::string text;
  std::uint64_t line = 0;
  std::uint64_t lost = 0;
  std::uint64_t first_lost = 0;
  for (std::uint64_t at = 0; at < source.size();) {
    std::size_t n = TRY(source.read_at(at, buffer));
    at += n;
    text.append(buffer, 0, n);
    std::size_t begin = 0;
    for (;;) {
      std::size_t feed = text.find('\n', begin);
      bool rest = feed == std::string::npos && at >= source.size() && begin < text.size();
      if (feed == std::string::npos && !rest) break;
      std::string_view one =
          std::string_view(text).substr(begin, rest ? std::string::npos : feed - begin);
      begin = rest ? text.size() : feed + 1;
      ++line;
      if (trim(one).empty()) continue;
      auto parsed = cdx::parse_log_line(one, line);
      if (!parsed) {
        if (lost++ == 0) first_lost = line;
        continue;
      }
      ++result.records;
      entries.push_back({.urlkey = url::surt_key(parsed->url),
                         .at = parsed->logged,
                         .log = result.name,
                         .line = line,
                         .url = parsed->url,
                         .status = parsed->status,
                         .size = parsed->size,
                         .hops = parsed->hops,
                         .via = parsed->via,
                         .mime = parsed->mime,
                         .begin = parsed->fetch_begin,
                         .digest = parsed->digest,
                         .source_tag = parsed->source_tag});
      if (parsed->fetch_ms)
        entries.back().duration_ms = static_cast<std::int64_t>(*parsed->fetch_ms);
      for (const std::string& note : parsed->annotations)
        entries.back().annotations += (entries.back().annotations.empty() ? "" : ",") + note;
    }
    text.erase(0, begin);
    TRY(catalog_.add_log(entries));
    entries.clear();
  }
  if (lost > 0)
    result.why =
        fmt::format("{} left out because they are not valid in a crawl.log; the first is line {}",
                    counted(lost, "line"), with_commas(first_lost));
  return {};
}

Result<void> Importer::conclude(const PendingPart& part) {
  Imported& result = results_[part.input];
  if (part.failure) return fail(part.input, *part.failure);
  result.records += part.records;
  result.captures += part.captures;
  result.cut += part.cut;
  result.undated += part.undated;
  result.damage += part.damage;
  return {};
}

// Nothing of a file that failed stays behind: neither rows nor the link or copy made for it.
Result<void> Importer::fail(std::size_t index, const Error& error) {
  Imported& result = results_[index];
  result.state = Imported::State::Failed;
  result.why = error.what;
  result.code = error.code;
  for (const PendingPart& part : reader_.parts())
    if (part.input == index) TRY(catalog_.remove_file(part.file.id()));
  if (adopted_[index]) {
    TRY(directory_.release(result.name, Directory::Place::Warc));
    TRY(directory_.release(result.name, Directory::Place::Log));
  }
  return {};
}

// Files of the archive's own that are no good are left out; a disk that is none stops everything.
Result<void> disk_held(const std::vector<Imported>& results) {
  for (const Imported& result : results)
    if (result.state == Imported::State::Failed &&
        (result.code == Errc::Io || result.code == Errc::Full))
      return Error{result.code, result.why};
  return {};
}

// A catalog without a file that is away for a while would be a loss.
Result<void> is_there(const std::string& path) {
  auto opened = FileSource::open(path);
  if (opened) return {};
  std::error_code no_link;
  const auto target = std::filesystem::read_symlink(path, no_link);
  if (no_link) return std::move(opened).error();
  return Error{Errc::NotFound,
               fmt::format("{} links to {}, which cannot be opened; restore that file, or remove "
                           "the link to continue without it. The catalog was not changed",
                           path, target.string())};
}

}  // namespace

Result<std::vector<Imported>> import_files(Directory& directory, catalog::Writer& catalog,
                                           const std::vector<std::string>& paths,
                                           const ImportOptions& options) {
  return Importer(directory, catalog, options, false).run(paths);
}

Result<std::vector<Imported>> catch_up(Directory& directory, catalog::Writer& catalog,
                                       const ImportOptions& options) {
  std::vector<std::string> paths;
  const auto names = TRY(directory.names(Directory::Place::Warc));
  for (const std::string& name : names) {
    if (name.ends_with(".wacz")) continue;
    const auto known = TRY(catalog.reader().file_by_name(name));
    if (!known || known->state != catalog::FileState::Complete)
      paths.push_back(directory.warc_path(name));
  }
  if (paths.empty()) return std::vector<Imported>();
  auto results = TRY(Importer(directory, catalog, options, true).run(paths));
  TRY(disk_held(results));
  return results;
}

Result<void> catch_up_log(Directory& directory, catalog::Writer& catalog, const std::string& name) {
  const auto results = TRY(Importer(directory, catalog, {}, true).run({directory.log_path(name)}));
  return disk_held(results);
}

Result<std::vector<Imported>> reindex(
    Directory& directory, const ImportOptions& options,
    const std::function<Result<void>(catalog::Writer&)>& complete) {
  TRY(archive::recover(directory));
  std::vector<std::string> paths;
  auto warcs = TRY(directory.names(Directory::Place::Warc));
  auto logs = TRY(directory.names(Directory::Place::Log));
  paths.reserve(warcs.size() + logs.size());
  for (const std::string& name : warcs) {
    paths.push_back(directory.warc_path(name));
    TRY(is_there(paths.back()));
  }
  for (const std::string& name : logs) paths.push_back(directory.log_path(name));
  std::vector<Imported> results;
  {
    auto catalog = TRY(catalog::Writer::open(directory.new_catalog_path()));
    results = TRY(Importer(directory, catalog, options, true).run(paths));
    TRY(complete(catalog));
  }
  TRY(catalog::Writer::replace(directory.catalog_path(), directory.new_catalog_path()));
  return results;
}

}  // namespace asof::keep
