// kill -9 at any instant: the work is done again to its end, and nobody can tell it was
// interrupted.
#include <chrono>
#include <cstdio>
#include <random>

#include <gtest/gtest.h>

#include "durability.h"

namespace asof::test {
namespace {

namespace fs = std::filesystem;
using std::chrono::duration_cast;
using std::chrono::microseconds;
using std::chrono::steady_clock;

constexpr int kPages = 250;

// One world and the catalog an undisturbed import gives, for all tests of this program.
struct Stage {
  TempDir folder;
  Paths inputs;
  std::string expected;
  std::string compared;        // after asof derive
  std::int64_t import_us = 0;  // until its changes are weighed

  Stage() : inputs(write_world(folder / "world", kPages)) {
    const std::string whole = (folder / "whole").string();
    const auto begin = steady_clock::now();
    Ran ran = asof(joined({"import", "--no-compare", "--archive", whole}, inputs));
    import_us = duration_cast<microseconds>(steady_clock::now() - begin).count();
    EXPECT_EQ(ran.code, 0) << ran.err;
    ran = asof(joined({"import", "--archive", whole}, inputs));
    EXPECT_EQ(ran.code, 0) << ran.err;
    expected = dump_of(folder / "whole");
    EXPECT_TRUE(reached(folder / "whole").settled);
    ran = asof({"derive", "--archive", whole});
    EXPECT_EQ(ran.code, 0) << ran.err;
    compared = dump_of(folder / "whole");
    EXPECT_NE(compared, expected);
  }
};

const Stage& stage() {
  static const Stage kStage;
  return kStage;
}

struct Tally {
  int kills = 0;     // that came before the end
  int midway = 0;    // with rows in the catalog that were not settled yet
  int settling = 0;  // all files read, the rest not
};

void count(const fs::path& archive, Tally& tally) {
  ++tally.kills;
  const Reached how_far = reached(archive);
  tally.midway += how_far.catalog && !how_far.settled;
  tally.settling += how_far.all_read && how_far.catalog && !how_far.settled;
}

// Imports into a fresh archive, killed `kills` times at random instants, then to the end.
void import_killed(int kills, const Paths& flags, std::uint64_t seed, Tally& tally) {
  SCOPED_TRACE(seed);
  std::mt19937_64 random(seed);
  TempDir here;
  const fs::path archive = here / "archive";
  const Paths words =
      joined(joined({"import", "--archive", archive.string()}, flags), stage().inputs);
  for (int i = 0; i < kills; ++i) {
    const auto most = static_cast<std::uint64_t>(stage().import_us) * 3 / 5;
    if (!killed_after(words, static_cast<std::int64_t>(random() % most))) break;
    count(archive, tally);
  }
  const Ran ran = asof(words);
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(dump_of(archive), stage().expected);
  EXPECT_EQ(leftovers(archive), Paths());
  if (flags.empty()) return;
  for (const auto& file : fs::directory_iterator(archive / "warc")) {
    EXPECT_FALSE(fs::is_symlink(file.path())) << file.path();
    EXPECT_EQ(read_file(file.path()), read_file(stage().folder / "world" / file.path().filename()));
  }
}

TEST(Kill, AnImportGoesOnAsIfNothingHadHappened) {
  Tally tally;
  for (std::uint64_t seed = 1; (tally.kills < 70 || tally.midway < 30) && seed < 60; ++seed)
    import_killed(static_cast<int>(7 + seed % 8), {}, seed, tally);
  std::printf("linked: %d kills, %d midway, %d of them while settling\n", tally.kills, tally.midway,
              tally.settling);
  EXPECT_GE(tally.kills, 70);
  EXPECT_GE(tally.midway, 30);
}

TEST(Kill, AnImportOfCopiesGoesOnAsIfNothingHadHappened) {
  Tally tally;
  for (std::uint64_t seed = 100; (tally.kills < 30 || tally.midway < 10) && seed < 130; ++seed)
    import_killed(static_cast<int>(6 + seed % 6), {"--copy"}, seed, tally);
  std::printf("copied: %d kills, %d midway, %d of them while settling\n", tally.kills, tally.midway,
              tally.settling);
  EXPECT_GE(tally.kills, 30);
  EXPECT_GE(tally.midway, 10);
}

// Kills imports between one call that changes a file and the next, from call `first` to call
// `last`; the clock plays no part.
void import_killed_at(int rounds, int first, int last, const Paths& flags,
                      const std::string& expected, Tally& tally) {
  std::mt19937_64 random(7);
  for (int round = 0; round < rounds; ++round) {
    TempDir here;
    const fs::path archive = here / "a";
    const Paths words =
        joined(joined({"import", "--archive", archive.string()}, flags), stage().inputs);
    const int at = first + static_cast<int>(random() % static_cast<unsigned>(last - first)) + 1;
    SCOPED_TRACE(at);
    Environment settings = {{"ASOF_FAULT_AT", std::to_string(at)}, {"ASOF_FAULT_KILL", "1"}};
    if (round % 2 == 1) settings.emplace_back("ASOF_FAULT_SHORT", "1");
    if (on_failing_disk(here.path(), words, settings).signal != SIGKILL) continue;
    count(archive, tally);
    EXPECT_EQ(asof(words).code, 0);
    EXPECT_EQ(dump_of(archive), expected);
  }
}

TEST(Kill, SettlingAndWeighingGoOnAsIfNothingHadHappened) {
  TempDir counted, weighed;
  const int calls = calls_of(
      counted.path(),
      joined({"import", "--no-compare", "--archive", (counted / "a").string()}, stage().inputs));
  const int all = calls_of(
      weighed.path(),
      joined({"import", "--compare", "--archive", (weighed / "a").string()}, stage().inputs));
  ASSERT_GT(all, calls);
  Tally settling, weighing;
  import_killed_at(8, calls * 5 / 8, calls * 7 / 8, {}, stage().expected, settling);
  import_killed_at(6, calls, all, {"--compare"}, stage().compared, weighing);
  std::printf(
      "at a call: %d kills of %d calls, %d midway, %d of them while settling; %d of %d more\n",
      settling.kills, calls, settling.midway, settling.settling, weighing.kills, all - calls);
  EXPECT_GE(settling.settling, 2);
  EXPECT_GE(weighing.kills, 3);
  EXPECT_EQ(weighing.midway, 0) << "all was settled, and not yet weighed";
}

// An archive whose files changed since, so that the old catalog and the new one differ.
TEST(Kill, ReindexLeavesTheOldCatalogOrTheNewOne) {
  TempDir here;
  const fs::path model = here / "model";
  copy_archive(stage().folder / "whole", model);
  fs::remove(model / "warc" / fs::path(stage().inputs[1]).filename());
  const std::string old = dump_of(model);
  const fs::path done = here / "done";
  copy_archive(model, done);
  const auto begin = steady_clock::now();
  ASSERT_EQ(asof({"reindex", "--archive", done.string()}).code, 0);
  const auto whole = duration_cast<microseconds>(steady_clock::now() - begin).count();
  const std::string fresh = dump_of(done);
  ASSERT_NE(old, fresh);
  const auto most = static_cast<std::uint64_t>(whole) * 5 / 4;
  std::mt19937_64 random(11);
  int kills = 0, kept = 0;
  for (int round = 0; round < 12; ++round) {
    SCOPED_TRACE(round);
    const fs::path archive = here / std::to_string(round);
    copy_archive(model, archive);
    const Paths words = {"reindex", "--archive", archive.string()};
    kills += killed_after(words, static_cast<std::int64_t>(random() % most));
    const std::string found = dump_of(archive);
    EXPECT_TRUE(found == old || found == fresh);
    kept += found == old;
    if (round % 4 == 0) {
      EXPECT_EQ(asof(words).code, 0);
      EXPECT_EQ(dump_of(archive), fresh);
      EXPECT_EQ(leftovers(archive), Paths());
    }
  }
  std::printf("reindex: %d kills, %d times the old catalog\n", kills, kept);
  EXPECT_GE(kills, 3);
}

// Rows a killed import left in SQLite's log beside the catalog are part of it until the very
// instant it is replaced.
TEST(Kill, ReindexKeepsWhatIsInTheLogOfTheOldCatalog) {
  TempDir here;
  const fs::path model = here / "model";
  const Paths import = joined({"import", "--archive", model.string()}, stage().inputs);
  TempDir counted;
  const int calls = calls_of(
      counted.path(), joined({"import", "--archive", (counted / "a").string()}, stage().inputs));
  ASSERT_EQ(
      on_failing_disk(here.path(), import,
                      {{"ASOF_FAULT_AT", std::to_string(calls / 2)}, {"ASOF_FAULT_KILL", "1"}})
          .signal,
      SIGKILL);
  ASSERT_GT(fs::file_size(model / "catalog.sqlite-wal"), 0u);
  const std::string old = dump_of(model);
  const fs::path done = here / "done";
  copy_archive(model, done);
  const int steps = calls_of(here.path(), {"reindex", "--archive", done.string()});
  const std::string fresh = dump_of(done);
  ASSERT_NE(old, fresh);
  for (int at = steps - 5; at <= steps; ++at) {
    SCOPED_TRACE(at);
    const fs::path archive = here / std::to_string(at);
    copy_archive(model, archive);
    const Ran ran =
        on_failing_disk(here.path(), {"reindex", "--archive", archive.string()},
                        {{"ASOF_FAULT_AT", std::to_string(at)}, {"ASOF_FAULT_KILL", "1"}});
    EXPECT_EQ(ran.signal, SIGKILL);
    const std::string found = dump_of(archive);
    EXPECT_TRUE(found == old || found == fresh) << found.substr(0, 200);
  }
}

}  // namespace
}  // namespace asof::test
