// modules: base cdx
//
// Index lines. What is read must survive being written and read again. The input also serves, cut
// at its first line end, as type and body of a posted request.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/check.h"
#include "cdx/cdx11.h"
#include "cdx/cdxj.h"
#include "cdx/post.h"

using namespace asof::cdx;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  is_directive(text);
  if (auto line = parse_cdxj(text, 1)) {
    std::string written = write_cdxj(*line);
    auto again = parse_cdxj(written, 1);
    CHECK(again.has_value());
    CHECK(write_cdxj(*again) == written);
    CHECK(parse_cdxj(write_cdxj(*line, JsonStyle::Compact), 1).has_value());
    write_cdx(*line, cdx11());
  }
  std::size_t end = text.find('\n');
  if (end != std::string_view::npos) {
    PostKey key = post_key("http://a/", "POST", text.substr(0, end), text.substr(end + 1));
    CHECK(key.request_body.size() <= 4 * 4096);
  }
  return 0;
}
