// WalkedArchive: the made-up pages of studies/navigate_world.h written as WARC and imported, and
// the truth about them: for asking an archive what the laboratory asks of values.
//
// Each site has a host of its own: a source page, which links to all others, and those, each of
// which links to a few.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include "archive/directory.h"
#include "archive/warc_writer.h"
#include "base/random.h"
#include "catalog/writer.h"
#include "keep/import.h"
#include "studies/navigate_world.h"
#include "support/result.h"

namespace asof::test {

// Answers written as WARC, in any order, and imported by finish().
class WarcFolder final {
 public:
  explicit WarcFolder(const std::filesystem::path& folder)
      : directory_(
            must(archive::Directory::open(folder.string(), archive::Directory::Access::Write))),
        writer_(directory_.warc_path(), clock_, warc::seeded_ids(1), {.prefix = "WALK"}) {}

  void answer(const std::string& url, Instant at, const std::string& body,
              std::optional<Instant> modified = {}) {
    std::string head = fmt::format(
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {}\r\n", body.size());
    if (modified) head += "Last-Modified: " + http_date(*modified) + "\r\n";
    must(writer_.write({.type = warc::Type::Response,
                        .id = writer_.new_id(),
                        .date = at,
                        .target_uri = url,
                        .content_type = std::string(warc::kHttpResponse),
                        .block = head + "\r\n" + body}));
  }

  void finish() {
    must(writer_.close());
    auto catalog = must(catalog::Writer::open(directory_.catalog_path()));
    must(keep::catch_up(directory_, catalog, {}));
    must(catalog.settle());
  }

  std::string catalog_path() const { return directory_.catalog_path(); }

 private:
  struct BeginClock final : Clock {
    Instant now() const override { return *from_civil(2026, 1, 1, 0, 0, 0); }
  };

  archive::Directory directory_;
  BeginClock clock_;
  archive::WarcWriter writer_;
};

class WalkedArchive final {
 public:
  // A link to follow: page 0 of a site is its source.
  struct Step {
    std::size_t site = 0;
    std::size_t page = 0;
    std::size_t capture = 0;  // of the source
  };

  // Captures are dated to the second. Half of the pages carry Last-Modified where `modified`.
  WalkedArchive(const std::filesystem::path& folder, std::size_t sites, std::size_t links,
                double hours, bool modified, std::uint64_t seed)
      : folder_(folder) {
    Rng rng(seed);
    for (std::size_t s = 0; s < sites; ++s) {
      std::vector<studies::NavigatedPage> pages;
      while (pages.size() <= links) {
        pages.push_back(
            studies::draw_page({.hours = hours, .modified = modified && rng.below(2) == 0}, rng));
        for (auto& mark : pages.back().page.captures)
          mark.at = static_cast<double>(instant(mark.at).ms / 1000) / 3600;
        if (pages.back().page.captures.empty()) pages.pop_back();
      }
      sites_.push_back(std::move(pages));
      write(s);
    }
    folder_.finish();
  }

  static std::string url(std::size_t site, std::size_t page) {
    return fmt::format("http://site{}.example/{}", site, page == 0 ? "" : std::to_string(page));
  }
  static Instant begin() { return *from_civil(2026, 1, 5, 0, 0, 0); }
  Instant at(const Step& step) const {
    return instant(sites_[step.site][0].page.captures[step.capture].at);
  }
  const std::vector<std::vector<studies::NavigatedPage>>& sites() const { return sites_; }
  std::string catalog_path() const { return folder_.catalog_path(); }

  // Whether the version captured then was ever online with what the source showed. Dated to the
  // second, a capture is of the version that stood there at its true time: the last with this
  // second.
  bool coherent(const Step& step, Instant chosen) const {
    const auto& source = sites_[step.site][0];
    const auto& link = sites_[step.site][step.page];
    for (const auto& mark : link.page.captures)
      if (instant(mark.at) == chosen)
        return studies::truly_coherent(source, source.page.captures[step.capture].digest, link,
                                       mark.digest);
    return false;
  }

 private:
  // From hours to the calendar, whole seconds.
  static Instant instant(Time hours) { return {begin().ms + std::llround(hours * 3600) * 1000}; }

  void write(std::size_t s) {
    for (std::size_t p = 0; p < sites_[s].size(); ++p) {
      std::string links;
      const std::size_t count = sites_[s].size();
      // The source leads to all, each other page to the next few.
      for (std::size_t k = 1; k < (p == 0 ? count : std::min<std::size_t>(count, 6)); ++k) {
        const std::size_t to = (p + k) % count;
        links += fmt::format("<a href=\"{}\">page {}</a>\n", url(s, to), to);
      }
      for (const auto& mark : sites_[s][p].page.captures) {
        std::optional<Instant> modified;
        if (mark.last_modified)
          modified = Instant{begin().ms + std::llround(*mark.last_modified * 3600'000)};
        folder_.answer(url(s, p), instant(mark.at),
                       fmt::format("<html><body><p>page {}, version {}</p>{}</body></html>", p,
                                   mark.digest, links),
                       modified);
      }
    }
  }

  WarcFolder folder_;
  std::vector<std::vector<studies::NavigatedPage>> sites_;
};

}  // namespace asof::test
