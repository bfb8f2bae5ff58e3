// modules: base url robots
//
// Sitemaps and feeds. Addresses must be web addresses in their final form, limits must hold.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/check.h"
#include "robots/sitemap.h"
#include "url/url.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view bytes(reinterpret_cast<const char*>(data), size);
  asof::robots::SitemapLimits limits;
  limits.entries = 20;
  limits.bytes = std::uint64_t{1} << 20;
  auto sitemap = asof::robots::parse_sitemap(bytes, "http://a.example/maps/sitemap.xml", limits);
  CHECK(sitemap.entries.size() <= limits.entries);
  using Kind = asof::robots::Sitemap::Kind;
  if (sitemap.kind == Kind::None) CHECK(sitemap.entries.empty());
  for (const auto& entry : sitemap.entries) {
    auto parsed = asof::url::parse(entry.url);
    CHECK(parsed && parsed->web() && parsed->href() == entry.url);
    if (entry.priority) CHECK(*entry.priority >= 0 && *entry.priority <= 1);
    CHECK(entry.change_frequency.size() <= 7);
  }
  return 0;
}
