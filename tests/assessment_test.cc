// What archives are said to be worth, from their WARC files alone, beside what they are worth:
// crawls of made-up histories whose every version is known.
#include <gtest/gtest.h>

#include <cmath>

#include "base/random.h"
#include "lab/synthetic.h"
#include "support/archived_history.h"
#include "support/temp_dir.h"

namespace asof::test {
namespace {

constexpr double kHour = 3600;
constexpr double kDay = 24 * kHour;

// Pages that change from every two hours to every three months, at random times, never back.
lab::History random_history(std::uint64_t seed, std::size_t pages) {
  Rng rng(seed);
  std::vector<double> rates(pages);
  for (double& rate : rates)
    rate = std::exp(rng.uniform(std::log(1 / (90 * kDay)), std::log(1 / (2 * kHour))));
  auto history = lab::poisson_site(rates, 8, 30 * kDay, rng).history;
  for (std::size_t i = 0; i < pages; ++i)
    history.pages[i].name = fmt::format("http://random.example/{}/{}", i % 5, i);
  return history;
}

TEST(AssessTruth, NothingIsKnownThatWasNotSo) {
  Proofs sum;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    const auto history = random_history(seed, 30);
    const TempDir folder;
    ArchivedHistory archive(history, folder.path(), seed % 2 == 0);
    Rng rng(seed);
    for (int i = 0; i < 3; ++i)
      archive.crawl(there_and_back(history, (5 + 6 * i) * kDay, 300, rng));
    const auto said = archive.assess({.worst = history.pages.size()});
    ASSERT_EQ(said.crawls.size(), 3u);
    for (std::size_t i = 0; i < 3; ++i) {
      const auto& crawl = said.crawls[2 - i];
      EXPECT_EQ(crawl.moved.size(), crawl.coherent.pages);
      EXPECT_EQ(crawl.revisited, crawl.coherent.pages);
      sum += archive.truth_of(i, crawl).proofs;
    }
  }
  EXPECT_EQ(sum.wrong, 0u) << sum.first_wrong;
  EXPECT_EQ(sum.undone, 0u);
  EXPECT_GT(sum.proven, 300u);
}

TEST(AssessTruth, EstimatesAreNearTheTruth) {
  double said_sum = 0, was_sum = 0, coherent_said = 0, coherent_was = 0, blur_said = 0,
         blur_was = 0;
  int held = 0, archives = 0;
  for (std::uint64_t seed = 1; seed <= 16; ++seed) {
    const auto history = random_history(seed + 100, 40);
    const TempDir folder;
    ArchivedHistory archive(history, folder.path());
    Rng rng(seed);
    for (int i = 0; i < 12; ++i)
      archive.crawl(round_of(history, 5 * kDay + i * 1.5 * kHour, 60, rng));
    const auto said = archive.assess({.worst = 40});
    // Crawls less than a day apart still have names of their own.
    ASSERT_EQ(said.crawls.size(), 12u);
    for (std::size_t i = 0; i < 12; ++i) {
      const auto truth = archive.truth_of(i, said.crawls[11 - i]);
      EXPECT_EQ(truth.proofs.wrong, 0u) << truth.proofs.first_wrong;
      coherent_said += said.crawls[11 - i].coherent.expected;
      coherent_was += static_cast<double>(truth.coherent);
      blur_said += said.crawls[11 - i].expected_blur;
      blur_was += truth.blur;
    }
    const auto share = said.completeness.share();
    const auto was = archive.completeness();
    if (!share || !was) continue;
    ++archives;
    said_sum += share->estimate;
    was_sum += *was;
    held += *was <= share->high && (share->at_most || *was >= share->low);
  }
  ASSERT_GE(archives, 15);
  EXPECT_NEAR(said_sum / archives, was_sum / archives, .05);
  EXPECT_GE(held, archives - 3) << "of a 95 % interval";
  EXPECT_NEAR(coherent_said / coherent_was, 1, .03);
  EXPECT_NEAR(blur_said / blur_was, 1, .25);
}

}  // namespace
}  // namespace asof::test
