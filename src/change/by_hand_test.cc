#include "change/by_hand.h"

#include <gtest/gtest.h>

#include "base/digest.h"
#include "change/change.h"
#include "support/result.h"

namespace asof::change {
namespace {

Version version(std::string body) {
  Version made;
  made.url = "http://www.example.org/";
  made.mime = "text/html";
  made.sha256 = digest_of(Algorithm::Sha256, body);
  made.body = [body = std::move(body)]() -> Result<std::string> { return body; };
  return made;
}

std::string page(std::string_view story, std::string_view price) {
  return "<!doctype html><title>Shop</title><div id=content><h2>Story</h2><p>" +
         std::string(story) + "</p></div><div id=prices class='box wide'><h2>Prices</h2><p>" +
         std::string(price) + "</p></div>";
}

Finding finding(const char* rules, std::string_view story = "A long story about the shop") {
  const HandWeights weights = test::must(read_hand_weights(rules, "weights"));
  Means means;
  means.options.by_hand = &weights;
  return test::must(compare(version(page("A long story about the shop", "A loaf is two euros")),
                            version(page(story, "A loaf is six euros")), means));
}
double importance(const char* rules) { return finding(rules).importance; }

TEST(ByHand, AWeightRaisesAndLowersWhatABlockCounts) {
  const double plain = importance("");
  ASSERT_GT(plain, 0);
  EXPECT_GT(importance("10 #prices"), plain);
  EXPECT_GT(importance("10 body div.wide"), plain);
  EXPECT_LT(importance("0.1 #prices"), plain);
  EXPECT_EQ(importance("0 #prices"), 0);
  EXPECT_EQ(importance("0 body"), 0) << "also where nothing is left that counts";
  // The innermost element counts, and of several rules for it the last.
  EXPECT_LT(importance("10 body\n0.1 #prices\n"), plain);
  EXPECT_GT(importance("0 #prices\n10 #prices\n"), plain);
}

TEST(ByHand, WhatCountsNothingMattersToNobody) {
  const char* story = "A long story about the mill";
  EXPECT_EQ(finding("0 #prices").matters, 0);
  EXPECT_GT(finding("", story).matters, finding("0 #prices", story).matters)
      << "the words of the prices are left out";
  EXPECT_EQ(finding("0 #prices", story).matters, finding("0 .wide", story).matters);
}

TEST(ByHand, ARuleIsForItsSite) {
  const double plain = importance("");
  EXPECT_EQ(importance("site example.org\n0 #prices\n"), 0);
  EXPECT_EQ(importance("site www.example.org\n0 #prices\n"), 0);
  EXPECT_EQ(importance("site EXAMPLE.org\n0 #prices\n"), 0);
  EXPECT_EQ(importance("site other.org\n0 #prices\n"), plain);
  EXPECT_EQ(importance("site ple.org\n0 #prices\n"), plain);
}

TEST(ByHand, AMistakeIsNamedByFileAndLine) {
  const std::pair<const char*, const char*> rows[] = {
      {"# fine\nmuch .x", "f, line 2: \"much\" is not a number from 0 to 100"},
      {"-1 .x", "f, line 1: \"-1\" is not a number from 0 to 100"},
      {"nan .x", "f, line 1: \"nan\" is not a number from 0 to 100"},
      {"3", "f, line 1: a rule is a number and a selector, or \"site HOST\""},
      {"site http://a.org/\n3 p", "f, line 1: \"http://a.org/\" is not a host such as example.org"},
      {"\nsite a.org b.org", "f, line 2: \"a.org b.org\" is not a host such as example.org"},
      {"3 a > b",
       "f, line 1: \"a > b\" is not a selector of names, #ids and .classes, one below another"},
  };
  for (const auto& [text, error] : rows) {
    const auto read = read_hand_weights(text, "f");
    ASSERT_FALSE(read.has_value()) << text;
    EXPECT_EQ(read.error().what, error);
  }
}

}  // namespace
}  // namespace asof::change
