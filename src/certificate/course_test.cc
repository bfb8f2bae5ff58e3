#include "certificate/course.h"

#include <gtest/gtest.h>

#include "certificate/evidence_test_world.h"

namespace asof::certificate {

void PrintTo(const Span& span, std::ostream* out) { *out << span.from.ms << ".." << span.until.ms; }
void PrintTo(const Held& held, std::ostream* out) {
  *out << held.content.sha256 << '@';
  PrintTo(held.span, out);
}

namespace {

struct CourseCase {
  std::string rule;
  std::vector<Sighting> sightings;
  std::vector<Held> proven;
  std::vector<Held> solid;  // where validators are trusted
};

std::vector<CourseCase> course_cases() {
  auto equal_tag_cut = whole(10, 11, "", "\"x\"");
  equal_tag_cut.answer = Answer::Incomplete;
  auto other_redirect = whole(10, 11, "e");
  other_redirect.content = {.status = 302, .sha256 = "e", .location = "/there"};
  auto redirect = other_redirect;
  redirect.sent = second(0), redirect.received = second(1);
  redirect.content.location = "/here";
  const Content a = body("a");
  const Content b = body("b");
  return {
      {"one body is on one side only", {whole(0, 1, "a")}, {}, {}},
      {"equal bodies, from the end of the first to the start of the second",
       {whole(0, 1, "a"), whole(10, 12, "a")},
       {{seconds(1, 10), a}},
       {{seconds(1, 10), a}}},
      {"three equal bodies are one stretch",
       {whole(0, 1, "a"), whole(10, 12, "a"), whole(20, 21, "a")},
       {{seconds(1, 20), a}},
       {{seconds(1, 20), a}}},
      {"failures between say nothing",
       {whole(0, 1, "a"), failed(4, 5), whole(10, 12, "a")},
       {{seconds(1, 10), a}},
       {{seconds(1, 10), a}}},
      {"different bodies prove nothing", {whole(0, 1, "a"), whole(10, 12, "b")}, {}, {}},
      {"a change that was seen to be undone is no proof",
       {whole(0, 1, "a"), whole(10, 12, "b"), whole(20, 21, "a")},
       {},
       {}},
      {"requests that overlap leave no room", {whole(0, 5, "a"), whole(3, 8, "a")}, {}, {}},
      {"answers that take no time leave an instant",
       {whole(3, 3, "a"), whole(3, 3, "a")},
       {{seconds(3, 3), a}},
       {{seconds(3, 3), a}}},
      {"a 304 is no body",
       {whole(0, 1, "a", "\"x\""), not_modified(10, 11, "\"x\"")},
       {},
       {{seconds(1, 10), a}}},
      {"the tag of a 304 is compared weakly",
       {whole(0, 1, "a", "W/\"x\""), not_modified(10, 11, "\"x\"")},
       {},
       {{seconds(1, 10), a}}},
      {"a 304 asked with tags of an older version speaks of that one",
       {whole(0, 1, "a", "\"x\""), whole(10, 11, "b", "\"y\""), not_modified(20, 21, "\"x\"")},
       {},
       {}},
      {"a 304 that was asked with nothing we know says nothing",
       {whole(0, 1, "a", "\"x\""), not_modified(10, 11, "\"z\"")},
       {},
       {}},
      {"a 304 between agrees with the proof around it",
       {whole(0, 1, "a", "\"x\""), not_modified(10, 11, "\"x\""), whole(20, 21, "a", "\"x\"")},
       {{seconds(1, 20), a}},
       {{seconds(1, 20), a}}},
      {"a 304 to the contrary breaks a proof",
       {whole(0, 1, "b", "\"y\""), whole(4, 5, "a", "\"x\""), not_modified(10, 11, "\"y\""),
        whole(20, 21, "a", "\"x\"")},
       {},
       {}},
      {"a body that was cut off speaks by its tag alone",
       {whole(0, 1, "a", "\"x\""), equal_tag_cut},
       {},
       {{seconds(1, 10), a}}},
      {"redirects to different places differ", {redirect, other_redirect}, {}, {}},
      {"errors of the server say nothing",
       {whole(0, 1, "a"),
        [] {
          auto overload = whole(4, 5, "z");
          overload.content.status = 503;
          return overload;
        }(),
        whole(10, 11, "a")},
       {{seconds(1, 10), a}},
       {{seconds(1, 10), a}}},
      {"gone twice with one body is proven gone",
       {gone(0, 1, "n"), gone(10, 11, "n")},
       {{seconds(1, 10), body("n", 404)}},
       {{seconds(1, 10), body("n", 404)}}},
      {"gone twice with different bodies is not", {gone(0, 1, "n"), gone(10, 11, "m")}, {}, {}},
      {"two versions, each on both sides",
       {whole(0, 1, "a"), whole(10, 11, "a"), whole(20, 21, "b"), whole(30, 31, "b")},
       {{seconds(1, 10), a}, {seconds(21, 30), b}},
       {{seconds(1, 10), a}, {seconds(21, 30), b}}},
  };
}

TEST(Course, HoldsWhatEqualSightingsOnBothSidesSay) {
  for (const auto& [rule, sightings, proven, solid] : course_cases()) {
    SCOPED_TRACE(rule);
    const auto trusting = course_of(page(sightings), true);
    EXPECT_EQ(trusting.proven, proven);
    EXPECT_EQ(trusting.solid, solid);
    const auto wary = course_of(page(sightings), false);
    EXPECT_EQ(wary.proven, proven);
    EXPECT_EQ(wary.solid, proven) << "validators that are not trusted add nothing";
  }
}

TEST(Course, DatesAChangeFromTheLastOldToTheFirstNew) {
  auto new_one = whole(20, 22, "b");
  new_one.modified = second(15);
  const auto evidence = page({whole(0, 1, "a", "\"x\""), not_modified(10, 11, "\"x\""), new_one});
  const auto trusting = course_of(evidence, true).changes;
  ASSERT_EQ(trusting.size(), 1U);
  EXPECT_EQ(trusting[0].within, seconds(10, 22));
  EXPECT_EQ(trusting[0].server_says, second(15));
  const auto wary = course_of(evidence, false).changes;
  ASSERT_EQ(wary.size(), 1U);
  EXPECT_EQ(wary[0].within, seconds(0, 22)) << "a 304 that is not trusted narrows nothing";
}

TEST(Course, TakesNoNewErrorPageForAChange) {
  EXPECT_TRUE(course_of(page({gone(0, 1, "n"), gone(10, 11, "m")}), true).changes.empty());
  EXPECT_EQ(course_of(page({whole(0, 1, "a"), gone(10, 11, "m")}), true).changes.size(), 1U);
}

TEST(Course, BelievesA304AboutTheOriginalOfAnEarlierCrawlOnlyIfThatHadTheTag) {
  auto first = not_modified(0, 1, "\"x\"");
  first.original = Original{.content = body("a"), .validators = {.etag = "\"x\""}};
  auto second_one = not_modified(10, 11, "\"x\"");
  second_one.original = first.original;
  EXPECT_EQ(course_of(page({first, second_one}), true).solid,
            (std::vector<Held>{{seconds(1, 10), body("a")}}));
  first.original->validators.etag = second_one.original->validators.etag = "\"y\"";
  EXPECT_TRUE(course_of(page({first, second_one}), true).said.empty());
}

}  // namespace
}  // namespace asof::certificate
