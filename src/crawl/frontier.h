// Frontier: what a crawl knows: every URL found, how it was found, to which site it belongs, what
// was last seen of it, and what was left out and why.
//
// A site is a host with its port: politeness and robots.txt are per site. A group is what one
// strategy decides about: in a capture each site is a group, in a watch each collection is one,
// whatever the hosts of its pages. Pages are numbered twice: by the crawl (their number in the
// table) and within their group, which is what a strategy knows them by. The Frontier decides
// nothing about order and does nothing; a live crawl and one that reads its records again drive it
// alike.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "capture/answer.h"
#include "crawl/settings.h"
#include "crawl/url_table.h"
#include "schedule/strategy.h"
#include "scope/scope.h"

namespace asof::crawl {

using capture::Answer;

using PageNumber = std::uint32_t;
inline constexpr PageNumber kNoNumber = ~PageNumber{0};
using GroupId = std::uint32_t;

// A response that revisits can refer to, in this crawl or an earlier one.
struct Original {
  std::string id;  // of the record
  std::string url;
  Instant at;
  std::string sha256;
};

constexpr bool is_error(int status) { return status >= 400; }

// An error that revisits can refer to: the same status with the same body, at the same address.
struct OriginalError {
  int status = 0;
  Original original;
};

// What was last seen of a page.
struct LastSeen {
  std::string content;  // what it showed: see content_of
  std::string etag;
  std::optional<Instant> last_modified;
  std::uint32_t original = ~std::uint32_t{0};  // number of its Original
  Time at = 0;                                 // when
};

// Why something was not fetched, how often, and some examples.
struct SkippedLinks {
  std::uint64_t count = 0;
  std::vector<std::string> examples;  // the first few: "URL: why"
};

// What is believed of a page before it is seen.
using Believe = std::function<double(std::string_view url, std::uint32_t depth)>;

class Frontier final {
 public:
  Frontier(const Settings& settings, scope::Scope scope, Believe believe);

  // -- pages

  // Adds a URL that was found, if it is new and in scope.
  std::optional<PageNumber> find(std::string_view url, PageNumber via, char hop);
  // Adds one that is known beforehand, by a list or from an earlier crawl; seeds too.
  std::optional<PageNumber> know(std::string_view url, bool seed);
  std::string_view url(PageNumber page) const { return urls_[page]; }
  std::optional<PageNumber> number_of(std::string_view url) const { return urls_.find(url); }
  PageNumber via(PageNumber page) const { return pages_[page].parent; }
  bool is_seed(PageNumber page) const { return pages_[page].seed; }
  bool is_requisite(PageNumber page) const { return pages_[page].requisite; }
  std::string hops(PageNumber page) const;
  schedule::SiteId site_of(PageNumber page) const { return pages_[page].site; }
  GroupId group_of(PageNumber page) const { return pages_[page].group; }
  schedule::PageId id_of(PageNumber page) const { return pages_[page].id; }
  double rate_of(PageNumber page) const;
  std::uint64_t size() const { return pages_.size(); }
  std::uint64_t never_seen() const { return pages_.size() - seen_.size(); }

  // -- sites

  std::size_t sites() const { return sites_.size(); }
  std::optional<schedule::SiteId> site_named(const std::string& host) const;
  const std::string& host(schedule::SiteId site) const { return sites_[site].host; }
  std::size_t pages_of(schedule::SiteId site) const { return sites_[site].pages; }
  PageNumber first_page_of(schedule::SiteId site) const { return sites_[site].first; }

  // -- groups

  std::size_t groups() const { return groups_.size(); }
  PageNumber page(GroupId group, schedule::PageId id) const { return groups_[group].pages[id]; }
  std::size_t pages_in(GroupId group) const { return groups_[group].pages.size(); }
  std::span<const schedule::SiteId> sites_of(GroupId group) const { return groups_[group].sites; }
  // What a strategy is told of a page.
  schedule::Page described(PageNumber page) const;
  // From now on the group has a strategy, which is told of what is found; all pages known so far
  // are its to be told of at once.
  void begin(GroupId group);
  bool begun(GroupId group) const { return groups_[group].begun; }

  // -- what was seen

