// Likeness: how near a page's text is to words that a user gives: the cosine of the angle between
// the two, each a point with one axis per word (Salton and Buckley 1988, the form "lnc.ltc").
//
//   Keywords words("flood rescue");
//   std::vector<PageTerms> pages;             // one for each page
//   pages.push_back(terms_of(words, text));
//   std::vector<double> near = likeness(words, pages);
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace asof::weight {

class Keywords final {
 public:
  // The words of a text as html/text.h finds them, ASCII case ignored.
  explicit Keywords(std::string_view text);

  std::size_t size() const { return counts_.size(); }  // different words
  bool empty() const { return counts_.empty(); }
  // How often the user gave each of them.
  const std::vector<std::uint32_t>& counts() const { return counts_; }

 private:
  friend struct PageTerms terms_of(const Keywords& keywords, std::string_view text);

  std::unordered_map<std::uint64_t, std::size_t> places_;  // by word_hash()
  std::vector<std::uint32_t> counts_;
};

// What a comparison needs of a page's text.
struct PageTerms {
  std::vector<std::uint32_t> counts;  // of each keyword
  double length = 0;                  // of the page's point: over all its words
};
PageTerms terms_of(const Keywords& keywords, std::string_view text);

// In [0,1]; 0 for a page that has none of the keywords. A keyword counts by how rare it is:
// log10(1 + pages / pages that have it).
std::vector<double> likeness(const Keywords& keywords, std::span<const PageTerms> pages);
// The same of one page, for keywords that `pages_with` of `pages` have.
double likeness(const Keywords& keywords, const PageTerms& page, double pages,
                std::span<const double> pages_with);

}  // namespace asof::weight
