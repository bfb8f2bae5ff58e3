#include "navigate/composite.h"

#include <gtest/gtest.h>

namespace asof::navigate {
namespace {

TEST(Composite, FollowsItsTable) {
  struct Row {
    const char* rule;
    std::vector<CaptureMark> captures;
    std::size_t capture;
    Composite state;
  };
  constexpr Time kPage = 10;
  const Row rows[] = {
      {"captured before", {{5, 1, {}}}, 0, Composite::PossiblyCoherent},
      {"captured after, no date", {{15, 1, {}}}, 0, Composite::ProbablyViolative},
      {"captured after, begun before", {{5, 1, {}}, {15, 2, 8}}, 1, Composite::Coherent},
      {"captured after, begun after", {{5, 1, {}}, {15, 2, 12}}, 1, Composite::Violative},
      {"equal on both sides", {{5, 1, {}}, {15, 1, {}}}, 0, Composite::Coherent},
      {"a date that cannot be true", {{5, 1, {}}, {15, 2, 3}}, 1, Composite::ProbablyViolative},
      {"at the same instant", {{10, 1, {}}}, 0, Composite::Coherent},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.rule);
    const Page page{.captures = row.captures, .changes = {}};
    const Track track(page);
    std::size_t run = 0;
    while (track.runs[run].last < row.capture) ++run;
    EXPECT_EQ(composite_of(kPage, track, run, row.capture), row.state);
  }
}

}  // namespace
}  // namespace asof::navigate
