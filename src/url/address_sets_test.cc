#include "url/address_sets.h"

#include <gtest/gtest.h>

namespace asof::url {
namespace {

TEST(AddressSets, AreReadFromLines) {
  const auto sets = parse_address_sets(
      "# the index and what it lists\n"
      "https://example.org\n"
      "  https://example.org/a#top \r\n"
      "\n\n"
      "https://EXAMPLE.org/b/../c\n"
      "# in between\n"
      "https://example.org/d");
  ASSERT_TRUE(sets) << sets.error().what;
  EXPECT_EQ(*sets, (AddressSets{{"https://example.org/", "https://example.org/a"},
                                {"https://example.org/c", "https://example.org/d"}}));
}

TEST(AddressSets, NameTheLineThatIsWrong) {
  struct {
    std::string_view text, says;
  } const cases[] = {
      {"", "names no pages"},
      {"# nothing\n\n", "names no pages"},
      {"https://a.example/\nmailto:x@a.example\n", "line 2: \"mailto:x@a.example\" is no web"},
      {"https://a.example/\nnot an address\n", "line 2"},
      {"https://a.example/\nhttps://u:p@a.example/b\n", "line 2: the address holds a user name"},
      {"https://a.example/\nhttps://a.example/b\n\nhttps://a.example/b\nhttps://a.example/c",
       "line 4: https://a.example/b was named in line 2"},
      {"https://a.example/\n\nhttps://a.example/b\nhttps://a.example/c",
       "line 1: https://a.example/ is alone"},
      {"https://a.example/\nhttps://b.example/\n", "line 2: https://b.example/ is not of"},
  };
  for (const auto& [text, says] : cases) {
    const auto sets = parse_address_sets(text);
    ASSERT_FALSE(sets) << text;
    EXPECT_EQ(sets.error().code, Errc::Invalid);
    EXPECT_NE(sets.error().what.find(says), std::string::npos) << sets.error().what;
  }
}

}  // namespace
}  // namespace asof::url
