#include "crawl/frontier.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/check.h"
#include "pattern/traits.h"
#include "url/url.h"

namespace asof::crawl {
namespace {

constexpr std::size_t kExamples = 20;
constexpr std::uint16_t kDeepest = 65'000;
constexpr std::string_view kMostRedirects =
    "RRRRRRRRRRRRRRRRRRRRR";  // one more than browsers follow

// Where a page leads somewhere else each time it is asked, each of these would be the first of
// another row. Twice what browsers follow: once for the visit and once for the revisit.
constexpr std::uint32_t kMostFromOnePage = 40;

char hop_of(capture::LinkKind kind) { return capture::hop_letter(kind); }

}  // namespace

std::string host_key(std::string_view url) {
  const auto parsed = url::parse(url);
  if (!parsed || !parsed->host) return {};
  return parsed->port ? *parsed->host + ":" + std::to_string(*parsed->port) : *parsed->host;
}

Frontier::Frontier(const Settings& settings, scope::Scope scope, Believe believe)
    : settings_(settings), scope_(std::move(scope)), believe_(std::move(believe)) {
  for (std::uint32_t set = 0; set < settings.together.size(); ++set)
    for (const std::string& url : settings.together[set]) sets_[url] = set + 1;
}

std::string Frontier::hops(PageNumber page) const {
  std::string letters;
  for (; page != kNoNumber; page = pages_[page].parent)
    if (pages_[page].hop != 0) letters += pages_[page].hop;
  std::reverse(letters.begin(), letters.end());
  return letters;
}

schedule::SiteId Frontier::site_for(std::string_view url) {
  std::string host = host_key(url);
  const auto [known, fresh] =
      by_host_.try_emplace(host, static_cast<schedule::SiteId>(sites_.size()));
  if (fresh) sites_.push_back({.host = std::move(host)});
  return known->second;
}

std::optional<schedule::SiteId> Frontier::site_named(const std::string& host) const {
  const auto found = by_host_.find(host);
  if (found == by_host_.end()) return std::nullopt;
  return found->second;
}

GroupId Frontier::group_for(std::string_view url, schedule::SiteId site, PageNumber via) const {
  if (!settings_.watch.on()) return site;
  if (via != kNoNumber) return pages_[via].group;
  return settings_.watch.group_of(url);
}

PageNumber Frontier::add(PageNumber page, std::string_view url, PageNumber via, char hop) {
  CHECK(page == pages_.size());
  Page row{.site = site_for(url), .parent = via, .hop = hop};
  row.group = group_for(url, row.site, via);
  if (groups_.size() <= row.group) groups_.resize(row.group + 1);
  Site& site = sites_[row.site];
  Group& group = groups_[row.group];
  row.id = static_cast<schedule::PageId>(group.pages.size());
  if (via != kNoNumber)
    row.depth = static_cast<std::uint16_t>(std::min<int>(pages_[via].depth + 1, kDeepest));
  row.requisite = hop == 'E' || (hop == 'R' && via != kNoNumber && pages_[via].requisite);
  if (settings_.watch.on())
    row.cluster =
        clusters_
            .try_emplace(pattern::cluster_of(url), static_cast<std::uint32_t>(clusters_.size()))
            .first->second;
  if (site.pages++ == 0) site.first = page;
  group.pages.push_back(page);
  if (std::find(group.sites.begin(), group.sites.end(), row.site) == group.sites.end())
    group.sites.push_back(row.site);
  pages_.push_back(row);
  return page;
}

// A page is the same whoever asks, and passwords that others put into links are not ours to send or
// to keep.
std::optional<PageNumber> Frontier::know(std::string_view url, bool seed) {
  url = url::without_user(url, address_);
  const auto [page, fresh] = urls_.add(url);
  if (fresh) add(page, url, kNoNumber, seed ? 0 : 'M');
  if (seed) pages_[page].seed = true;
  if (!fresh) return std::nullopt;
  return page;
}

std::optional<PageNumber> Frontier::find(std::string_view url, PageNumber via, char hop) {
  // Pictures inside a page and the like are nothing that could be fetched.
  if (!url.starts_with("http://") && !url.starts_with("https://")) return std::nullopt;
  url = url::without_user(url, address_);
  if (urls_.find(url)) return std::nullopt;
  hops_ = via == kNoNumber ? "" : hops(via);
  hops_ += hop;
  if (hop == 'R' && hops_.ends_with(kMostRedirects)) {
    skip("redirects", url, "too many redirects in a row lead to it");
    return std::nullopt;
  }
  if (hop == 'R' && via != kNoNumber && redirects_from(via) >= kMostFromOnePage) {
    skip("redirects", url, "a page that redirects to another address each time leads to it");
    return std::nullopt;
  }
  scope::Verdict verdict = scope_.judge({url, hops_});
  if (!verdict.in) {
    skip(scope::name_of(verdict.reason), url, verdict.why);
    return std::nullopt;
  }
  if (settings_.most_pages != 0 && pages_.size() >= settings_.most_pages) {
    skip("page-limit", url, "--max-pages was reached");
    return std::nullopt;
  }
  const PageNumber page = urls_.add(url).first;
  if (hop == 'R' && via != kNoNumber) ++redirects_[first_of_row(via)];
  return add(page, url, via, hop);
}

PageNumber Frontier::first_of_row(PageNumber page) const {
  while (pages_[page].hop == 'R' && pages_[page].parent != kNoNumber) page = pages_[page].parent;
  return page;
}

std::uint32_t Frontier::redirects_from(PageNumber page) const {
  const auto found = redirects_.find(first_of_row(page));
  return found == redirects_.end() ? 0 : found->second;
}

double Frontier::rate_of(PageNumber page) const {
  return believe_ ? believe_(urls_[page], pages_[page].depth) : 0;
}

schedule::Page Frontier::described(PageNumber page) const {
  const Page& row = pages_[page];
  schedule::Page told{.id = row.id, .depth = row.depth, .rate = rate_of(page)};
  if (row.parent != kNoNumber && pages_[row.parent].group == row.group)
    told.parent = pages_[row.parent].id;
  told.requisite = row.requisite && settings_.requisites;
  if (settings_.watch.on()) {
    told.weight = settings_.watch.weight_of(urls_[page]);
    told.pattern = page;
    told.host = row.site;
    told.cluster = row.cluster;
  }
  if (const auto found = sets_.find(std::string(urls_[page])); found != sets_.end())
    told.set = found->second;
  return told;
}

void Frontier::begin(GroupId group) { groups_[group].begun = true; }

const LastSeen* Frontier::last_seen(PageNumber page) const {
  const std::uint32_t seen = pages_[page].seen;
  return seen == ~std::uint32_t{0} ? nullptr : &seen_[seen];
}

const OriginalError* Frontier::last_error(PageNumber page) const {
  const auto found = errors_.find(page);
  return found != errors_.end() ? &found->second : nullptr;
}

void Frontier::remember_error(PageNumber page, OriginalError error) {
  errors_.insert_or_assign(page, std::move(error));
}

void Frontier::remember(PageNumber page, LastSeen seen) {
  std::uint32_t& number = pages_[page].seen;
  if (number == ~std::uint32_t{0}) {
    number = static_cast<std::uint32_t>(seen_.size());
    seen_.emplace_back();
  }
  seen_[number] = std::move(seen);
}

std::uint32_t Frontier::add_original(Original original) {
  std::uint64_t key = 0;
  std::memcpy(&key, original.sha256.data(), std::min(sizeof key, original.sha256.size()));
  const auto number = static_cast<std::uint32_t>(originals_.size());
  by_digest_.try_emplace(key, number);
  originals_.push_back(std::move(original));
  return number;
}

std::optional<std::uint32_t> Frontier::original_of(std::string_view sha256) const {
  std::uint64_t key = 0;
  std::memcpy(&key, sha256.data(), std::min(sizeof key, sha256.size()));
  const auto found = by_digest_.find(key);
  if (found == by_digest_.end() || originals_[found->second].sha256 != sha256) return std::nullopt;
  return found->second;
}

void Frontier::follow(const capture::Links& links, PageNumber page, bool nofollow,
                      schedule::Seen& seen) {
  for (std::size_t i = 0; i < links.size(); ++i) {
    const capture::Links::Item link = links[i];
    const char hop = hop_of(link.kind);
    if (hop == 'X' && !settings_.scope.speculative) continue;
    const bool followed = link.kind != capture::LinkKind::Hyperlink;
    if (!followed &&
        ((settings_.nofollow_pages && nofollow) || (settings_.nofollow_links && link.nofollow))) {
      if (!urls_.find(link.url)) skip("nofollow", link.url, "the page says nofollow");
      continue;
    }
    const auto found = find(link.url, page, hop);
    if (!found) continue;
    const GroupId where = pages_[*found].group;
    if (!groups_[where].begun) continue;
    if (where == seen.site)
      seen.found.push_back(described(*found));
    else
      seen.elsewhere.emplace_back(where, described(*found));
  }
}

schedule::Seen Frontier::absorb(GroupId group, const schedule::Visit& visit, const Answer& answer,
                                bool same) {
  schedule::Seen seen{.site = group, .visit = visit};
  const PageNumber page = this->page(group, visit.page);
  seen.last_modified.reset();
  if (answer.last_modified) seen.last_modified = on_axis(*answer.last_modified);
  if (same) return seen;
  if (answer.page && answer.page->cut)
    skip("long-page", urls_[page],
         "the page has more links than asof reads; later links are not followed");
  follow(answer.links, page, answer.says_nofollow(), seen);
  if (answer.page) follow(answer.page->links, page, answer.says_nofollow(), seen);
  return seen;
}

bool Frontier::knows_links_of(PageNumber page, const Answer& answer) const {
  const std::string path = hops(page);
  std::string without_user;
  const auto known = [&](const capture::Links& links) {
    for (std::size_t i = 0; i < links.size(); ++i) {
      const capture::Links::Item link = links[i];
      if (!link.url.starts_with("http://") && !link.url.starts_with("https://")) continue;
      const std::string_view url = url::without_user(link.url, without_user);
      if (!urls_.find(url) && scope_.explain({url, path + hop_of(link.kind)}).in) return false;
    }
    return true;
  };
  return known(answer.links) && (!answer.page || known(answer.page->links));
}

double Frontier::expected_sharp(Time now) const {
  constexpr std::size_t kSample = 1000;
  const std::size_t step = pages_.size() / kSample + 1;
  double sharp = 0;
  std::size_t seen = 0;
  for (std::size_t page = 0; page < pages_.size(); page += step) {
    const LastSeen* last = last_seen(static_cast<PageNumber>(page));
    if (last == nullptr) continue;
    ++seen;
    sharp += std::exp(-rate_of(static_cast<PageNumber>(page)) * std::max(0.0, now - last->at));
  }
  return seen == 0 ? 1 : sharp / static_cast<double>(seen);
}

void Frontier::skip(std::string_view reason, std::string_view url, std::string_view why) {
  auto found = skipped_.find(reason);
  if (found == skipped_.end()) found = skipped_.emplace(std::string(reason), SkippedLinks{}).first;
  SkippedLinks& skipped = found->second;
  ++skipped.count;
  if (skipped.examples.size() < kExamples)
    skipped.examples.push_back(std::string(url) + ": " + std::string(why));
}

void Frontier::refuse(PageNumber page, std::string_view why) {
  if (refused_.insert(page).second) skip("robots", urls_[page], why);
}

std::uint64_t Frontier::bytes() const {
  std::uint64_t sum =
      urls_.bytes() + pages_.capacity() * sizeof(Page) + seen_.capacity() * sizeof(LastSeen) +
      originals_.capacity() * sizeof(Original) + errors_.size() * sizeof(OriginalError);
  for (const Group& group : groups_) sum += group.pages.capacity() * sizeof(PageNumber);
  return sum;
}

}  // namespace asof::crawl
