// Sitemaps: XML (urlset and sitemapindex), plain text, RSS and Atom, as found in the wild.
//
// The bytes are already without content coding, but may be a .gz file; that is undone here, within
// a limit. Nothing fails: what cannot be read is passed over and counted.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.h"

namespace asof::robots {

struct SitemapEntry {
  std::string url;                         // absolute
  std::optional<Instant> last_modified{};  // as claimed
  std::string change_frequency{};          // "daily"; empty where not stated
  std::optional<double> priority{};        // 0 to 1
};

struct Sitemap {
  enum class Kind : std::uint8_t { None, Pages, Index, Text, Feed };
  Kind kind = Kind::None;             // None: this is no sitemap
  std::vector<SitemapEntry> entries;  // of an index: further sitemaps
  std::uint64_t passed_over = 0;      // entries without a usable address
  bool cut = false;                   // a limit was reached
};

struct SitemapLimits {
  std::size_t entries = 50'000;
  std::uint64_t bytes = std::uint64_t{64} << 20;  // once decompressed
};

// `url` is where it was found: relative addresses are resolved against it.
Sitemap parse_sitemap(std::string_view bytes, std::string_view url,
                      const SitemapLimits& limits = {});

}  // namespace asof::robots
