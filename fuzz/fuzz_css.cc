// modules: base html
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "html/css.h"
#include "html/srcset.h"

using namespace asof::html;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const auto& link : css_links(text, 100)) {
    if (link.reference.empty() || link.begin > link.end || link.end > size) std::abort();
  }
  for (auto reference : srcset_references(text)) {
    if (reference.empty()) std::abort();
  }
  return 0;
}
