// Each promise of fault_injection.c, kept on a program whose calls are known.
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "support/process.h"
#include "support/temp_dir.h"

namespace asof::test {
namespace {

using Environment = std::vector<std::pair<std::string, std::string>>;

Ran probe(const TempDir& dir, const char* what, Environment settings) {
  settings.emplace_back("LD_PRELOAD", ASOF_FAULTS);
  settings.emplace_back("ASAN_OPTIONS", "verify_asan_link_order=0");
  settings.emplace_back("ASOF_FAULT_DIR", dir.path().string());
  return run({.words = {ASOF_PROBE, what, dir.path().string()}, .environment = settings});
}

int count_of(const TempDir& dir, const char* what) {
  TempDir elsewhere;
  const auto file = (elsewhere / "count").string();
  EXPECT_EQ(probe(dir, what, {{"ASOF_FAULT_COUNT", file}}).code, 0);
  return std::stoi(read_file(file));
}

constexpr const char* kSteps[] = {"open",      "write", "pwrite", "fsync",
                                  "ftruncate", "link",  "rename", "unlink"};

TEST(FaultInjection, CountsEachCallOnce) {
  TempDir dir;
  EXPECT_EQ(count_of(dir, "plain"), 8);
}

TEST(FaultInjection, LeavesOtherDirectoriesAlone) {
  TempDir dir;
  TempDir other;
  const Ran ran = run({.words = {ASOF_PROBE, "plain", other.path().string()},
                       .environment = {{"LD_PRELOAD", ASOF_FAULTS},
                                       {"ASAN_OPTIONS", "verify_asan_link_order=0"},
                                       {"ASOF_FAULT_DIR", dir.path().string()},
                                       {"ASOF_FAULT_COUNT", (other / "count").string()},
                                       {"ASOF_FAULT_AT", "1"}}});
  EXPECT_EQ(ran.code, 0) << ran.out;
  EXPECT_EQ(read_file(other / "count"), "0\n");
}

TEST(FaultInjection, FailsTheChosenCallAndOnlyIt) {
  for (std::size_t at = 1; at < std::size(kSteps); ++at) {
    TempDir dir;  // a failing open makes every later step fail for lack of a file: not tried
    const Ran ran = probe(dir, "plain", {{"ASOF_FAULT_AT", std::to_string(at + 1)}});
    EXPECT_EQ(ran.out, std::string(kSteps[at]) + " EIO\n");
    EXPECT_EQ(ran.code, 1);
  }
}

TEST(FaultInjection, CanFailForGood) {
  TempDir dir;
  const Ran ran =
      probe(dir, "plain",
            {{"ASOF_FAULT_AT", "5"}, {"ASOF_FAULT_STICKY", "1"}, {"ASOF_FAULT_ERRNO", "ENOSPC"}});
  EXPECT_EQ(ran.out, "ftruncate ENOSPC\nlink ENOSPC\nrename ENOSPC\nunlink ENOSPC\n");
}

TEST(FaultInjection, CanStoreHalfOfAWrite) {
  TempDir dir;
  const Ran ran = probe(dir, "plain", {{"ASOF_FAULT_AT", "2"}, {"ASOF_FAULT_SHORT", "1"}});
  EXPECT_EQ(ran.out, "short 5\n");
}

TEST(FaultInjection, CanKillBeforeTheCallOrInTheMiddleOfAWrite) {
  TempDir before;
  EXPECT_EQ(probe(before, "plain", {{"ASOF_FAULT_AT", "2"}, {"ASOF_FAULT_KILL", "1"}}).signal, 9);
  EXPECT_EQ(read_file(before / "one"), "");
  TempDir middle;
  const Ran ran =
      probe(middle, "plain",
            {{"ASOF_FAULT_AT", "2"}, {"ASOF_FAULT_KILL", "1"}, {"ASOF_FAULT_SHORT", "1"}});
  EXPECT_EQ(ran.signal, 9);
  EXPECT_EQ(read_file(middle / "one"), "01234");
}

TEST(FaultInjection, ReachesInsideSqlite) {
  TempDir counted;
  const int calls = count_of(counted, "sqlite");
  EXPECT_GE(calls, 5);
  int failed = 0;
  for (int at = 1; at <= calls; ++at) {
    TempDir dir;
    failed += probe(dir, "sqlite", {{"ASOF_FAULT_AT", std::to_string(at)}}).code == 1 ? 1 : 0;
  }
  EXPECT_GE(failed, 3);
}

}  // namespace
}  // namespace asof::test
