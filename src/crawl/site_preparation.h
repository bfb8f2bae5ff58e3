// SitePreparation: what a site says to crawlers (robots.txt, sitemaps), read before the site joins
// a crawl. Visits to an origin whose rules are not known, or are too old, wait for them here. No
// clock, no network: requests are put into a TaskQueue, their answers and the times are given.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "crawl/earlier_captures.h"
#include "crawl/host.h"
#include "crawl/reply.h"
#include "crawl/task_queue.h"

namespace asof::crawl {

class SitePreparation final {
 public:
  struct Parts {
    const Settings& settings;
    Frontier& frontier;
    EarlierCaptures& earlier;
    Host& host;
    TaskQueue& tasks;
    schedule::SiteId site = 0;
  };
  explicit SitePreparation(const Parts& parts) : parts_(parts) {}

  // Asks for the robots.txt of the site's first page. False where there is nothing to prepare: the
  // site can join at once.
  bool begin();
  // The visit waits for the rules of its origin, and is queued once they are read. False where they
  // are known: the visit is left as it is.
  bool park(Task& visit, Time now);
  // Why robots.txt forbids a URL; nothing where it does not.
  std::optional<NoAnswer> refusal(std::string_view url) const;

  // A robots.txt was answered at `at`; `failure` says why not. False where the answer leads to
  // another address, which is asked for next.
  bool end_robots(const Task& task, const Reply& reply, std::string_view message,
                  const std::string& failure, Time at);
  // Takes the pages of a sitemap into the frontier, and asks for the sitemaps it names.
  void take_sitemap(const std::string& url, std::string_view message);
  // A sitemap nobody waits for will be ended: its request was read back.
  void expect_one() { ++expected_; }
  // One of the files that were asked for has ended. True where it was the last.
  bool end_one() { return expected_ > 0 && --expected_ == 0; }

 private:
  void want_rules(const std::string& origin, const std::string& url, unsigned redirects);
  void want_sitemap(std::string_view url);

  const Parts parts_;
  unsigned expected_ = 0;               // files still to come before the site can join
  std::vector<Task> parked_;            // visits that wait for rules
  std::set<std::string> fetching_;      // origins whose robots.txt is under way
  std::map<std::string, Time> read_;    // when, by origin
  std::set<std::string> sitemap_urls_;  // asked for
};

}  // namespace asof::crawl
