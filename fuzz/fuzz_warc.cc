// modules: base codec http warc
//
// Reads any bytes as a WARC or ARC file, and checks them: no crash, no hang, positions that grow,
// and nothing a reader started at a record's own position would read otherwise.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "base/source.h"
#include "warc/check.h"
#include "warc/reader.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace asof;
  MemorySource source(std::string_view(reinterpret_cast<const char*>(data), size));
  warc::Reader reader(source, [](const warc::Damage&) {});
  std::size_t records = 0;
  warc::Position last;
  for (;;) {
    auto record = reader.next();
    CHECK(record.has_value());
    if (*record == nullptr) break;
    CHECK(records == 0 || last < reader.position());
    last = reader.position();
    std::uint64_t length = 0;
    for (;;) {
      auto piece = reader.read();
      CHECK(piece.has_value());
      if (piece->empty()) break;
      length += piece->size();
    }
    auto end = reader.finish();
    CHECK(end.has_value());
    CHECK(end->sound == (end->flaw == warc::Flaw::None));
    if (end->sound) CHECK(length == (*record)->content_length());
    CHECK(length <= size * 1100 + (std::size_t{1} << 20) || (*record)->content_length() >= length);
    if (++records > 1000) break;
  }
  auto verdict = warc::check(source, nullptr);
  CHECK(verdict.has_value());
  return 0;
}
