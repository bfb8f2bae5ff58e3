#include "weight/url_weights.h"

#include <gtest/gtest.h>

#include "support/result.h"

namespace asof::weight {
namespace {

using test::must;

TEST(UrlWeights, TakesTheLongestThatFits) {
  const auto weights = must(
      UrlWeights::parse("# the news\n5 https://example.org/\n\n2.5\thttps://example.org/*\r\n"
                        "0 https://example.org/weather/*\n7 https://example.org/weather/storm\n",
                        "w"));
  EXPECT_EQ(weights.size(), 4U);
  EXPECT_EQ(weights.of("https://example.org/"), 5);
  EXPECT_EQ(weights.of("https://example.org/a"), 2.5);
  EXPECT_EQ(weights.of("https://example.org/weather/"), 0);
  EXPECT_EQ(weights.of("https://example.org/weather/storm"), 7);
  EXPECT_EQ(weights.of("https://example.org/weather/storms"), 0);
  EXPECT_EQ(weights.of("https://example.com/"), 1);
}

TEST(UrlWeights, NamesTheLineThatIsWrong) {
  const struct {
    const char* text;
    const char* says;
  } rows[] = {
      {"1 https://a/\nmany https://b/", "w, line 2: \"many\" is no weight"},
      {"-1 https://a/", "w, line 1: \"-1\" is no weight"},
      {"1e7 https://a/", "w, line 1: \"1e7\" is no weight"},
      {"nan https://a/", "w, line 1: \"nan\" is no weight"},
      {"\n\n3", "w, line 3: \"\" is no address"},
      {"3 example.org", "w, line 1: \"example.org\" is no address"},
      {"3 https://a/ b", "w, line 1: \"https://a/ b\" is no address"},
      {"3 https://a/*\n4 https://a/*", "w, line 2: \"https://a/\" has a weight already"},
  };
  for (const auto& row : rows) {
    const auto weights = UrlWeights::parse(row.text, "w");
    ASSERT_FALSE(weights.has_value()) << row.text;
    EXPECT_EQ(weights.error().code, Errc::Invalid);
    EXPECT_TRUE(weights.error().what.starts_with(row.says)) << weights.error().what;
  }
}

}  // namespace
}  // namespace asof::weight
