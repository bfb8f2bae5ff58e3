// Growth: how large a site will turn out to be, by how fast visits have found new pages so far.
//
// The number of new pages a visit brings falls as a power of the number of visits. Its exponent is
// that between the second quarter of the visits and their second half, and the site ends where
// nothing that was found is left to visit. Never below what is known, nor above twice that: what
// half of a crawl has not shown, nobody can know. Of a few visits, what is known.
#pragma once

#include <cstdint>
#include <vector>

namespace asof::schedule {

class Growth final {
 public:
  // A visit brought that many pages nobody knew.
  void visited(std::uint64_t found) { found_.push_back(found_.back() + found); }
  // The pages of the whole site, where `known` are known. O(1) amortised.
  std::uint64_t pages(std::uint64_t known) const;

 private:
  std::uint64_t predict(std::uint64_t known) const;

  std::vector<std::uint64_t> found_{0};  // after so many visits
  mutable std::uint64_t asked_at_ = 0;   // visits, at the last prediction
  mutable double factor_ = 1;            // of what was known then
};

}  // namespace asof::schedule