  // Takes in an answer to a visit: what became of the page, and what was found in it, unless it is
  // the same as before and was judged then. The times are the caller's to fill in; sites are told
  // by their groups.
  schedule::Seen absorb(GroupId group, const schedule::Visit& visit, const Answer& answer,
                        bool same);
  // Whether all that the answer's links lead to is known or out of scope: absorbing it would find
  // nothing.
  bool knows_links_of(PageNumber page, const Answer& answer) const;
  const LastSeen* last_seen(PageNumber page) const;
  void remember(PageNumber page, LastSeen seen);
  // The last error of a page that was stored whole.
  const OriginalError* last_error(PageNumber page) const;
  void remember_error(PageNumber page, OriginalError error);
  std::uint32_t add_original(Original original);
  const Original& original(std::uint32_t number) const { return originals_[number]; }
  // The original of a payload, of this crawl.
  std::optional<std::uint32_t> original_of(std::string_view sha256) const;

  // The share of pages seen that are expected to be unchanged at `now`, by their rates; from some
  // of them where there are many.
  double expected_sharp(Time now) const;

  void skip(std::string_view reason, std::string_view url, std::string_view why);
  // robots.txt refuses the page; counted once, however often it was to be asked for.
  void refuse(PageNumber page, std::string_view why);
  bool is_refused(PageNumber page) const { return refused_.contains(page); }
  const std::map<std::string, SkippedLinks, std::less<>>& skipped() const { return skipped_; }
  std::uint64_t bytes() const;  // of memory, about

 private:
  struct Page {
    schedule::SiteId site = 0;
    GroupId group = 0;
    schedule::PageId id = 0;  // in its group
    PageNumber parent = kNoNumber;
    std::uint32_t seen = ~std::uint32_t{0};  // in seen_
    std::uint32_t cluster = 0;               // of a watch: pages that are likely to be alike
    std::uint16_t depth = 0;
    char hop = 0;
    bool seed : 1 = false;
    bool requisite : 1 = false;
  };
  struct Site {
    std::string host;
    std::size_t pages = 0;
    PageNumber first = kNoNumber;
  };
  struct Group {
    std::vector<PageNumber> pages;
    std::vector<schedule::SiteId> sites;  // of its pages, in the order they were met
    bool begun = false;
  };
  // Adds what links of a page lead to, and what a strategy is told of it.
  void follow(const capture::Links& links, PageNumber page, bool nofollow, schedule::Seen& seen);
  PageNumber add(PageNumber page, std::string_view url, PageNumber via, char hop);
  schedule::SiteId site_for(std::string_view url);
  // A page that was found belongs to the group of the page it was found on.
  GroupId group_for(std::string_view url, schedule::SiteId site, PageNumber via) const;
  // The page whose redirect began the row of redirects that led to this one; itself where none did.
  PageNumber first_of_row(PageNumber page) const;
  // Pages found so far by redirects that began at the same one.
  std::uint32_t redirects_from(PageNumber page) const;

  const Settings& settings_;
  scope::Scope scope_;
  const Believe believe_;
  std::unordered_map<std::string, std::uint32_t> sets_;  // by URL: the number of its set, from 1
  UrlTable urls_;  // pages first met as links out of scope are not in it
  std::vector<Page> pages_;
  std::vector<Site> sites_;
  std::vector<Group> groups_;
  std::unordered_map<std::string, std::uint32_t> clusters_;  // of a watch, by name
  std::unordered_map<std::string, schedule::SiteId> by_host_;
  std::vector<LastSeen> seen_;
  std::vector<Original> originals_;
  std::unordered_map<std::uint64_t, std::uint32_t> by_digest_;
  std::unordered_map<PageNumber, OriginalError> errors_;
  std::map<std::string, SkippedLinks, std::less<>> skipped_;
  std::unordered_set<PageNumber> refused_;
  std::unordered_map<PageNumber, std::uint32_t> redirects_;  // by the first page of a row
  std::string address_;  // of a link that had a user name or password, without them
  std::string hops_;     // of the page whose links are being judged
};

// "example.org", "example.org:8080": what politeness is counted by. http and https share it.
std::string host_key(std::string_view url);

}  // namespace asof::crawl
