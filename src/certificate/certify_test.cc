#include "certificate/certify.h"

#include <gtest/gtest.h>

#include <cmath>

#include "certificate/evidence_test_world.h"
#include "certificate/json.h"
#include "certificate/summary.h"

namespace asof::certificate {
namespace {

Evidence evidence_of(std::vector<PageEvidence> pages) {
  Evidence evidence{.crawl = "a.example-20261115093000"};
  for (std::size_t i = 0; i < pages.size(); ++i)
    if (pages[i].url == "http://a.example/") pages[i].url += std::to_string(i);
  evidence.pages = std::move(pages);
  return evidence;
}

TEST(Certify, GradesEveryPageAsOfOneInterval) {
  auto seen_once = page({whole(2, 3, "c")});
  seen_once.rate = 0.01;
  const auto certificate = certify(evidence_of({
                                       page({whole(0, 1, "a"), whole(20, 21, "a")}),
                                       page({whole(4, 5, "b"), whole(16, 17, "b")}),
                                       seen_once,
                                       page({whole(6, 7, "d"), whole(14, 15, "e")}),
                                       page({failed(8, 9)}),
                                       page({}),
                                   }),
                                   usual_rules(1));
  EXPECT_EQ(certificate.as_of.span, seconds(5, 16));
  const Grade grades[] = {Grade::Proven,   Grade::Proven,  Grade::Likely,
                          Grade::Conflict, Grade::Unknown, Grade::Unknown};
  for (std::size_t i = 0; i < std::size(grades); ++i)
    EXPECT_EQ(certificate.pages[i].grade, grades[i]) << i;
  EXPECT_EQ(certificate.pages[0].content, body("a"));
  EXPECT_EQ(certificate.pages[2].rate_source, RateSource::Believed);
  // What was seen may be as old as its request; what is asked may be as late as the interval's end.
  EXPECT_DOUBLE_EQ(certificate.pages[2].probability, std::exp(-0.01 * 14));
  EXPECT_FALSE(certificate.pages[3].content.has_value());
  EXPECT_EQ(certificate.pages[3].changes.at(0).within, seconds(6, 15));
  EXPECT_EQ(certificate.as_of.of(Grade::Proven), (Tally{2, 2}));
  EXPECT_EQ(certificate.as_of.of(Grade::Unknown), (Tally{2, 2}));
  EXPECT_EQ(certificate.from, second(0));
  EXPECT_EQ(certificate.until, second(21));
  EXPECT_EQ(certificate.requests, 8U);
}

TEST(Certify, FollowsWeightNotNumbers) {
  auto heavy = page({whole(0, 1, "a"), whole(4, 5, "a")});
  heavy.weight = 3;
  const auto certificate = certify(evidence_of({
      heavy,
      page({whole(10, 11, "b"), whole(20, 21, "b")}),
      page({whole(10, 11, "c"), whole(20, 21, "c")}),
  }));
  EXPECT_EQ(certificate.as_of.span, seconds(1, 4));
}

TEST(Certify, AChangeOutsideTheIntervalIsNoConflict) {
  const auto certificate = certify(evidence_of({
      page({whole(0, 1, "a"), whole(9, 10, "a"), whole(20, 21, "b")}),
      page({whole(2, 3, "c"), whole(8, 9, "c")}),
      page({whole(9, 10, "d"), whole(20, 21, "e")}),
  }));
  EXPECT_EQ(certificate.as_of.span, seconds(3, 8));
  EXPECT_EQ(certificate.pages[0].grade, Grade::Proven);
  EXPECT_EQ(certificate.pages[0].changes.size(), 1U) << "it is listed all the same";
  EXPECT_EQ(certificate.pages[2].grade, Grade::Likely);
}

TEST(Certify, GivesBothAnswersWhereProofAndAttestationDisagree) {
  std::vector<PageEvidence> pages;
  for (int i = 0; i < 20; ++i)  // audited, and so proven on [1, 12]
    pages.push_back(page({whole(0, 1, "a", "\"x\""), not_modified(10, 11, "\"x\""),
                          audit(whole(12, 13, "a", "\"x\""))}));
  for (int i = 0; i < 100; ++i)  // attested on [21, 30]
    pages.push_back(page({whole(20, 21, "b", "\"y\""), not_modified(30, 31, "\"y\"")}));
  const auto certificate = certify(evidence_of(pages));
  EXPECT_EQ(certificate.as_of.span, seconds(21, 30));
  EXPECT_EQ(certificate.as_of.of(Grade::Attested).pages, 100U);
  EXPECT_EQ(certificate.as_of_proven.span, seconds(1, 12));
  EXPECT_EQ(certificate.as_of_proven.of(Grade::Proven).pages, 20U);

  pages[3].sightings.back().content = body("c");  // one wrong answer, and all are in doubt
  const auto doubted = certify(evidence_of(pages));
  EXPECT_EQ(doubted.as_of.span, seconds(1, 12));
  EXPECT_EQ(doubted.as_of.of(Grade::Attested).pages, 0U);
  EXPECT_EQ(doubted.as_of.of(Grade::Proven).pages, 19U);
  EXPECT_EQ(doubted.as_of.of(Grade::Likely).pages, 100U);
}

TEST(Certify, NamesTheLikeliestInstantWhereNothingIsProven) {
  auto hot = page({whole(10, 10, "a")});
  hot.rate = 1;
  auto cold = page({whole(0, 0, "b")});
  cold.rate = 1e-6;
  const auto certificate = certify(evidence_of({cold, hot}));
  EXPECT_EQ(certificate.as_of.span.from, certificate.as_of.span.until);
  EXPECT_EQ(certificate.as_of.span.from, second(10));
  EXPECT_EQ(certificate.as_of.of(Grade::Likely).pages, 2U);
  EXPECT_EQ(certificate.as_of_proven, certificate.as_of);
}

TEST(Certify, LearnedRatesOfASiteWhereNoneWereBelievedByRulesOne) {
  const auto rules = usual_rules(1);
  const auto quiet = certify(evidence_of({page({whole(0, 1, "a"), whole(100, 101, "a")})}), rules);
  EXPECT_EQ(quiet.pages[0].rate_source, RateSource::Observed);
  EXPECT_LT(quiet.pages[0].rate, 1 / Options{}.prior_interval);
  const auto busy = certify(evidence_of({page({whole(0, 1, "a"), whole(100, 101, "b")})}), rules);
  EXPECT_GT(busy.pages[0].rate, 1 / Options{}.prior_interval);
  const auto once = certify(evidence_of({page({whole(0, 1, "a")})}), rules);
  EXPECT_EQ(once.pages[0].rate_source, RateSource::Assumed);
  EXPECT_DOUBLE_EQ(once.pages[0].rate, 1 / Options{}.prior_interval);
}

TEST(Certify, MeasuredBlurByRatesBelievedByRulesOne) {
  // Two pages, each requested at both ends of its own stretch; one change each second of the first.
  auto hot = page({whole(0, 0, "a"), whole(30, 30, "b")});
  hot.rate = 0.1;
  hot.depth = 1;
  auto cold = page({whole(10, 10, "c"), whole(20, 20, "c")});
  cold.rate = 0.001;
  const auto certificate = certify(evidence_of({hot, cold}), usual_rules(1));
  const Figures& figures = certificate.figures;
  EXPECT_DOUBLE_EQ(certificate.pace, 10);
  // omega: of hot 15^2 / 2 * 2 = 225; of cold 10^2/2 + 5^2/2 + 5^2/2 + 10^2/2 = 125.
  EXPECT_DOUBLE_EQ(figures.expected_blur, (0.1 * 225 + 0.001 * 125) / 30);
  EXPECT_EQ(figures.observed_blur_least, 0);
  EXPECT_DOUBLE_EQ(figures.observed_blur_most, 15.0 / 30);
  EXPECT_EQ(figures.sharp, 1U);
  EXPECT_DOUBLE_EQ(figures.expected_sharp, std::exp(-0.1 * 30) + std::exp(-0.001 * 10));
  EXPECT_DOUBLE_EQ(figures.expected_coherent, std::exp(-0.1 * 15) + std::exp(-0.001 * 5));
  // The cold page is at the root: first at 0, then the hot one at 10.
  EXPECT_DOUBLE_EQ(figures.breadth_first.duration, 10);
  EXPECT_DOUBLE_EQ(figures.breadth_first.expected_blur, (0.101 * 50) / 10);
  EXPECT_DOUBLE_EQ(figures.breadth_first.expected_coherent,
                   std::exp(-0.1 * 5) + std::exp(-0.001 * 5));
}

// Pages 0 to count - 1, each seen twice; the first `busy` of them changed. The crawl believed that
// none would.
std::vector<PageEvidence> revisited(int count, int busy) {
  std::vector<PageEvidence> pages;
  for (int i = 0; i < count; ++i) {
    pages.push_back(page({whole(10 * i, 10 * i, "a"),
                          whole(10 * (count + i), 10 * (count + i), i < busy ? "b" : "a")}));
    pages.back().rate = 1e-9;
  }
  return pages;
}

TEST(Certify, BelievesWhatTheCrawlSaw) {
  auto pages = revisited(60, 30);
  pages.push_back(page({whole(5, 5, "a")}));
  pages.back().rate = 1e-9;
  const auto busy = certify(evidence_of(pages));
  EXPECT_EQ(busy.basis, (Basis{.revisits = 60, .changes = 30}));
  EXPECT_EQ(busy.pages.back().grade, Grade::Likely);
  EXPECT_LT(busy.pages.back().probability, .8);
  EXPECT_GT(busy.pages.back().probability, .3);
  EXPECT_GT(busy.figures.expected_blur, 3);
  EXPECT_LT(busy.figures.blur_least, busy.figures.expected_blur);
  EXPECT_GT(busy.figures.blur_most, busy.figures.expected_blur);
  const auto quiet = certify(evidence_of(revisited(60, 0)));
  EXPECT_LT(quiet.figures.blur_most, 1);
  EXPECT_EQ(quiet.figures.sharp_most, 60);
}

TEST(Certify, GivesNoNumberWhereNoPageWasSeenTwice) {
  auto evidence = evidence_of({page({whole(0, 1, "a")}), page({whole(5, 6, "b")})});
  evidence.files.emplace_back();
  const auto certificate = certify(evidence);
  EXPECT_FALSE(certificate.tells_rates());
  EXPECT_EQ(certificate.as_of.of(Grade::Likely).pages, 2U);
  const auto json = to_json(certificate);
  EXPECT_EQ(json.find("probability"), std::string::npos);
  EXPECT_EQ(json.find("expected_blur"), std::string::npos);
  EXPECT_NE(summary(certificate).find("cannot be known"), std::string::npos);
  const auto parsed = parse(json);
  ASSERT_TRUE(parsed);
  EXPECT_EQ(to_json(*parsed), json);
}

TEST(Certify, DoesNotBelieveDatesThatMoveWithoutAChange) {
  const auto dated = [](Sighting sighting, double modified) {
    sighting.modified = second(modified);
    return sighting;
  };
  auto pages = revisited(10, 0);
  for (PageEvidence& one : pages) {
    one.sightings[0] = dated(one.sightings[0], -9000);
    one.sightings[1] = dated(one.sightings[1], -9000);
  }
  EXPECT_EQ(certify(evidence_of(pages)).basis.dates, 10U);
  pages[3].sightings[1] = dated(pages[3].sightings[1], -8000);
  EXPECT_EQ(certify(evidence_of(pages)).basis.dates, 0U);
}

TEST(Certify, CountsChangesThatWereUndone) {
  auto evidence = evidence_of({page({whole(0, 1, "a"), whole(10, 11, "b"), whole(20, 21, "a")}),
                               page({whole(0, 1, "a"), whole(10, 11, "b"), whole(20, 21, "c"),
                                     whole(30, 31, "c"), whole(40, 41, "b")}),
                               page({whole(0, 1, "a"), whole(10, 11, "b")})});
  evidence.earlier_chances = 7;
  evidence.earlier_returned = 1;
  const auto certificate = certify(evidence);
  EXPECT_EQ(certificate.undone,
            (Undone{.chances = 3, .returned = 2, .earlier_chances = 7, .earlier_returned = 1}));
  const Interval share = certificate.undone.share();
  EXPECT_NEAR(share.least, .127, .001);  // 3 of 10
  EXPECT_NEAR(share.most, .559, .001);
  EXPECT_EQ(Undone{}.share().most, 1);
}

TEST(Certify, SaysNothingOfNothing) {
  const auto certificate = certify(Evidence{});
  EXPECT_EQ(certificate.pages.size(), 0U);
  EXPECT_EQ(certificate.weight(), 0);
}

}  // namespace
}  // namespace asof::certificate
