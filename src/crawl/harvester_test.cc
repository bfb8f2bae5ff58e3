#include "crawl/harvester.h"

#include <gtest/gtest.h>

#include "base/digest.h"
#include "crawl/strategy_choice.h"
#include "support/result.h"
#include "support/temp_dir.h"
#include "url/surt.h"

namespace asof::crawl {
namespace {

using test::must;

const std::string kUrl = "http://a.example/";
const std::string kContent(32, 'c');  // the SHA-256 of what an earlier crawl captured
constexpr Instant kBegan{1'800'000'000'000};

// A server that answers "not modified" to whoever names the right validator.
class OneAnswer final : public fetch::Fetcher {
 public:
  void start(fetch::Request request) override { requests.push_back(std::move(request)); }
  std::optional<fetch::Exchange> wait(std::chrono::milliseconds) override {
    if (answered_ == requests.size()) return std::nullopt;
    const fetch::Request& request = requests[answered_++];
    const bool known = request.fields == decltype(request.fields){{"If-None-Match", "\"x\""}};
    if (!error.empty()) return answer(request, 404, "HTTP/1.1 404 Not Found\r\n\r\n", error);
    return known ? answer(request, 304, "HTTP/1.1 304 Not Modified\r\n\r\n", "")
                 : answer(request, 200, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", "");
  }
  std::size_t under_way() const override { return requests.size() - answered_; }
  std::vector<fetch::Resolved> take_resolved() override { return {}; }
  void wake() override {}

  std::vector<fetch::Request> requests;
  std::string error;  // the body of a 404 that is the answer to everything

 private:
  static fetch::Exchange answer(const fetch::Request& request, int status, const std::string& head,
                                const std::string& body) {
    fetch::Exchange exchange{.token = request.token,
                             .url = request.url,
                             .sent = kBegan,
                             .answered = kBegan,
                             .ended = kBegan,
                             .status = status};
    EXPECT_TRUE(exchange.response.append(head + body));
    exchange.head = head.size();
    return exchange;
  }

  std::size_t answered_ = 0;
};

class StillTime final : public Timekeeper {
 public:
  Instant now() const override { return kBegan; }
  double real_seconds() const override { return 0; }
  Result<void> move_to(Instant) override { return {}; }
};

class HarvesterTest : public testing::Test {
 protected:
  HarvesterTest() { frontier.know(kUrl, true); }

  // An earlier crawl captured the page, and packed its links like this.
  void capture_before(const std::string& links, int status = 200,
                      const std::string& content = kContent) {
    const auto file = must(catalog.begin_file({.name = "before.warc.gz"}));
    catalog::Batch batch{.file = file.id(), .progress = 1, .records = 1};
    batch.captures.push_back({.urlkey = url::surt_key(kUrl),
                              .at = {kBegan.ms - 1000},
                              .where = {file.id(), 0, 0},
                              .url = kUrl,
                              .status = status,
                              .sha256 = content,
                              .etag = "\"x\"",
                              .record_id = "urn:uuid:1"});
    batch.documents.push_back(
        {.urlkey = url::surt_key(kUrl), .url = kUrl, .sha256 = content, .links = links});
    must(catalog.commit(batch));
  }
  // Makes the first visit and waits until it has ended.
  Result<std::optional<schedule::Seen>> visit() {
    harvester.meet_sites();
    harvester.polite();
    harvester.start(0, {.page = 0});
    return harvester.wait(kNever);
  }

  test::TempDir here;
  archive::Directory directory =
      must(archive::Directory::open((here / "a").string(), archive::Directory::Access::Write));
  catalog::Writer catalog = must(catalog::Writer::open((here / "before.sqlite").string()));
  catalog::Writer rows = must(catalog::Writer::open(directory.catalog_path()));
  const Settings settings{.seeds = {kUrl}, .strategy = "breadth-first", .robots = false};
  const StrategyChoice choice = must(choose_strategy(settings, 0));
  Frontier frontier{settings, must(scope::Scope::make(settings.scope, settings.seeds)),
                    [](std::string_view, std::uint32_t) { return 1e-6; }};
  EarlierCaptures earlier{&catalog.reader(), kBegan};
  OneAnswer fetcher;
  StillTime time;
  keep::Recorder recorder{directory, rows, time, warc::random_ids(), {}};
  LiveHarvester harvester{
      {.settings = settings,
       .frontier = frontier,
       .earlier = earlier,
       .fetcher = fetcher,
       .recorder = recorder,
       .time = time,
       .ids = warc::random_ids(),
       .began = kBegan,
       .strategy = [this](schedule::SiteId,
                          Time start) { return strategy_for({.start = start}, choice, settings); },
       .log_line = {},
       .on_event = {},
       .may_be_private = [](schedule::SiteId) { return true; },
       .stopping = {}}};
};

TEST_F(HarvesterTest, AsksOnConditionForAPageOfAnEarlierCrawl) {
  capture_before("");
  const auto seen = visit();
  ASSERT_TRUE(seen) << seen.error().what;
  ASSERT_EQ(fetcher.requests.size(), 1u);
  EXPECT_EQ(fetcher.requests[0].fields.size(), 1u);
  EXPECT_EQ(harvester.counts().unchanged, 1u);
}

TEST_F(HarvesterTest, AsksForTheWholeOfAPageNobodySaw) {
  const auto seen = visit();
  ASSERT_TRUE(seen) << seen.error().what;
  EXPECT_TRUE(fetcher.requests.at(0).fields.empty());
  EXPECT_EQ(harvester.counts().captured, 1u);
}

TEST_F(HarvesterTest, AnErrorEqualToTheLastOneIsARevisit) {
  fetcher.error = "There is no such page.";
  capture_before("", 404, digest_of(Algorithm::Sha256, fetcher.error));
  ASSERT_TRUE(visit());
  EXPECT_EQ(harvester.counts().unchanged, 1u);
  EXPECT_EQ(harvester.counts().statuses.at(404), 1u);
}

TEST_F(HarvesterTest, AnErrorThatIsAnotherIsStored) {
  fetcher.error = "There is no such page.";
  capture_before("", 404, digest_of(Algorithm::Sha256, "It was moved."));
  ASSERT_TRUE(visit());
  EXPECT_EQ(harvester.counts().captured, 1u);
}

TEST_F(HarvesterTest, AnErrorWithTheBodyOfAnotherStatusIsStored) {
  fetcher.error = "Out of order.";
  capture_before("", 410, digest_of(Algorithm::Sha256, fetcher.error));
  ASSERT_TRUE(visit());
  EXPECT_EQ(harvester.counts().captured, 1u);
}

TEST_F(HarvesterTest, TheSecondOfTwoEqualErrorsIsARevisitOfTheFirst) {
  fetcher.error = "There is no such page.";
  ASSERT_TRUE(visit());
  harvester.start(0, {.page = 0});
  ASSERT_TRUE(harvester.wait(kNever));
  EXPECT_EQ(harvester.counts().captured, 1u);
  EXPECT_EQ(harvester.counts().unchanged, 1u);
  EXPECT_TRUE(fetcher.requests[1].fields.empty());
}

// Only the catalog knows the links of a page that has not changed. Without them the rest of the
// site would be missing, and nobody would know.
TEST_F(HarvesterTest, ReportsACatalogThatCannotBeRead) {
  capture_before("\xff");
  auto seen = visit();
  if (seen) seen = harvester.wait(kNever);
  ASSERT_FALSE(seen);
  EXPECT_NE(seen.error().what.find("links of " + kUrl), std::string::npos) << seen.error().what;
}

}  // namespace
}  // namespace asof::crawl
