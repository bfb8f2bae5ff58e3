// modules: base url html rewrite
// Style sheets: the identity changes nothing; what is mapped once is mapped for good.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "rewrite/css.h"
#include "rewrite/mappers_for_tests_internal.h"

using namespace asof::rewrite;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view sheet(reinterpret_cast<const char*>(bytes), size);
  const CssOptions options{.base = *asof::url::parse("https://own.org/d/s.css"), .charset = {}};
  for (bool keeps : {false, true}) {
    const auto same = rewrite_css(sheet, Identity(keeps), options);
    CHECK(same.charset_changed || same.text == sheet);
  }
  const auto mapped = rewrite_css(sheet, HostLike(), options);
  const auto again = rewrite_css(mapped.text, HostLike(), options);
  CHECK(again.mapped == 0);
  CHECK(again.text == mapped.text || mapped.charset_changed);
  rewrite_css(sheet, PathLike(), options);
  return 0;
}
