#include "derive/page_weights.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "catalog/page_links.h"
#include "derive/pair_internal.h"
#include "html/links.h"
#include "retrieve/library.h"
#include "url/surt.h"
#include "weight/likeness.h"
#include "weight/page_rank.h"

namespace asof::derive {
namespace {

constexpr std::uint32_t kNoPage = ~std::uint32_t{0};
constexpr std::size_t kMostAddresses = 1'000'000;  // kept at hand, whether they are pages or not

// The pages by number. Links name the same addresses again and again, so each is looked up once.
class PageNumbers final {
 public:
  void add(std::string urlkey) { by_key_.emplace(std::move(urlkey), by_key_.size()); }
  std::size_t size() const { return by_key_.size(); }
  std::uint32_t of_key(const std::string& urlkey) const {
    const auto found = by_key_.find(urlkey);
    return found == by_key_.end() ? kNoPage : static_cast<std::uint32_t>(found->second);
  }
  std::uint32_t of_url(std::string_view url) {
    if (by_url_.size() >= kMostAddresses) by_url_.clear();
    const auto [place, fresh] = by_url_.try_emplace(std::string(url), kNoPage);
    if (fresh) place->second = of_key(url::surt_key(url));
    return place->second;
  }

 private:
  std::unordered_map<std::string, std::size_t> by_key_;
  std::unordered_map<std::string, std::uint32_t> by_url_;
};

bool leads_on(capture::LinkKind kind) {
  return kind == capture::LinkKind::Hyperlink || kind == capture::LinkKind::Redirect;
}

}  // namespace

Result<LinkWeights> weights_by_links(const catalog::Reader& catalog, std::string_view key_prefix) {
  PageNumbers numbers;
  TRY(catalog.pages(key_prefix, [&](const catalog::PageRow& page) {
    numbers.add(page.urlkey);
    return true;
  }));
  // Documents and pages that redirect; files of other kinds lead nowhere and are no pages.
  std::vector<std::optional<PageWeight>> pages(numbers.size());
  std::vector<bool> counts(numbers.size());
  std::vector<weight::PageLink> links;
  TRY(catalog::page_links(catalog, key_prefix, [&](const catalog::PageLinks& page) {
    const std::uint32_t from = numbers.of_key(page.urlkey);
    if (from == kNoPage) return true;
    counts[from] = page.document || !page.links.empty();
    if (page.document) pages[from] = PageWeight{page.urlkey, page.url};
    for (std::size_t i = 0; i < page.links.size(); ++i) {
      const auto link = page.links[i];
      if (!leads_on(link.kind) || link.nofollow) continue;
      const std::uint32_t to = numbers.of_url(link.url);
      if (to != kNoPage && to != from) links.push_back({from, to});
    }
    return true;
  }));
  std::vector<std::uint32_t> renumbered(numbers.size(), kNoPage);
  std::uint32_t count = 0;
  for (std::size_t i = 0; i < counts.size(); ++i)
    if (counts[i]) renumbered[i] = count++;
  std::erase_if(links, [&](const weight::PageLink& link) { return !counts[link.to]; });
  for (weight::PageLink& link : links) link = {renumbered[link.from], renumbered[link.to]};
  std::sort(links.begin(), links.end());
  links.erase(std::unique(links.begin(), links.end()), links.end());
  LinkWeights weights{.links = links.size()};
  const std::vector<double> ranks = weight::page_rank(count, std::move(links));
  double total = 0;
  for (std::size_t i = 0; i < pages.size(); ++i) {
    if (!pages[i]) continue;
    pages[i]->weight = ranks[renumbered[i]];
    total += pages[i]->weight;
    weights.pages.push_back(std::move(*pages[i]));
  }
  for (PageWeight& page : weights.pages)
    page.weight *= static_cast<double>(weights.pages.size()) / total;
  return weights;
}

Result<KeywordWeights> weights_by_keywords(const archive::Directory& directory,
                                           const catalog::Reader& catalog,
                                           std::string_view key_prefix, std::string_view keywords) {
  const weight::Keywords wanted(keywords);
  if (wanted.empty())
    return Error{Errc::Invalid,
                 "keywords are words; there is none in \"" + std::string(keywords) + "\""};
  retrieve::Library library(directory, catalog);
  KeywordWeights weights;
  std::vector<weight::PageTerms> terms;
  const auto read = [&](const catalog::PageLinks& page) -> Result<void> {
    auto found = TRY(retrieve::resolve(catalog, page.where));
    auto content = library.content(found);
    if (!content && is_of_disk(content.error().code)) return std::move(content).error();
    if (!content) {
      ++weights.unreadable;
      return {};
    }
    const std::string text = retrieve::to_utf8(*content);
    const bool html = retrieve::is_html(*content);
    terms.push_back(weight::terms_of(
        wanted, html ? html::extract(text, {.links = false, .text = true}).text : text));
    weights.pages.push_back({page.urlkey, page.url});
    return {};
  };
  std::optional<Error> failed;
  TRY(catalog::page_links(catalog, key_prefix, [&](const catalog::PageLinks& page) {
    if (!page.document) return true;
    auto done = read(page);
    if (!done) failed = std::move(done).error();
    return !failed;
  }));
  if (failed) return std::move(*failed);
  const std::vector<double> near = weight::likeness(wanted, terms);
  for (std::size_t i = 0; i < near.size(); ++i) weights.pages[i].weight = near[i];
  return weights;
}

}  // namespace asof::derive
