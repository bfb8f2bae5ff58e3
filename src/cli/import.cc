#include "keep/import.h"

#include <cstdio>
#include <filesystem>
#include <utility>

#include "base/file.h"
#include "base/text.h"
#include "cli/shared_internal.h"

namespace asof::cli {
namespace {

// A new catalog beside WARC files that it does not know would hide them.
Result<void> has_its_catalog(const archive::Directory& directory) {
  std::error_code missing;
  const auto size = std::filesystem::file_size(directory.catalog_path(), missing);
  if (!missing && size > 0) return {};
  const auto held = TRY(directory.names(archive::Directory::Place::Warc));
  if (held.empty()) return {};
  return Error{Errc::Invalid, directory.path() + " holds " + counted(held.size(), "WARC file") +
                                  " but has no catalog; 'asof reindex' rebuilds it"};
}

Result<int> import_all(const Arguments& arguments) {
  Progress bytes(Progress::Unit::Bytes), steps(Progress::Unit::Count);
  unsigned threads = TRY(threads_of(arguments));
  keep::ImportOptions options{.how = arguments.has("--copy") ? archive::Directory::How::Copy
                                                             : archive::Directory::How::Link,
                              .threads = threads,
                              .on_progress = show(bytes, steps)};
  auto directory =
      TRY(archive::Directory::open(arguments.get("--archive"), archive::Directory::Access::Write));
  TRY(has_its_catalog(directory));
  TRY(remember_comparing(directory, arguments));
  auto catalog = TRY(catalog::Writer::open(directory.catalog_path()));
  auto files = TRY(keep::import_files(directory, catalog, arguments.operands(), options));
  bytes.clear();
  steps.clear();
  // The captures can be read and queried once they are settled; comparing comes after that.
  Progress pages(Progress::Unit::Count);
  auto deriving = TRY(cli::deriving(arguments, threads, pages));
  const auto compare = std::exchange(deriving.compare, derive::Compare::None);
  TRY(derive::derive(directory, catalog, deriving));
  pages.clear();
  const int code = print_imported(files, arguments);
  std::fflush(stdout);
  deriving.compare = compare;
  const auto derived = TRY(derive::derive(directory, catalog, deriving));
  pages.clear();
  say_what_is_left(derived, arguments);
  return code;
}

}  // namespace

Result<int> run_import(const Arguments& arguments) {
  if (arguments.operands().empty())
    return Error{Errc::Invalid, "import needs files: asof import *.warc.gz"};
  const std::string& archive = arguments.get("--archive");
  const bool fresh = !exists(archive);
  auto code = import_all(arguments);
  if (fresh) archive::remove_if_empty(archive);
  return code;
}

Result<int> run_reindex(const Arguments& arguments) {
  if (!arguments.operands().empty())
    return Error{Errc::Invalid, "reindex takes flags only; name the archive with --archive"};
  Progress bytes(Progress::Unit::Bytes), steps(Progress::Unit::Count);
  unsigned threads = TRY(threads_of(arguments));
  keep::ImportOptions options{.threads = threads, .on_progress = show(bytes, steps)};
  // An archive must be there: making an empty one would hide a mistyped name.
  TRY(archive::Directory::open(arguments.get("--archive"), archive::Directory::Access::Read));
  auto directory =
      TRY(archive::Directory::open(arguments.get("--archive"), archive::Directory::Access::Write));
  TRY(remember_comparing(directory, arguments));
  derive::Derived derived;
  auto files = TRY(keep::reindex(directory, options, [&](catalog::Writer& catalog) -> Result<void> {
    bytes.clear();
    steps.clear();
    Progress pages(Progress::Unit::Count);
    const auto options = TRY(deriving(arguments, threads, pages));
    derived = TRY(derive::derive(directory, catalog, options));
    return {};
  }));
  const int code = print_imported(files, arguments);
  say_what_is_left(derived, arguments);
  return code;
}

}  // namespace asof::cli
