// CrawlLedger: the second pass, for one crawl: how its pages stand, added one by one, then read.
#pragma once

#include <string_view>
#include <vector>

#include "assess/assess.h"
#include "assess/survey_internal.h"

namespace asof::assess {

// A page of the archive, as all its crawls see it.
struct Entry {
  const SeenPage* page = nullptr;
  const Followed* followed = nullptr;
  pattern::Gamma rate;
  double weight = 1;
  bool unbounded = false;  // it changed at every look: the rate is the least it can be
};

class CrawlLedger final {
 public:
  CrawlLedger(certificate::Span span, std::size_t worst) : span_(span), worst_(worst) {}

  // Pages come site by site.
  void add(const Entry& entry, std::size_t crawl, std::string_view site);
  // Finds out how the pages stand together, once. `listed` bounds the sites that are named.
  void conclude(CrawlQuality& crawl, std::size_t listed);
  // Of every site, in the order they came: after conclude().
  const std::vector<SiteOfCrawl>& sites() const { return sites_; }

 private:
  struct Moved {
    std::size_t page = 0;  // place in pages_
    MovedPage what;
  };

  void remember(Moved moved);
  void keep_worst();

  certificate::Span span_;
  std::size_t worst_;
  std::vector<certificate::Standing> pages_;  // each weighing 1: the most pages are looked for
  std::vector<double> weights_;
  std::vector<double> rates_;      // expected, of each page
  std::vector<std::size_t> ends_;  // of each site's pages
  std::vector<SiteOfCrawl> sites_;
  std::vector<Moved> moved_;
  std::uint64_t captures_ = 0;
  std::uint64_t revisited_ = 0;
  double expected_blur_ = 0;
  double unbounded_blur_ = 0;  // of it, of pages of unbounded rates
};

}  // namespace asof::assess
