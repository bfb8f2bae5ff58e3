#include "change/change.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "base/digest.h"
#include "support/result.h"

namespace asof::change {
namespace {

Version version(std::string body, std::string mime = "text/html", int status = 200) {
  Version made;
  made.url = "http://www.example.org/";
  made.status = status;
  made.mime = std::move(mime);
  made.sha256 = digest_of(Algorithm::Sha256, body);
  made.body = [body = std::move(body)]() -> Result<std::string> { return body; };
  return made;
}

Version unread(std::string sha256) {
  Version made;
  made.url = "http://www.example.org/";
  made.mime = "text/html";
  made.sha256 = std::move(sha256);
  made.body = []() -> Result<std::string> { return Error{Errc::Io, "the body was read"}; };
  return made;
}

Finding found(const Version& old, const Version& fresh, const Means& means = {}) {
  auto finding = compare(old, fresh, means);
  EXPECT_TRUE(test::is_ok(finding));
  return finding ? *finding : Finding{};
}

std::string news(std::string_view lead, std::string_view stamp = "16 November 2026") {
  return "<!doctype html><title>News</title><h1>The paper</h1><div><h2>" + std::string(lead) +
         "</h2><p>" + std::string(lead) +
         " is what everybody in the town talked about, from the market to the mill, and for good "
         "reasons.</p></div><div><h2>Weather</h2><p>Some rain in the afternoon, wind from the "
         "west, "
         "and clear skies at night over the hills.</p></div><p>Last updated: " +
         std::string(stamp) + "</p>";
}

TEST(Compare, SettlesEqualDigestsWithoutReadingAnything) {
  const Finding finding = found(unread("same"), unread("same"));
  EXPECT_EQ(finding.stage, Stage::Digest);
  EXPECT_EQ(finding.importance, 0);
  EXPECT_FALSE(finding.changed);
}

TEST(Compare, BelievesValidatorsOnlyOnceTheyHaveProvenTrue) {
  Version old = unread(""), fresh = unread("");
  old.etag = "\"a\"";
  fresh.etag = "W/\"a\"";
  Means means;
  means.trust.validators = {.checked = 20};
  EXPECT_EQ(found(old, fresh, means).stage, Stage::Validators);
  means.trust.validators = {.checked = 19};
  EXPECT_FALSE(compare(old, fresh, means).has_value());
  means.trust.validators = {.checked = 1000, .lied = 1};
  EXPECT_FALSE(compare(old, fresh, means).has_value());
  means.trust.validators = {.checked = 20};
  fresh.etag = "\"b\"";
  EXPECT_FALSE(compare(old, fresh, means).has_value());
}

TEST(Compare, NeverBelievesValidatorsAgainstDigests) {
  Version old = version(news("A")), fresh = version(news("B"));
  old.etag = fresh.etag = "\"a\"";
  Means means;
  means.trust.validators = {.checked = 100};
  EXPECT_EQ(found(old, fresh, means).stage, Stage::Visual);
}

TEST(Compare, BelievesThePageOnceItsTimestampHasProvenTrue) {
  const Version old = version(news("A")), fresh = version(news("B"));
  Means means;
  means.trust.timestamps = {.checked = 20};
  EXPECT_EQ(found(old, fresh, means).stage, Stage::Timestamp);
  EXPECT_EQ(found(old, version(news("B", "17 November 2026")), means).stage, Stage::Visual);
}

TEST(Compare, GivesNoWeightToNoise) {
  const Finding finding = found(version(news("A", "1 May 2026")), version(news("A", "2 May 2026")));
  EXPECT_EQ(finding.stage, Stage::CleanText);
  EXPECT_EQ(finding.importance, 0);
  EXPECT_FALSE(finding.changed);
}

TEST(Compare, WeighsAPageByWhatIsSeen) {
  const Finding finding = found(version(news("Flood")), version(news("Drought")));
  EXPECT_EQ(finding.stage, Stage::Visual);
  EXPECT_TRUE(finding.changed);
  EXPECT_GT(finding.importance, 0);
  EXPECT_LT(finding.importance, 1);
  ASSERT_TRUE(finding.sight);
  EXPECT_FALSE(finding.sight->comparison.delta.empty());
  EXPECT_NE(finding.reason, "");
}

TEST(Compare, WeighsAPageWhollyReplacedAsOne) {
  const Finding finding =
      found(version("<p>alpha beta gamma delta epsilon"), version("<p>one two three four five"));
  EXPECT_EQ(finding.stage, Stage::Visual);
  EXPECT_EQ(finding.importance, 1);
}

TEST(Compare, WeighsLargePagesByTheirWords) {
  Means means;
  means.options.largest = 10;
  const Finding finding =
      found(version("<p>one two three four"), version("<p>one two three five"), means);
  EXPECT_EQ(finding.stage, Stage::Distance);
  EXPECT_EQ(finding.importance, .25);
  EXPECT_EQ(finding.notes.size(), 1U);
  const Finding link =
      found(version("<p>one <a href=/x>two</a>"), version("<p>one <a href=/y>two</a>"), means);
  EXPECT_TRUE(link.changed);
  EXPECT_LE(link.importance, .1);
}

TEST(Compare, FallsBackOnShinglesWhereTooMuchDiffers) {
  std::string old_text, new_text;
  for (int i = 0; i < 30'000; ++i) {
    old_text += "word" + std::to_string(i) + ' ';
    new_text += (i % 2 == 0 ? "word" : "other") + std::to_string(i) + ' ';
  }
  const Finding finding = found(version(old_text, "text/plain"), version(new_text, "text/plain"));
  EXPECT_EQ(finding.stage, Stage::Shingles);
  EXPECT_GT(finding.importance, .9);
}

TEST(Compare, KnowsWhatStatusesSay) {
  struct Row {
    int before, after;
    double importance;
  };
  for (const Row& row : {Row{200, 404, 1}, Row{410, 200, 1}, Row{404, 410, 0}, Row{200, 503, 0},
                         Row{429, 200, 0}, Row{200, 302, 1}, Row{301, 200, 1}}) {
    Version old = unread("a"), fresh = unread("b");
    old.status = row.before;
    fresh.status = row.after;
    old.location = fresh.location = "http://www.example.org/elsewhere";
    const Finding finding = found(old, fresh);
    EXPECT_EQ(finding.stage, Stage::Status) << row.before << ' ' << row.after;
    EXPECT_EQ(finding.importance, row.importance) << row.before << ' ' << row.after;
  }
}

TEST(Compare, FollowsRedirectsByWhereTheyLead) {
  Version old = unread("a"), fresh = unread("b");
  old.status = fresh.status = 301;
  old.location = "http://x.example/a?utm_source=1";
  fresh.location = "http://x.example/a?utm_source=2";
  EXPECT_EQ(found(old, fresh).importance, 0);
  fresh.location = "http://x.example/b";
  EXPECT_EQ(found(old, fresh).importance, 1);
  old = unread("a");
  fresh.location = "https://example.org/";
  EXPECT_EQ(found(old, fresh).importance, 0);
}

TEST(Compare, ComparesImagesByDigestWithoutReadingThem) {
  Version old = unread("a"), fresh = unread("b");
  old.mime = fresh.mime = "image/png";
  const Finding finding = found(old, fresh);
  EXPECT_EQ(finding.stage, Stage::Digest);
  EXPECT_EQ(finding.importance, 1);
  EXPECT_EQ(finding.reason, "it differs; image/png is compared by digest");
}

TEST(Compare, ComparesTextsByTheirWords) {
  const Finding finding = found(version("{\"a\": \"one two three\"}", "application/json"),
                                version("{\"a\": \"one two four\"}", "application/json"));
  EXPECT_EQ(finding.stage, Stage::Distance);
  EXPECT_EQ(finding.importance, .25);
  const Finding date =
      found(version("made 2026-11-16", "text/plain"), version("made 2026-11-17", "text/plain"));
  EXPECT_EQ(date.stage, Stage::CleanText);
  const Finding told =
      found(version("as of 2026-11-16", "text/plain"), version("as of 2026-11-17", "text/plain"));
  EXPECT_EQ(told.stage, Stage::Distance);
}

TEST(Compare, LooksAtTheBytesWhereNoTypeIsStated) {
  EXPECT_EQ(found(version("<html><p>a b", ""), version("<html><p>c d", "")).stage, Stage::Visual);
  EXPECT_EQ(found(version("\x89PNG\r\n\x1a\n1", ""), version("\x89PNG\r\n\x1a\n2", "")).stage,
            Stage::Digest);
  const Finding other =
      found(version("<html><p>a", "text/html"), version("{}", "application/json"));
  EXPECT_EQ(other.reason, "it was text/html and is application/json");
  EXPECT_EQ(other.importance, 1);
}

TEST(Compare, TellsOfABodyThatCannotBeRead) {
  EXPECT_FALSE(compare(unread("a"), unread("b"), {}).has_value());
}

TEST(IntervalOf, IsNarrowedByADateThatHasProvenTrue) {
  const Instant old{1000}, fresh{9000};
  const Proof proven{.checked = 20};
  EXPECT_EQ(interval_of(old, fresh, Instant{5000}, proven).since, Instant{5000});
  EXPECT_EQ(interval_of(old, fresh, Instant{5000}, proven).until, Instant{5000});
  EXPECT_EQ(interval_of(old, fresh, Instant{5000}, {}).since, old);
  EXPECT_EQ(interval_of(old, fresh, Instant{500}, proven).since, old);
  EXPECT_EQ(interval_of(old, fresh, Instant{9500}, proven).until, fresh);
  EXPECT_EQ(interval_of(old, fresh, std::nullopt, proven).until, fresh);
}

TEST(Compare, CountsATitleForItself) {
  std::string renamed = news("A");
  renamed.replace(renamed.find("News"), 4, "Herald");
  const Finding finding = found(version(news("A")), version(renamed));
  EXPECT_EQ(finding.stage, Stage::Visual);
  EXPECT_EQ(finding.importance, .05);
  EXPECT_EQ(finding.reason, "title: 1 updated");
  ASSERT_TRUE(finding.sight);
  EXPECT_EQ(finding.sight->comparison.delta.title, (delta::Retitled{"News", "Herald"}));
  // Where more changed than a title is worth, it is part of the same news.
  std::string other = news("B");
  const double body = found(version(news("A")), version(other)).importance;
  other.replace(other.find("News"), 4, "Herald");
  EXPECT_EQ(found(version(news("A")), version(other)).importance, body);
}

// A browser that shows the same page whatever it is given, or fails.
Browse showing(std::string html) {
  return [html](Side, const layout::Source& source,
                const layout::Resources& resources) -> Result<layout::Page> {
    if (html.empty()) return Error{Errc::Io, "it crashed"};
    layout::Page page = layout::lay_out({.html = html, .url = source.url}, resources);
    page.engine = layout::Engine::Chromium;
    return page;
  };
}

constexpr std::string_view kWritten = "<body><script>document.body.innerHTML = load(";

TEST(Compare, AsksABrowserWhereThePageIsDoubtful) {
  const Version old = version(std::string(kWritten) + "1)</script>");
  const Version fresh = version(std::string(kWritten) + "2)</script>");
  Means means;
  means.options.render = Render::Auto;
  means.browse = showing(news("A"));
  Finding finding = found(old, fresh, means);
  ASSERT_TRUE(finding.sight);
  EXPECT_EQ(finding.sight->new_page.engine, layout::Engine::Chromium);
  EXPECT_EQ(finding.stage, Stage::Visual);
  EXPECT_EQ(found(version(news("A")), version(news("B")), means).sight->new_page.engine,
            layout::Engine::InProcess)
      << "not doubtful";
  means.options.render = Render::InProcess;
  EXPECT_EQ(found(old, fresh, means).stage, Stage::CleanText);
}

TEST(Compare, TellsTheEngineWhichSideItLaysOut) {
  std::vector<std::pair<Side, std::string>> sides;
  Means means;
  means.lay_out = [&](Side side, const layout::Source& source, const auto&... rest) {
    sides.emplace_back(side, source.html);
    return layout::lay_out(source, rest...);
  };
  ASSERT_TRUE(found(version(news("A")), version(news("B")), means).sight);
  const std::vector<std::pair<Side, std::string>> both = {{Side::Old, news("A")},
                                                          {Side::New, news("B")}};
  EXPECT_EQ(sides, both);
}

TEST(Compare, SaysWhereNoBrowserCouldBeAsked) {
  const Version old = version(std::string(kWritten) + "1)</script><p>one");
  const Version fresh = version(std::string(kWritten) + "2)</script><p>two");
  Means means;
  means.options.render = Render::Browser;
  means.browse = showing("");
  const Finding failed = found(old, fresh, means);
  EXPECT_EQ(failed.sight->new_page.engine, layout::Engine::InProcess);
  EXPECT_NE(std::ranges::find(failed.notes, "Chromium could not lay it out: it crashed"),
            failed.notes.end());
  means.browse = nullptr;
  means.options.render = Render::Auto;
  EXPECT_EQ(std::ranges::count_if(found(old, fresh, means).notes,
                                  [](const std::string& note) {
                                    return note.starts_with("this page needs a browser");
                                  }),
            1);
}

TEST(Compare, NeverCallsTheSameWhatItDidNotRead) {
  std::string words;
  for (int i = 0; words.size() < (std::size_t{9} << 20); ++i)
    words += "word" + std::to_string(i) + ' ';
  const Finding beyond = found(version("<p>" + words + "end"), version("<p>" + words + "other"));
  EXPECT_EQ(beyond.importance, 1);
  EXPECT_EQ(beyond.reason, "it differs beyond what is read of so long a page");
  Version old = version("<p>a"), fresh = version("<p>b");
  old.cut = fresh.cut = true;
  EXPECT_EQ(found(old, fresh).reason, "it differs; so long a content is compared by digest");
}

TEST(Compare, ShowsWhatWasSettledWithoutIt) {
  Means means;
  means.options.picture = true;
  const Finding same = found(version(news("A")), version(news("A")), means);
  EXPECT_EQ(same.stage, Stage::Digest);
  EXPECT_TRUE(same.sight.has_value());
  EXPECT_FALSE(found(version(news("A")), version(news("A"))).sight.has_value());
}

}  // namespace
}  // namespace asof::change
