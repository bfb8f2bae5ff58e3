#include "weight/likeness.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "html/text.h"

namespace asof::weight {
namespace {

// Ten times the word is not ten times the topic.
double damped(std::uint32_t count) { return count == 0 ? 0 : 1 + std::log10(count); }

}  // namespace

Keywords::Keywords(std::string_view text) {
  html::Words words(text);
  while (const auto word = words.next()) {
    const auto [place, fresh] = places_.emplace(html::word_hash(*word), counts_.size());
    if (fresh) counts_.push_back(0);
    ++counts_[place->second];
  }
}

PageTerms terms_of(const Keywords& keywords, std::string_view text) {
  std::unordered_map<std::uint64_t, std::uint32_t> counts;
  html::Words words(text);
  while (const auto word = words.next()) ++counts[html::word_hash(*word)];
  PageTerms terms;
  terms.counts.resize(keywords.size());
  // Sums of floating point depend on their order; a map of hashes has none.
  std::vector<std::uint32_t> all;
  all.reserve(counts.size());
  for (const auto& [hash, count] : counts) {
    all.push_back(count);
    const auto place = keywords.places_.find(hash);
    if (place != keywords.places_.end()) terms.counts[place->second] = count;
  }
  std::sort(all.begin(), all.end());
  double squares = 0;
  for (const std::uint32_t count : all) squares += damped(count) * damped(count);
  terms.length = std::sqrt(squares);
  return terms;
}

double likeness(const Keywords& keywords, const PageTerms& page, double pages,
                std::span<const double> pages_with) {
  CHECK(pages_with.size() == keywords.size() && page.counts.size() == keywords.size());
  double product = 0, squares = 0;
  for (std::size_t i = 0; i < keywords.size(); ++i) {
    const double rarity = std::log10(1 + pages / std::max(1.0, pages_with[i]));
    const double asked = damped(keywords.counts()[i]) * rarity;
    product += asked * damped(page.counts[i]);
    squares += asked * asked;
  }
  if (product == 0) return 0;
  return std::min(1.0, product / (page.length * std::sqrt(squares)));
}

std::vector<double> likeness(const Keywords& keywords, std::span<const PageTerms> pages) {
  std::vector<double> with(keywords.size());
  for (const PageTerms& page : pages)
    for (std::size_t i = 0; i < with.size(); ++i) with[i] += page.counts[i] > 0 ? 1 : 0;
  std::vector<double> all;
  all.reserve(pages.size());
  for (const PageTerms& page : pages)
    all.push_back(likeness(keywords, page, static_cast<double>(pages.size()), with));
  return all;
}

}  // namespace asof::weight
