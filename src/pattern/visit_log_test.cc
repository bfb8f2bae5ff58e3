#include "pattern/visit_log.h"

#include <gtest/gtest.h>

namespace asof::pattern {
namespace {

TEST(VisitLog, KeepsChangesAndJoinsQuiet) {
  VisitLog log;
  log.visit(1000, true);  // the first visit shows no change
  log.visit(2000, false);
  log.visit(3000, true, 0.25);
  log.visit(4000, false);
  log.visit(5000, false);
  EXPECT_EQ(log.visits(), 5u);
  EXPECT_EQ(log.changes(), 1u);
  ASSERT_EQ(log.kept(), 1u);
  EXPECT_EQ(log.quiet_until_first(), 2000);
  const auto found = log.found(0);
  EXPECT_EQ(found.from, 2000);
  EXPECT_EQ(found.to, 3000);
  EXPECT_EQ(found.importance, 0.25);
  EXPECT_FALSE(found.dated);
  EXPECT_EQ(found.quiet_until, 5000);
}

TEST(VisitLog, ADateIsUsedWhereItCanBeTrue) {
  VisitLog log;
  log.visit(1000, false);
  log.visit(2000, true, 1, 1500);
  log.visit(3000, true, 1, 1500);  // before the visit before: it does not date this change
  log.visit(4000, true, 1, 5000);  // in the future
  EXPECT_TRUE(log.found(0).dated);
  EXPECT_EQ(log.found(0).from, 1500);
  EXPECT_EQ(log.found(0).to, 2000);
  EXPECT_FALSE(log.found(1).dated);
  EXPECT_FALSE(log.found(2).dated);
}

TEST(VisitLog, VisitsOutOfOrderAreCountedAndNotUsed) {
  VisitLog log;
  log.visit(1000, false);
  log.visit(1000, true);  // two at the same time
  log.visit(500, true);
  log.visit(kNever, true);
  EXPECT_EQ(log.visits(), 1u);
  EXPECT_EQ(log.changes(), 0u);
  EXPECT_EQ(log.ignored(), 3u);
  log.visit(2000, true);
  EXPECT_EQ(log.changes(), 1u);
}

TEST(VisitLog, WithoutVisitsThereIsNothing) {
  const VisitLog log;
  EXPECT_EQ(log.visits(), 0u);
  EXPECT_EQ(log.from(), 0);
  EXPECT_EQ(log.until(), 0);
  EXPECT_EQ(log.quiet_until_first(), 0);
  EXPECT_TRUE(observations_of(log).empty());
}

TEST(VisitLog, ForgetsTheOlderHalfAndStaysSmall) {
  VisitLog log;
  for (int i = 0; i < 5000; ++i) log.visit(3600.0 * i, i % 2 == 1);
  EXPECT_EQ(log.changes(), 2500u);
  EXPECT_LE(log.kept(), VisitLog::kMostChanges);
  EXPECT_GT(log.kept(), VisitLog::kMostChanges / 2);
  EXPECT_LE(log.bytes(), 128 + 16 * VisitLog::kMostChanges);
  // What it still knows begins where it forgot.
  EXPECT_EQ(log.found(0).from, log.quiet_until_first());
  EXPECT_EQ(log.from() + 3600, log.found(0).from);
  EXPECT_EQ(log.until(), 3600.0 * 4999);
}

TEST(VisitLog, ObservationsCoverAllTime) {
  const Sighting seen[] = {
      {0, 100, false}, {100, 300, true, 0.5}, {300, 700, false}, {700, 800, true}};
  const auto observations = observations_of(log_of(seen));
  ASSERT_EQ(observations.size(), 4u);
  double sum = 0;
  for (const auto& one : observations) sum += one.length;
  EXPECT_EQ(sum, 800);
  EXPECT_TRUE(observations[1].changed);
  EXPECT_FALSE(observations[2].changed);
}

}  // namespace
}  // namespace asof::pattern
