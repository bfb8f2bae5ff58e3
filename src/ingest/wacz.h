// WACZ 1.1.1: an archive's WARC files, index and pages in one ZIP file that other tools open.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "archive/directory.h"
#include "catalog/reader.h"

namespace asof::ingest {

struct WaczOptions {
  std::string title;
  std::string software;
  Instant created;
  std::function<void(std::string_view doing, std::uint64_t done, std::uint64_t total)> on_progress;
};

struct Wacz {
  std::uint64_t files = 0;
  std::uint64_t captures = 0;
  std::uint64_t pages = 0;
  std::vector<std::string> left_out;  // files WACZ has no place for, and why
};

// The file appears under its name only when it is whole. Errc::Corrupt when a WARC file is no
// longer the one that was imported.
Result<Wacz> export_wacz(const archive::Directory& directory, const catalog::Reader& catalog,
                         const std::string& path, const WaczOptions& options);

}  // namespace asof::ingest
