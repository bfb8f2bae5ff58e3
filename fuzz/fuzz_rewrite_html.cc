// modules: base url html rewrite
// Pages: the identity changes nothing; whatever is mapped once is mapped for good.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/check.h"
#include "rewrite/html.h"
#include "rewrite/mappers_for_tests_internal.h"

using namespace asof::rewrite;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view page(reinterpret_cast<const char*>(bytes), size);
  HtmlOptions options{.base = *asof::url::parse("https://own.org/d/p?q"),
                      .charset = "utf-8",
                      .insert = {},
                      .targets = Targets::Keep};
  for (bool keeps : {false, true}) {
    const auto same = rewrite_html(page, Identity(keeps), options);
    if (!same.charset_changed && same.dropped == 0) CHECK(same.text == page);
  }
  // Once more changes nothing: no web address was left, and none was broken.
  const auto mapped = rewrite_html(page, HostLike(), options);
  const auto again = rewrite_html(mapped.text, HostLike(), options);
  if (!mapped.charset_changed) CHECK(again.mapped == 0);
  CHECK(again.text == mapped.text || mapped.charset_changed || again.dropped > 0);
  options.insert = "<script src=\"/c?a&amp;b\"></script>";
  options.targets = Targets::Framed;
  options.charset = {};
  const auto whole = rewrite_html(page, PathLike(), options);
  CHECK(whole.text.find(options.insert) != std::string::npos);
  return 0;
}
