#include "catalog/links.h"

#include <random>

#include <gtest/gtest.h>
#include <zstd.h>

#include "support/result.h"

namespace asof::catalog {
namespace {

using test::fails_with;
using test::must;

std::vector<Link> some_links() {
  return {{LinkKind::Hyperlink, "a/@href", "http://example.com/a"},
          {LinkKind::Requisite, "img/@src", "http://example.com/a.png"},
          {LinkKind::Hyperlink, "", "http://example.com/"},
          {LinkKind::Redirect, "location", ""},
          {LinkKind::Speculative, "script", std::string("\0\xff", 2)}};
}

TEST(Links, ComeBackInOrder) {
  for (const auto& links : {some_links(), std::vector<Link>{}, std::vector<Link>(1)}) {
    EXPECT_EQ(must(unpack_links(pack_links(links))), links);
  }
  EXPECT_EQ(pack_links({}), "");
}

TEST(Links, TakeFewBytesOnAnOrdinaryPage) {
  std::vector<Link> links;
  for (int i = 0; i < 100; ++i) {
    links.push_back({LinkKind::Hyperlink, "a/@href",
                     "https://www.example.com/news/2026/11/article-" + std::to_string(i * 7919)});
  }
  EXPECT_LT(pack_links(links).size(), 1000u);
}

TEST(Links, AreCutWhereTheyCouldNotBeUnpacked) {
  std::vector<Link> links(3, Link{LinkKind::Hyperlink, "", std::string(30 << 20, 'x')});
  EXPECT_EQ(must(unpack_links(pack_links(links))).size(), 2u);
}

TEST(Links, RefuseHostilePacks) {
  std::string good = pack_links(some_links());
  EXPECT_TRUE(fails_with(unpack_links("\x02" + good.substr(1)), Errc::Corrupt));
  EXPECT_TRUE(fails_with(unpack_links("\x01"), Errc::Corrupt));
  EXPECT_TRUE(
      fails_with(unpack_links("\x01\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x7f"), Errc::Corrupt));
  EXPECT_TRUE(fails_with(unpack_links("\x01\xff\xff\xff\xff\x7f" + good.substr(2)), Errc::Limit));
  for (std::size_t size = 1; size < good.size(); ++size) {
    EXPECT_TRUE(fails_with(unpack_links(good.substr(0, size)), Errc::Corrupt)) << size;
  }
}

TEST(Links, SurviveAnyChangedByte) {
  std::string good = pack_links(some_links());
  std::mt19937 random(1);
  for (int round = 0; round < 20000; ++round) {
    std::string bad = good;
    for (unsigned n = random() % 4; n-- > 0;)
      bad[random() % bad.size()] = static_cast<char>(random());
    auto links = unpack_links(bad);
    if (links) {
      EXPECT_LE(links->size(), 64u);
    }
  }
}

TEST(Links, BoundWhatAFewSharedBytesStandFor) {
  // One URL of 32 KB, then thousands that share all of it: small packed, huge unpacked.
  std::string plain = std::string("\0\0\x80\x80\x02", 5) + std::string(32768, 'x') + '\0';
  for (int i = 0; i < 5000; ++i) plain += std::string("\0\x80\x80\x02\0\0", 6);
  std::string frame(ZSTD_compressBound(plain.size()), '\0');
  frame.resize(ZSTD_compress(frame.data(), frame.size(), plain.data(), plain.size(), 1));
  std::string pack = "\x01";
  for (std::size_t size = plain.size(); size > 0; size >>= 7) {
    pack += static_cast<char>((size & 0x7f) | (size > 0x7f ? 0x80 : 0));
  }
  EXPECT_LT(frame.size(), 1000u);
  EXPECT_TRUE(fails_with(unpack_links(pack + frame), Errc::Limit));
}

}  // namespace
}  // namespace asof::catalog
