#include "prove/phrase.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace asof::prove {
namespace {

TEST(Phrase, IsNormalisedAsReadersSeeIt) {
  const struct {
    const char* text;
    const char* normal;
  } rows[] = {
      {"", ""},
      {"  \t\n ", ""},
      {"sold out", "sold out"},
      {" sold \r\n\t out ", "sold out"},
      {"sold\u00A0out", "sold out"},           // no-break space
      {"10\u202F000\u3000yen", "10 000 yen"},  // narrow and ideographic spaces
      {"Lade\u00ADnschluss", "Ladenschluss"},  // soft hyphen
      {"a\u200Bb\u2060c\uFEFFd", "abcd"},      // of no width
      {"\u202Eabc\u202C\u200F", "abc"},        // marks of direction
      {"Cafe\u0301", "Caf\u00E9"},             // composed
      {"e\u00AD\u0301", "\u00E9"},             // composed once nothing stands between
      {"\u212B", "\u00C5"},                    // the sign of the angstrom is the letter
      {"\uFB01ne", "\uFB01ne"},                // a ligature stays: NFC, not NFKC
      {"Sold OUT", "Sold OUT"},                // case stays
      {"a\xFF"
       "b",
       "a\uFFFD"
       "b"},                   // ill-formed
      {"\xE2\x82", "\uFFFD"},  // cut in a character
      {"\U0001F600  \U0001F601", "\U0001F600 \U0001F601"},
  };
  for (const auto& row : rows) EXPECT_EQ(normalised(row.text), row.normal) << row.text;
}

TEST(Phrase, IsNormalisedOnceForAll) {
  for (const char* text : {"Cafe\u0301 \u00A0 x", "a\u00AD \u200B b", "\u1112\u1161\u11ab"}) {
    const std::string once = normalised(text);
    EXPECT_EQ(normalised(once), once);
  }
}

TEST(Phrase, IsFoundOnlyWhole) {
  EXPECT_EQ(find_phrase("all sold out", "sold out"), 4U);
  EXPECT_EQ(find_phrase("all sold", "sold out"), kNone);
  EXPECT_EQ(find_phrase("all", "longer than the text"), kNone);
  EXPECT_EQ(find_phrase("all", ""), kNone);
  EXPECT_EQ(find_phrase("", "x"), kNone);
}

TEST(Phrase, HasAnExcerptOfWholeCharacters) {
  std::string text;
  for (int i = 0; i < 100; ++i) text += "\u00E9";
  text += "sold out";
  for (int i = 0; i < 100; ++i) text += "\u20AC";
  const std::string around = excerpt(text, 200, 8);
  EXPECT_TRUE(is_utf8(around)) << around;
  EXPECT_TRUE(around.starts_with("...\u00E9"));
  EXPECT_TRUE(around.ends_with("\u20AC..."));
  EXPECT_EQ(excerpt("sold out", 0, 8), "sold out");
}

}  // namespace
}  // namespace asof::prove
