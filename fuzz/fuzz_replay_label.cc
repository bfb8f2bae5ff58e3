// modules: base url html rewrite
// Labels: what can be read is written the same; what is written can be read.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "base/text.h"
#include "rewrite/label.h"
#include "url/url.h"

using namespace asof::rewrite;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  LabelTable table;
  if (const auto label = decode_label(text, table)) {
    CHECK(encode_label(*label, table) == asof::lower(text));
  }
  label_of_host(text, "localhost");
  const auto url = asof::url::parse(text);
  if (!url || !url->web()) return 0;
  const auto found = origin_of(url->href());
  CHECK(found && found->origin.host == url->host && found->origin.port == url->port);
  const Label label{.at = {1'654'041'600'000}, .policy = Policy::Nearest, .origin = found->origin};
  const std::string written = encode_label(label, table);
  CHECK(written.size() <= kLongestLabel);
  const auto read = decode_label(written, table);
  CHECK(read && *read == label);
  return 0;
}
