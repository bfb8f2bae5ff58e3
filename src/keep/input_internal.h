// What an input file turns out to be, before anything is done with it.
#pragma once

#include <string>
#include <vector>

#include "base/file.h"

namespace asof::keep {

enum class InputKind { Records, Wacz, CrawlLog };

// One WARC or ARC to read: the file itself, or a part of a WACZ.
struct Part {
  std::string name;  // in the catalog
  std::uint64_t begin = 0;
  std::uint64_t size = 0;
  std::string format;       // "warc", "arc"
  std::string compression;  // "none", "gzip", "zstd"
};

struct Input {
  InputKind kind = InputKind::Records;
  std::vector<Part> parts;  // none for a crawl.log
};

// Looks at the bytes, not at the name. Errc::Invalid, with file and offset, for what is none.
Result<Input> recognise(const FileSource& source);

}  // namespace asof::keep
