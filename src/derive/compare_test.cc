#include "derive/derive.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/digest.h"
#include "base/text.h"
#include "catalog/dump.h"
#include "delta/json.h"
#include "derive/pair_internal.h"
#include "keep/import.h"
#include "render/chromium.h"
#include "support/result.h"
#include "support/temp_dir.h"
#include "warc/draft.h"

namespace asof::derive {
namespace {

using test::must;
using test::TempDir;
using test::write_file;

const Instant kStart = *parse_iso8601("2026-11-15T09:30:00Z");
constexpr std::string_view kNews = "org,example)/news";

struct Answer {
  std::string path;
  int hour = 0;
  std::string body;
  std::string mime = "text/html; charset=utf-8";
  std::string status = "200 OK";
  std::string fields;
};

std::string records(const std::vector<Answer>& answers) {
  warc::Encoder encoder({});
  std::string file;
  for (const Answer& answer : answers) {
    const std::string url = "http://example.org/" + answer.path;
    const std::string block = "HTTP/1.1 " + answer.status + "\r\nContent-Type: " + answer.mime +
                              "\r\n" + answer.fields + "\r\n" + answer.body;
    const std::string id = url + std::to_string(answer.hour) + answer.status;
    file += encoder.encode({.id = "urn:uuid:" + hex(digest_of(Algorithm::Md5, id)),
                            .date = {kStart.ms + answer.hour * 3'600'000LL},
                            .target_uri = url,
                            .content_type = std::string(warc::kHttpResponse),
                            .block = block});
  }
  return file;
}

std::string story(std::string_view lead, std::string_view stamp = "15 November 2026") {
  return "<!doctype html><title>News</title><link rel=stylesheet href=/style.css>"
         "<h1>The paper</h1><div class=lead><h2>" +
         std::string(lead) + "</h2><p>" + std::string(lead) +
         " is what everybody in the town talked about, from the market to the mill.</p></div>"
         "<div class=side><p>Some rain in the afternoon, wind from the west, and clear skies at "
         "night over all the hills around the town.</p></div><p>Last updated: " +
         std::string(stamp) + "</p>";
}

std::vector<Answer> world() {
  return {{.path = "news", .hour = 0, .body = story("Flood")},
          {.path = "style.css", .hour = 0, .body = ".side{display:none}", .mime = "text/css"},
          {.path = "news", .hour = 1, .body = story("Flood", "16 November 2026")},
          {.path = "news", .hour = 2, .body = "down", .status = "503 Unavailable"},
          {.path = "news", .hour = 3, .body = story("Drought")},
          {.path = "news", .hour = 4, .body = "gone", .status = "404 Not Found"},
          {.path = "logo.png", .hour = 0, .body = "\x89PNG1", .mime = "image/png"},
          {.path = "logo.png", .hour = 5, .body = "\x89PNG2", .mime = "image/png"},
          {.path = "once", .hour = 0, .body = story("Once")}};
}

class CompareTest : public testing::Test {
 protected:
  std::string write(const std::string& name, const std::vector<Answer>& answers) {
    return write_file(temp_ / name, records(answers)).string();
  }
  archive::Directory directory(const std::string& name) {
    return must(
        archive::Directory::open((temp_ / name).string(), archive::Directory::Access::Write));
  }
  // Imports the files and derives what follows.
  Derived import(const std::string& archive, const std::vector<std::string>& paths,
                 const Options& options = {}) {
    auto here = directory(archive);
    auto catalog = must(catalog::Writer::open(here.catalog_path()));
    must(keep::import_files(here, catalog, paths, {.threads = 1}));
    return must(derive(here, catalog, options));
  }
  catalog::Reader reading(const std::string& archive) {
    return must(catalog::Reader::open(temp_ / archive / "catalog.sqlite"));
  }
  std::string dump(const std::string& archive) {
    std::string text;
    must(
        catalog::dump(reading(archive), [&](std::string_view line) { text.append(line) += '\n'; }));
    return text;
  }

