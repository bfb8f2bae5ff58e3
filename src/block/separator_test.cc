#include "block/separator_internal.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/random.h"
#include "block/test_page.h"

namespace asof::block {
namespace {

using layout::Box;

struct Strip {
  int begin = 0;
  int end = 0;
  bool operator==(const Strip&) const = default;
};

// VIPS's separators of one direction as the paper finds them: from one strip over everything, split
// where a block lies in it, shrunk where one reaches into it, dropped where one covers it. What
// touches the border of the page separates nothing.
std::vector<Strip> strips(const std::vector<Strip>& blocks, int begin, int end) {
  std::vector<Strip> found = {{begin, end}};
  for (const Strip& block : blocks) {
    std::vector<Strip> next;
    for (const Strip& strip : found) {
      if (block.end <= strip.begin || block.begin >= strip.end) {
        next.push_back(strip);
        continue;
      }
      if (block.begin > strip.begin) next.push_back({strip.begin, block.begin});
      if (block.end < strip.end) next.push_back({block.end, strip.end});
    }
    found = std::move(next);
  }
  std::erase_if(found, [&](const Strip& s) { return s.begin == begin || s.end == end; });
  return found;
}

TEST(Separators, AreThoseOfVipsBetweenNeighbours) {
  Rng rng(1);
  for (int round = 0; round < 200; ++round) {
    const bool across = rng.below(2) == 0;
    std::vector<Box> boxes;
    std::vector<Strip> projected;
    int at = 10;
    for (std::uint64_t i = 0; i < 2 + rng.below(8); ++i) {
      const int gap = static_cast<int>(rng.below(70)) + 1;
      const int size = static_cast<int>(rng.below(300)) + 5;
      const int other = static_cast<int>(rng.below(20));
      at += gap;
      boxes.push_back(across ? Box{at, other, size, 400} : Box{other, at, 400, size});
      projected.push_back({at, at + size});
      at += size;
    }
    std::vector<Strip> ours;
    for (std::size_t i = 0; i + 1 < boxes.size(); ++i) {
      const Separator separator = between(boxes[i], boxes[i + 1]);
      EXPECT_EQ(separator.direction, across ? Direction::Vertical : Direction::Horizontal);
      const int end = across ? boxes[i].right() : boxes[i].bottom();
      ours.push_back({end, end + separator.gap});
    }
    std::vector<Strip> shuffled = projected;
    rng.shuffle(std::span(shuffled));
    std::vector<Strip> theirs = strips(shuffled, 0, at + 10);
    std::ranges::sort(theirs, {}, &Strip::begin);
    EXPECT_EQ(ours, theirs) << "round " << round;
  }
}

TEST(Separators, HaveADirection) {
  const Box box{100, 100, 100, 100};
  EXPECT_EQ(between(box, {100, 220, 50, 20}).direction, Direction::Horizontal);
  EXPECT_EQ(between(box, {100, 220, 50, 20}).gap, 20);
  EXPECT_EQ(between(box, {230, 100, 50, 20}).direction, Direction::Vertical);
  EXPECT_EQ(between(box, {230, 100, 50, 20}).gap, 30);
  EXPECT_EQ(between({230, 100, 50, 20}, box).gap, 30);  // the first may stand to the right
  EXPECT_EQ(between(box, {150, 150, 100, 100}).direction, Direction::None);
  EXPECT_EQ(between(box, {100, 198, 50, 20}).gap, 0);  // lines reach into each other
  EXPECT_EQ(between(box, {}).direction, Direction::None);
}

int points(std::string_view markup) {
  const layout::Page page = TestPage::lay_out(markup);
  const Shapes shapes = shapes_of(page, 5);
  const std::vector<Unit> units = shapes.units(0);
  EXPECT_EQ(units.size(), 2U) << markup;
  return separators(shapes, units).at(0).points;
}

TEST(Separators, WeighMoreTheWiderTheyAre) {
  int last = 0;
  for (const char* gap : {"4", "9", "16", "26", "36", "46", "56"}) {
    const int now = points("<p>a</p><ul gap=" + std::string(gap) + "><li>b</li></ul>");
    EXPECT_GT(now, last) << gap;
    last = now;
  }
  EXPECT_EQ(last, points("<p>a</p><ul gap=500><li>b</li></ul>"));
}

TEST(Separators, WeighMoreWhatDiffersMore) {
  const int similar = points("<p>a</p><p>b</p>");
  EXPECT_LT(similar, points("<p>a</p><ul gap=12><li>b</li></ul>"));
  EXPECT_LT(similar, points("<p>a</p><p bold>b</p>"));
  EXPECT_LT(points("<p>a</p><p bold>b</p>"), points("<p size=14>a</p><p bold>b</p>"));
  EXPECT_LT(similar, points("<p>a</p><p bg=eeeeee>b</p>"));
  EXPECT_LT(similar, points("<p>a</p><hr><p>b</p>"));
}

TEST(Coherence, FallsWithTheHeaviestSeparator) {
  EXPECT_EQ(coherence_of(0), 10);
  EXPECT_EQ(coherence_of(3), 10);
  EXPECT_EQ(coherence_of(13), 5);
  EXPECT_EQ(coherence_of(14), 4);
  EXPECT_EQ(coherence_of(100), 1);
  for (int coherence = 2; coherence <= 10; ++coherence) {
    EXPECT_EQ(coherence_of(heaviest_within(coherence)), coherence);
    EXPECT_EQ(coherence_of(heaviest_within(coherence) + 1), coherence - 1);
  }
}

}  // namespace
}  // namespace asof::block
