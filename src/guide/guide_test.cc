#include "guide/guide.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "support/catalog_world.h"

namespace asof::guide {
namespace {

using catalog::Capture;
using catalog::response;
using catalog::revisit;
using test::must;
using test::TempDir;

constexpr std::int64_t kHour = 3'600'000;
constexpr const char* kSource = "http://example.com/source";
constexpr const char* kLink = "http://example.com/link";

Capture with_status(Capture capture, int status, std::string location = "") {
  capture.status = status;
  capture.location = std::move(location);
  return capture;
}

Capture link_at(double hour, std::string content) {
  return response("link", static_cast<std::int64_t>(hour * kHour), {}, std::move(content));
}
Capture source_at(double hour, std::string content) {
  return response("source", static_cast<std::int64_t>(hour * kHour), {}, std::move(content));
}

class GuideTest : public ::testing::Test {
 protected:
  void add(std::vector<Capture> captures) {
    for (std::size_t i = 0; i < captures.size(); ++i) captures[i].where.offset = i;
    catalog::add_file(writer_, "f" + std::to_string(files_++), std::move(captures));
    must(writer_.settle());
  }
  // The hour of the capture that a link leads to; -1: nowhere.
  double hour_of(const Query& query) {
    const auto advice = must(guide_.advise(query));
    return advice ? static_cast<double>(advice->capture.at.ms) / kHour : -1;
  }
  Query alone(double hour, std::string_view policy = "likelihood") const {
    return {.url = kLink,
            .at = Instant{static_cast<std::int64_t>(hour * kHour)},
            .source = {},
            .policy = policy};
  }
  Query from_source(double hour, std::string_view policy = "likelihood") const {
    Query query = alone(hour, policy);
    query.source = Source{kSource, query.at};
    return query;
  }

