#include "base/worker_pool.h"

#include <gtest/gtest.h>

#include <atomic>

namespace asof {
namespace {

TEST(WorkerPool, DoesEachPieceOnceWhoeverIsThere) {
  for (const std::size_t others : {0U, 1U, 3U}) {
    WorkerPool pool(others);
    for (std::size_t count = 0; count < 300; ++count) {
      std::vector<std::atomic<int>> done(count);
      std::atomic<bool> strangers = false;
      pool.share(count, [&](std::size_t index, std::size_t who) {
        ++done[index];
        if (who > others) strangers = true;
      });
      for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(done[i], 1) << i << " of " << count;
      EXPECT_FALSE(strangers);
    }
  }
}

TEST(WorkerPool, TheOthersHelp) {
  WorkerPool pool(1);
  // Each of two pieces waits for the other to be begun: one thread alone would wait for ever.
  std::atomic<int> begun = 0;
  pool.share(2, [&](std::size_t, std::size_t) {
    ++begun;
    while (begun < 2) std::this_thread::yield();
  });
  EXPECT_EQ(begun, 2);
}

}  // namespace
}  // namespace asof
