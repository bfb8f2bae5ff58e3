#include "prove/timeline.h"

#include <gtest/gtest.h>

#include <map>

#include "base/random.h"
#include "prove/verdict.h"

namespace asof::prove {
namespace {

using certificate::Answer;
using certificate::Content;
using certificate::PageEvidence;
using certificate::Sighting;

Content content(char name) { return {.status = 200, .sha256 = std::string(1, name)}; }

Sighting seen(std::int64_t sent, char name, std::int64_t took = 0) {
  Sighting one{.sent = {sent}, .received = {sent + took}, .answer = Answer::Whole};
  one.content = content(name);
  one.validators.etag = std::string(1, name);
  return one;
}

Sighting not_modified(std::int64_t sent, char name) {
  Sighting one{.sent = {sent}, .received = {sent}, .answer = Answer::NotModified};
  one.content.status = 304;
  one.asked.etag = std::string(1, name);
  return one;
}

// A slow and obvious reading of the same evidence, of one instant: all pairs of sightings.
Stretch obvious(const PageEvidence& page, bool trusted, Instant at) {
  const auto said = certificate::statements(page);
  const auto span = [&](const certificate::Statement& one) {
    return certificate::Span{page.sightings[one.sighting].sent,
                             page.sightings[one.sighting].received};
  };
  Stretch best{.span = {at, at}};
  const auto offer = [&](Basis basis, const Content& what) {
    if (best.content && best.basis < basis) return;  // of equals the later one
    best.basis = basis;
    best.content = what;
  };
  for (std::size_t i = 0; i < said.size(); ++i) {
    for (std::size_t k = i + 1; k < said.size(); ++k) {
      bool broken = false;
      for (std::size_t j = i; j <= k; ++j) broken |= said[j].content != said[i].content;
      const bool word = said[i].by_validator || said[k].by_validator;
      if (broken || (word && !trusted)) continue;
      const Instant from = std::min(span(said[i]).until, span(said[k]).until);
      const Instant until = std::max(span(said[i]).from, span(said[k]).from);
      if (from <= at && at <= until) offer(word ? Basis::Attested : Basis::Proven, said[i].content);
    }
  }
  std::map<std::string, Content> here;
  for (const auto& one : said)
    if (!one.by_validator && span(one).holds(at)) here[one.content.sha256] = one.content;
  if (here.size() == 1 && best.basis != Basis::Proven) {
    best.basis = Basis::Captured;
    best.content = here.begin()->second;
  }
  return best;
}

PageEvidence random_page(Rng& rng) {
  PageEvidence page{.url = "http://example.org/"};
  std::int64_t at = 0;
  const auto count = 1 + rng.below(7);
  for (std::uint64_t i = 0; i < count; ++i) {
    at += static_cast<std::int64_t>(rng.below(6));
    const char name = static_cast<char>('a' + rng.below(2));
    if (rng.below(4) == 0)
      page.sightings.push_back(not_modified(at, name));
    else
      page.sightings.push_back(seen(at, name, static_cast<std::int64_t>(rng.below(3))));
  }
  return page;
}

TEST(Timeline, AgreesWithAllPairsOfSightings) {
  Rng rng(11);
  for (int round = 0; round < 3000; ++round) {
    const PageEvidence page = random_page(rng);
    for (const bool trusted : {false, true}) {
      const Timeline timeline(page, trusted);
      for (std::int64_t at = -1; at < 45; ++at) {
        const Stretch is = timeline.at({{at}, {at}});
        const Stretch should = obvious(page, trusted, {at});
        ASSERT_EQ(is.basis, should.basis) << "round " << round << " at " << at;
        ASSERT_EQ(is.content, should.content) << "round " << round << " at " << at;
      }
    }
  }
}

TEST(Timeline, OverASpanSaysOfEachInstantWhatItSaysOfTheInstant) {
  Rng rng(12);
  for (int round = 0; round < 1000; ++round) {
    const PageEvidence page = random_page(rng);
    const Timeline timeline(page, round % 2 == 0);
    const auto parts = timeline.over({{-2}, {45}});
    ASSERT_EQ(parts.front().span.from, Instant{-2});
    ASSERT_EQ(parts.back().span.until, Instant{45});
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (i > 0) {
        ASSERT_EQ(parts[i].span.from.ms, parts[i - 1].span.until.ms + 1);
        ASSERT_FALSE(parts[i].basis == parts[i - 1].basis &&
                     parts[i].content == parts[i - 1].content);
      }
      for (auto at = parts[i].span.from.ms; at <= parts[i].span.until.ms; ++at) {
        const Stretch one = timeline.at({{at}, {at}});
        ASSERT_EQ(one.basis, parts[i].basis);
        ASSERT_EQ(one.content, parts[i].content);
      }
    }
  }
}

TEST(Timeline, NamesTheNearestCapturesOnBothSides) {
  const PageEvidence page{
      .url = "http://example.org/",
      .sightings = {seen(10, 'a'), seen(20, 'a'), seen(30, 'a'), seen(40, 'b')}};
  const Timeline timeline(page, false);
  const Stretch proven = timeline.at({{15}, {15}});
  EXPECT_EQ(proven.basis, Basis::Proven);
  EXPECT_EQ(proven.before, 0U);
  EXPECT_EQ(proven.after, 1U);
  const Stretch gap = timeline.at({{35}, {35}});
  EXPECT_EQ(gap.basis, Basis::Silent);
  EXPECT_EQ(gap.before, 2U);
  EXPECT_EQ(gap.after, 3U);
  const Stretch early = timeline.at({{5}, {5}});
  EXPECT_EQ(early.before, std::nullopt);
  EXPECT_EQ(early.after, 0U);
  EXPECT_EQ(timeline.at({{40}, {40}}).basis, Basis::Captured);
}

TEST(Timeline, TakesACaptureWithinTheSecondAskedFor) {
  const PageEvidence page{.url = "http://example.org/", .sightings = {seen(10'500, 'a', 200)}};
  const Timeline timeline(page, false);
  EXPECT_EQ(timeline.at({{10'000}, {10'999}}).basis, Basis::Captured);
  EXPECT_EQ(timeline.at({{11'000}, {11'999}}).basis, Basis::Silent);
  const PageEvidence two{.url = "http://example.org/",
                         .sightings = {seen(10'100, 'a'), seen(10'900, 'b')}};
  EXPECT_EQ(Timeline(two, false).at({{10'000}, {10'999}}).basis, Basis::Silent);
}

TEST(Timeline, BelievesValidatorsOnlyWhereTrusted) {
  const PageEvidence page{.url = "http://example.org/",
                          .sightings = {seen(10, 'a'), not_modified(30, 'a')}};
  EXPECT_EQ(Timeline(page, false).at({{20}, {20}}).basis, Basis::Silent);
  EXPECT_EQ(Timeline(page, true).at({{20}, {20}}).basis, Basis::Attested);
}

TEST(Verdict, OfATimeIsThatOfAllItsParts) {
  const auto parts = [](std::initializer_list<Verdict> verdicts) {
    std::vector<Part> out;
    for (const Verdict verdict : verdicts) out.push_back({.verdict = verdict});
    return out;
  };
  using enum Verdict;
  EXPECT_EQ(verdict_on(parts({Present})), Present);
  EXPECT_EQ(verdict_on(parts({Present, Present})), Present);
  EXPECT_EQ(verdict_on(parts({Present, Unknown})), Partly);
  EXPECT_EQ(verdict_on(parts({Absent, Present})), Partly);
  EXPECT_EQ(verdict_on(parts({Hidden, Present})), Partly);
  EXPECT_EQ(verdict_on(parts({Absent, Absent})), Absent);
  EXPECT_EQ(verdict_on(parts({Absent, Unknown})), Unknown);
  EXPECT_EQ(verdict_on(parts({Hidden, Unknown})), Unknown);
  EXPECT_EQ(verdict_on(parts({Hidden, Absent})), Hidden);
}

TEST(Verdict, IsLikelyOnlyWhereBothSidesShowTheSame) {
  const std::map<std::string, Look> looks = {{"a", {.shown = Shown::Visible}},
                                             {"b", {.shown = Shown::Absent}},
                                             {"c", {.shown = Shown::Unreadable}}};
  const auto shows = [&](const Content& what) -> const Look& { return looks.at(what.sha256); };
  const std::vector<Content> contents = {content('a'), content('b'), content('c')};
  const auto told = [&](std::size_t i) -> const Content& { return contents[i]; };
  const auto between = [&](std::optional<std::size_t> before, std::optional<std::size_t> after) {
    return judge({.before = before, .after = after}, shows, told).likely;
  };
  EXPECT_EQ(between(0, 0), Likely::Present);
  EXPECT_EQ(between(1, 1), Likely::Absent);
  EXPECT_EQ(between(0, 1), Likely::Nothing);
  EXPECT_EQ(between(2, 2), Likely::Nothing);
  EXPECT_EQ(between(0, std::nullopt), Likely::Nothing);
  const Part known = judge({.basis = Basis::Proven, .content = content('c')}, shows, told);
  EXPECT_EQ(known.verdict, Verdict::Unknown);
}

}  // namespace
}  // namespace asof::prove
