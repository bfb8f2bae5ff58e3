#include "guide/site.h"

#include <algorithm>
#include <set>

#include "base/axis.h"
#include "guide/track.h"
#include "url/surt.h"
#include "url/url.h"

namespace asof::guide {
namespace {

constexpr double kHour = 3600;
// Rates of all pages together, at most; they are kept twice.
constexpr std::size_t kMostRates = 4U << 20U;
constexpr std::size_t kMostSlots = 4096;
// What is learned holds for a while after the last capture, until it is learned again.
constexpr double kBeyond = 0.125;

struct Listed {
  catalog::PageRow row;
  std::vector<catalog::Capture> captures;
};

// Those with the most captures; all others are counted.
Result<std::vector<Listed>> list_pages(const catalog::Reader& catalog, const std::string& key,
                                       Site& site) {
  std::vector<Listed> pages;
  TRY(catalog.pages(key, [&](const catalog::PageRow& row) {
    site.captures += row.captures;
    pages.push_back({row, {}});
    return true;
  }));
  if (pages.empty()) return pages;
  Instant first = pages.front().row.first, last = pages.front().row.last;
  for (const Listed& page : pages) {
    first = std::min(first, page.row.first);
    last = std::max(last, page.row.last);
  }
  const double hours = (on_axis(last) - on_axis(first)) * (1 + kBeyond) / kHour;
  const std::size_t slots = std::clamp<std::size_t>(static_cast<std::size_t>(hours), 1, kMostSlots);
  const std::size_t most = kMostRates / slots;
  if (pages.size() <= most) return pages;
  std::ranges::stable_sort(pages, std::greater<>(),
                           [](const Listed& page) { return page.row.captures; });
  site.left_out = pages.size() - most;
  pages.resize(most);
  return pages;
}

// Where each page leads, as it was captured last.
Result<std::vector<navigate::PageLink>> links_of(const catalog::Reader& catalog,
                                                 const std::vector<Listed>& pages,
                                                 const Site& site) {
  std::vector<navigate::PageLink> links;
  for (std::uint32_t from = 0; from < pages.size(); ++from) {
    const auto& captures = pages[from].captures;
    const auto last = std::ranges::find_if(captures.rbegin(), captures.rend(),
                                           [](const auto& one) { return !one.sha256.empty(); });
    if (last == captures.rend()) continue;
    std::set<std::uint32_t> seen;
    const auto seen_links = TRY(catalog.links_from(last->urlkey, last->url, last->sha256));
    for (const catalog::Link& link : seen_links) {
      const auto parsed = url::parse(link.url);
      if (!parsed || !parsed->web()) continue;
      const auto to = site.find(parsed->href(false));
      if (to && *to != from && seen.insert(*to).second) links.push_back({from, *to});
    }
  }
  return links;
}

}  // namespace

std::optional<std::uint32_t> Site::find(const std::string& url) const {
  const auto found = places.find(url);
  if (found == places.end()) return {};
  return found->second;
}

std::string site_key(std::string_view url) { return url::site_of(url::surt_key(url)) + ")"; }

Result<std::optional<Site>> learn_site(const catalog::Reader& catalog, const std::string& key,
                                       const LearnOptions& options, std::stop_token stop) {
  Site site{.key = key};
  std::vector<Listed> listed = TRY(list_pages(catalog, key, site));
  std::vector<navigate::Page> pages;
  Time first = kNever, last = -kNever;
  for (Listed& page : listed) {
    if (stop.stop_requested()) return std::optional<Site>();
    TRY(catalog.captures_of(page.row.urlkey,
                            [&](const catalog::Capture& capture) {
                              if (!options.may_show || options.may_show(capture))
                                page.captures.push_back(capture);
                              return true;
                            },
                            {.url = page.row.url}));
    page.captures = standing(std::move(page.captures));
    site.places.emplace(page.row.url, static_cast<std::uint32_t>(pages.size()));
    site.urls.push_back(page.row.url);
    pages.push_back({.captures = marks_of(page.captures)});
    if (page.captures.empty()) continue;
    first = std::min(first, pages.back().captures.front().at);
    last = std::max(last, pages.back().captures.back().at);
  }
  if (!(first <= last)) return std::optional<Site>();
  const std::vector<navigate::PageLink> links = TRY(links_of(catalog, listed, site));
  site.knowledge =
      navigate::SiteKnowledge::learn(std::move(pages), links,
                                     {.from = first,
                                      .until = last + std::max((last - first) * kBeyond, kHour),
                                      .most_slots = kMostSlots,
                                      .questions = options.questions,
                                      .stop = stop});
  if (stop.stop_requested()) return std::optional<Site>();
  return std::optional(std::move(site));
}

}  // namespace asof::guide
