// A cheap guess of the encoding from frequencies of bytes, for pages that do not say.
//
// Counts pairs that are typical of each East Asian encoding and how many bytes fit none of them. It
// separates the encodings by what their everyday text has and the others' has not: kana rows,
// Hangul rows, trailing bytes below 0x80. charset_test.cc holds a sample of each.
#include <array>
#include <cstdint>

#include "base/text.h"
#include "html/charset.h"

namespace asof::html {
namespace {

constexpr std::size_t kSample = 64 * 1024;
constexpr std::size_t kEnoughPairs = 8;

bool between(std::uint8_t byte, int low, int high) { return byte >= low && byte <= high; }

struct Pairs {
  std::size_t count = 0;      // pairs the encoding allows
  std::size_t errors = 0;     // bytes above 0x7F it does not
  std::size_t typical = 0;    // pairs that its everyday text is full of
  std::size_t low_trail = 0;  // second byte below 0x80

  bool plausible() const { return count >= kEnoughPairs && errors * 50 <= count; }
  bool typical_share_over(std::size_t percent) const { return typical * 100 > count * percent; }
};

using PairTest = bool (*)(std::uint8_t, std::uint8_t);

Pairs count_pairs(std::string_view bytes, PairTest valid, PairTest typical,
                  bool single_katakana = false) {
  Pairs pairs;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const auto lead = static_cast<std::uint8_t>(bytes[i]);
    if (lead < 0x80) continue;
    if (single_katakana && between(lead, 0xA1, 0xDF)) continue;
    if (i + 1 == bytes.size()) break;
    const auto trail = static_cast<std::uint8_t>(bytes[i + 1]);
    if (!valid(lead, trail)) {
      ++pairs.errors;
      continue;
    }
    ++pairs.count;
    pairs.typical += typical(lead, trail) ? 1U : 0U;
    pairs.low_trail += trail < 0x80 ? 1U : 0U;
    ++i;
  }
  return pairs;
}

bool valid_euc(std::uint8_t lead, std::uint8_t trail) {
  return between(lead, 0xA1, 0xFE) && between(trail, 0xA1, 0xFE);
}
bool valid_gbk(std::uint8_t lead, std::uint8_t trail) {
  return between(lead, 0x81, 0xFE) && between(trail, 0x40, 0xFE) && trail != 0x7F;
}
bool valid_big5(std::uint8_t lead, std::uint8_t trail) {
  return between(lead, 0xA1, 0xF9) && (between(trail, 0x40, 0x7E) || between(trail, 0xA1, 0xFE));
}
bool valid_shift_jis(std::uint8_t lead, std::uint8_t trail) {
  return (between(lead, 0x81, 0x9F) || between(lead, 0xE0, 0xFC)) && between(trail, 0x40, 0xFC) &&
         trail != 0x7F;
}
bool kana_shift_jis(std::uint8_t lead, std::uint8_t trail) {
  return (lead == 0x82 && trail >= 0x9F) || (lead == 0x83 && trail <= 0x96);
}
bool kana_euc(std::uint8_t lead, std::uint8_t) { return lead == 0xA4 || lead == 0xA5; }
bool hangul(std::uint8_t lead, std::uint8_t) { return between(lead, 0xB0, 0xC8); }
bool common_gb(std::uint8_t lead, std::uint8_t) { return between(lead, 0xB0, 0xD7); }
bool common_big5(std::uint8_t lead, std::uint8_t) { return between(lead, 0xA4, 0xC6); }

// Cyrillic stands in long runs of high bytes; Western letters with accents stand alone.
std::string_view sniff_cyrillic(std::string_view bytes) {
  std::size_t high = 0;
  std::size_t in_runs = 0;
  std::size_t run = 0;
  std::array<std::size_t, 2> letters{};  // C0-DF, E0-FF
  for (std::size_t i = 0; i <= bytes.size(); ++i) {
    const auto byte = i < bytes.size() ? static_cast<std::uint8_t>(bytes[i]) : std::uint8_t{0};
    if (byte >= 0xC0) {
      ++run;
      ++letters[byte >= 0xE0 ? 1 : 0];
    } else {
      if (run >= 3) in_runs += run;
      run = 0;
    }
    high += byte >= 0x80 ? 1U : 0U;
  }
  if (high < kEnoughPairs || in_runs * 10 < high * 7) return {};
  // Small letters are the frequent ones: E0-FF in windows-1251, C0-DF in KOI8-R.
  return letters[1] > letters[0] ? "windows-1251" : "koi8-r";
}

}  // namespace

std::string_view sniff_charset(std::string_view bytes) {
  if (is_utf8(bytes)) return "utf-8";
  const std::string_view sample = bytes.substr(0, kSample);
  const Pairs shift_jis = count_pairs(sample, valid_shift_jis, kana_shift_jis, true);
  if (shift_jis.plausible() && shift_jis.typical_share_over(20)) return "shift_jis";
  const Pairs euc_jp = count_pairs(sample, valid_euc, kana_euc);
  if (euc_jp.plausible() && euc_jp.typical_share_over(20)) return "euc-jp";
  if (const auto cyrillic = sniff_cyrillic(sample); !cyrillic.empty()) {
    // Runs of high bytes are also what double-byte text looks like. Cyrillic words have any
    // length, and white space between them: pairs of it would fall apart at odd ends.
    if (euc_jp.errors * 20 > euc_jp.count) return cyrillic;
  }
  const Pairs euc_kr = count_pairs(sample, valid_euc, hangul);
  if (euc_kr.plausible() && euc_kr.typical_share_over(75)) return "euc-kr";
  const Pairs big5 = count_pairs(sample, valid_big5, common_big5);
  if (big5.plausible() && big5.typical_share_over(75) && big5.low_trail * 5 > big5.count) {
    return "big5";
  }
  const Pairs gbk = count_pairs(sample, valid_gbk, common_gb);
  if (gbk.plausible() && gbk.typical_share_over(60)) return "gbk";
  return "windows-1252";
}

}  // namespace asof::html