  TempDir temp_;
};

TEST_F(CompareTest, ComparesSuccessiveVersionsAndKeepsWhy) {
  const Derived derived = import("a", {write("all.warc.gz", world())});
  EXPECT_EQ(derived.pages, 2U);
  EXPECT_EQ(derived.compared, 4U);
  EXPECT_TRUE(derived.finished);
  const auto catalog = reading("a");
  const auto changes = must(catalog.changes_of(kNews));
  ASSERT_EQ(changes.size(), 3U) << "the answer 503 says nothing";
  EXPECT_EQ(changes[0].stage, static_cast<int>(change::Stage::CleanText));
  EXPECT_EQ(changes[0].importance, 0);
  EXPECT_EQ(changes[1].stage, static_cast<int>(change::Stage::Visual));
  EXPECT_GT(changes[1].importance, .1);
  EXPECT_LT(changes[1].importance, 1);
  EXPECT_EQ(changes[1].since.ms, kStart.ms + 3'600'000) << "the last sight of the old version";
  EXPECT_EQ(changes[1].until.ms, kStart.ms + 3 * 3'600'000);
  EXPECT_EQ(changes[2].stage, static_cast<int>(change::Stage::Status));
  EXPECT_EQ(changes[2].importance, 1);
  const auto detail = must(catalog.change_detail(std::string(kNews), changes[1].fresh));
  EXPECT_FALSE(must(delta::from_json(detail.delta)).empty());
  EXPECT_NE(detail.uses.find("http://example.org/style.css"), std::string::npos) << detail.uses;
  const auto logo = must(catalog.changes_of("org,example)/logo.png"));
  ASSERT_EQ(logo.size(), 1U);
  EXPECT_EQ(logo[0].reason, "it differs; image/png is compared by digest");
}

// So many pages of text, each captured twice, with other words.
std::vector<Answer> texts(int pages) {
  std::vector<Answer> answers;
  for (int hour : {0, 1})
    for (int page = 0; page < pages; ++page)
      answers.push_back({.path = "t" + std::to_string(page),
                         .hour = hour,
                         .body = hour == 0 ? "rain in the morning" : "rain in the evening",
                         .mime = "text/plain"});
  return answers;
}

TEST_F(CompareTest, GoesOnAfterAnInterruptionAndComparesNothingTwice) {
  const std::string file = write("all.warc.gz", texts(30));
  bool stop = false;
  Options options{.threads = 1};
  options.on_progress = [&](const Progress& at) { stop = stop || at.step == Step::Compare; };
  options.interrupted = [&] { return stop; };
  const Derived first = import("a", {file}, options);
  EXPECT_FALSE(first.finished);
  EXPECT_GT(first.compared, 0U);
  EXPECT_EQ(first.compared + first.left, 30U);
  {
    auto here = directory("a");
    const Derived second = must(derive(here, {}));
    EXPECT_EQ(second.compared, first.left);
    EXPECT_EQ(second.left, 0U);
    EXPECT_TRUE(second.finished);
  }
  import("b", {file});
  EXPECT_EQ(dump("a"), dump("b"));
}

TEST_F(CompareTest, ComparesAFewByItselfAndLeavesMany) {
  const auto few = static_cast<int>(kFew);
  const Derived small =
      import("small", {write("s.warc.gz", texts(few))}, {.compare = Compare::Few});
  EXPECT_EQ(small.compared, kFew);
  EXPECT_EQ(small.left, 0U);
  const std::string file = write("l.warc.gz", texts(few + 1));
  const Derived large = import("large", {file}, {.compare = Compare::Few});
  EXPECT_EQ(large.compared, 0U);
  EXPECT_EQ(large.left, kFew + 1);
  EXPECT_FALSE(large.finished);
  EXPECT_EQ(must(catalog::summarise_changes(reading("large"), "", 1)).uncompared, kFew + 1);
  auto here = directory("large");
  EXPECT_EQ(must(derive(here, {})).compared, kFew + 1);
}

TEST_F(CompareTest, CountsOnlyVersionsThatCanBeCompared) {
  const Derived none = import("a", {write("all.warc.gz", world())}, {.compare = Compare::None});
  EXPECT_EQ(none.left, 4U) << "the answer 503 and what was captured once are not counted";
  auto here = directory("a");
  EXPECT_EQ(must(derive(here, {})).compared, 4U);
  EXPECT_EQ(must(derive(here, {.compare = Compare::None})).left, 0U);
  EXPECT_EQ(must(derive(here, {.compare = Compare::None, .program = "another"})).left, 4U)
      << "another algorithm compares all of them again";
}

TEST_F(CompareTest, DoesNothingTwice) {
  const std::string file = write("all.warc.gz", world());
  import("a", {file});
  const std::string before = dump("a");
  const Derived again = import("a", {file});
  EXPECT_EQ(again.pages, 0U);
  EXPECT_EQ(dump("a"), before);
}

TEST_F(CompareTest, GivesTheSameRowsInAnyOrderAndWithAnyNumberOfThreads) {
  std::vector<std::string> files;
  const auto answers = world();
  for (std::size_t i = 0; i < answers.size(); ++i) {
    files.push_back(write("part" + std::to_string(i) + ".warc.gz", {answers[i]}));
  }
  import("whole", files, {.threads = 1});
  const std::string expected = dump("whole");
  EXPECT_NE(expected.find("\nchange\t"), std::string::npos);
  EXPECT_NE(expected.find("\nchange_use\t"), std::string::npos);
  import("threads", files, {.threads = 4});
  EXPECT_EQ(dump("threads"), expected);
  for (const std::string& file : files) import("forward", {file});
  EXPECT_EQ(dump("forward"), expected);
  // The style sheet comes after the pages it changes.
  std::reverse(files.begin(), files.end());
  for (const std::string& file : files) import("backward", {file});
  EXPECT_EQ(dump("backward"), expected);
  auto here = directory("backward");
  must(keep::reindex(here, {.threads = 1}, [&](catalog::Writer& catalog) -> Result<void> {
    const auto derived = derive(here, catalog, {});
    return derived ? Result<void>() : Result<void>(derived.error());
  }));
  EXPECT_EQ(dump("backward"), expected);
}

TEST_F(CompareTest, LooksAgainOnlyWhereAStyleSheetIsAnotherOne) {
  import("a", {write("all.warc.gz", world())});
  const Answer later{
      .path = "style.css", .hour = 9, .body = ".side{display:none}", .mime = "text/css"};
  const Derived same = import("a", {write("same.warc.gz", {later})});
  EXPECT_EQ(same.compared, 0U);
  EXPECT_EQ(same.kept, 3U);
  const Answer between{
      .path = "style.css", .hour = 3, .body = ".lead{display:none}", .mime = "text/css"};
  const Derived other = import("a", {write("other.warc.gz", {between})});
  EXPECT_EQ(other.compared, 3U) << "the sheet itself twice, and the change after hour 2";
  EXPECT_EQ(other.kept, 2U);
}

TEST_F(CompareTest, MakesRowsOfAnotherAlgorithmAgain) {
  const std::string file = write("all.warc.gz", world());
  import("a", {file}, {.program = "0"});
  const Derived derived = import("a", {file});
  EXPECT_EQ(derived.compared, 4U);
  import("b", {file});
  EXPECT_EQ(dump("a"), dump("b"));
}

TEST_F(CompareTest, LeavesOutAdvertisementsOfTheArchivesOwn) {
  const auto page = [](std::string_view image) {
    return story("Flood") + "<img src=http://promo.test/" + std::string(image) + ".png>";
  };
  const std::string file = write("ads.warc.gz", {{.path = "news", .hour = 0, .body = page("one")},
                                                 {.path = "news", .hour = 1, .body = page("two")}});
  import("a", {file});
  EXPECT_GT(must(reading("a").changes_of(kNews))[0].importance, 0);
  const Derived again =
      import("a", {file}, {.settings = Settings{.advertisements = "host promo.test\n"}});
  EXPECT_EQ(again.compared, 1U) << "other rules, other rows";
  const auto change = must(reading("a").changes_of(kNews))[0];
  EXPECT_EQ(change.importance, 0);
  EXPECT_EQ(change.stage, static_cast<int>(change::Stage::CleanText));
}

TEST_F(CompareTest, ComparesWhatABrowserShowsWhereAsked) {
  if (!render::Chromium::find()) GTEST_SKIP() << "there is no Chromium in PATH: nothing was tested";
  const auto written = [](std::string_view text) {
    return "<!doctype html><title>Written</title><div "
           "id=m></div><script>document.getElementById('m')"
           ".textContent = '" +
           std::string(text) + "';</script>";
  };
  const std::string file =
      write("written.warc.gz", {{.path = "news", .hour = 0, .body = written("Rain in the north")},
                                {.path = "news", .hour = 1, .body = written("Sun over the hills")},
                                {.path = "news", .hour = 2, .body = story("Flood")},
                                {.path = "news", .hour = 3, .body = story("Drought")}});
  import("plain", {file});
  EXPECT_EQ(must(reading("plain").changes_of(kNews))[0].importance, 0)
      << "the source says nothing of it";
  import("auto", {file}, {.settings = Settings {.render = change::Render::Auto }});
  const auto changes = must(reading("auto").changes_of(kNews));
  ASSERT_EQ(changes.size(), 3U);
  EXPECT_GT(changes[0].importance, .5);
  EXPECT_EQ(changes[0].engine, "chromium");
  EXPECT_EQ(changes[1].engine, "chromium") << "one engine for both versions";
  EXPECT_EQ(changes[2].engine, "in-process");
  import("plain", {file}, {.settings = Settings {.render = change::Render::Auto }});
  EXPECT_EQ(dump("plain"), dump("auto")) << "rows made in another way are made again";
}

TEST_F(CompareTest, RemembersItsSettings) {
  auto here = directory("a");
  EXPECT_EQ(must(read_settings(here)).render, change::Render::InProcess);
  must(remember(here, {.render = change::Render::Auto}));
  must(remember(here, {.advertisements = Rules{"mark teaser\n", "ads"}}));
  must(remember(here, {.by_hand = Rules{"3 #prices\n", "weights"}}));
  const Settings settings = must(read_settings(here));
  EXPECT_EQ(settings.render, change::Render::Auto);
  EXPECT_EQ(settings.advertisements, "mark teaser\n");
  EXPECT_EQ(settings.by_hand, "3 #prices\n");
  const auto refused = remember(here, {.render = change::Render::InProcess,
                                       .advertisements = Rules{"mark ad\n", "ads"},
                                       .by_hand = Rules{"3 #prices\nmuch .x\n", "weights"}});
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().what, "weights, line 2: \"much\" is not a number from 0 to 100");
  EXPECT_FALSE(remember(here, {.advertisements = Rules{"teaser\n", "ads"}}).has_value());
  const Settings same = must(read_settings(here));
  EXPECT_EQ(same.render, change::Render::Auto) << "where one is wrong nothing is written";
  EXPECT_EQ(same.advertisements, "mark teaser\n");
  EXPECT_EQ(same.by_hand, "3 #prices\n");
  write_file(temp_ / "a" / "weights-by-hand", "# mine\n101 p\n");
  const auto heavy = read_settings(here);
  ASSERT_FALSE(heavy.has_value());
  EXPECT_NE(heavy.error().what.find("weights-by-hand, line 2: "), std::string::npos);
  must(remember(here, {.by_hand = Rules{"", "default"}}));
  write_file(temp_ / "a" / "advertisements", "host a.test\nbanner x\n");
  const auto wrong = read_settings(here);
  ASSERT_FALSE(wrong.has_value());
  EXPECT_NE(wrong.error().what.find("advertisements, line 2: "), std::string::npos);
}

TEST_F(CompareTest, WeighsPartsOfPagesByHand) {
  const std::string file = write("all.warc.gz", world());
  import("plain", {file});
  const auto plain = must(reading("plain").changes_of(kNews));
  ASSERT_EQ(plain.size(), 3U);
  ASSERT_GT(plain[1].importance, 0);
  {
    auto here = directory("plain");
    must(remember(here, {.by_hand = Rules{"site example.org\n0 .lead\n", "weights"}}));
  }
  EXPECT_EQ(import("plain", {file}).compared, 4U) << "rows made with other weights are made again";
  const auto weighed = must(reading("plain").changes_of(kNews));
  ASSERT_EQ(weighed.size(), 3U);
  EXPECT_EQ(weighed[1].importance, 0);
  EXPECT_EQ(weighed[1].matters, 0);
  EXPECT_EQ(weighed[2].importance, 1) << "a page that is gone has no parts";
  EXPECT_TRUE(weighed[1].algorithm.starts_with(plain[1].algorithm + " by-hand:"));
  EXPECT_EQ(import("plain", {file}).compared, 0U);
  import("weighed", {file}, {.settings = Settings {.by_hand = "site example.org\n0 .lead\n" }});
  EXPECT_EQ(dump("plain"), dump("weighed"));
  {
    auto here = directory("plain");
    must(remember(here, {.by_hand = Rules{"", "default"}}));
  }
  import("plain", {file});
  EXPECT_EQ(must(reading("plain").changes_of(kNews))[1].importance, plain[1].importance);
}

TEST(AlgorithmOf, SaysWhatRowsDependOn) {
  const Settings plain;
  EXPECT_EQ(algorithm_of(plain, true, "1"), "1");
  EXPECT_EQ(algorithm_of({.render = change::Render::Auto}, false, "1"), "1");
  EXPECT_EQ(algorithm_of({.render = change::Render::Auto}, true, "1"), "1 auto");
  EXPECT_EQ(algorithm_of({.render = change::Render::Browser}, true, "1"), "1 chromium");
  EXPECT_EQ(algorithm_of({.advertisements = "only\n"}, true, "1").size(), 2 + 4 + 16U);
  EXPECT_EQ(algorithm_of({.by_hand = "3 p\n"}, true, "1").size(), 2 + 8 + 16U);
  EXPECT_NE(algorithm_of({.by_hand = "3 p\n"}, true, "1"),
            algorithm_of({.by_hand = "4 p\n"}, true, "1"));
}

TEST_F(CompareTest, GoesOnWhereItWasInterrupted) {
  std::vector<Answer> answers;
  for (int page = 0; page < 30; ++page) {
    for (int hour = 0; hour < 3; ++hour) {
      answers.push_back(
          {.path = "p" + std::to_string(page),
           .hour = hour,
           .body = story("Lead " + std::string(static_cast<std::size_t>(hour + 1), 'x'))});
    }
  }
  for (int hour = 0; hour < 40; ++hour) {
    answers.push_back(
        {.path = "long",
         .hour = hour,
         .body = story("Words" + std::string(static_cast<std::size_t>(hour + 1), 'y'))});
  }
  const std::string file = write("many.warc.gz", answers);
  import("whole", {file});
  int rounds = 0;
  for (bool finished = false; !finished; ++rounds) {
    ASSERT_LT(rounds, 50);
    int asked = 0;
    finished = import("parts", {file}, {.interrupted = [&asked] { return ++asked > 2; }}).finished;
  }
  EXPECT_GT(rounds, 2);
  EXPECT_EQ(dump("parts"), dump("whole"));
}

TEST_F(CompareTest, PutsValidatorsToTheTest) {
  std::vector<Answer> answers;
  for (int hour = 0; hour < 24; ++hour) {
    answers.push_back({.path = "true",
                       .hour = hour,
                       .body = story(hour < 23 ? "A" : "B"),
                       .fields = "Last-Modified: Sun, 15 Nov 2026 0" +
                                 std::to_string(hour < 23 ? 8 : 9) + ":00:00 GMT\r\n"});
  }
  import("a", {write("true.warc.gz", answers)});
  const auto tally = must(reading("a").validators("org,example)"));
  EXPECT_EQ(tally.checked, 22U);
  EXPECT_EQ(tally.lied, 0U);
  answers = {{.path = "false", .hour = 0, .body = "A", .fields = "ETag: \"x\"\r\n"},
             {.path = "false", .hour = 1, .body = "B", .fields = "ETag: \"x\"\r\n"}};
  import("a", {write("false.warc.gz", answers)});
  EXPECT_EQ(must(reading("a").validators("org,example)")).lied, 1U);
}

TEST(IntervalOf, IsNarrowedWhereTheSitesValidatorsHold) {
  const catalog::Change change{
      .since = Instant{10}, .until = Instant{90}, .last_modified = Instant{50}};
  EXPECT_EQ(interval_of(change, {20, 0}).since, Instant{50});
  EXPECT_EQ(interval_of(change, {20, 1}).since, Instant{10});
  EXPECT_EQ(interval_of(change, {19, 0}).until, Instant{90});
}

TEST(PairsOf, PassOverAnswersThatSayNothing) {
  const auto version = [](std::string url, std::int64_t first, int status, std::string sha256) {
    catalog::Version made;
    made.url = std::move(url);
    made.first = {first};
    made.status = status;
    made.sha256 = std::move(sha256);
    return made;
  };
  const auto pairs =
      pairs_of({version("a", 1, 200, "A"), version("a", 2, 500, "E"), version("a", 3, 304, ""),
                version("a", 4, 200, ""), version("a", 5, 200, "B"), version("b", 1, 200, "A"),
                version("b", 2, 404, "")});
  ASSERT_EQ(pairs.size(), 2U);
  EXPECT_EQ(pairs[0].old.first.ms, 1);
  EXPECT_EQ(pairs[0].fresh.first.ms, 5);
  EXPECT_EQ(pairs[1].fresh.status, 404);
}

}  // namespace
}  // namespace asof::derive
