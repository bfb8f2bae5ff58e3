// ArchivePatterns: what an archive knows of when its pages change. The one door to that knowledge,
// for whoever shows it, schedules by it or navigates by it.
//
//   auto patterns = TRY(ArchivePatterns::load(catalog, {.key_prefix = "org,example)"}));
//   pattern::PagePattern known = patterns.of("https://example.org/news");
//
// Nothing is stored for it: versions and changes are kept by derive(), and a series is read from
// them in one pass. So it is always up to date with them, and the same after a reindex.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "catalog/reader.h"
#include "pattern/groups.h"
#include "series/series.h"

namespace asof::derive {

using SharedCalendar = std::shared_ptr<const pattern::Calendar>;

struct PatternOptions {
  // The pages that learn from each other: those of a site, or empty: of the archive.
  std::string key_prefix;
  SharedCalendar calendar = {};                                  // none: UTC without holidays
  std::map<std::string, SharedCalendar> calendars_by_site = {};  // key prefixes with a ')'
  bool times = false;                                            // read the instants of all visits
  bool bounds = true;  // say how sure each slot is; many pages take half the time without
};

struct PatternPage {
  std::string urlkey;
  bool document = false;  // it was HTML when it was last there
  pattern::PageTraits traits;
  pattern::VisitLog log;
  std::size_t site = 0;  // place in sites()
};

struct PatternSite {
  std::string key;  // "org,example)"
  series::Dating dating;
  SharedCalendar calendar;
  std::size_t groups = 0;  // place of what its pages learn from
};

class ArchivePatterns final {
 public:
  // An Error is one of disk or catalog. The catalog is settled.
  static Result<ArchivePatterns> load(const catalog::Reader& catalog,
                                      const PatternOptions& options);

  // Keys in byte order. A page is a key; of several URLs with one key, the one with most captures
  // of a content stands for it.
  const std::vector<PatternPage>& pages() const { return pages_; }
  const series::PageSeries& series(const PatternPage& page) const {
    return series_[static_cast<std::size_t>(&page - pages_.data())];
  }
  const PatternSite& site(const PatternPage& page) const { return sites_[page.site]; }
  const std::vector<PatternSite>& sites() const { return sites_; }
  // Nothing where the archive has no dated capture of it that says something about the page.
  const PatternPage* find(std::string_view url) const;

  // With what the page borrows from pages like it.
  pattern::PagePattern pattern(const PatternPage& page) const;
  // The same of any address; of one that was never captured, what pages like it do.
  pattern::PagePattern of(std::string_view url) const;
  // What the pages of a site share.
  const pattern::PatternGroups& groups(const PatternSite& site) const {
    return *groups_[site.groups];
  }
  // Patterns differ from one calendar to another: one for each.
  std::size_t group_sets() const { return groups_.size(); }
  const pattern::PatternGroups& group_set(std::size_t number) const { return *groups_[number]; }

 private:
  std::vector<PatternPage> pages_;
  std::vector<series::PageSeries> series_;  // of the pages, in their order
  std::vector<PatternSite> sites_;
  std::vector<std::unique_ptr<pattern::PatternGroups>> groups_;
  SharedCalendar calendar_;
};

}  // namespace asof::derive
