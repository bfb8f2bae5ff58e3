#include "crawl/earlier_captures.h"

#include <algorithm>

#include "base/text.h"
#include "retrieve/library.h"
#include "url/surt.h"
#include "warc/draft.h"

namespace asof::crawl {
namespace {

// "html" of "/a/b.html?c", "" of "/a/b": what tells pages from images.
std::string ending_of(std::string_view url) {
  url = url.substr(0, url.find_first_of("?#"));
  const auto slash = url.rfind('/');
  const auto name = slash == std::string_view::npos ? url : url.substr(slash + 1);
  const auto dot = name.rfind('.');
  return dot == std::string_view::npos ? "" : lower(name.substr(dot + 1));
}

}  // namespace

EarlierCaptures::EarlierCaptures(const catalog::Reader* catalog, Instant before)
    : catalog_(catalog), before_(before) {}

Result<void> EarlierCaptures::captures(
    std::string_view url, const std::function<bool(const catalog::Capture&)>& on_capture) const {
  return catalog_->captures_of(url::surt_key(url),
                               [&](const catalog::Capture& capture) {
                                 return capture.at < before_ ? on_capture(capture) : false;
                               },
                               {.url = url});
}

Result<std::optional<EarlierCapture>> EarlierCaptures::last(std::string_view url) const {
  if (catalog_ == nullptr) return std::optional<EarlierCapture>();
  std::optional<EarlierCapture> page;
  // The last response that was whole and good, and the validators seen with that content since.
  TRY(captures(url, [&](const catalog::Capture& capture) {
    if (capture.kind == catalog::Kind::Response && capture.status == 200 &&
        capture.truncated.empty() && !capture.sha256.empty()) {
      page = EarlierCapture{capture.etag,
                            capture.last_modified,
                            {capture.record_id, capture.url, capture.at, capture.sha256}};
    } else if (capture.kind == catalog::Kind::Response) {
      page.reset();
    }
    return true;
  }));
  if (page && page->original.id.empty()) page.reset();
  return page;
}

Result<std::optional<OriginalError>> EarlierCaptures::last_error(std::string_view url) const {
  std::optional<OriginalError> error;
  if (catalog_ == nullptr) return error;
  TRY(captures(url, [&](const catalog::Capture& capture) {
    if (capture.kind == catalog::Kind::Response && is_error(capture.status) &&
        capture.truncated.empty() && !capture.sha256.empty() && !capture.record_id.empty())
      error = {capture.status, {capture.record_id, capture.url, capture.at, capture.sha256}};
    return true;
  }));
  return error;
}

Result<std::optional<Original>> EarlierCaptures::with_payload(std::string_view sha256,
                                                              Instant since) const {
  if (catalog_ == nullptr) return std::optional<Original>();
  const auto found = TRY(catalog_->content_with_digest(warc::labelled(Algorithm::Sha256, sha256)));
  if (!found || found->at >= before_ || found->at < since || found->record_id.empty() ||
      found->sha256 != sha256 || found->kind != catalog::Kind::Response || found->status != 200 ||
      !found->truncated.empty())
    return std::optional<Original>();
  return std::optional<Original>(Original{found->record_id, found->url, found->at, found->sha256});
}

Result<capture::Links> EarlierCaptures::links(std::string_view url, std::string_view sha256) const {
  capture::Links links;
  if (catalog_ == nullptr) return links;
  const auto found = TRY(catalog_->links_from(url::surt_key(url), url, sha256));
  for (const catalog::Link& link : found) links.add({link.kind, link.context, link.url});
  return links;
}

Result<std::vector<std::string>> EarlierCaptures::pages_of(std::string_view host) const {
  std::vector<std::string> urls;
  if (catalog_ == nullptr) return urls;
  const std::string prefix = url::site_of(url::surt_key("http://" + std::string(host))) + ")";
  std::vector<std::pair<std::string, std::string>> pages;
  TRY(catalog_->pages(prefix, [&](const catalog::PageRow& page) {
    if (page.first < before_) pages.emplace_back(page.urlkey, page.url);
    return true;
  }));
  for (const auto& [key, url] : pages) {
    const auto latest = TRY(catalog_->at_or_before(key, Instant{before_.ms - 1}));
    if (!latest || host_key(latest->url) != host || latest->status < 200) continue;
    // robots.txt and sitemaps are no pages: they were fetched as prerequisites.
    bool page = true;
    TRY(catalog_->metadata_of(key, [&](const catalog::Metadata& row) {
      if (row.url == latest->url && row.hops == "P") page = false;
      return page;
    }));
    if (page) urls.push_back(latest->url);
  }
  return urls;
}

// Versions are runs of equal captures: between their first and last nothing changed.
Result<EarlierCaptures::Watched> EarlierCaptures::watched(const std::string& url) {
  Watched page{.traits = {.url = url}, .seen = {}};
  const std::string key = url::surt_key(url);
  std::optional<Instant> last;
  std::vector<std::string> held;  // contents, one after another
  const auto versions = TRY(catalog_->versions_of(key, url));
  for (const catalog::Version& version : versions) {
    if (version.first >= before_) break;
    page.traits.mime = version.mime;
    if (last && version.first > *last)
      page.seen.push_back({on_axis(version.first) - on_axis(*last), true, std::nullopt});
    const std::string& content = version.sha256.empty() ? version.digest : version.sha256;
    if (held.size() >= 2 && !content.empty()) {
      ++returns_.chances;
      returns_.returned += std::find(held.begin(), held.end(), content) != held.end() ? 1 : 0;
    }
    held.push_back(content);
    // A version this crawl saw again ended, before it began, with the last capture by then.
    Instant end = version.last;
    if (end >= before_) {
      const auto latest = TRY(retrieve::find(
          *catalog_, {.url = url, .at = {before_.ms - 1}, .choose = retrieve::Choose::Latest}));
      end = latest ? std::max(latest->capture.at, version.first) : version.first;
    }
    if (end > version.first)
      page.seen.push_back({on_axis(end) - on_axis(version.first), false, std::nullopt});
    last = end;
  }
  TRY(catalog_->metadata_of(key, [&](const catalog::Metadata& row) {
    if (row.url == url && row.hops && row.at < before_)
      page.traits.depth = static_cast<std::uint32_t>(row.hops->size());
    return true;
  }));
  return page;
}

Result<void> EarlierCaptures::learn(std::string_view host) {
  if (catalog_ == nullptr) return {};
  const auto urls = TRY(pages_of(host));
  for (const std::string& url : urls) {
    Watched page = TRY(watched(url));
    if (!page.traits.mime.empty()) ++types_[ending_of(url)][page.traits.mime];
    if (page.seen.empty()) continue;
    predictor_.learn(page.traits, page.seen);
    learned_ = true;
    seen_.insert_or_assign(url, std::move(page));
  }
  if (learned_) predictor_.fit();
  return {};
}

std::string EarlierCaptures::likely_type(std::string_view url) const {
  const auto of_ending = types_.find(ending_of(url));
  if (of_ending == types_.end()) return "";
  return std::max_element(of_ending->second.begin(), of_ending->second.end(),
                          [](const auto& a, const auto& b) { return a.second < b.second; })
      ->first;
}

void EarlierCaptures::take_hint(std::string_view url, Instant last_modified) {
  if (last_modified < before_) hints_[std::string(url)] = last_modified;
}

double EarlierCaptures::rate(std::string_view url, std::uint32_t depth) const {
  constexpr pattern::Gamma kUnknown{.shape = 0.5, .exposure = 30.0 * 86400};
  const std::string name(url);
  if (const auto found = seen_.find(name); found != seen_.end())
    return predictor_.belief_of_learned(found->second.traits, found->second.seen).mean();
  // Groups are found by the traits they were learned with: without its type a page would belong to
  // none below its site.
  const pattern::PageTraits traits{.url = name, .mime = likely_type(url), .depth = depth};
  pattern::Gamma belief = learned_ ? predictor_.belief(traits) : kUnknown;
  // One change, and quiet ever since: what the age of a page says of its rate.
  if (const auto hint = hints_.find(name); hint != hints_.end()) {
    belief.shape += 1;
    belief.exposure += on_axis(before_) - on_axis(hint->second);
  }
  return belief.mean();
}

}  // namespace asof::crawl
