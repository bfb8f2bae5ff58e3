// gather: the evidence of a finished crawl, from its WARC files alone (docs/formats/crawl.md).
//
// Every block and payload digest is computed again, every file hashed. What does not match is
// listed as a fault and not used. Originals of revisits that lie in files of earlier crawls are
// looked up there; those files are listed and hashed as well.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "archive/directory.h"
#include "certificate/evidence.h"

namespace asof::verify {

struct GatherOptions {
  // Where originals that are not the crawl's own may lie: these files, else any of the archive's.
  std::optional<std::vector<std::string>> earlier;
  // Called now and then with the file being read, the offset reached and its size.
  std::function<void(std::string_view file, std::uint64_t at, std::uint64_t size)> progress;
};

// Files of a crawl: NAME-TIMESTAMP-SERIAL.warc.gz, in byte order.
Result<std::vector<std::string>> crawl_files(const archive::Directory& directory,
                                             std::string_view crawl);

// Errc::NotFound where the archive has no file of that crawl; otherwise an Error only where a file
// cannot be read.
Result<certificate::Evidence> gather(const archive::Directory& directory, std::string_view crawl,
                                     const GatherOptions& options = {});

}  // namespace asof::verify
