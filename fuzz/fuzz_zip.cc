// modules: base codec http warc archive
//
// Reads any bytes as a ZIP file: entries must lie within it.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "archive/zip.h"
#include "base/check.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace asof;
  MemorySource source(std::string_view(reinterpret_cast<const char*>(data), size));
  auto entries = archive::read_zip(source);
  if (!entries) return 0;
  for (const archive::ZipEntry& entry : *entries)
    CHECK(entry.begin <= size && entry.size <= size - entry.begin);
  return 0;
}
