#include "crawl/timekeeper.h"

#include <atomic>
#include <thread>

#include <gtest/gtest.h>

#include "support/raw_server.h"
#include "support/result.h"

namespace asof::crawl {
namespace {

constexpr std::int64_t kBegin = 1000;  // seconds

// A clock that stands still, and goes on by a second whenever it is told to move.
class StillClock final {
 public:
  std::string url() const { return server_.url(); }
  int moves() const { return moves_; }

 private:
  std::string answer(const std::string& head) {
    if (head.find("POST /advance") != std::string::npos) ++moves_;
    const std::string body =
        "{\"now\":" + std::to_string(kBegin + moves_) + ",\"speed\":0,\"from\":0,\"until\":9999}";
    return "HTTP/1.1 200 OK\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
  }

  std::atomic<int> moves_ = 0;
  test::RawServer server_{
      test::answer_each([this](const std::string& head) { return answer(head); })};  // last
};

TEST(Timekeeper, GoesOnWhenTheMachinesClockIsSet) {
  std::int64_t running = 5'000;
  std::int64_t wall = 1'000'000;
  const auto time = system_time({[&] { return Instant{wall}; }, [&] { return running; }});
  EXPECT_EQ(time->now(), Instant{1'000'000});
  running += 1'500;
  wall += 1'500;
  EXPECT_EQ(time->now(), Instant{1'001'500});
  EXPECT_EQ(time->set_by(), 0);
  wall -= 3'600'000;
  running += 10;
  wall += 10;
  EXPECT_EQ(time->now(), Instant{1'001'510});
  EXPECT_EQ(time->set_by(), -3600);
  EXPECT_EQ(describe_setting(time->set_by()), "set back by 3600 s while the crawl ran");
  EXPECT_EQ(describe_setting(1), "");  // a leap second
}

TEST(Timekeeper, TakesTheOriginsWordForWhatTimeItIs) {
  StillClock clock;
  const auto time = time_from(clock.url());
  ASSERT_TRUE(time) << time.error().what;
  EXPECT_EQ((*time)->now(), Instant{kBegin * 1000});
  EXPECT_EQ((*time)->real_seconds(), 0);
  ASSERT_TRUE((*time)->move_to(Instant{(kBegin + 5) * 1000}));
  EXPECT_EQ((*time)->now(), Instant{(kBegin + 1) * 1000});
}

TEST(Timekeeper, AsksForNoWayBack) {
  StillClock clock;
  const auto time = time_from(clock.url());
  ASSERT_TRUE(time) << time.error().what;
  ASSERT_TRUE((*time)->move_to(Instant{kBegin * 1000}));
  EXPECT_EQ(clock.moves(), 0);
}

TEST(Timekeeper, IsAskedByOneThreadWhileAnotherMovesIt) {
  StillClock clock;
  const auto time = time_from(clock.url());
  ASSERT_TRUE(time) << time.error().what;
  std::atomic<bool> asking = false, done = false, grew = true;
  std::thread asker([&] {
    for (Instant last = (*time)->now(); !done; asking = true) {
      const Instant now = (*time)->now();
      if (now < last) grew = false;
      last = now;
    }
  });
  while (!asking) std::this_thread::yield();
  for (int i = 1; i <= 200; ++i) EXPECT_TRUE((*time)->move_to(Instant{(kBegin + i) * 1000}));
  done = true;
  asker.join();
  EXPECT_TRUE(grew);
  EXPECT_EQ((*time)->now(), Instant{(kBegin + 200) * 1000});
}

TEST(Timekeeper, RefusesWhatIsNoClock) {
  test::RawServer server(test::answer_once("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"));
  const auto time = time_from(server.url());
  ASSERT_FALSE(time);
  EXPECT_EQ(time.error().code, Errc::Invalid);
  EXPECT_NE(time.error().what.find("not a clock"), std::string::npos) << time.error().what;
}

}  // namespace
}  // namespace asof::crawl