  TempDir directory_;
  catalog::Writer writer_ = catalog::open_new(directory_);
  catalog::Reader reader_ = must(catalog::Reader::open(directory_ / "catalog.sqlite"));
  Guide guide_{reader_};
  int files_ = 0;
};

TEST_F(GuideTest, WithoutCapturesThereIsNoAdvice) { EXPECT_EQ(hour_of(alone(1)), -1); }

TEST_F(GuideTest, WithoutASourceTheNearestIsTaken) {
  add({link_at(1, "A"), link_at(5, "B")});
  EXPECT_EQ(hour_of(alone(2)), 1);
  EXPECT_EQ(hour_of(alone(4)), 5);
  EXPECT_EQ(must(guide_.advise(alone(2)))->verdict, Verdict::Alone);
}

TEST_F(GuideTest, AnErrorDoesNotWinOverAGoodCaptureNearby) {
  add({link_at(1, "A"), with_status(link_at(2, "err"), 503), link_at(9, "A")});
  EXPECT_EQ(hour_of(alone(2)), 1);
}

TEST_F(GuideTest, APageGoneOnBothSidesIsGone) {
  add({link_at(1, "A"), with_status(link_at(5, "x"), 404), with_status(link_at(7, "y"), 404),
       link_at(12, "B")});
  EXPECT_EQ(hour_of(alone(6)), 5);
  EXPECT_EQ(hour_of(alone(4)), 1) << "gone on one side only";
  EXPECT_EQ(hour_of(alone(8)), 12) << "gone before, there again after";
}

TEST_F(GuideTest, TheExactUrlComesBeforeOthersWithItsKey) {
  Capture other = link_at(2, "B");
  other.url = "http://www.example.com/link";
  add({link_at(9, "A"), other});
  EXPECT_EQ(hour_of(alone(2)), 9);
  Query query = alone(2);
  query.url = "https://example.com/link";
  EXPECT_EQ(hour_of(query), 2) << "no capture of this one: any with its key";
}

TEST_F(GuideTest, OverlappingRunsAreCertain) {
  add({source_at(5, "S"), link_at(1, "A"), link_at(9, "A"), link_at(11, "B")});
  const auto advice = must(guide_.advise(from_source(5)));
  EXPECT_EQ(advice->verdict, Verdict::Certain);
  EXPECT_FALSE(advice->probability) << "a proof is no percentage";
  EXPECT_EQ(advice->why_words, "");
}

TEST_F(GuideTest, ARevisitWithoutADigestProlongsTheVersionBefore) {
  add({source_at(5, "S"), link_at(1, "A"), revisit("link", 9 * kHour, {}, "")});
  EXPECT_EQ(must(guide_.advise(from_source(5)))->verdict, Verdict::Certain);
}

TEST_F(GuideTest, AnUnknownSourceIsSaid) {
  add({link_at(1, "A"), link_at(9, "B")});
  const auto advice = must(guide_.advise(from_source(7)));
  EXPECT_EQ(advice->verdict, Verdict::Unknown);
  EXPECT_EQ(advice->capture.at.ms, 9 * kHour);
  EXPECT_NE(advice->sentence.find("not in the archive"), std::string::npos);
}

TEST_F(GuideTest, PoliciesDiffer) {
  add({source_at(5, "S"), link_at(1, "A"), link_at(8, "B")});
  EXPECT_EQ(hour_of(from_source(5, "recent")), 1);
  EXPECT_EQ(hour_of(from_source(5, "first-after")), 8);
  EXPECT_EQ(hour_of(from_source(5, "nearest")), 8);
  EXPECT_EQ(hour_of(alone(5, "recent")), 1) << "without a source, too";
  EXPECT_EQ(hour_of(alone(5, "likelihood")), 8) << "needs a source: nearest is taken";
  EXPECT_FALSE(guide_.advise(alone(5, "best")));
}

// The version that overlaps the source's is taken, though another is nearer.
TEST_F(GuideTest, LikelihoodTakesWhatWasOnlineTogether) {
  add({source_at(5, "S"), source_at(20, "S"), link_at(4.5, "A"), link_at(10, "B"),
       link_at(12, "B")});
  const auto advice = must(guide_.advise(from_source(5)));
  EXPECT_EQ(advice->capture.at.ms, 10 * kHour);
  EXPECT_EQ(advice->verdict, Verdict::Certain);
  EXPECT_EQ(hour_of(from_source(5, "nearest")), 4.5);
}

TEST_F(GuideTest, PartsAreChosenForTheInstantOfTheirPage) {
  Capture late = link_at(10, "B");
  late.last_modified = Instant{7 * kHour};
  add({source_at(5, "S"), source_at(20, "S"), link_at(1, "A"), late});
  Query query = from_source(5);
  EXPECT_EQ(hour_of(query), 10) << "as a link: it was online with this version of the page";
  query.embedded = true;
  const auto advice = must(guide_.advise(query));
  EXPECT_EQ(advice->capture.at.ms, 1 * kHour) << "as a part: it was not there at that instant";
  EXPECT_EQ(advice->composite, Composite::PossiblyCoherent);
  query.policy = "nearest";
  query.at = query.source->at = Instant{7 * kHour - 1};
  EXPECT_EQ(must(guide_.advise(query))->composite, Composite::Violative);
}

TEST_F(GuideTest, RedirectsThatLeadBackAreNoAnswer) {
  Capture there = with_status(link_at(5, "r"), 302, "http://example.com/other");
  Capture back = with_status(response("other", 5 * kHour, {}, "r"), 302, kLink);
  add({link_at(1, "A"), there, back});
  EXPECT_EQ(hour_of(alone(5)), 1);
  EXPECT_FALSE(must(guide_.advise(alone(5)))->loops);
}

TEST_F(GuideTest, ALoopWithNothingElseIsShownAndSaid) {
  Capture there = with_status(link_at(5, "r"), 302, "http://example.com/other");
  Capture back = with_status(response("other", 5 * kHour, {}, "r"), 302, kLink);
  add({there, back});
  const auto advice = must(guide_.advise(alone(5)));
  EXPECT_EQ(advice->capture.at.ms, 5 * kHour);
  EXPECT_TRUE(advice->loops);
}

TEST_F(GuideTest, ARedirectThatEndsIsAnAnswer) {
  add({link_at(1, "A"), with_status(link_at(5, "r"), 302, "http://example.com/other"),
       response("other", 5 * kHour, {}, "O")});
  EXPECT_EQ(hour_of(alone(5)), 5);
}

TEST_F(GuideTest, WhatMayNotBeShownIsNotThere) {
  add({link_at(1, "A"), link_at(5, "B")});
  Guide guide(reader_, {.may_show = [](const Capture& one) { return one.at.ms < 2 * kHour; }});
  EXPECT_EQ(must(guide.advise(alone(5)))->capture.at.ms, 1 * kHour);
}

TEST_F(GuideTest, SeesWhatIsAddedBesideIt) {
  add({link_at(1, "A")});
  EXPECT_EQ(hour_of(alone(5)), 1);
  add({link_at(5, "B")});
  EXPECT_EQ(hour_of(alone(5)), 5);
}

// A site of linked pages that change every few hours, and what is learned of it.
class LearnedTest : public GuideTest {
 protected:
  static constexpr int kPages = 6;

  static std::string name(int page) { return "p" + std::to_string(page); }

