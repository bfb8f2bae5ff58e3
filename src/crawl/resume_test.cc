#include "crawl/resume.h"

#include <gtest/gtest.h>

#include "base/digest.h"
#include "crawl/strategy_choice.h"
#include "keep/import.h"
#include "support/crawl_records.h"
#include "support/temp_dir.h"

namespace asof::crawl {
namespace {

using test::CrawlVisit;
using test::must;

const Instant kStart = *parse_iso8601("2026-11-15T09:30:00Z");
constexpr std::string_view kSeed = "http://a.example/";

Instant after(int seconds) { return {kStart.ms + seconds * 1000}; }

// A visit that a strategy asked for as the n-th, when n others had ended.
CrawlVisit nth_visit(int n, const std::string& path, const std::string& purpose = "capture") {
  const capture::TurnCount turn{static_cast<std::uint64_t>(n), static_cast<std::uint64_t>(n),
                                after(n)};
  return {.url = "http://a.example" + path,
          .sent = after(n),
          .took = 100,
          .purpose = purpose,
          .more = {{"turn", capture::to_text(turn)}}};
}

// Nothing is asked for while records are read back.
class NoFetcher final : public fetch::Fetcher {
 public:
  void start(fetch::Request request) override { ADD_FAILURE() << request.url; }
  std::optional<fetch::Exchange> wait(std::chrono::milliseconds) override { return std::nullopt; }
  std::size_t under_way() const override { return 0; }
  std::vector<fetch::Resolved> take_resolved() override { return {}; }
  void wake() override {}
};

// Remembers what a strategy is told of changes.
class Spy final : public schedule::Strategy {
 public:
  Spy(std::unique_ptr<schedule::Strategy> strategy, std::vector<double>& told)
      : strategy_(std::move(strategy)), told_(told) {}
  void expect(const schedule::Outlook& outlook) override { strategy_->expect(outlook); }
  void learn(const schedule::Page& page) override { strategy_->learn(page); }
  Time wants(Time now) const override { return strategy_->wants(now); }
  std::optional<schedule::Visit> next(const schedule::Turn& turn) override {
    return strategy_->next(turn);
  }
  void observe(const schedule::Seen& seen) override {
    if (seen.outcome == schedule::Outcome::Changed) told_.push_back(seen.importance);
    strategy_->observe(seen);
  }
  std::unique_ptr<schedule::Strategy> clone() const override {
    return std::make_unique<Spy>(strategy_->clone(), told_);
  }

 private:
  const std::unique_ptr<schedule::Strategy> strategy_;
  std::vector<double>& told_;
};

class StillTime final : public Timekeeper {
 public:
  Instant now() const override { return after(1000); }
  double real_seconds() const override { return 0; }
  Result<void> move_to(Instant) override { return {}; }
};

class ResumeTest : public testing::Test {
 protected:
  ResumeTest() { frontier.know(kSeed, true); }

  // A crawl killed after these records goes on.
  ResumeResult read_back() {
    records.close();
    must(keep::catch_up(directory, catalog, {}));
    harvester.meet_sites();
    return must(resume(directory, catalog.reader(), "c", directory.log_path("c.log"), frontier,
                       earlier, harvester));
  }
  test::Kept robots_txt(std::string_view rules) {
    return records.whole({.url = "http://a.example/robots.txt",
                          .sent = kStart,
                          .purpose = "robots",
                          .hops = "P",
                          .more = {{"for", "http://a.example"}}},
                         rules);
  }
  const LastSeen* seen(const std::string& path) {
    const auto page = frontier.number_of("http://a.example" + path);
    return page ? frontier.last_seen(*page) : nullptr;
  }

  test::TempDir here;
  archive::Directory directory =
      must(archive::Directory::open((here / "a").string(), archive::Directory::Access::Write));
  catalog::Writer catalog = must(catalog::Writer::open(directory.catalog_path()));
  test::CrawlRecords records{directory, "c", kStart};

