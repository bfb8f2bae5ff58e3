// Importance against a reader's judgement of real changes. Every fifth pair here; bench/labels.cc
// takes them all and prints the curve.
#include <gtest/gtest.h>

#include <set>

#include "support/labelled.h"

namespace asof::test {
namespace {

constexpr std::size_t kStride = 5;
// Where precision and recall are about the same.
constexpr double kThreshold = .003;

TEST(Labels, NameTwoHundredPairsOnce) {
  const auto rows = read_labelled(ASOF_SOURCE "/tests/data/changes.tsv");
  std::set<std::string> seen;
  for (const Labelled& row : rows) {
    EXPECT_TRUE(parse_iso8601(row.old) && parse_iso8601(row.fresh)) << row.url;
    EXPECT_FALSE(row.reason.empty()) << row.url;
    EXPECT_TRUE(seen.insert(row.url + row.old + row.fresh).second) << row.url << row.old;
  }
  EXPECT_GE(rows.size(), 200U);
}

TEST(Labels, ImportanceAgreesWithTheReader) {
  const auto rows = read_labelled(ASOF_SOURCE "/tests/data/changes.tsv");
  Judge judge(ASOF_SHARED "/histories");
  if (!judge.judge(rows.front())) GTEST_SKIP() << "the recorded histories are not here";
  std::vector<Judged> judged;
  const std::set<std::string> empty_of_meaning = {"date", "counter", "token", "navigation"};
  for (std::size_t i = 0; i < rows.size(); i += kStride) {
    const auto pair = judge.judge(rows[i]);
    ASSERT_TRUE(pair) << rows[i].url;
    judged.push_back(*pair);
    if (!rows[i].meaningful && empty_of_meaning.contains(rows[i].kind)) {
      EXPECT_LT(pair->importance, .05) << rows[i].url << " " << rows[i].fresh;
    }
  }
  const Score said = score(judged, kThreshold, [](const Judged& r) { return r.importance; });
  EXPECT_GE(said.precision, .75);
  EXPECT_GE(said.recall, .7);
  // What matters ranks the pairs at least as well as the importance does, give or take chance.
  const auto importance = [](const Judged& r) { return r.importance; };
  EXPECT_GE(area(judged, [](const Judged& r) { return r.matters; }),
            area(judged, importance) - .02);
  // Better than either plain means at any threshold of theirs.
  const Score digest = score(judged, 1, [](const Judged&) { return 1.0; });
  EXPECT_GT(said.f(), digest.f());
}

}  // namespace
}  // namespace asof::test
