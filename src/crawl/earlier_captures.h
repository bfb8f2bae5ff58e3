// EarlierCaptures: what the archive knew of pages before a crawl began: their validators, what
// revisits can refer to, how often they changed. Nothing the crawl itself adds is seen, so that a
// crawl resumed believes what it believed at first.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/reader.h"
#include "crawl/frontier.h"
#include "pattern/predictor.h"

namespace asof::crawl {

struct EarlierCapture {
  std::string etag;
  std::optional<Instant> last_modified;
  Original original;
};

class EarlierCaptures final {
 public:
  // The catalog may be null: there are no earlier captures. It must outlive this.
  EarlierCaptures(const catalog::Reader* catalog, Instant before);

  // The last good capture of a URL.
  Result<std::optional<EarlierCapture>> last(std::string_view url) const;
  // The last error of a URL that was stored whole.
  Result<std::optional<OriginalError>> last_error(std::string_view url) const;
  // A response with this payload, whatever its URL, no older than `since`.
  Result<std::optional<Original>> with_payload(std::string_view sha256, Instant since) const;
  // The links of a payload at a URL, from its last capture.
  Result<capture::Links> links(std::string_view url, std::string_view sha256) const;
  // URLs of a host that answered the last time, by key; not robots.txt and sitemaps.
  Result<std::vector<std::string>> pages_of(std::string_view host) const;
  // Learns how often pages of a host changed, and whether changes were undone.
  Result<void> learn(std::string_view host);
  // What a sitemap says of a page's last change. Believed where the archive has not seen the page
  // twice itself.
  void take_hint(std::string_view url, Instant last_modified);
  // Changes per second; what is believed of any page where nothing is known.
  double rate(std::string_view url, std::uint32_t depth) const;
  // Changes of pages that had changed before, and those that brought earlier content back.
  struct Returns {
    std::uint64_t chances = 0;
    std::uint64_t returned = 0;
  };
  const Returns& returns() const { return returns_; }

 private:
  // A page that was seen more than once.
  struct Watched {
    pattern::PageTraits traits;
    std::vector<pattern::Observation> seen;
  };

  Result<Watched> watched(const std::string& url);
  // The media type of a page nobody has seen: that of pages whose names end alike.
  std::string likely_type(std::string_view url) const;
  Result<void> captures(std::string_view url,
                        const std::function<bool(const catalog::Capture&)>& on_capture) const;

  const catalog::Reader* catalog_;
  const Instant before_;
  pattern::RatePredictor predictor_;
  bool learned_ = false;
  std::unordered_map<std::string, Watched> seen_;
  std::map<std::string, std::map<std::string, std::uint64_t>> types_;  // by the name's ending
  Returns returns_;
  std::unordered_map<std::string, Instant> hints_;
};

}  // namespace asof::crawl
