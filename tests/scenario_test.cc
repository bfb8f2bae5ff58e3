// The scenario runner: it must notice every kind of difference, or no scenario proves anything.
#include "scenario.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "support/process.h"
#include "support/result.h"
#include "support/temp_dir.h"

namespace asof::test {
namespace {

Ran play_file(const TempDir& dir, std::string_view text, bool update = false) {
  auto file = write_file(dir / "a.scn", text);
  Command command{.words = {ASOF_SCENARIO, "/bin/sh", dir.path().string(), file.string()}};
  if (update) command.environment.emplace_back("ASOF_UPDATE", "1");
  return run(command);
}

struct Case {
  const char* rule;
  const char* text;
  int code;
};

constexpr Case kCases[] = {
    {"silence and success need no lines", "$ true\n", 0},
    {"stdout is compared", "$ echo a\n> a\n", 0},
    {"a wrong line is noticed", "$ echo a\n> b\n", 1},
    {"a missing line is noticed", "$ echo a\n> a\n> b\n", 1},
    {"an extra line is noticed", "$ echo a; echo b\n> a\n", 1},
    {"an empty line is a line", "$ echo\n>\n", 0},
    {"stderr is not stdout", "$ echo a >&2\n> a\n", 1},
    {"stderr is compared", "$ echo a >&2\n! a\n", 0},
    {"the exit code is compared", "$ exit 3\n? 3\n", 0},
    {"an unexpected exit code is noticed", "$ exit 3\n", 1},
    {"an expected exit code that does not come is noticed", "$ true\n? 3\n", 1},
    {"a missing last newline is noticed", "$ printf a\n> a\n", 1},
    {"a missing last newline can be expected", "$ printf a\n> a\n\\\n", 0},
    {"files lie where commands run", "<file> x\none\n$ two\n</file>\n$ cat x\n> one\n> $ two\n", 0},
    {"files may have CRLF", "<file> x crlf\na\n</file>\n$ wc -c < x\n> 3\n", 0},
    {"the directory has a name", "$ pwd\n> $HERE\n", 0},
    {"steps share the directory", "$ echo a > x\n$ cat x\n> a\n", 0},
    {"the second step is compared too", "$ true\n$ false\n", 1},
    {"dates of today are hidden", "$ date -u +%Y-%m-%dT%H:%M:%SZ\n> <now>\n", 0},
    {"other dates are not", "$ echo 2004-01-01T00:00:00Z\n> <now>\n", 1},
    {"sizes count", "$ echo 3 KB\n> <size>\n", 1},
    {"unless said otherwise", "% sizes\n$ echo 3 KB\n> <size>\n", 0},
    {"an unknown line is refused", "hello\n$ true\n", 2},
    {"an expectation needs a command", "> a\n$ true\n", 2},
    {"a comment ends the expectations", "$ echo a\n# c\n> a\n", 2},
    {"a file must end", "<file> x\n$ true\n", 2},
    {"nothing to run is refused", "# nothing\n", 2},
};

TEST(Scenario, NoticesEveryDifference) {
  for (const auto& [rule, text, code] : kCases) {
    SCOPED_TRACE(rule);
    TempDir dir;
    const Ran ran = play_file(dir, text);
    EXPECT_EQ(ran.code, code) << ran.out << ran.err;
  }
}

TEST(Scenario, UpdateWritesWhatWasSaidAndKeepsTheRest) {
  TempDir dir;
  const char* before = "# why\n<file> x\nold\n</file>\n$ cat x\n> new\n? 4\n\n# then\n$ exit 2\n";
  EXPECT_EQ(play_file(dir, before, true).code, 0);
  const auto after = read_file(dir / "a.scn");
  EXPECT_EQ(after, "# why\n<file> x\nold\n</file>\n$ cat x\n> old\n\n# then\n$ exit 2\n? 2\n");
  EXPECT_EQ(play_file(dir, after).code, 0);
}

struct Normalised {
  const char* text;
  const char* expected;
};

TEST(Scenario, HidesWhatChangesFromRunToRun) {
  const Instant now = *parse_iso8601("2026-11-15T09:30:00Z");
  constexpr Normalised kTexts[] = {
      {"took 12 ms, 0.8 s, 3min", "took <time>, <time>, <time>"},
      {"55.1 MB/s and 1,200 records/s", "<rate> and <rate>"},
      {"3 sites, 4 missing", "3 sites, 4 missing"},
      {"v1.2 s", "v1.2 s"},
      {"<urn:uuid:00000000-0000-0000-0000-000000000000>", "<<uuid>>"},
      {"at 2026-11-15T09:29:00.123Z.", "at <now>."},
      {"at 20261115092900", "at <now>"},
      {"at 2026-11-13T09:29:00Z", "at 2026-11-13T09:29:00Z"},
      {"/tmp/x/a.warc", "$HERE/a.warc"},
      {"size 1.5 KB", "size 1.5 KB"},
  };
  for (const auto& [text, expected] : kTexts) {
    EXPECT_EQ(normalised(text, now, false, {{"/tmp/x", "$HERE"}}), expected);
  }
}

}  // namespace
}  // namespace asof::test
