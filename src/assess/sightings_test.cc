#include <gtest/gtest.h>

#include "assess/sightings.h"

namespace asof::assess {
namespace {

using catalog::Kind;
using catalog::ShownAnswer;
using catalog::Witness;
using certificate::Answer;

Witness witness(Kind kind, int status) {
  return {.url = "http://a.example/",
          .at = {1000},
          .kind = kind,
          .shown = {.status = status, .sha256 = "own", .etag = "\"1\""}};
}

TEST(Sightings, AnswersAreWhatTheirRecordsMakeThem) {
  struct Case {
    const char* rule;
    Witness witness;
    Answer answer;
    int status;
    const char* sha256;
  };
  auto cut = witness(Kind::Response, 200);
  cut.truncated = true;
  auto identical = witness(Kind::Revisit, 0);
  identical.original = ShownAnswer{.status = 404, .sha256 = "first"};
  auto lost = witness(Kind::Revisit, 200);
  auto unchanged = witness(Kind::Revisit, 304);
  unchanged.not_modified = true;
  unchanged.original = ShownAnswer{.status = 200, .sha256 = "first", .etag = "\"1\""};
  const Case cases[] = {
      {"a response is whole", witness(Kind::Response, 200), Answer::Whole, 200, "own"},
      {"a resource has no status", witness(Kind::Resource, 0), Answer::Whole, 200, "own"},
      {"a response without status says nothing", witness(Kind::Response, 0), Answer::Incomplete, 0,
       ""},
      {"a body that was cut off is none", cut, Answer::Incomplete, 200, ""},
      {"a revisit shows its original", identical, Answer::Whole, 404, "first"},
      {"a revisit without original says nothing", lost, Answer::Incomplete, 200, ""},
      {"a 304 is the server's word", unchanged, Answer::NotModified, 304, ""},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.rule);
    const auto sighting = sighting_of(c.witness);
    EXPECT_EQ(sighting.answer, c.answer);
    EXPECT_EQ(sighting.content.status, c.status);
    EXPECT_EQ(sighting.content.sha256, c.sha256);
  }
  const auto sighting = sighting_of(unchanged);
  EXPECT_EQ(sighting.asked.etag, "\"1\"") << "it was asked for what it refers to";
  ASSERT_TRUE(sighting.original.has_value());
  EXPECT_EQ(sighting.original->content.sha256, "first");
}

TEST(Sightings, OfOneRecordInTwoFilesAreOne) {
  const auto first = witness(Kind::Response, 200);
  auto copy = first;
  copy.crawl = 1;
  copy.where = {.file = {}, .offset = 77};
  auto other = first;
  other.shown.status = 404;
  auto later = first;
  later.at.ms += 1;
  auto robots = first;
  robots.url = "http://a.example/robots.txt";
  const catalog::KeyEvidence of_key{.witnesses = {first, other, robots, copy, later}};
  const auto pages = pages_of(of_key);
  ASSERT_EQ(pages.size(), 1U);
  EXPECT_EQ(pages[0].evidence.sightings.size(), 3U);
  EXPECT_EQ(pages[0].crawls.size(), 3U);
  EXPECT_EQ(pages[0].copies, 1U);
  EXPECT_EQ(others_of(of_key), 1U);
}

TEST(Sightings, LastUntilTheLastByteWhereThatIsKnown) {
  auto slow = witness(Kind::Response, 200);
  EXPECT_EQ(sighting_of(slow).received, Instant{1000});
  slow.fetch_ms = 700;
  EXPECT_EQ(sighting_of(slow).received, Instant{1700});
}

TEST(Sightings, PagesAreUrlsOfTheWeb) {
  catalog::KeyEvidence of_key;
  for (const char* url : {"http://a.example/", "https://a.example/", "dns:a.example",
                          "http://a.example/robots.txt", "http://a.example/"}) {
    of_key.witnesses.push_back(witness(Kind::Response, 200));
    of_key.witnesses.back().url = url;
    of_key.witnesses.back().at.ms += static_cast<std::int64_t>(of_key.witnesses.size());
  }
  of_key.witnesses.push_back(witness(Kind::Response, 200));
  of_key.witnesses.back().at.ms += 100;
  of_key.witnesses.back().purpose = "sitemap";
  const auto pages = pages_of(of_key);
  ASSERT_EQ(pages.size(), 2u);
  EXPECT_EQ(pages[0].evidence.sightings.size(), 2u);
  EXPECT_EQ(pages[1].evidence.url, "https://a.example/");
}

}  // namespace
}  // namespace asof::assess
