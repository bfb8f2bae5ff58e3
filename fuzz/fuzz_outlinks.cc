// modules: base url warc capture
//
// Links that other crawlers wrote down: Heritrix's fields and the JSON of WAT files. Addresses must
// be absolute and in their final form, limits must hold.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "capture/outlinks.h"
#include "url/url.h"

namespace {

void look_at(const asof::capture::Links& links) {
  CHECK(links.size() <= asof::capture::kMostOutlinks);
  for (std::size_t i = 0; i < links.size(); ++i) {
    const auto parsed = asof::url::parse(links[i].url);
    CHECK(parsed && parsed->href() == links[i].url);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  look_at(asof::capture::read_outlinks(asof::warc::TextFields(bytes)));
  if (const auto links = asof::capture::read_wat("http://a.example/b/c", bytes)) look_at(*links);
  return 0;
}
