#include "lab/history_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "archive/warc_writer.h"
#include "base/digest.h"
#include "warc/draft.h"

namespace asof::lab {
namespace {

class FixedClock final : public Clock {
 public:
  explicit FixedClock(Instant at) : at_(at) {}
  Instant now() const override { return at_; }

 private:
  Instant at_;
};

Instant instant_of(Time at) { return {.ms = std::llround(at * 1000)}; }

std::string body_of(const History& history, const HistoryPage& page, const Version& version) {
  std::string body = fmt::format("<!doctype html><title>{}</title><p>version {}</p>\n<ul>\n",
                                 page.name, version.content);
  for (std::uint32_t to : history.links[version.links])
    body +=
        fmt::format("<li><a href=\"{}\">{}</a>\n", history.pages[to].name, history.pages[to].name);
  return body + "</ul>\n";
}

}  // namespace

Result<std::string> write_history(const History& history, const std::string& folder,
                                  const std::string& prefix, std::uint64_t seed) {
  std::vector<std::tuple<Time, std::uint32_t, std::size_t>> order;
  for (std::uint32_t page = 0; page < history.pages.size(); ++page)
    for (std::size_t v = 0; v < history.pages[page].versions.size(); ++v)
      order.emplace_back(history.pages[page].versions[v].at, page, v);
  std::sort(order.begin(), order.end());

  const FixedClock clock(instant_of(history.from));
  archive::WarcWriter writer(
      folder, clock, warc::seeded_ids(seed),
      {.prefix = prefix, .about = {{"software", "asof lab"}, {"description", history.name}}});
  archive::Written written;
  for (const auto& [at, index, v] : order) {
    const HistoryPage& page = history.pages[index];
    const Version& version = page.versions[v];
    const bool gone = version.content == 0;
    const std::string body = gone ? "" : body_of(history, page, version);
    const std::string block = fmt::format(
        "HTTP/1.1 {}\r\nDate: {}\r\nContent-Type: text/html; charset=utf-8\r\n"
        "Last-Modified: {}\r\nContent-Length: {}\r\n\r\n{}",
        gone ? "404 Not Found" : "200 OK", http_date(instant_of(at)), http_date(instant_of(at)),
        body.size(), body);
    written = TRY(writer.write(
        {.type = warc::Type::Response,
         .date = instant_of(at),
         .target_uri = page.name,
         .content_type = std::string(warc::kHttpResponse),
         .block = block,
         .payload_digest = warc::labelled(Algorithm::Sha256, digest_of(Algorithm::Sha256, body))}));
  }
  TRY(writer.close());
  return folder + "/" + written.file;
}

}  // namespace asof::lab
