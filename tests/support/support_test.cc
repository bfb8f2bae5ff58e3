// The test support itself: what it promises is what every other test leans on.
#include <filesystem>

#include <gtest/gtest.h>

#include "support/result.h"
#include "support/temp_dir.h"

namespace asof::test {
namespace {

TEST(TempDir, IsFreshAndGoesAwayWithItsFiles) {
  std::filesystem::path kept;
  {
    TempDir first;
    TempDir second;
    EXPECT_NE(first.path(), second.path());
    kept = write_file(first / "a/b.txt", std::string_view("x\0y", 3));
    EXPECT_EQ(read_file(kept), std::string_view("x\0y", 3));
  }
  EXPECT_FALSE(std::filesystem::exists(kept));
}

TEST(ResultPredicates, TellValuesFromErrorsAndErrorsApart) {
  Result<int> good = 7;
  Result<int> bad = Error{Errc::Corrupt, "unexpected end"};
  EXPECT_TRUE(is_ok(good));
  EXPECT_FALSE(is_ok(bad));
  EXPECT_STREQ(is_ok(bad).message(), "Corrupt: unexpected end");
  EXPECT_TRUE(fails_with(bad, Errc::Corrupt));
  EXPECT_TRUE(fails_with(bad, Errc::Corrupt, "end"));
  EXPECT_FALSE(fails_with(bad, Errc::Corrupt, "begin"));
  EXPECT_FALSE(fails_with(bad, Errc::Io));
  EXPECT_FALSE(fails_with(good, Errc::Corrupt));
  EXPECT_TRUE(is_ok(Result<void>()));
  EXPECT_TRUE(fails_with(Result<void>(Error{Errc::Io, "no"}), Errc::Io));
  EXPECT_EQ(must(std::move(good)), 7);
}

}  // namespace
}  // namespace asof::test