  void add_site(double from, double to) {
    Rng rng(static_cast<std::uint64_t>(from) + 7);
    catalog::SourceFile file{.name = "site" + std::to_string(files_++)};
    for (int page = 0; page < kPages; ++page)
      for (double hour = from + rng.uniform(0, 4); hour < to; hour += rng.uniform(2, 6)) {
        const auto version = static_cast<int>(hour / (3 + page));
        file.captures.push_back(response(name(page), static_cast<std::int64_t>(hour * kHour), {},
                                         std::to_string(version)));
        file.captures.back().where.offset = file.captures.size();
        file.documents.push_back(document(page, file.captures.back()));
      }
    for (Capture& one : file.captures) one.where.file = catalog::file_id(file.name);
    catalog::import_file(writer_, file, {});
    must(writer_.settle());
  }
  static catalog::Document document(int page, const Capture& capture) {
    std::vector<catalog::Link> links;
    for (int k = 1; k < 4; ++k)
      links.push_back({.kind = capture::LinkKind::Hyperlink,
                       .context = "a",
                       .url = "http://example.com/" + name((page + k) % kPages)});
    return {.urlkey = capture.urlkey,
            .url = capture.url,
            .sha256 = capture.sha256,
            .title = {},
            .charset = {},
            .canonical = {},
            .link_count = links.size(),
            .links = catalog::pack_links(links)};
  }
  Query between(int source, int link, double hour) {
    const Instant at{static_cast<std::int64_t>(hour * kHour)};
    return {.url = "http://example.com/" + name(link),
            .at = at,
            .source = Source{"http://example.com/" + name(source), at}};
  }

  Learner learner_{(directory_ / "catalog.sqlite").string(), {.questions = 30}};
  Guide learned_{reader_, {.may_show = {}, .learner = &learner_}};
};

TEST_F(LearnedTest, UntilTheSiteIsLearnedThereAreWords) {
  add_site(0, 120);
  const auto site = learner_.wait_for(site_key(kLink));
  ASSERT_TRUE(site);
  EXPECT_EQ(site->urls.size(), 6U);
  EXPECT_EQ(site->left_out, 0U);
  int certain = 0, uncertain = 0;
  for (double hour = 20; hour < 110; hour += 3)
    for (int page = 0; page < kPages; ++page) {
      const auto advice = must(learned_.advise(between(page, (page + 1) % kPages, hour)));
      certain += advice->verdict == Verdict::Certain ? 1 : 0;
      uncertain += advice->verdict != Verdict::Certain ? 1 : 0;
      if (advice->probability) {
        EXPECT_GE(*advice->probability, navigate::kShownLeast);
        EXPECT_EQ(advice->why_words, "");
      } else if (advice->verdict != Verdict::Certain) {
        EXPECT_NE(advice->why_words, "");
      }
    }
  EXPECT_GT(certain, 50);
  EXPECT_GT(uncertain, 10);
}

TEST_F(LearnedTest, PagesOfOtherSitesHaveWords) {
  add_site(0, 100);
  ASSERT_TRUE(learner_.wait_for(site_key(kLink)));
  Capture other = response("x", 56 * kHour, {}, "A");  // when page 1 changed
  other.urlkey = "org,example)/x";
  other.url = "http://example.org/x";
  add({other});
  Query query = between(0, 1, 56);
  query.source->url = other.url;
  const auto advice = must(learned_.advise(query));
  EXPECT_NE(advice->why_words.find("different sites"), std::string::npos);
}

TEST_F(LearnedTest, IsLearnedAgainOnceItHasGrownByATenth) {
  add_site(0, 100);
  const auto before = learner_.wait_for(site_key(kLink));
  add({response("p0", 101 * kHour, {}, "new")});
  ASSERT_TRUE(must(learned_.advise(between(0, 1, 50))));
  EXPECT_EQ(learner_.wait_for(site_key(kLink)), before) << "one more is no growth";
  add_site(101, 130);
  ASSERT_TRUE(must(learned_.advise(between(0, 1, 50))));
  const auto after = learner_.wait_for(site_key(kLink));
  EXPECT_GT(after->captures, before->captures);
}

TEST_F(LearnedTest, ASiteWithoutPagesIsNotWaitedForTwice) {
  add_site(0, 50);
  EXPECT_EQ(learner_.wait_for("org,nowhere)"), nullptr);
  EXPECT_FALSE(learned_.snapshot("org,nowhere)", Instant{0}, 0));
}

TEST_F(LearnedTest, ASnapshotIsAsGoodAsItsInstant) {
  add_site(0, 100);
  ASSERT_TRUE(learner_.wait_for(site_key(kLink)));
  const Instant at{50 * kHour};
  const auto here = learned_.snapshot(site_key(kLink), at, 0);
  const auto near = learned_.snapshot(site_key(kLink), at, 12 * 3600);
  ASSERT_TRUE(here && near);
  EXPECT_EQ(here->at, at);
  EXPECT_GE(near->score, here->score);
  EXPECT_LE(std::abs(near->at.ms - at.ms), 12 * kHour);
  EXPECT_NEAR(near->score + near->damage, kPages, 1e-9);
  ASSERT_EQ(near->pages.size(), 6U);
  EXPECT_TRUE(near->pages[0].at);
}

TEST_F(LearnedTest, EndsWhileItLearns) {
  add_site(0, 100);
  Learner learner((directory_ / "catalog.sqlite").string());
  EXPECT_EQ(learner.site(site_key(kLink)), nullptr);
}

}  // namespace
}  // namespace asof::guide
