// What tests of the crawler's durability share: a small site with everything a crawl meets, and the
// visits an archive holds.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "support/raw_server.h"

namespace asof::test {

// Pages that link to each other, styles and images, redirects, equal bodies under many addresses,
// dead links, a robots.txt that moved and forbids some, an index of sitemaps with pages nobody
// links to. Answers are the same for ever and have an ETag; what is asked is kept by the server.
class CrawlSite final {
 public:
  explicit CrawlSite(int pages);
  // Another site to link to, before the first request.
  void link_to(const CrawlSite& other) { other_ = other.url(); }
  std::string url() const { return server_.url(); }
  std::size_t asked() const { return server_.kept().size(); }

 private:
  struct Page {
    int status = 200;
    std::string mime = "text/html";
    std::string body = {};
    std::string location = {};
  };
  Page page(const std::string& path) const;
  std::string article(int number) const;
  std::string answer(const std::string& head);

  const int pages_;
  std::string other_;
  RawServer server_;  // last: it calls answer()
};

// One visit an archive holds whole.
struct HeldVisit {
  std::string url, at, purpose;
  std::string turn;   // its number; of a strategy's visits
  bool sent = true;   // a request was made
  std::string shown;  // SHA-256 of the body, of revisits the original's; or the status
  std::string file;   // name of the file, and where its last record ends there
  std::uint64_t end = 0;
};

// In the order they were written, in unfinished files too.
std::vector<HeldVisit> held_visits(const std::filesystem::path& archive);

// What was last shown by each URL.
std::map<std::string, std::string> shown(const std::vector<HeldVisit>& visits);

// Whether there is a crawl to go on with.
bool has_begun(const std::filesystem::path& archive);

// What is wrong with an archive whose crawl has ended; empty where nothing is: its files pass
// `check`, none is unfinished, and its catalog is the one `reindex` makes.
std::string unsound(const std::filesystem::path& archive);

}  // namespace asof::test
