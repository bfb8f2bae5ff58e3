// Survey: the first pass over an archive. Whose word can be trusted, how often pages change, when
// each crawl and each site was looked at.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "assess/sightings.h"
#include "certificate/trust.h"
#include "pattern/predictor.h"
#include "quality/hidden.h"

namespace asof::assess {

// A change seen between two captures puts Last-Modified to the test: it must lie between them. And
// it must stay where nothing changed.
struct DateTally {
  std::uint64_t tested = 0;
  std::uint64_t wrong = 0;
  // The date of the answer itself: pages made when asked for, or captured because they changed.
  // Neither says how long a content has stood.
  std::uint64_t of_now = 0;

  bool trusted() const { return wrong == 0 && tested >= 20 && !on_change(); }
  bool on_change() const { return 2 * of_now > tested; }
};

struct Authority {  // a host with its port
  certificate::SiteTrust trust;
  DateTally dates;
};

// One page's captures, as far as their content is known, and what lay between them.
struct Followed {
  certificate::Course course;
  // What estimates rest on: a 304 counts even where nobody audited it, unless the site was caught
  // lying.
  std::vector<certificate::Statement> said;
  std::vector<pattern::Observation> seen;
  std::vector<quality::Stretch> stretches;
  std::vector<std::size_t> rounds;  // the crawl in which each of them ends
};

class Survey final {
 public:
  // Of `pages` only so many are learned from, drawn by a hash of their URL.
  Survey(std::size_t crawls, std::uint64_t pages, std::size_t learned);

  // Pages come site by site.
  void take(const SeenPage& page, std::string_view site);
  void finish();

  const Authority& authority(const std::string& url) const;
  // Without anything where the crawl has no page.
  const std::optional<certificate::Span>& crawl(std::size_t index) const { return crawls_[index]; }
  Instant end_of_site(std::string_view site) const;
  bool weighed() const { return weighed_ > 0; }
  // The mean importance of the page's changes; one change of the archive's mean is added to them.
  double weight_of(const SeenPage& page) const;
  // What is known of the page, by those whose word is trusted.
  Followed follow(const SeenPage& page, std::string_view site) const;
  pattern::Gamma rate_of(const SeenPage& page, const Followed& followed) const;

 private:
  // A page to learn from, kept until all of its site has been seen: only then is it known whether
  // its dates can be believed.
  struct Waiting {
    pattern::PageTraits traits;
    std::vector<pattern::Observation> seen;
  };

  bool is_learned(const SeenPage& page) const;
  void learn_waiting();

  std::uint64_t one_of_;
  std::unordered_map<std::string, Authority> authorities_;
  std::unordered_map<std::string, Instant> ends_;
  std::vector<std::optional<certificate::Span>> crawls_;
  std::string site_;  // of those waiting
  std::vector<Waiting> waiting_;
  // Pairs of successive looks at a page that were learned from.
  struct Looks {
    std::uint64_t all = 0;
    std::uint64_t quiet = 0;                       // that found no change
    Duration length = 0;                           // in all
    std::optional<pattern::PageTraits> somewhere;  // a page looked at

    void add(const pattern::Observation& one) {
      ++all;
      quiet += !one.changed;
      length += one.length;
    }
  } looks_;
  pattern::RatePredictor rates_;
  double importance_ = 0;
  std::uint64_t weighed_ = 0;
};

}  // namespace asof::assess
