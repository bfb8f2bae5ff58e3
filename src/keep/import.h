// import: brings WARC, ARC and WACZ files and crawl.logs into an archive and its catalog.
//
// Idempotent: a file that is there already changes nothing. Resumable: after a kill at any instant
// the same import gives the same catalog as an undisturbed one. A file that fails leaves nothing
// behind, and does not keep the others from being imported. The catalog is not settled: derive does
// that, and what follows.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "archive/directory.h"
#include "catalog/writer.h"

namespace asof::keep {

struct ImportProgress {
  std::string_view doing;  // "checking", "reading"
  std::string_view file;
  std::uint64_t done = 0;   // files, or bytes
  std::uint64_t total = 0;  // 0: unknown
  std::uint64_t records = 0;
};

struct ImportOptions {
  archive::Directory::How how = archive::Directory::How::Link;
  unsigned threads = 2;
  std::function<void(const ImportProgress&)> on_progress;
};

struct Imported {
  enum class State { New, Known, Failed };

  std::string path;  // as given
  std::string name;  // in the archive
  State state = State::New;
  std::uint64_t records = 0;
  std::uint64_t captures = 0;
  std::uint64_t cut = 0;      // of the captures
  std::uint64_t undated = 0;  // captures without a date, beside them
  std::uint64_t damage = 0;
  std::string why;            // it failed, under which name it is known, what was left out
  Errc code = Errc::Invalid;  // where it failed
};

// An Error only when the archive or the catalog itself fails.
Result<std::vector<Imported>> import_files(archive::Directory& directory, catalog::Writer& catalog,
                                           const std::vector<std::string>& paths,
                                           const ImportOptions& options);

// Brings files of warc/ into the catalog that are not, or not wholly, in it: what a killed crawl
// left. A disk that fails is an Error here.
Result<std::vector<Imported>> catch_up(archive::Directory& directory, catalog::Writer& catalog,
                                       const ImportOptions& options);
// Reads a log of logs/ into the catalog, again where it is in there.
Result<void> catch_up_log(archive::Directory& directory, catalog::Writer& catalog,
                          const std::string& name);

// Makes the catalog again from warc/ and logs/ alone, what a killed crawl left included, and puts
// it in the place of the old one once it is whole. `complete` settles it before, and may add more.
Result<std::vector<Imported>> reindex(
    archive::Directory& directory, const ImportOptions& options,
    const std::function<Result<void>(catalog::Writer&)>& complete);

}  // namespace asof::keep
