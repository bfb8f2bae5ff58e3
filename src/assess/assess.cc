#include "assess/assess.h"

#include <algorithm>
#include <memory>

#include "assess/ledger_internal.h"

namespace asof::assess {
namespace {

std::string_view site_of(std::string_view urlkey) { return urlkey.substr(0, urlkey.find(')') + 1); }

// The second pass.
class Grading final {
 public:
  Grading(const Survey& survey, std::size_t crawls, const AssessOptions& options)
      : survey_(survey), options_(options) {
    ledgers_.reserve(crawls);
    for (std::size_t i = 0; i < crawls; ++i)
      ledgers_.push_back(survey.crawl(i)
                             ? std::make_unique<CrawlLedger>(*survey.crawl(i), options.worst)
                             : nullptr);
  }

  void take(const SeenPage& page, std::string_view site) {
    const Followed followed = survey_.follow(page, site);
    const auto rate = survey_.rate_of(page, followed);
    Entry entry{&page, &followed, rate, survey_.weight_of(page)};
    entry.unbounded = count(entry, site).unbounded > 0;
    std::vector<std::size_t> crawls = page.crawls;
    std::sort(crawls.begin(), crawls.end());
    crawls.erase(std::unique(crawls.begin(), crawls.end()), crawls.end());
    for (const std::size_t crawl : crawls)
      if (crawl != catalog::kNoCrawl) ledgers_[crawl]->add(entry, crawl, site);
  }

  void pass_over(std::uint64_t others) { result_.others += others; }

  Assessment finish(const std::vector<catalog::Crawl>& crawls,
                    const std::vector<catalog::Site>& sites);

 private:
  quality::VersionCount count(const Entry& entry, std::string_view site);
  void end_site();
  void average();

