#include "server/access_log.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <thread>
#include <vector>

#include "base/text.h"
#include "support/result.h"
#include "support/temp_dir.h"

namespace asof::server {
namespace {

class StoppedClock final : public Clock {
 public:
  Instant now() const override { return *parse_iso8601("2026-11-05T09:30:00Z"); }
};

Served page() {
  return {.peer = "192.0.2.1",
          .method = "GET",
          .target = "/a?b",
          .host = "c",
          .user_agent = "curl/8",
          .referrer = "http://d/",
          .status = 200,
          .bytes = 1234,
          .whole = true};
}

TEST(AccessLog, WritesTheCombinedFormat) {
  const Instant at = StoppedClock().now();
  EXPECT_EQ(access_line(page(), at),
            "192.0.2.1 - - [05/Nov/2026:09:30:00 +0000] \"GET /a?b HTTP/1.1\" 200 1234 "
            "\"http://d/\" \"curl/8\"\n");
  EXPECT_EQ(access_line({.peer = "2001:db8::1", .status = 400}, at),
            "2001:db8::1 - - [05/Nov/2026:09:30:00 +0000] \"-\" 400 - \"-\" \"-\"\n");
}

TEST(AccessLog, KeepsARequestInOneLineOfAscii) {
  Served hostile = page();
  hostile.version = 10;
  hostile.target = "/\"\\";
  hostile.referrer = "\" 200 1 \"x\r\n\x1b[2J";
  hostile.user_agent = std::string_view("\0\x7f\xc3\xa9", 4);
  EXPECT_EQ(access_line(hostile, StoppedClock().now()),
            "192.0.2.1 - - [05/Nov/2026:09:30:00 +0000] \"GET /\\\"\\\\ HTTP/1.0\" 200 1234 "
            "\"\\\" 200 1 \\\"x\\x0D\\x0A\\x1B[2J\" \"\\x00\\x7F\\xC3\\xA9\"\n");
}

TEST(AccessLog, GoesOnInANewFileWhenItIsReopened) {
  const test::TempDir directory;
  const std::string path = (directory / "log").string();
  const StoppedClock clock;
  const auto log = test::must(AccessLog::open(path, clock));
  log->write(page());
  std::filesystem::rename(path, path + ".1");
  log->write(page());
  test::must(log->reopen());
  log->write(page());
  const std::string line = access_line(page(), clock.now());
  EXPECT_EQ(test::must(read_whole(path + ".1", 10'000)), line + line);
  EXPECT_EQ(test::must(read_whole(path, 10'000)), line);
  EXPECT_EQ(log->lost(), 0U);
  EXPECT_FALSE(AccessLog::open((directory / "no" / "log").string(), clock));
}

TEST(AccessLog, TakesLinesOfSeveralThreadsWhole) {
  const test::TempDir directory;
  const std::string path = (directory / "log").string();
  const StoppedClock clock;
  const auto log = test::must(AccessLog::open(path, clock));
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      for (int n = 0; n < 100; ++n) log->write(page());
    });
  for (int n = 0; n < 10; ++n) test::must(log->reopen());
  for (std::thread& thread : threads) thread.join();
  const std::string line = access_line(page(), clock.now());
  std::string expected;
  for (int i = 0; i < 400; ++i) expected += line;
  EXPECT_EQ(test::must(read_whole(path, 1'000'000)), expected);
}

}  // namespace
}  // namespace asof::server
