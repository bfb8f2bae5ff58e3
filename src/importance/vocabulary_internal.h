// Vocabulary: how often each word stands in two versions of a page, so that it is known which
// words came and which went.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "block/block.h"
#include "importance/matters.h"

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
  // Everything that came or went, wherever it stands.
  Amount amount() const;

 private:
  // More of it in the new version, or in the old one.
  bool came(std::uint64_t word) const;
  bool went(std::uint64_t word) const;

  // New counts less old ones.
  struct Gain {
    std::int32_t all = 0;
    std::int32_t main = 0;   // outside the frame of the page
    std::int32_t frame = 0;  // in it
    bool number = false;
  };
  using Gains = std::unordered_map<std::string_view, std::int32_t>;
  void count(const block::Content& content, bool frame, std::int32_t step);
  void count_words(std::string_view text, std::int32_t Gain::*place, std::int32_t step);

  std::unordered_map<std::uint64_t, Gain> gain_;
  Gains links_, images_;  // by address
  bool shared_ = false;   // something stands in both versions
};

// Both texts are the same but for whole numbers, of which there are some.
bool differs_in_numbers_only(std::string_view before, std::string_view after);

}  // namespace asof::importance
