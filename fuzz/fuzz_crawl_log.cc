// modules: base cdx
//
// Lines of crawl.log. What is read must survive being written and read again.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/check.h"
#include "cdx/crawl_log.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  auto line = asof::cdx::parse_log_line(text, 1);
  if (line) {
    std::string written = asof::cdx::write_log_line(*line);
    auto again = asof::cdx::parse_log_line(written, 1);
    CHECK(again.has_value());
    CHECK(asof::cdx::write_log_line(*again) == written);
  }
  return 0;
}
