// modules: base codec http warc
//
// Puts any bytes after a sound ARC head, so that the fuzzer need not find one by chance.
#include <cstddef>
#include <cstdint>
#include <string>

#include "base/check.h"
#include "base/source.h"
#include "warc/reader.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace asof;
  std::string file = "filedesc://a.arc 0.0.0.0 20260101000000 text/plain 19\n1 0 InternetArchive\n";
  file.append(reinterpret_cast<const char*>(data), size);
  MemorySource source(file);
  warc::Reader reader(source, [](const warc::Damage&) {});
  auto first = reader.next();
  CHECK(first.has_value() && *first != nullptr && (*first)->is_arc());
  for (int i = 0; i < 1000; ++i) {
    auto record = reader.next();
    CHECK(record.has_value());
    if (*record == nullptr) break;
  }
  return 0;
}
