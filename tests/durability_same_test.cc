// However files come into an archive, the catalog is the same.
#include <algorithm>

#include <gtest/gtest.h>

#include "durability.h"

namespace asof::test {
namespace {

namespace fs = std::filesystem;

struct Stage {
  TempDir folder;
  Paths inputs;
  std::string expected;

  Stage() : inputs(write_world(folder / "world", 150)) {
    const Ran ran = asof(joined({"import", "--archive", (folder / "whole").string()}, inputs));
    EXPECT_EQ(ran.code, 0) << ran.err;
    expected = dump_of(folder / "whole");
  }
};

const Stage& stage() {
  static const Stage kStage;
  return kStage;
}

// Imports `runs` one after another and returns the catalog.
std::string imported(const std::vector<Paths>& runs, const Paths& flags = {}) {
  TempDir here;
  for (const Paths& files : runs) {
    const Paths words = joined({"import", "--archive", (here / "a").string()}, flags);
    const Ran ran = asof(joined(words, files));
    EXPECT_EQ(ran.code, 0) << ran.err;
  }
  return dump_of(here / "a");
}

TEST(Same, TheWorldHasEverySortOfRow) {
  for (const char* table :
       {"activity\t", "capture\t", "change\t", "crawl\t", "crawl_span\t", "damage\t", "document\t",
        "file\t", "log\t", "metadata\t", "original\t", "page\t", "path\t", "site\t", "version\t"})
    EXPECT_NE(("\n" + stage().expected).find("\n" + std::string(table)), std::string::npos)
        << table;
}

TEST(Same, TwiceIsOnce) { EXPECT_EQ(imported({stage().inputs, stage().inputs}), stage().expected); }

TEST(Same, InAnyOrder) {
  Paths reversed = stage().inputs;
  std::ranges::reverse(reversed);
  EXPECT_EQ(imported({reversed}), stage().expected);
  std::rotate(reversed.begin(), reversed.begin() + 3, reversed.end());
  EXPECT_EQ(imported({reversed}), stage().expected);
}

TEST(Same, OneFileAtATime) {
  std::vector<Paths> runs;
  for (const std::string& path : stage().inputs) runs.push_back({path});
  std::ranges::reverse(runs);
  EXPECT_EQ(imported(runs), stage().expected);
}

TEST(Same, WithAnyNumberOfThreads) {
  for (const char* threads : {"1", "2", "8"})
    EXPECT_EQ(imported({stage().inputs}, {"--threads", threads}), stage().expected) << threads;
}

TEST(Same, CopiedOrLinked) { EXPECT_EQ(imported({stage().inputs}, {"--copy"}), stage().expected); }

TEST(Same, ReindexGivesWhatImportGave) {
  for (const Paths& flags : {Paths{}, Paths{"--copy"}}) {
    TempDir here;
    const std::string archive = (here / "a").string();
    const Paths words = joined({"import", "--archive", archive}, flags);
    ASSERT_EQ(asof(joined(words, stage().inputs)).code, 0);
    Ran ran = asof({"reindex", "--archive", archive});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(dump_of(archive), stage().expected);
    fs::remove(here / "a/catalog.sqlite");
    ran = asof({"reindex", "--archive", archive, "--threads", "1"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(dump_of(archive), stage().expected);
    EXPECT_EQ(leftovers(archive), Paths());
  }
}

TEST(Same, ExportsAreEqualByteForByte) {
  TempDir here;
  Paths reversed = stage().inputs;
  std::ranges::reverse(reversed);
  ASSERT_EQ(asof(joined({"import", "--archive", (here / "b").string()}, reversed)).code, 0);
  const std::string one = (stage().folder / "whole").string();
  const std::string two = (here / "b").string();
  for (const char* format : {"cdxj", "wacz"}) {
    Paths made;
    for (const std::string& archive : {one, two}) {
      made.push_back((here / (std::string(format) + std::to_string(made.size()))).string());
      Paths words = {"export", format, "--archive", archive, "--out", made.back()};
      if (format == std::string("wacz")) words = joined(words, {"--now", "20261115"});
      const Ran ran = asof(words);
      ASSERT_EQ(ran.code, 0) << ran.err;
    }
    EXPECT_EQ(read_file(made[0]), read_file(made[1])) << format;
    EXPECT_EQ(leftovers(here.path()), Paths());
  }
}

}  // namespace
}  // namespace asof::test