  const Survey& survey_;
  const AssessOptions& options_;
  std::vector<std::unique_ptr<CrawlLedger>> ledgers_;
  quality::Clustering clustering_;  // of the site that is being counted
  Assessment result_;
};

quality::VersionCount Grading::count(const Entry& entry, std::string_view site) {
  if (result_.sites.empty() || result_.sites.back().site != site) {
    end_site();
    result_.sites.push_back({.site = std::string(site)});
  }
  SiteQuality& of_site = result_.sites.back();
  const Authority& authority = survey_.authority(entry.page->evidence.url);
  of_site.dates_trusted |= authority.dates.trusted();
  of_site.validators_trusted |= authority.trust.granted();
  of_site.validators_lied |= !authority.trust.wrong.empty();
  certificate::add_returns(entry.followed->said, of_site.undone);
  ++of_site.pages;
  ++result_.pages;
  if (entry.followed->seen.empty()) {
    ++of_site.seen_once;
    ++result_.seen_once;
  }
  result_.weak_digests += entry.page->weak_digests;
  result_.undated += entry.page->undated;
  result_.copies += entry.page->copies;
  const quality::RateEstimate rate{entry.rate.mean(), entry.rate.variance()};
  const auto& stretches = entry.followed->stretches;
  for (std::size_t i = 0; i < stretches.size(); ++i)
    clustering_.add(entry.followed->rounds[i], stretches[i], rate.mean);
  const auto versions = quality::count_versions(stretches, rate);
  of_site.completeness.versions += versions;
  of_site.completeness.on_change |= authority.dates.on_change();
  of_site.completeness.weighted += quality::count_versions(stretches, rate, entry.weight);
  return versions;
}

void Grading::end_site() {
  if (result_.sites.empty()) return;
  SiteQuality& site = result_.sites.back();
  site.clustering = clustering_.factor();
  site.completeness.versions.spread(site.clustering);
  site.completeness.weighted.spread(site.clustering);
  clustering_ = {};
}

// Of a site over its crawls, of the archive over its sites.
void Grading::average() {
  for (const auto& ledger : ledgers_) {
    if (!ledger) continue;
    for (const SiteOfCrawl& of : ledger->sites()) {
      // They came in the order of keys.
      const auto site =
          std::lower_bound(result_.sites.begin(), result_.sites.end(), of.site,
                           [](const SiteQuality& s, const auto& name) { return s.site < name; });
      const auto pages = static_cast<double>(of.coherent.pages);
      ++site->crawls;
      site->known += static_cast<double>(of.coherent.known()) / pages;
      site->coherent += of.coherent.expected / pages;
      site->coherent_weight += of.coherent.expected_weight / of.coherent.weight;
    }
  }
  double sites = 0;
  for (SiteQuality& site : result_.sites) {
    result_.completeness.versions += site.completeness.versions;
    result_.completeness.weighted += site.completeness.weighted;
    result_.completeness.on_change |= site.completeness.on_change;
    result_.undone.chances += site.undone.chances;
    result_.undone.returned += site.undone.returned;
    if (site.crawls == 0) continue;
    const auto crawls = static_cast<double>(site.crawls);
    sites += 1;
    result_.known += site.known /= crawls;
    result_.coherent += site.coherent /= crawls;
    result_.coherent_weight += site.coherent_weight /= crawls;
  }
  if (sites == 0) return;
  result_.known /= sites;
  result_.coherent /= sites;
  result_.coherent_weight /= sites;
}

// The host of a site, whose key stands in for it until then.
std::string host_of(const std::vector<catalog::Site>& sites, const std::string& key) {
  const auto at =
      std::lower_bound(sites.begin(), sites.end(), key,
                       [](const catalog::Site& site, const auto& k) { return site.key < k; });
  return at != sites.end() && at->key == key ? at->host : key;
}

Assessment Grading::finish(const std::vector<catalog::Crawl>& crawls,
                           const std::vector<catalog::Site>& sites) {
  for (std::size_t i = crawls.size(); i-- > 0;) {
    if (!ledgers_[i]) continue;
    CrawlQuality crawl{.name = crawls[i].name, .label = crawls[i].label};
    ledgers_[i]->conclude(crawl, options_.listed);
    ++result_.crawl_count;
    if (result_.crawls.size() < options_.listed) result_.crawls.push_back(std::move(crawl));
  }
  end_site();
  average();
  result_.weighed = survey_.weighed();
  result_.site_count = result_.sites.size();
  std::stable_sort(result_.sites.begin(), result_.sites.end(),
                   [](const auto& a, const auto& b) { return a.pages > b.pages; });
  if (result_.sites.size() > options_.listed) result_.sites.resize(options_.listed);
  for (SiteQuality& site : result_.sites) site.site = host_of(sites, site.site);
  for (CrawlQuality& crawl : result_.crawls)
    for (SiteOfCrawl& site : crawl.sites) site.site = host_of(sites, site.site);
  return std::move(result_);
}

}  // namespace

Result<Assessment> assess(const catalog::Reader& catalog, const AssessOptions& options) {
  const auto crawls = TRY(catalog.crawls());
  const auto sites = TRY(catalog.sites());
  std::uint64_t pages = 0;
  for (const catalog::Site& site : sites) pages += site.pages;
  Survey survey(crawls.size(), pages, options.learned);
  TRY(catalog::evidence_of(catalog, options.key_prefix, [&](const catalog::KeyEvidence& of_key) {
    for (const SeenPage& page : pages_of(of_key)) survey.take(page, site_of(of_key.urlkey));
    return true;
  }));
  survey.finish();
  Grading grading(survey, crawls.size(), options);
  TRY(catalog::evidence_of(catalog, options.key_prefix, [&](const catalog::KeyEvidence& of_key) {
    for (const SeenPage& page : pages_of(of_key)) grading.take(page, site_of(of_key.urlkey));
    grading.pass_over(others_of(of_key));
    return true;
  }));
  return grading.finish(crawls, sites);
}

}  // namespace asof::assess
