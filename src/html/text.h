// Words and shingles of a text: how alike two versions of a page are.
//
// A word is a run of letters and digits, ASCII case ignored; in scripts written without spaces
// (Han, kana) each character is a word. Input is UTF-8; ill-formed bytes count as letters.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace asof::html {

inline constexpr std::size_t kShingleWords = 3;

// Walks over the words of a text, which must outlive it.
class Words final {
 public:
  explicit Words(std::string_view text) : text_(text) {}
  // The next word as it stands in the text.
  std::optional<std::string_view> next();

 private:
  std::string_view text_;
  std::size_t at_ = 0;
};

// The hash of a word, whatever its ASCII case.
std::uint64_t word_hash(std::string_view word);

// The hashes of the shingles of a text, sorted, without repetitions, at most `most` (the smallest,
// which is a fair sample of both texts).
std::vector<std::uint64_t> shingles(std::string_view text, std::size_t most = 1'000'000);
// Broder 1997: the share of shingles that two texts have in common, in [0,1]; 1 for two empty ones.
double resemblance(const std::vector<std::uint64_t>& a, const std::vector<std::uint64_t>& b);

}  // namespace asof::html
