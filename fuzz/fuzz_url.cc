// modules: base url
// Properties: parsing what was serialised changes nothing; the fast resolver equals the parser; a
// key is stable, never empty, and fits in an index line.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/check.h"
#include "url/suffix.h"
#include "url/surt.h"
#include "url/surt_internal.h"
#include "url/url.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace asof::url;
  std::string_view input(reinterpret_cast<const char*>(data), size);
  static const Url bases[] = {*parse("http://u:p@a.org:8080/b/c?d#e"), *parse("file:///C:/x"),
                              *parse("foo://h"), *parse("mailto:x")};

  for (const Url& base : bases) {
    auto url = parse(input, &base);
    std::string resolved;
    CHECK(resolve(base, input, resolved) == url.has_value());
    if (!url) continue;
    CHECK(resolved == url->href(false));
    std::string href = url->href();
    auto again = parse(href);
    CHECK(again && *again == *url);
    CHECK(again->href() == href);
    if (url->host) (void)registrable_domain(*url->host);
  }
  std::string key = surt_key(input);
  CHECK(!key.empty() && key == staged_key(input));
  for (char c : key) CHECK(c > 0x20 && c < 0x7F);
  CHECK(key.starts_with(site_of(key)));
  (void)host_from_surt(key);
  (void)surt_scope(input);
  return 0;
}
