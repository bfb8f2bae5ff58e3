#include "base/line_sorter.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace asof {
namespace {

std::string sorted(const std::vector<std::string>& lines, std::size_t memory) {
  LineSorter sorter(memory);
  for (const std::string& line : lines) EXPECT_TRUE(sorter.add(line + "\n"));
  std::string out;
  EXPECT_TRUE(sorter.finish([&](std::string_view piece) -> Result<void> {
    out += piece;
    return {};
  }));
  return out;
}

std::string expected(std::vector<std::string> lines) {
  std::sort(lines.begin(), lines.end());
  std::string out;
  for (const std::string& line : lines) out += line + "\n";
  return out;
}

std::vector<std::string> made_up(std::size_t count) {
  std::vector<std::string> lines;
  std::uint64_t state = 1;
  for (std::size_t i = 0; i < count; ++i) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    lines.push_back("com,example)/" + std::to_string(state >> 50) + " {}");
  }
  return lines;
}

TEST(LineSorter, SortsBytewiseAndKeepsRepeatedAndEmptyLines) {
  std::vector<std::string> lines = {"b", "", "a\x01", "a", "B", "\xff", "a", ""};
  for (std::size_t memory : {1u << 20, 1u}) EXPECT_EQ(sorted(lines, memory), expected(lines));
}

TEST(LineSorter, GivesNothingForNothing) { EXPECT_EQ(sorted({}, 1), ""); }

TEST(LineSorter, GivesTheSameWhetherItSpillsOrNot) {
  std::vector<std::string> lines = made_up(20'000);
  // All in memory; some runs; so many runs that they are merged in between.
  for (std::size_t memory : {std::size_t{1} << 30, std::size_t{100'000}, std::size_t{1'000}})
    EXPECT_EQ(sorted(lines, memory), expected(lines)) << memory;
}

TEST(LineSorter, MergesLinesLongerThanItsBuffers) {
  std::vector<std::string> lines = {std::string(300'000, 'b'), std::string(300'000, 'a'), "c"};
  EXPECT_EQ(sorted(lines, 10), expected(lines));
}

TEST(LineSorter, PassesOnWhyWritingFailed) {
  LineSorter sorter;
  ASSERT_TRUE(sorter.add("a\n"));
  auto done = sorter.finish([](std::string_view) -> Result<void> {
    return Error{Errc::Full, "no space"};
  });
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, Errc::Full);
}

}  // namespace
}  // namespace asof
