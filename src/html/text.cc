#include "html/text.h"

#include <algorithm>
#include <bit>

#include "base/text.h"
#include "html/eight_bytes.h"

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

// Every bit of the input reaches every bit of the output.
std::uint64_t mixed(std::uint64_t hash) {
  hash = (hash ^ hash >> 32) * 0xD6E8FEB86659FD93ULL;
  hash = (hash ^ hash >> 32) * 0xD6E8FEB86659FD93ULL;
  return hash ^ hash >> 32;
}

constexpr std::uint64_t kWordSeed = 0x9E3779B97F4A7C15ULL;

std::uint64_t last_piece_hash(std::uint64_t hash, EightBytes piece) {
  return mixed(hash ^ lower_eight(piece));
}

// What is neither an ASCII letter nor a digit.
EightBytes mark_others(EightBytes bytes) {
  const EightBytes letters = mark_range(bytes | kLowBits * 0x20, 'a', 'z');
  return ~(letters | mark_range(bytes, '0', '9')) & kHighBits;
}

// Where the letters and digits that begin at `p` end, if those before the end are all ASCII and
// eight bytes can be read; null otherwise.
const char* ascii_word_end(const char* p, const char* end) {
  while (end - p >= 8) {
    const EightBytes others = mark_others(load_eight(p));
    if (others != 0) {
      p += first_mark(others);
      return static_cast<unsigned char>(*p) < 0x80 ? p : nullptr;
    }
    p += 8;
  }
  return nullptr;
}

// Eight bytes at a time, the last ones filled up with zeros: no word has those.
std::uint64_t hash_bytes(const char* p, std::size_t size, std::size_t readable) {
  std::uint64_t hash = kWordSeed;
  for (; size > 8; size -= 8, readable -= 8, p += 8) {
    hash = std::rotl((hash ^ lower_eight(load_eight(p))) * 0xFF51AFD7ED558CCDULL, 29);
  }
  EightBytes last = 0;
  if (readable >= 8) {
    last = first_of(load_eight(p), size);
  } else {
    for (std::size_t i = size; i-- > 0;) last = last << 8 | static_cast<unsigned char>(p[i]);
  }
  return last_piece_hash(hash, last);
}

std::uint64_t shingle_hash(std::uint64_t first, std::uint64_t second, std::uint64_t third) {
  std::uint64_t hash = first * 0x9E3779B97F4A7C15ULL + std::rotl(second, 21) + third;
  hash = (hash ^ hash >> 32) * 0xC4CEB9FE1A85EC53ULL;
  return hash ^ hash >> 29;
}

// Calls `use` with the hash of each word. Most words are ASCII and shorter than eight bytes: they
// are found and hashed in one step.
template <class Use>
void each_word(std::string_view text, Use use) {
  const char* p = text.data();
  const char* const end = p + text.size();
  while (p != end) {
    if (end - p >= 8) {
      const EightBytes bytes = load_eight(p);
      const EightBytes others = mark_others(bytes);
      if (others != 0) {
        const std::size_t size = first_mark(others);
        if (static_cast<unsigned char>(p[size]) < 0x80) {
          if (size > 0) use(last_piece_hash(kWordSeed, first_of(bytes, size)));
          p += size + 1;
          continue;
        }
      }
    }
    const std::string_view rest(p, static_cast<std::size_t>(end - p));
    const auto word = Words(rest).next();
    if (!word) return;
    use(hash_bytes(word->data(), word->size(), static_cast<std::size_t>(end - word->data())));
    p = word->data() + word->size();
  }
}

// Calls `use` with the hash of each shingle. A text of fewer words is one shingle.
template <class Use>
void each_shingle(std::string_view text, Use use) {
  std::uint64_t before_last = 0;
  std::uint64_t last = 0;
  std::uint64_t count = 0;
  each_word(text, [&](std::uint64_t hash) {
    if (++count >= kShingleWords) use(shingle_hash(before_last, last, hash));
    before_last = last;
    last = hash;
  });
  if (count > 0 && count < kShingleWords) use(shingle_hash(0, before_last, last));
}

}  // namespace

std::optional<std::string_view> Words::next() {
  while (at_ < text_.size()) {
    const std::size_t begin = at_;
    if (is_alnum(text_[at_])) {
      const char* const start = text_.data() + at_;
      if (const char* end = ascii_word_end(start, text_.data() + text_.size())) {
        at_ += static_cast<std::size_t>(end - start);
        return text_.substr(begin, at_ - begin);
      }
    }
    const auto first = character_at(text_, at_);
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
  return hash_bytes(word.data(), word.size(), word.size());
}

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