  const Settings settings{.seeds = {std::string(kSeed)}, .strategy = "breadth-first+revisit"};
  const StrategyChoice choice = must(choose_strategy(settings, 0));
  Frontier frontier{settings, must(scope::Scope::make(settings.scope, settings.seeds)),
                    [](std::string_view, std::uint32_t) { return 1e-6; }};
  EarlierCaptures earlier{nullptr, kStart};
  std::vector<double> told;  // importance of changes
  NoFetcher fetcher;
  StillTime time;
  keep::Recorder recorder{directory, catalog, time, warc::random_ids(), {}};
  LiveHarvester harvester{
      {.settings = settings,
       .frontier = frontier,
       .earlier = earlier,
       .fetcher = fetcher,
       .recorder = recorder,
       .time = time,
       .ids = warc::random_ids(),
       .began = kStart,
       .strategy =
           [this](schedule::SiteId site, Time start) {
             auto strategy =
                 strategy_for({.pages = frontier.pages_in(site), .start = start}, choice, settings);
             return std::make_unique<Spy>(std::move(strategy), told);
           },
       .log_line = {},
       .on_event = {},
       .may_be_private = {},
       .stopping = {}}};
};

constexpr std::string_view kPage = "<a href=/b>b</a> <a href=/private>p</a>";

TEST_F(ResumeTest, AnAnswerIsKnownAgainWithItsLinks) {
  robots_txt("");
  CrawlVisit seed = nth_visit(0, "/");
  seed.etag = "\"x\"";
  const auto kept = records.whole(seed, kPage);
  const ResumeResult resumed = read_back();
  EXPECT_EQ(resumed.visits, 1u);
  EXPECT_EQ(resumed.lost, 0u);
  EXPECT_EQ(resumed.last, Instant{kStart.ms + 100});
  EXPECT_EQ(harvester.counts().captured, 2u);
  ASSERT_NE(seen("/"), nullptr);
  EXPECT_EQ(seen("/")->etag, "\"x\"");
  EXPECT_EQ(frontier.original(seen("/")->original).id, kept.id);
  EXPECT_TRUE(frontier.number_of("http://a.example/b"));
  EXPECT_EQ(frontier.size(), 3u);
  EXPECT_EQ(resumed.unlogged.size(), 2u);  // no line of the log was written
}

TEST_F(ResumeTest, ARevisitStandsForItsOriginal) {
  robots_txt("");
  const auto kept = records.whole(nth_visit(0, "/"), "no links");
  records.not_modified(nth_visit(1, "/", "revisit"), kept);
  const ResumeResult resumed = read_back();
  EXPECT_EQ(resumed.visits, 2u);
  EXPECT_EQ(harvester.counts().unchanged, 1u);
  ASSERT_NE(seen("/"), nullptr);
  EXPECT_EQ(seen("/")->at, on_axis(after(1)));
  EXPECT_EQ(frontier.original(seen("/")->original).id, kept.id);
}

// The condition of the next request speaks of what is stored; what was seen is the other version.
TEST_F(ResumeTest, AVersionThatWasNotStoredIsKnownByItsDigest) {
  robots_txt("");
  CrawlVisit seed = nth_visit(0, "/");
  seed.etag = "\"x\"";
  const auto kept = records.whole(seed, "no links");
  CrawlVisit again = nth_visit(1, "/", "revisit");
  again.etag = "\"y\"";
  again.more.emplace_back("importance", "0.125");
  records.not_stored(again, kept, "no lynx");
  const ResumeResult resumed = read_back();
  EXPECT_EQ(resumed.visits, 2u);
  EXPECT_EQ(harvester.counts().not_stored, 1u);
  EXPECT_EQ(told, std::vector<double>{.125});
  ASSERT_NE(seen("/"), nullptr);
  EXPECT_EQ(seen("/")->content, digest_of(Algorithm::Sha256, "no lynx"));
  EXPECT_EQ(seen("/")->etag, "\"x\"");
  EXPECT_EQ(frontier.original(seen("/")->original).id, kept.id);
}

TEST_F(ResumeTest, AStrategyIsToldOfChangesWhatItWasTold) {
  robots_txt("");
  records.whole(nth_visit(0, "/"), "no links");
  CrawlVisit again = nth_visit(1, "/", "revisit");
  again.more.emplace_back("importance", "0.125");
  records.whole(again, "other words");
  EXPECT_EQ(read_back().visits, 2u);
  EXPECT_EQ(told, std::vector<double>{.125});
}

TEST_F(ResumeTest, ARefusalIsRememberedAsOne) {
  robots_txt("User-agent: *\nDisallow: /private\n");
  records.whole(nth_visit(0, "/"), kPage);
  records.whole(nth_visit(1, "/b"), "b");
  records.failed(nth_visit(2, "/private"), "-9998", "robots.txt refuses it");
  const ResumeResult resumed = read_back();
  EXPECT_EQ(resumed.visits, 3u);
  EXPECT_EQ(resumed.owed, 0u);
  EXPECT_EQ(harvester.counts().refused, 1u);
  EXPECT_TRUE(frontier.is_refused(*frontier.number_of("http://a.example/private")));
}

TEST_F(ResumeTest, WhatRobotsTxtSaidIsReadFromItsRecord) {
  robots_txt("Sitemap: /map.xml\n");
  const ResumeResult resumed = read_back();
  EXPECT_EQ(resumed.visits, 0u);
  EXPECT_EQ(harvester.counts().visits, 1u);
  EXPECT_TRUE(harvester.strategies().empty());  // the sitemap is to be asked for first
  EXPECT_LT(harvester.next_site(), kNever);
}

TEST_F(ResumeTest, AVisitToAPageNobodyKnowsIsLost) {
  robots_txt("");
  records.whole(nth_visit(0, "/"), "no links");
  records.whole(nth_visit(1, "/unknown"), "u");
  const ResumeResult resumed = read_back();
  EXPECT_EQ(resumed.visits, 1u);
  EXPECT_EQ(resumed.lost, 1u);
  EXPECT_EQ(harvester.counts().captured, 3u);  // it counts all the same
}

}  // namespace
}  // namespace asof::crawl
