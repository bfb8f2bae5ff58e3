#include "ingest/fixity.h"

#include <gtest/gtest.h>

#include "support/result.h"
#include "support/temp_dir.h"

namespace asof::ingest {
namespace {

using test::must;

Fixity check_on(int day, std::vector<std::string> changed) {
  const Instant at{*parse_iso8601("2026-11-01T02:00:00Z")};
  Fixity check{.began = {at.ms + day * 86'400'000LL}, .files = 3, .bytes = 12'345};
  check.ended = check.began;
  for (std::string& name : changed)
    check.problems.push_back(
        {.name = std::move(name), .rule = "changed", .what = "w", .since = {}});
  return check;
}

TEST(Fixity, IsReadAsItWasWritten) {
  Fixity check = check_on(0, {"warc/a", "warc/b"});
  check.problems[1].since = check.began;
  const std::string line = to_json(check);
  const Fixity read = must(parse_check(line));
  EXPECT_EQ(to_json(read), line);
  EXPECT_FALSE(parse_check("{}"));
  EXPECT_FALSE(parse_check(""));
}

TEST(Fixity, ALogSaysSinceWhenSomethingIsWrong) {
  test::TempDir here;
  const std::string log = (here / "checks.jsonl").string();
  Fixity first = check_on(0, {});
  EXPECT_EQ(must(append_check(log, first)).checks, 1u);
  Fixity second = check_on(1, {"warc/a"});
  must(append_check(log, second));
  EXPECT_EQ(second.problems[0].since, second.began);
  EXPECT_EQ(second.problems[0].right, first.began);
  Fixity third = check_on(2, {"warc/a", "warc/b"});
  const History history = must(append_check(log, third));
  EXPECT_EQ(third.problems[0].since, second.began);
  EXPECT_EQ(third.problems[0].right, first.began);
  EXPECT_EQ(third.problems[1].since, third.began);
  EXPECT_EQ(third.problems[1].right, second.began);
  EXPECT_EQ(history.checks, 3u);
  EXPECT_EQ(history.first, first.began);
  EXPECT_EQ(history.last_sound, first.began);
  // Mended, then broken again: the clock begins anew.
  Fixity fourth = check_on(3, {"warc/b"});
  must(append_check(log, fourth));
  Fixity fifth = check_on(4, {"warc/a"});
  must(append_check(log, fifth));
  EXPECT_EQ(fifth.problems[0].since, fifth.began);
  EXPECT_EQ(fifth.problems[0].right, fourth.began);
}

TEST(Fixity, ALineThatACrashCutOffIsPassedOver) {
  test::TempDir here;
  const std::string log = (here / "checks.jsonl").string();
  Fixity first = check_on(0, {});
  must(append_check(log, first));
  std::string text = test::read_file(log);
  test::write_file(log, text + text.substr(0, text.size() / 2));
  Fixity second = check_on(1, {});
  EXPECT_EQ(must(append_check(log, second)).checks, 2u);
  Fixity third = check_on(2, {});
  EXPECT_EQ(must(append_check(log, third)).checks, 3u);
}

}  // namespace
}  // namespace asof::ingest
