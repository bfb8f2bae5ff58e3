// Entries out of the events of an XML sitemap or feed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "robots/sitemap.h"
#include "robots/xml_internal.h"
#include "url/url.h"

namespace asof::robots {

// Puts addresses into a Sitemap, within its limit.
class SitemapCollector final {
 public:
  SitemapCollector(std::string_view url, const SitemapLimits& limits, Sitemap& sitemap);
  bool full() const { return sitemap_.entries.size() >= limit_; }
  // Makes the entry's address absolute and keeps it, or counts it as passed over.
  void add(SitemapEntry entry);

 private:
  std::optional<url::Url> base_;
  std::size_t limit_;
  Sitemap& sitemap_;
};

class SitemapReader final {
 public:
  SitemapReader(SitemapCollector& collector, Sitemap& sitemap)
      : collector_(collector), sitemap_(sitemap) {}

  // False when no more is wanted: this is no sitemap, or the limit is reached.
  bool take(const XmlEvent& event);
  // At the end of the document. An entry that was not closed counts if its address was.
  void finish();

 private:
  enum class Part : std::uint8_t { None, Address, Modified, Frequency, Priority, Identity };

  bool begin_root(std::string_view name);
  void start(const XmlEvent& event);
  void end(std::string_view name);
  bool begins_entry(std::string_view name) const;
  Part part_of(std::string_view name) const;
  void begin_part(Part part, const XmlEvent& event);
  void end_part();
  void end_entry();

  SitemapCollector& collector_;
  Sitemap& sitemap_;
  std::vector<std::string_view> open_;  // names of the elements around, outermost first
  std::string_view prefix_;             // of the root: what belongs to the format has it too
  bool rooted_ = false;

  bool in_entry_ = false;
  std::size_t entry_depth_ = 0;  // open_.size() inside the entry
  SitemapEntry entry_;
  std::string loose_;     // text of the entry outside all elements
  std::string identity_;  // an RSS guid: the address where there is no link
  Part part_ = Part::None;
  std::string text_;  // of the part
};

}  // namespace asof::robots
