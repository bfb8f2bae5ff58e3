// Vocabulary: how often each word stands in two versions of a page, so that it is known which
// words came and which went.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "block/block.h"

namespace asof::importance {

// The hashes of a text's distinct words, sorted.
std::vector<std::uint64_t> word_set(std::string_view text);

class Vocabulary final {
 public:
  Vocabulary(const block::BlockTree& old, const block::BlockTree& fresh);

  // The share of the distinct words of both texts that only one of them has and that the page
  // gained or lost: 0 where everything is still there, only elsewhere. Texts are without noise.
  double news(std::string_view before, std::string_view after) const;
  // There are words, and neither a word nor an address stands in both versions.
  bool nothing_left() const;

 private:
  // More of it in the new version, or in the old one.
  bool came(std::uint64_t word) const;
  bool went(std::uint64_t word) const;

  std::unordered_map<std::uint64_t, std::int64_t> gain_;  // new count less old count
  bool shared_ = false;                                   // something stands in both versions
};

// Both texts are the same but for whole numbers, of which there are some.
bool differs_in_numbers_only(std::string_view before, std::string_view after);

}  // namespace asof::importance
