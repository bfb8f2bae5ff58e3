#include "certificate/trust.h"

#include <gtest/gtest.h>

#include <cmath>

#include "certificate/evidence_test_world.h"

namespace asof::certificate {
namespace {

std::string address(std::size_t i) { return "http://a.example/" + std::to_string(i); }

// `pages` pages answered by 304, the first `audited` of them audited.
std::vector<PageEvidence> answered(std::size_t pages, std::size_t audited) {
  std::vector<PageEvidence> site;
  for (std::size_t i = 0; i < pages; ++i) {
    std::vector<Sighting> seen = {whole(0, 1, "a", "\"x\""), not_modified(10, 11, "\"x\"")};
    if (i < audited) seen.push_back(audit(whole(12, 13, "a", "\"x\"")));
    site.push_back(page(seen, address(i)));
  }
  return site;
}

TEST(AuditsNeeded, AreAShareButAtLeastTwentyOrAll) {
  const std::pair<std::uint64_t, std::uint64_t> cases[] = {
      {0, 0}, {1, 1}, {19, 19}, {20, 20}, {21, 20}, {400, 20}, {401, 21}, {1000, 50}, {1001, 51}};
  for (const auto& [answers, needed] : cases) EXPECT_EQ(audits_needed(answers), needed) << answers;
}

TEST(Trust, IsGrantedOnceEnoughAnswersWereAudited) {
  EXPECT_FALSE(trust_sites(answered(100, 19)).at(0).granted());
  const auto site = trust_sites(answered(100, 20)).at(0);
  EXPECT_TRUE(site.granted());
  EXPECT_EQ(site.answers, 100U);
  EXPECT_EQ(site.audited, 20U);
  EXPECT_DOUBLE_EQ(site.bound, 1 - std::pow(0.05, 1 / 20.0));
  EXPECT_DOUBLE_EQ(site.allowed, site.bound * 100);
  EXPECT_TRUE(trust_sites(answered(3, 3)).at(0).granted());
  EXPECT_EQ(trust_sites(answered(3, 3)).at(0).allowed, 0) << "nothing is left that could be false";
}

TEST(Trust, IsWithdrawnFromTheWholeSiteByOneWrongAnswer) {
  auto site = answered(100, 40);
  site[7].sightings.back().content = body("b");
  const auto trust = trust_sites(site).at(0);
  EXPECT_FALSE(trust.granted());
  ASSERT_EQ(trust.wrong.size(), 2U) << "the audit, and the equal tag of another body";
  EXPECT_EQ(trust.wrong[0].url, address(7));
  EXPECT_EQ(trust.wrong[0].sent, second(10));
}

TEST(Trust, OfOneSiteSaysNothingOfAnother) {
  auto site = answered(30, 30);
  site[3].sightings.back() = audit(whole(12, 13, "b", "\"y\""));
  auto other = answered(30, 30);
  for (auto& p : other) p.url.replace(7, 1, "b");
  site.insert(site.end(), other.begin(), other.end());
  const auto trust = trust_sites(site);
  ASSERT_EQ(trust.size(), 2U);
  EXPECT_FALSE(find_site(trust, "a.example")->granted());
  EXPECT_TRUE(find_site(trust, "b.example")->granted());
  EXPECT_EQ(find_site(trust, "c.example"), nullptr);
}

TEST(Trust, FindsWrongAnswersForNothingWhereTagsAreEqualAndBodiesNot) {
  const auto wrong =
      trust_sites({page({whole(0, 1, "a", "\"x\""), whole(10, 11, "b", "\"x\"")})}).at(0);
  EXPECT_EQ(wrong.wrong.size(), 1U);
  const auto right =
      trust_sites({page({whole(0, 1, "a", "\"x\""), whole(10, 11, "a", "\"x\"")})}).at(0);
  EXPECT_EQ(right.matched, 1U);
  EXPECT_FALSE(right.granted()) << "there is nothing to grant: no answer was by validators";
  auto dated = whole(0, 1, "a");
  auto again = whole(10, 11, "b");
  dated.validators.last_modified = again.validators.last_modified = "Sun, 15 Nov 2026 09:30:00 GMT";
  EXPECT_EQ(trust_sites({page({dated, again})}).at(0).wrong.size(), 1U);
  dated.validators.etag = "\"x\"", again.validators.etag = "\"y\"";
  EXPECT_TRUE(trust_sites({page({dated, again})}).empty()) << "the tags differ, and they decide";
}

TEST(Trust, TakesAFullRequestInsteadOfAConditionalOneForNoAudit) {
  auto site = answered(30, 0);
  for (auto& p : site) p.sightings.push_back(whole(12, 13, "a", "\"x\""));
  EXPECT_EQ(trust_sites(site).at(0).audited, 0U) << "nobody drew these by lot";
  auto instead = answered(1, 0);
  instead[0].sightings = {whole(0, 1, "a", "\"x\""), audit(whole(12, 13, "a", "\"x\""))};
  EXPECT_EQ(trust_sites(instead).at(0).audited, 0U) << "no answer by validators went before";
}

TEST(Trust, AnAuditAfterALaterChangeSaysNothing) {
  const auto dated = [](Sighting sighting, double modified) {
    sighting.modified = second(modified);
    return sighting;
  };
  const struct {
    std::string rule;
    Sighting audit;
    bool wrong;
  } cases[] = {
      {"a new tag and a date after the answer", dated(whole(900, 901, "b", "\"2\""), 500), false},
      {"a date within the second of the answer", dated(whole(20, 21, "b", "\"2\""), 10), false},
      {"a date before the answer", dated(whole(900, 901, "b", "\"2\""), 8), true},
      {"the old tag", dated(whole(900, 901, "b", "\"1\""), 500), true},
      {"no tag", dated(whole(900, 901, "b"), 500), true},
      {"no date", whole(900, 901, "b", "\"2\""), true},
      {"a date yet to come", dated(whole(900, 901, "b", "\"2\""), 1000), true},
  };
  for (const auto& [rule, late, wrong] : cases) {
    SCOPED_TRACE(rule);
    const std::vector<PageEvidence> pages = {
        page({whole(0, 1, "a", "\"1\""), not_modified(10.5, 11, "\"1\""), audit(late)})};
    const auto now = trust_sites(pages);
    ASSERT_EQ(now.size(), 1U);
    EXPECT_EQ(now[0].wrong.empty(), !wrong);
    EXPECT_EQ(now[0].inconclusive, wrong ? 0U : 1U);
    EXPECT_FALSE(now[0].granted()) << "nothing was found right either";
    EXPECT_FALSE(trust_sites(pages, {.excuses_later_changes = false})[0].wrong.empty());
  }
}

}  // namespace
}  // namespace asof::certificate
