#include "derive/patterns.h"

#include <algorithm>

#include "catalog/page_runs.h"
#include "change/change.h"
#include "derive/pairs.h"
#include "url/surt.h"

namespace asof::derive {
namespace {

bool shows(const catalog::Version& version) {
  return version.status == 0 || (version.status >= 200 && version.status < 300);
}

bool is_document(std::string_view mime) {
  return mime == "text/html" || mime == "application/xhtml+xml";
}

bool same_content(const catalog::Version& a, const catalog::Version& b) {
  if (a.status != b.status) return false;
  if (!a.sha256.empty() && !b.sha256.empty()) return a.sha256 == b.sha256;
  return a.digest == b.digest;
}

std::string site_key(std::string_view urlkey) {
  const auto end = urlkey.find(')');
  return std::string(urlkey.substr(0, end == std::string_view::npos ? end : end + 1));
}

// The rows of one key, to be made a series of.
class Rows final {
 public:
  std::string urlkey;

  void add(const catalog::PageRun& row) {
    if (!tells(row.version)) return;
    rows_.push_back(row);
    auto& [shown, all] = captures_[row.version.url];
    shown += shows(row.version) ? row.version.captures : 0;
    all += row.version.captures;
  }
  bool empty() const { return rows_.empty(); }
  void clear() {
    rows_.clear();
    captures_.clear();
  }

  // The URL that stands for the key: a redirect from http to https is not the page.
  std::string url() const {
    const auto most =
        std::max_element(captures_.begin(), captures_.end(),
                         [](const auto& a, const auto& b) { return a.second < b.second; });
    return most->first;
  }

  series::PageSeries series(PatternPage& page) const {
    series::PageSeries series{.url = url()};
    const catalog::Version* before = nullptr;
    for (const catalog::PageRun& row : rows_) {
      const catalog::Version& version = row.version;
      if (version.url != series.url) continue;
      if (shows(version)) {
        page.traits.mime = version.mime;
        page.document = is_document(version.mime);
      }
      // A date that does not name the second: the version was there by its end.
      const Instant first{version.first.ms + row.width};
      series::Run run{.first = first,
                      .last = std::max(first, version.last),
                      .visits = version.captures,
                      .importance = row.importance,
                      .last_modified = row.last_modified};
      if (before != nullptr)
        run.changed = row.importance ? *row.importance > 0 : !same_content(*before, version);
      if (!run.changed && !run.importance) run.importance = 0;
      series.runs.push_back(run);
      before = &version;
    }
    page.traits.url = series.url;
    return series;
  }

