// check_wacz: whether a WACZ is what its manifest says (WACZ 1.1.1, sections 5.1 and 5.2).
//
// datapackage.json lists the files with their digests and sizes, datapackage-digest.json has its
// own digest. Every digest is computed from the bytes, in bounded memory whatever the file claims.
// The WARC files inside are for warc::check.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "archive/zip.h"
#include "base/source.h"

namespace asof::ingest {

struct WaczProblem {
  bool error = true;         // makes the file unsound; else worth knowing
  std::string entry;         // as the file has it; empty for the file as a whole
  std::uint64_t offset = 0;  // where its bytes begin
  std::string rule;          // short and stable: "entry-digest"
  std::string what;          // a sentence
};

struct WaczVerdict {
  std::uint64_t entries = 0;
  std::uint64_t digests = 0;  // computed and right
  std::uint64_t errors = 0;
  std::uint64_t warnings = 0;
  std::string version;  // "1.1.1"; empty where the manifest does not say

  bool sound() const { return errors == 0; }
};

// `entries` are those of `source`. An Error is returned only when the source cannot be read.
Result<WaczVerdict> check_wacz(
    const Source& source, std::span<const archive::ZipEntry> entries,
    const std::function<void(const WaczProblem&)>& on_problem,
    const std::function<void(std::string_view doing, std::uint64_t done, std::uint64_t total)>&
        on_progress = nullptr);

}  // namespace asof::ingest
