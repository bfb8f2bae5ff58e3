#include "crawl/url_table.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "base/random.h"

namespace asof::crawl {
namespace {

TEST(UrlTable, NumbersUrlsInTheOrderTheyCame) {
  UrlTable table;
  EXPECT_EQ(table.add("http://a.example/"), (std::pair<std::uint32_t, bool>{0, true}));
  EXPECT_EQ(table.add("http://a.example/b"), (std::pair<std::uint32_t, bool>{1, true}));
  EXPECT_EQ(table.add("http://a.example/"), (std::pair<std::uint32_t, bool>{0, false}));
  EXPECT_EQ(table[1], "http://a.example/b");
  EXPECT_FALSE(table.find("http://a.example/c"));
}

TEST(UrlTable, AgreesWithAMapWhateverIsAdded) {
  Rng rng(7);
  UrlTable table;
  std::map<std::string, std::uint32_t> map;
  for (int i = 0; i < 20'000; ++i) {
    std::string url = "http://h" + std::to_string(rng.below(50)) + ".example/";
    url.append(rng.below(200), static_cast<char>('a' + rng.below(26)));
    const auto [known, fresh] = map.try_emplace(url, static_cast<std::uint32_t>(map.size()));
    ASSERT_EQ(table.add(url), (std::pair{known->second, fresh}));
  }
  EXPECT_EQ(table.size(), map.size());
  for (const auto& [url, number] : map) ASSERT_EQ(table[number], url);
}

TEST(UrlTable, KeepsUrlsLongerThanABlock) {
  UrlTable table;
  const std::string url = "http://a.example/" + std::string(3 << 20, 'x');
  table.add("http://a.example/");
  table.add(url);
  table.add("http://a.example/z");
  EXPECT_EQ(table[1], url);
  EXPECT_EQ(table[2], "http://a.example/z");
}

TEST(UrlTable, TakesAFewBytesBesidesTheText) {
  UrlTable table;
  std::uint64_t text = 0;
  for (int i = 0; i < 100'000; ++i) {
    const std::string url = "http://a.example/section/page-" + std::to_string(i) + ".html";
    text += url.size();
    table.add(url);
  }
  EXPECT_LT(table.bytes(), text + 100'000 * 40 + (std::uint64_t{1} << 20));
}

}  // namespace
}  // namespace asof::crawl
