#include "cli/opened.h"

#include "catalog/writer.h"
#include "cli/command.h"
#include "derive/derive.h"

namespace asof::cli {
namespace {

Result<Opened> open(const std::string& archive) {
  auto directory = TRY(archive::Directory::open(archive, archive::Directory::Access::Read));
  auto catalog = TRY(catalog::Reader::open(directory.catalog_path()));
  return Opened{std::move(directory), std::move(catalog)};
}

Result<void> settle(const std::string& archive) {
  auto directory = TRY(archive::Directory::open(archive, archive::Directory::Access::Write));
  TRY(derive::derive(directory, {.certify = false, .compare = derive::Compare::None}));
  return {};
}

}  // namespace

Result<Opened> open_to_read(const std::string& archive) {
  {
    Opened opened = TRY(open(archive));
    const bool settled = TRY(opened.catalog.settled());
    if (settled) return opened;
  }
  const auto done = settle(archive);
  if (!done && done.error().code == Errc::Busy)
    complain(archive + " is being written; its newest captures are not shown yet");
  else if (!done)
    complain(archive + ": the last writer did not finish, so the newest captures are not " +
             "shown: " + done.error().what);
  return open(archive);
}

}  // namespace asof::cli