 private:
  std::vector<catalog::PageRun> rows_;
  std::map<std::string, std::pair<std::uint64_t, std::uint64_t>> captures_;
};

Result<void> read_times(const catalog::Reader& catalog, const std::string& key_prefix,
                        const std::vector<PatternPage>& pages,
                        std::vector<series::PageSeries>& series) {
  std::size_t at = 0;
  return catalog::visit_times(catalog, key_prefix, [&](const catalog::VisitTime& visit) {
    while (at < pages.size() && pages[at].urlkey < visit.urlkey) ++at;
    if (at < pages.size() && pages[at].urlkey == visit.urlkey && series[at].url == visit.url)
      series[at].times.push_back(visit.at);
    return true;
  });
}

// The mean importance of all changes of a site that were compared.
std::optional<double> mean_importance(std::span<const series::PageSeries> pages) {
  double sum = 0, count = 0;
  for (const series::PageSeries& page : pages) {
    const auto mean = page.mean_importance();
    const auto compared = static_cast<double>(page.changes() - page.uncompared());
    if (mean) sum += *mean * compared;
    count += compared;
  }
  if (count == 0) return std::nullopt;
  return sum / count;
}

}  // namespace

Result<ArchivePatterns> ArchivePatterns::load(const catalog::Reader& catalog,
                                              const PatternOptions& options) {
  ArchivePatterns known;
  known.calendar_ = options.calendar;
  const catalog::Depths depths = TRY(catalog::page_depths(catalog, options.key_prefix));
  Rows rows;
  const auto finish = [&] {
    if (!rows.empty()) {
      PatternPage page{.urlkey = rows.urlkey};
      series::PageSeries series = rows.series(page);
      if (const auto depth = depths.find(rows.urlkey); depth != depths.end())
        page.traits.depth = static_cast<std::uint32_t>(depth->second);
      known.pages_.push_back(std::move(page));
      known.series_.push_back(std::move(series));
    }
    rows.clear();
  };
  TRY(catalog::page_runs(catalog, options.key_prefix, [&](const catalog::PageRun& row) {
    if (row.version.urlkey != rows.urlkey) finish();
    rows.urlkey = row.version.urlkey;
    rows.add(row);
    return true;
  }));
  finish();
  if (options.times) TRY(read_times(catalog, options.key_prefix, known.pages_, known.series_));

  // A site with too few changes to tell is dated as the others are.
  const bool all_published = series::is_dated_by_publication(known.series_);
  std::map<SharedCalendar, std::size_t> by_calendar;
  for (std::size_t begin = 0, end = 0; begin < known.pages_.size(); begin = end) {
    const std::string key = site_key(known.pages_[begin].urlkey);
    while (end < known.pages_.size() && site_key(known.pages_[end].urlkey) == key) ++end;
    const std::span all(known.series_.data() + begin, end - begin);
    const auto tally = TRY(catalog.validators(key));
    PatternSite site{.key = key, .calendar = options.calendar};
    if (const auto own = options.calendars_by_site.find(key);
        own != options.calendars_by_site.end())
      site.calendar = own->second;
    site.dating = {.by_publication = series::has_enough_changes(all)
                                         ? series::is_dated_by_publication(all)
                                         : all_published,
                   .last_modified = change::Proof{tally.checked, tally.lied}.holds(),
                   .importance = mean_importance(all).value_or(0.5)};
    for (const series::PageSeries& one : all)
      site.dating.until = std::max(site.dating.until, one.runs.back().last);
    const auto [place, fresh] = by_calendar.emplace(site.calendar, known.groups_.size());
    if (fresh)
      known.groups_.push_back(std::make_unique<pattern::PatternGroups>(
          pattern::LearnPageOptions{.calendar = site.calendar, .bounds = options.bounds}));
    site.groups = place->second;
    for (std::size_t i = begin; i < end; ++i) {
      PatternPage& page = known.pages_[i];
      page.site = known.sites_.size();
      page.log = series::log_of(known.series_[i], site.dating);
      if (page.document) known.groups_[site.groups]->learn(page.traits, page.log);
    }
    known.sites_.push_back(std::move(site));
  }
  for (const auto& groups : known.groups_) groups->fit();
  return known;
}

const PatternPage* ArchivePatterns::find(std::string_view url) const {
  const std::string key = url::surt_key(url);
  const auto found = std::lower_bound(
      pages_.begin(), pages_.end(), key,
      [](const PatternPage& page, const std::string& wanted) { return page.urlkey < wanted; });
  return found == pages_.end() || found->urlkey != key ? nullptr : &*found;
}

pattern::PagePattern ArchivePatterns::pattern(const PatternPage& page) const {
  pattern::PagePattern known = groups(site(page)).page(page.traits, page.log);
  // The log takes a run of equal captures for one stretch.
  known.visits = series(page).visits();
  known.changes = series(page).changes();
  return known;
}

pattern::PagePattern ArchivePatterns::of(std::string_view url) const {
  if (const PatternPage* page = find(url)) return pattern(*page);
  const std::string key = site_key(url::surt_key(url));
  const pattern::PageTraits traits{.url = std::string(url), .mime = "text/html"};
  for (const PatternSite& site : sites_)
    if (site.key == key) return groups(site).page(traits, {});
  return pattern::learn_page({}, {.calendar = calendar_});
}

}  // namespace asof::derive
