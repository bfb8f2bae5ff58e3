#include "ingest/fixity.h"

#include <fmt/format.h>

#include <set>

#include "base/check.h"
#include "base/file.h"
#include "base/text.h"
#include "catalog/reader.h"
#include "warc/check.h"

namespace asof::ingest {
namespace {

constexpr std::string_view kCatalog = "catalog.sqlite";
constexpr const char* kRestore = "restore it from a copy";

// What is left of a file that is not what it was.
std::string remains(const Source& source) {
  std::string first;
  const auto verdict = warc::check(source, [&](const warc::Problem& problem) {
    if (first.empty() && problem.severity == warc::Severity::Error)
      first = fmt::format("; the first at offset {}: {}", to_string(problem.where), problem.what);
  });
  if (!verdict) return "it cannot be read to its end";
  if (verdict->sound()) return "its records are sound all the same";
  return fmt::format("{} in its records{}", counted(verdict->errors, "error"), first);
}

class Checking final {
 public:
  Checking(const archive::Directory& directory, const FixityOptions& options)
      : directory_(directory), options_(options) {}

  Result<Fixity> run() {
    fixity_.began = options_.clock->now();
    TRY(check_all());
    fixity_.ended = options_.clock->now();
    return std::move(fixity_);
  }

 private:
  Result<void> check_all() {
    auto catalog = catalog::Reader::open(directory_.catalog_path());
    if (!catalog) return lack_catalog(catalog.error());
    if (options_.on_progress) options_.on_progress("reading the catalog", 0, 0);
    auto condition = catalog->condition();
    if (!condition) return lack_catalog(condition.error());
    fixity_.checksums = condition->checksums;
    for (const std::string& fault : condition->faults)
      blame(kCatalog, "damaged", fault + "; rebuild it with 'asof reindex'");
    auto files = catalog->files();
    if (!files) return lack_catalog(files.error());
    for (std::size_t i = 0; i < files->size(); ++i) {
      if (options_.on_progress)
        options_.on_progress("checking " + (*files)[i].name, i, files->size());
      check_file((*files)[i]);
    }
    return check_names(*files);
  }

  // Without a catalog nobody knows what the files were; their records can be looked at by
  // `asof check FILE`.
  Result<void> lack_catalog(const Error& error) {
    if (error.code == Errc::Busy) return error;
    blame(kCatalog, error.code == Errc::NotFound ? "missing" : "damaged",
          error.what + ". No file could be compared with its digest there");
    return {};
  }

  void check_file(const catalog::File& file) {
    if (file.state != catalog::FileState::Complete) {
      ++fixity_.unfinished;
      return;
    }
    const std::string name = "warc/" + file.name;
    const auto holding = archive::Holding::open(directory_, file.name);
    if (!holding) {
      const bool missing = holding.error().code == Errc::NotFound;
      return blame(name, missing ? "missing" : "unreadable",
                   holding.error().what + "; " + kRestore);
    }
    const Source& source = holding->source();
    const auto digest = sha256_of(source);
    if (!digest) return blame(name, "unreadable", digest.error().what + "; " + kRestore);
    ++fixity_.files;
    fixity_.bytes += source.size();
    if (*digest == file.sha256) return;
    blame(name, "changed",
          fmt::format("it is not the file that was imported ({}, SHA-256 {}; now {}, {}); {}; {}",
                      human_bytes(file.size), hex(file.sha256), human_bytes(source.size()),
                      hex(*digest), remains(source), kRestore));
  }

  Result<void> check_names(const std::vector<catalog::File>& files) {
    std::set<std::string, std::less<>> known;
    for (const catalog::File& file : files) known.insert(file.name.substr(0, file.name.find('!')));
    const auto names = TRY(directory_.names(archive::Directory::Place::Warc));
    for (const std::string& name : names)
      if (!known.contains(name))
        blame("warc/" + name, "unlisted",
              "the catalog has no such file; add it with 'asof reindex'");
    return {};
  }

  void blame(std::string_view name, std::string_view rule, std::string what) {
    fixity_.problems.push_back({.name = std::string(name),
                                .rule = std::string(rule),
                                .what = std::move(what),
                                .since = {}});
  }

  const archive::Directory& directory_;
  const FixityOptions& options_;
  Fixity fixity_;
};

}  // namespace

Result<Fixity> check_archive(const archive::Directory& directory, const FixityOptions& options) {
  CHECK(options.clock != nullptr);
  return Checking(directory, options).run();
}

}  // namespace asof::ingest
