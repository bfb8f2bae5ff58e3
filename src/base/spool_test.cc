#include "base/spool.h"

#include <sys/resource.h>

#include <csignal>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "base/random.h"
#include "support/result.h"

namespace asof {
namespace {

using test::fails_with;
using test::is_ok;
using test::must;

TEST(Spool, GivesBackWhatWasAppendedOnEitherSideOfItsLimit) {
  for (std::size_t limit : {0u, 1u, 10u, 99u, 100u, 101u, 1000u}) {
    for (std::size_t piece : {1u, 7u, 100u}) {
      Spool spool(limit);
      std::string all;
      while (all.size() < 100) {
        const std::string bytes(std::min(piece, 100 - all.size()), static_cast<char>(all.size()));
        ASSERT_TRUE(is_ok(spool.append(bytes)));
        all += bytes;
        ASSERT_EQ(spool.size(), all.size());
      }
      EXPECT_EQ(must(spool.bytes()), all) << limit << " " << piece;
      EXPECT_EQ(spool.size(), all.size());
      EXPECT_EQ(must(spool.bytes()), all) << "asked twice";
    }
  }
}

TEST(Spool, CanBeEmpty) {
  for (std::size_t limit : {0u, 10u}) {
    Spool spool(limit);
    EXPECT_EQ(must(spool.bytes()), "");
    EXPECT_EQ(spool.size(), 0u);
  }
  Spool spool(0);
  ASSERT_TRUE(is_ok(spool.append("")));
  EXPECT_EQ(must(spool.bytes()), "");
}

TEST(Spool, KeepsItsBytesWhereTheyAreWhenMoved) {
  Spool first(4);
  ASSERT_TRUE(is_ok(first.append("longer than four")));
  const auto bytes = must(first.bytes());
  Spool second = std::move(first);
  EXPECT_EQ(bytes, "longer than four");
  EXPECT_EQ(must(second.bytes()).data(), bytes.data());
}

TEST(Spool, TakesAGuessThatIsWrong) {
  Spool spool(100);
  spool.expect(std::uint64_t{1} << 60);
  ASSERT_TRUE(is_ok(spool.append("abc")));
  EXPECT_EQ(must(spool.bytes()), "abc");
}

TEST(Spool, SaysWhenThereIsNoRoom) {
  // Files of this process may not become longer than 64 KiB for a moment.
  rlimit before = {};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto old = std::signal(SIGXFSZ, SIG_IGN);
  rlimit small = before;
  small.rlim_cur = 1 << 16;
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  Spool spool(1 << 10);
  const std::string bytes(1 << 15, 'x');
  Result<void> last;
  for (int i = 0; i < 4 && last; ++i) last = spool.append(bytes);
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &before), 0);
  std::signal(SIGXFSZ, old);
  EXPECT_TRUE(fails_with(last, last ? Errc::Invalid : last.error().code, "temporary file"));
}

}  // namespace
}  // namespace asof
