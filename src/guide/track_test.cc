#include "guide/track.h"

#include <gtest/gtest.h>

#include "support/catalog_world.h"

namespace asof::guide {
namespace {

using catalog::Capture;
using catalog::response;
using catalog::revisit;

constexpr std::int64_t kHour = 3'600'000;

Capture with_status(Capture capture, int status, std::string location = "") {
  capture.status = status;
  capture.location = std::move(location);
  return capture;
}

TEST(Track, ARevisitWithoutADigestShowsWhatWasThereBefore) {
  const Track track({response("x", 1 * kHour, {}, "A"), revisit("x", 2 * kHour, {}, ""),
                     response("x", 3 * kHour, {}, "B")});
  ASSERT_EQ(track.runs().runs.size(), 2U);
  EXPECT_EQ(track.runs().runs[0].last, 1U);
}

TEST(Track, ARevisitWithoutADigestAndWithNothingBeforeIsAVersionOfItsOwn) {
  const Track track({revisit("x", 1 * kHour, {}, ""), response("x", 2 * kHour, {}, "A")});
  EXPECT_EQ(track.runs().runs.size(), 2U);
}

TEST(Track, GoneIsOneContentWhateverTheErrorPageSays) {
  const Track track({with_status(response("x", 1 * kHour, {}, "sorry 1"), 404),
                     with_status(response("x", 2 * kHour, {}, "sorry 2"), 410)});
  EXPECT_EQ(track.runs().runs.size(), 1U);
}

TEST(Track, APageThatNeverChangedMayYet) {
  const Track track({response("x", 0, {}, "A"), response("x", 100 * kHour, {}, "A")});
  EXPECT_GT(track.page().changes.expected(0, 100 * 3600), 0);
}

TEST(Standing, KnowsWhichCapturesCanStandForAPage) {
  struct Row {
    const char* rule;
    Capture capture;
    bool stands;
  };
  const Capture good = response("x", 0, {}, "A");
  const Row rows[] = {
      {"a good answer", good, true},
      {"gone", with_status(good, 404), true},
      {"gone for good", with_status(good, 410), true},
      {"an error of the server", with_status(good, 503), false},
      {"a refusal", with_status(good, 403), false},
      {"a redirect elsewhere", with_status(good, 302, "http://example.com/y"), true},
      {"a redirect to itself", with_status(good, 302, "http://example.com/x"), false},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.rule);
    EXPECT_EQ(standing({good, row.capture}).size(), row.stands ? 2U : 1U);
    EXPECT_EQ(standing({row.capture}).size(), 1U) << "what is alone can be seen";
  }
}

}  // namespace
}  // namespace asof::guide
