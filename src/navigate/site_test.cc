#include "navigate/site.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/random.h"

namespace asof::navigate {
namespace {

constexpr double kHour = 3600;

// Pages that change at random, each by itself, captured at random.
std::vector<Page> pages_of(int count, double hours, Rng& rng) {
  std::vector<Page> pages(static_cast<std::size_t>(count));
  for (Page& page : pages) {
    const double mean = rng.uniform(5, 30);
    Time change = rng.uniform(0, mean) * kHour;
    std::uint64_t version = 1;
    for (Time at = rng.uniform(0, 4) * kHour; at < hours * kHour; at += rng.uniform(2, 6) * kHour) {
      for (; change <= at; change += -mean * kHour * std::log(1 - rng.uniform())) ++version;
      page.captures.push_back({.at = at, .digest = version});
    }
  }
  return pages;
}

std::vector<PageLink> ring(std::uint32_t pages) {
  std::vector<PageLink> links;
  for (std::uint32_t p = 0; p < pages; ++p)
    for (std::uint32_t k = 1; k < 4; ++k) links.push_back({p, (p + k) % pages});
  return links;
}

TEST(SiteKnowledge, LearnsTheSameTwice) {
  Rng rng(1);
  const auto pages = pages_of(6, 100, rng);
  const SiteOptions options{.until = 101 * kHour, .questions = 100};
  const auto one = SiteKnowledge::learn(pages, ring(6), options);
  const auto two = SiteKnowledge::learn(pages, ring(6), options);
  EXPECT_EQ(one.correction(0)(0.5), two.correction(0)(0.5));
  EXPECT_EQ(one.pages()[3].changes.rates, two.pages()[3].changes.rates);
}

TEST(SiteKnowledge, PagesThatChangeAloneAreHeldApart) {
  Rng rng(2);
  const auto site =
      SiteKnowledge::learn(pages_of(12, 300, rng), ring(12), {.until = 301 * kHour, .hidings = 0});
  const Together share = site.joint().mean();
  EXPECT_LT(share.at_once + share.in_slot, 0.3);
  EXPECT_FALSE(site.correction(0).holds(0.9)) << "nothing was hidden: nothing is known";
}

TEST(SiteKnowledge, ATimeTooLongForHoursHasLongerSlots) {
  Rng rng(3);
  const auto site = SiteKnowledge::learn(pages_of(4, 400, rng), ring(4),
                                         {.until = 401 * kHour, .most_slots = 100, .hidings = 0});
  EXPECT_LE(site.pages()[0].changes.rates.size(), 102U);
  EXPECT_GT(site.pages()[0].changes.expected(0, 100 * kHour), 0);
}

TEST(SiteKnowledge, NothingLinkedNothingKnownTogether) {
  Rng rng(4);
  const auto site = SiteKnowledge::learn(pages_of(3, 50, rng), {}, {.until = 51 * kHour});
  EXPECT_EQ(site.joint().mean().at_once, 0);
  EXPECT_FALSE(site.correction(0).holds(0.9));
}

}  // namespace
}  // namespace asof::navigate
