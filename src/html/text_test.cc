#include "html/text.h"

#include <gtest/gtest.h>

#include <array>
#include <string>

namespace asof::html {
namespace {

std::string words_of(std::string_view text) {
  std::string out;
  Words words(text);
  while (const auto word = words.next()) out += '[' + std::string(*word) + ']';
  return out;
}

TEST(Words, SplitAtWhatIsNotALetter) {
  EXPECT_EQ(words_of(""), "");
  EXPECT_EQ(words_of(" -- "), "");
  EXPECT_EQ(words_of("It's 3.5 km, Übung—naïve"), "[It][s][3][5][km][Übung][naïve]");
  EXPECT_EQ(words_of("a\u00A0b\u201Cc\u201D"), "[a][b][c]");
  EXPECT_EQ(words_of("안녕 세계"), "[안녕][세계]");
  EXPECT_EQ(words_of("日本語。ab中，文"), "[日][本][語][ab][中][文]");
  EXPECT_EQ(words_of("a\xE3\x81"), "[a\xE3\x81]");
}

std::string numbered(int from, int to) {
  std::string text;
  for (int i = from; i < to; ++i) text += "word" + std::to_string(i) + ' ';
  return text;
}

// Words are looked for eight bytes at a time; where they begin and end must not matter.
TEST(Words, EndAtEveryAsciiByteThatIsNeitherLetterNorDigit) {
  for (int c = 0; c < 128; ++c) {
    const char byte = static_cast<char>(c);
    const bool letter = (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z');
    for (std::size_t before = 1; before < 20; ++before) {
      const std::string left(before, 'x');
      const std::string right(12, 'Y');
      const std::string expected =
          letter ? "[" + left + byte + right + "]" : "[" + left + "][" + right + "]";
      EXPECT_EQ(words_of(left + byte + right), expected) << c << ' ' << before;
    }
  }
}

TEST(Words, HashToTheSameWhereverTheyStand) {
  const std::string word = "Donaudampfschifffahrt";
  for (std::size_t size = 1; size <= word.size(); ++size) {
    const std::string_view part = std::string_view(word).substr(0, size);
    const auto alone = shingles(part);
    EXPECT_EQ(shingles(std::string(part) + "                "), alone) << part;
    EXPECT_EQ(shingles(" " + std::string(part) + "\u2014"), alone) << part;
    EXPECT_NE(word_hash(part), word_hash(part.substr(1))) << part;
  }
}

TEST(Shingles, ResembleByWhatIsShared) {
  EXPECT_DOUBLE_EQ(resemblance(shingles("a b c d"), shingles("a b c d")), 1.0);
  EXPECT_DOUBLE_EQ(resemblance(shingles("a b c d"), shingles("a b c x")), 1.0 / 3);
  EXPECT_DOUBLE_EQ(resemblance(shingles("a b c"), shingles("x y z")), 0.0);
  EXPECT_DOUBLE_EQ(resemblance(shingles(""), shingles("")), 1.0);
  EXPECT_EQ(shingles(numbered(0, 100), 10).size(), 10U);
}

}  // namespace
}  // namespace asof::html
