#include "crawl/audits.h"

#include <gtest/gtest.h>

#include <set>

namespace asof::crawl {
namespace {

constexpr std::size_t kPages = 10'000;

Claim claim_of(PageNumber page) {
  return {.sent = static_cast<Time>(page),
          .url = "http://a.example/" + std::to_string(page),
          .page = page};
}

// Claims of so many pages; those that are drawn.
std::set<PageNumber> draw(Audits& audits, PageNumber claims, std::size_t pages = kPages) {
  std::set<PageNumber> drawn;
  for (PageNumber page = 0; page < claims; ++page)
    if (audits.draw(claim_of(page), pages)) drawn.insert(page);
  return drawn;
}

bool always(const Claim&) { return true; }

TEST(Audits, DrawsTheShareThatIsSet) {
  const Settings settings{.audit = 0.1, .audits = 0};
  Audits audits(settings);
  const std::size_t drawn = draw(audits, kPages).size();
  EXPECT_GT(drawn, 900u);
  EXPECT_LT(drawn, 1100u);
}

TEST(Audits, DrawsMoreOfASmallSite) {
  const Settings settings{.audit = 0.05, .audits = 20};
  Audits audits(settings);
  EXPECT_EQ(draw(audits, 34, 34).size(), 34u);  // 1.7 times 20
}

TEST(Audits, TheSameSeedDrawsTheSame) {
  Settings settings{.seed = 7, .audit = 0.2, .audits = 0};
  Audits first(settings), second(settings);
  const auto drawn = draw(first, 1000);
  EXPECT_EQ(draw(second, 1000), drawn);
  settings.seed = 8;
  Audits other(settings);
  EXPECT_NE(draw(other, 1000), drawn);
}

TEST(Audits, TopsUpWhatChanceLeftOut) {
  const Settings settings{.audit = 0, .audits = 5};
  Audits audits(settings);
  const auto drawn = draw(audits, 100, 1'000'000'000);
  ASSERT_TRUE(drawn.empty());
  const auto chosen = audits.top_up(always);
  EXPECT_EQ(chosen.size(), 5u);
  for (const Claim& claim : chosen) audits.end(claim.page, true);
  EXPECT_TRUE(audits.top_up(always).empty());
  EXPECT_TRUE(audits.believes());
}

TEST(Audits, TopsUpOnlyByTheLastClaimOfAPage) {
  const Settings settings{.audit = 0, .audits = 5};
  Audits audits(settings);
  draw(audits, 8, 1'000'000'000);
  const auto chosen = audits.top_up([](const Claim& claim) { return claim.page < 2; });
  EXPECT_EQ(chosen.size(), 2u);
  for (const Claim& claim : chosen) EXPECT_LT(claim.page, 2u);
}

TEST(Audits, AFalseClaimEndsAllBelief) {
  const Settings settings{.audit = 1};
  Audits audits(settings);
  EXPECT_TRUE(audits.draw(claim_of(1), kPages));
  audits.end(1, false);
  EXPECT_FALSE(audits.believes());
  EXPECT_FALSE(audits.draw(claim_of(2), kPages));
  EXPECT_TRUE(audits.top_up(always).empty());
}

TEST(Audits, AnAuditThatSaysNothingIsMadeUpFor) {
  const Settings settings{.audit = 0, .audits = 5};
  Audits audits(settings);
  draw(audits, 100, 1'000'000'000);
  const auto chosen = audits.top_up(always);
  ASSERT_EQ(chosen.size(), 5u);
  audits.end_inconclusive(chosen[0].page);
  for (std::size_t i = 1; i < chosen.size(); ++i) audits.end(chosen[i].page, true);
  EXPECT_TRUE(audits.believes());
  const auto more = audits.top_up(always);
  ASSERT_EQ(more.size(), 1u);
  EXPECT_NE(more[0].page, chosen[0].page);
}

}  // namespace
}  // namespace asof::crawl
