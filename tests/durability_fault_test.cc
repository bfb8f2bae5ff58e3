// A call that changes a file fails: the command still works or says in one sentence what failed,
// and the same command afterwards gives what it would have given.
//
// Thousands of calls take long: by default the first and the last ones of each command fail and
// some in between. With ASOF_EVERY_CALL in the environment each of them does, with both errors.
#include <cstdio>
#include <cstdlib>
#include <map>

#include <gtest/gtest.h>

#include "durability.h"

namespace asof::test {
namespace {

namespace fs = std::filesystem;

constexpr int kPages = 4;

struct Stage {
  TempDir folder;
  Paths inputs;
  std::string expected;

  Stage() : inputs(write_world(folder / "world", kPages)) {
    const Ran ran = asof(joined({"import", "--archive", (folder / "whole").string()}, inputs));
    EXPECT_EQ(ran.code, 0) << ran.err;
    expected = dump_of(folder / "whole");
  }
};

const Stage& stage() {
  static const Stage kStage;
  return kStage;
}

// What is wrong with how a command ended that may have met a failing disk; empty when nothing is.
std::string fault_of(const Ran& ran, const fs::path& root) {
  if (ran.signal != 0) return "ended by signal " + std::to_string(ran.signal) + "\n" + ran.err;
  if (ran.code == 0) return "";
  if (ran.code != 2) return "exit code " + std::to_string(ran.code) + "\n" + ran.err;
  if (!ran.err.starts_with("asof: ") || !ran.err.ends_with("\n")) return "says: " + ran.err;
  // One sentence a file at most, and each names a file.
  if (ran.err.find(root.string()) == std::string::npos) return "names no file: " + ran.err;
  return "";
}

// A command, what it starts from, and what must be there when it was run to its end.
struct Trial {
  const char* name;
  Paths words;              // ARCHIVE and OUT stand for paths
  bool from_whole = false;  // else from nothing
  bool (*done)(const fs::path& root) = nullptr;
};

std::string expected_output(const char* format) {
  static std::map<std::string, std::string> made;
  std::string& bytes = made[format];
  if (!bytes.empty()) return bytes;
  TempDir here;
  const std::string out = (here / "out").string();
  EXPECT_EQ(asof({"export", format, "--archive", (stage().folder / "whole").string(), "--out", out,
                  "--now", "20261115"})
                .code,
            0);
  return bytes = read_file(out);
}

bool has_catalog(const fs::path& root) { return dump_of(root / "archive") == stage().expected; }
bool has_cdxj(const fs::path& root) { return read_file(root / "out") == expected_output("cdxj"); }
bool has_wacz(const fs::path& root) { return read_file(root / "out") == expected_output("wacz"); }

Paths placed(Paths words, const fs::path& root) {
  for (std::string& word : words) {
    if (word == "ARCHIVE") word = (root / "archive").string();
    if (word == "OUT") word = (root / "out").string();
  }
  return words;
}

void prepare(const Trial& trial, const fs::path& root) {
  if (trial.from_whole) copy_archive(stage().folder / "whole", root / "archive");
}

// The numbers of the calls to fail: all, or the first, the last, and some between them.
std::vector<int> chosen(int calls, int ends, int between) {
  const bool every = std::getenv("ASOF_EVERY_CALL") != nullptr;
  std::vector<int> numbers;
  for (int at = 1; at <= calls; ++at)
    if (every || at <= ends || at > calls - ends || at % (1 + calls / between) == 0)
      numbers.push_back(at);
  return numbers;
}

void fail_once(const Trial& trial, const Environment& settings, int& failed) {
  TempDir here;
  prepare(trial, here.path());
  const Paths words = placed(trial.words, here.path());
  const Ran ran = on_failing_disk(here.path(), words, settings);
  EXPECT_EQ(fault_of(ran, here.path()), "");
  failed += ran.code == 2;
  const bool output = fs::exists(here / "out");
  EXPECT_TRUE(!output || trial.done(here.path())) << "a partial output under its name";
  EXPECT_TRUE(ran.code != 0 || trial.done(here.path()));
  const Ran again = asof(words);
  EXPECT_EQ(again.code, 0) << again.err;
  EXPECT_TRUE(trial.done(here.path())) << "first it said: " << ran.err;
  EXPECT_EQ(leftovers(here.path()), Paths());
}

// Fails chosen calls of the trial's command, one in each round, now by one error, now by the other.
void fail_each(const Trial& trial, const Environment& how, int ends, int between) {
  TempDir counted;
  prepare(trial, counted.path());
  const int calls = calls_of(counted.path(), placed(trial.words, counted.path()));
  int failed = 0, rounds = 0;
  for (int at : chosen(calls, ends, between)) {
    for (const char* error : {"EIO", "ENOSPC"}) {
      if (std::getenv("ASOF_EVERY_CALL") == nullptr && (at % 2 == 0) != (error[1] == 'I')) continue;
      SCOPED_TRACE(std::string(trial.name) + ", call " + std::to_string(at) + ": " + error);
      Environment settings = how;
      settings.emplace_back("ASOF_FAULT_AT", std::to_string(at));
      settings.emplace_back("ASOF_FAULT_ERRNO", error);
      fail_once(trial, settings, failed);
      ++rounds;
    }
  }
  std::printf("%s: %d calls, %d failures, %d of them of the whole command\n", trial.name, calls,
              rounds, failed);
  std::fflush(stdout);
  EXPECT_GE(failed, rounds / 4);
}

std::vector<Trial> trials() {
  const Paths& files = stage().inputs;
  return {
      {"import", joined({"import", "--archive", "ARCHIVE"}, files), false, has_catalog},
      {"import --copy", joined({"import", "--copy", "--archive", "ARCHIVE"}, files), false,
       has_catalog},
      {"reindex", {"reindex", "--archive", "ARCHIVE"}, true, has_catalog},
      {"export cdxj", {"export", "cdxj", "--archive", "ARCHIVE", "--out", "OUT"}, true, has_cdxj},
      {"export wacz",
       {"export", "wacz", "--archive", "ARCHIVE", "--now", "20261115", "--out", "OUT"},
       true,
       has_wacz},
  };
}

TEST(Fault, ACallThatFailsOnce) {
  for (const Trial& trial : trials()) fail_each(trial, {}, 10, 12);
}

TEST(Fault, ADiskThatFailsForGoodInTheMiddleOfAWrite) {
  for (const Trial& trial : trials())
    fail_each(trial, {{"ASOF_FAULT_STICKY", "1"}, {"ASOF_FAULT_SHORT", "1"}}, 2, 12);
}

}  // namespace
}  // namespace asof::test
