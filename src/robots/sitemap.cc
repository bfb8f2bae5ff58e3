#include "robots/sitemap.h"

#include <algorithm>
#include <span>
#include <utility>

#include "base/text.h"
#include "codec/stream.h"
#include "robots/sitemap_reader_internal.h"
#include "robots/xml_internal.h"

namespace asof::robots {
namespace {

constexpr std::string_view kGzip = "\x1F\x8B";

// All gzip members, at most `limit` bytes; as far as they can be read.
std::string inflate(std::string_view input, std::uint64_t limit, bool& cut) {
  std::string out;
  while (input.starts_with(kGzip)) {
    auto stream = codec::Stream::open(codec::Coding::Gzip);
    if (!stream) break;
    while (!stream->ended() && !input.empty()) {
      if (out.size() >= limit) {
        cut = true;
        return out;
      }
      char buffer[16384];
      auto room = std::min<std::uint64_t>(sizeof buffer, limit - out.size());
      auto got = stream->read(input, std::span(buffer, static_cast<std::size_t>(room)));
      if (!got) return out;
      out.append(buffer, *got);
    }
  }
  return out;
}

void read_xml(std::string_view text, SitemapCollector& collector, Sitemap& sitemap) {
  SitemapReader reader(collector, sitemap);
  XmlScanner scanner(text);
  XmlEvent event;
  while (scanner.next(event)) {
    if (!reader.take(event)) break;
  }
  reader.finish();
}

bool is_address(std::string_view line) {
  return istarts_with(line, "http://") || istarts_with(line, "https://");
}

// One address on each line. A text that is mostly something else is no sitemap.
void read_lines(std::string_view text, SitemapCollector& collector, Sitemap& sitemap) {
  std::uint64_t addresses = 0;
  std::uint64_t others = 0;
  while (!text.empty() && !sitemap.cut) {
    std::size_t end = text.find_first_of("\r\n");
    std::string_view line = trim(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.empty()) continue;
    if (is_address(line)) {
      ++addresses;
      SitemapEntry entry;
      entry.url = line;
      collector.add(std::move(entry));
    } else {
      ++others;
    }
  }
  if (addresses == 0 || others > addresses) {
    sitemap = {};
    return;
  }
  sitemap.kind = Sitemap::Kind::Text;
  sitemap.passed_over += others;
}

// Where the XML begins, also after what a failing server said first.
std::size_t start_of_xml(std::string_view text) {
  std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first != std::string_view::npos && text[first] == '<') return first;
  constexpr std::size_t kSearched = 4096;
  text = text.substr(0, kSearched);
  return std::min({text.find("<?xml"), text.find("<urlset"), text.find("<sitemapindex")});
}

}  // namespace

Sitemap parse_sitemap(std::string_view bytes, std::string_view url, const SitemapLimits& limits) {
  Sitemap sitemap;
  bool cut = false;
  std::string inflated;
  // Servers compress what is compressed already.
  for (int layer = 0; layer < 2 && bytes.starts_with(kGzip); ++layer) {
    inflated = inflate(bytes, limits.bytes, cut);
    bytes = inflated;
  }
  if (bytes.size() > limits.bytes) {
    bytes = bytes.substr(0, static_cast<std::size_t>(limits.bytes));
    cut = true;
  }
  std::string text = xml_to_utf8(bytes);
  SitemapCollector collector(url, limits, sitemap);
  std::string_view whole = text;
  std::size_t start = start_of_xml(whole);
  if (start != std::string_view::npos) {
    read_xml(whole.substr(start), collector, sitemap);
  } else {
    // What comes after the last line end may be half an address.
    if (cut) whole = whole.substr(0, whole.find_last_of("\r\n") + 1);
    read_lines(whole, collector, sitemap);
  }
  sitemap.cut = sitemap.cut || cut;
  return sitemap;
}

}  // namespace asof::robots
