#include "delta/leaf_index_internal.h"

#include <algorithm>
#include <span>

namespace asof::delta {
namespace {

// A feature in more leaves than this says nothing about which leaf is which.
constexpr std::size_t kCommon = 64;

// Calls `visit` with each distinct feature and how often it stands there.
template <class Visit>
void each_distinct(const Features& features, Visit visit) {
  for (std::size_t begin = 0; begin < features.size();) {
    std::size_t end = begin + 1;
    while (end < features.size() && features[end] == features[begin]) ++end;
    visit(features[begin], static_cast<std::uint32_t>(end - begin));
    begin = end;
  }
}

}  // namespace

LeafIndex::LeafIndex(const std::vector<block::BlockId>& leaves,
                     const std::vector<Features>& features, Effort& effort)
    : shared_(features.size()), effort_(effort) {
  for (block::BlockId leaf : leaves) {
    each_distinct(features[leaf], [&](std::uint64_t feature, std::uint32_t count) {
      postings_.push_back({feature, leaf, count});
    });
  }
  std::ranges::stable_sort(postings_, {}, &Posting::feature);
}

std::vector<LeafIndex::Near> LeafIndex::near(const Features& features) {
  std::vector<Near> found;
  std::vector<std::pair<std::span<const Posting>, std::uint32_t>> common;
  std::size_t steps = features.size();
  each_distinct(features, [&](std::uint64_t feature, std::uint32_t count) {
    const auto begin = std::ranges::lower_bound(postings_, feature, {}, &Posting::feature);
    const auto end = std::ranges::upper_bound(postings_, feature, {}, &Posting::feature);
    const std::span<const Posting> posting(begin, end);
    steps += posting.size();
    if (posting.size() > kCommon) {
      common.emplace_back(posting, count);
      return;
    }
    for (const Posting& there : posting) {
      if (shared_[there.leaf] == 0) found.push_back({there.leaf, 0});
      shared_[there.leaf] += std::min(count, there.count);
    }
  });
  const bool affordable = effort_.spend(steps);
  // What is common tells no leaf from another, but counts where they share something else.
  if (affordable && !found.empty()) {
    for (const auto& [posting, count] : common) {
      for (const Posting& there : posting) shared_[there.leaf] += std::min(count, there.count);
    }
  }
  for (Near& one : found) one.shared = shared_[one.leaf];
  std::ranges::fill(shared_, 0);
  if (!affordable) return {};
  std::ranges::sort(found, {}, &Near::leaf);
  return found;
}

}  // namespace asof::delta
