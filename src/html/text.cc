#include "html/text.h"

#include <algorithm>
#include <array>
#include <bit>

#include "base/text.h"

namespace asof::html {
namespace {

enum class Part : std::uint8_t { Separator, Letter, Word };  // Word: a word by itself

struct Character {
  Part part = Part::Separator;
  std::size_t size = 1;
};

// Looks only at the leading bytes that decide; anything else above ASCII is a letter.
Character character_at(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) {
    return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0U;
  };
  const unsigned lead = byte(0);
  if (lead < 0x80) return {is_alnum(text[at]) ? Part::Letter : Part::Separator, 1};
  const std::size_t left = text.size() - at;
  if (lead == 0xC2 && byte(1) < 0xC0) return {Part::Separator, std::min<std::size_t>(2, left)};
  if (lead < 0xE2 || lead > 0xEF || left < 3) return {Part::Letter, 1};
  // U+2000-206F and U+3000-303F are punctuation, U+3040-9FFF kana and Han.
  if (lead == 0xE2 && byte(1) <= 0x81) return {Part::Separator, 3};
  if (lead == 0xE3 && byte(1) == 0x80) return {Part::Separator, 3};
  if (lead >= 0xE3 && lead <= 0xE9) return {Part::Word, 3};
  // U+FF00-FF0F, U+FF1A-FF20: punctuation as wide as a Han character.
  const unsigned last = byte(2);
  if (lead == 0xEF && byte(1) == 0xBC && (last < 0x90 || (last >= 0x9A && last < 0xA1))) {
    return {Part::Separator, 3};
  }
  return {Part::Letter, 3};
}

// The finalizer of MurmurHash3: every bit of the input reaches every bit of the output.
std::uint64_t mixed(std::uint64_t hash) {
  hash ^= hash >> 33;
  hash *= 0xFF51AFD7ED558CCDULL;
  hash ^= hash >> 33;
  hash *= 0xC4CEB9FE1A85EC53ULL;
  return hash ^ hash >> 33;
}

std::uint64_t shingle_hash(const std::array<std::uint64_t, kShingleWords>& words,
                           std::size_t first) {
  std::uint64_t hash = 0;
  for (std::size_t i = 0; i < kShingleWords; ++i) {
    hash = hash * 0x9E3779B97F4A7C15ULL + words[(first + i) % kShingleWords];
  }
  return mixed(hash);
}

// Calls `use` with the hash of each shingle; a text of fewer words is one shingle.
template <class Use>
void each_shingle(std::string_view text, Use use) {
  Words words(text);
  std::array<std::uint64_t, kShingleWords> ring{};
  std::size_t count = 0;
  while (const auto word = words.next()) {
    ring[count % kShingleWords] = word_hash(*word);
    ++count;
    if (count >= kShingleWords) use(shingle_hash(ring, count % kShingleWords));
  }
  if (count > 0 && count < kShingleWords) use(shingle_hash(ring, count));
}

// Counts set bits per position for 64 positions at once: plane i holds bit i of all 64 counters.
class BitCounter final {
 public:
  void add(std::uint64_t hash) {
    std::uint64_t carry = hash;
    for (std::size_t i = 0; carry != 0 && i < planes_.size(); ++i) {
      const std::uint64_t both = planes_[i] & carry;
      planes_[i] ^= carry;
      carry = both;
    }
    if (++pending_ == kMostPending) flush();
  }

  // The positions set in more than half of what was added.
  std::uint64_t majority() {
    flush();
    std::uint64_t bits = 0;
    for (std::size_t bit = 0; bit < 64; ++bit) {
      if (totals_[bit] * 2 > added_) bits |= std::uint64_t{1} << bit;
    }
    return bits;
  }

 private:
  static constexpr std::size_t kPlanes = 8;
  static constexpr std::size_t kMostPending = (std::size_t{1} << kPlanes) - 1;

  void flush() {
    for (std::size_t bit = 0; bit < 64; ++bit) {
      for (std::size_t i = 0; i < kPlanes; ++i) totals_[bit] += (planes_[i] >> bit & 1U) << i;
    }
    planes_.fill(0);
    added_ += pending_;
    pending_ = 0;
  }

  std::array<std::uint64_t, kPlanes> planes_{};
  std::array<std::uint64_t, 64> totals_{};
  std::size_t pending_ = 0;
  std::uint64_t added_ = 0;
};

}  // namespace

std::optional<std::string_view> Words::next() {
  while (at_ < text_.size()) {
    const auto first = character_at(text_, at_);
    const std::size_t begin = at_;
    at_ += first.size;
    if (first.part == Part::Separator) continue;
    while (first.part == Part::Letter && at_ < text_.size()) {
      if (is_alnum(text_[at_])) {
        ++at_;
        continue;
      }
      const auto following = character_at(text_, at_);
      if (following.part != Part::Letter) break;
      at_ += following.size;
    }
    return text_.substr(begin, at_ - begin);
  }
  return std::nullopt;
}

std::uint64_t word_hash(std::string_view word) {
  std::uint64_t hash = 0xCBF29CE484222325ULL;  // FNV-1a
  for (char c : word) {
    hash = (hash ^ static_cast<unsigned char>(to_lower(c))) * 0x100000001B3ULL;
  }
  return mixed(hash);
}

std::uint64_t simhash(std::string_view text) {
  BitCounter counter;
  each_shingle(text, [&](std::uint64_t hash) { counter.add(hash); });
  return counter.majority();
}

int hamming_distance(std::uint64_t a, std::uint64_t b) { return std::popcount(a ^ b); }

std::vector<std::uint64_t> shingles(std::string_view text, std::size_t most) {
  std::vector<std::uint64_t> hashes;
  each_shingle(text, [&](std::uint64_t hash) { hashes.push_back(hash); });
  std::sort(hashes.begin(), hashes.end());
  hashes.erase(std::unique(hashes.begin(), hashes.end()), hashes.end());
  if (hashes.size() > most) hashes.resize(most);
  return hashes;
}

double resemblance(const std::vector<std::uint64_t>& a, const std::vector<std::uint64_t>& b) {
  std::size_t common = 0;
  for (auto i = a.begin(), j = b.begin(); i != a.end() && j != b.end();) {
    if (*i == *j) ++common;
    const bool move_i = *i <= *j;
    const bool move_j = *j <= *i;
    i += move_i ? 1 : 0;
    j += move_j ? 1 : 0;
  }
  const std::size_t all = a.size() + b.size() - common;
  return all == 0 ? 1.0 : static_cast<double>(common) / static_cast<double>(all);
}

}  // namespace asof::html
