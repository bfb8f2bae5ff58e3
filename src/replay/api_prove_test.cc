#include <gtest/gtest.h>

#include "base/text.h"
#include "catalog/writer.h"
#include "keep/import.h"
#include "replay/replay.h"
#include "support/crawl_records.h"
#include "support/result.h"
#include "support/temp_dir.h"

namespace asof::replay {
namespace {

using test::must;

const Instant kStart = *parse_iso8601("2026-11-15T09:00:00Z");

class ApiProveTest : public testing::Test {
 protected:
  ApiProveTest() {
    auto directory =
        must(archive::Directory::open((here / "a").string(), archive::Directory::Access::Write));
    test::CrawlRecords records(directory, "c", kStart);
    const auto first = records.whole({.url = "http://a.example/", .sent = kStart},
                                     "<!DOCTYPE html><title>t</title><p>sold out<!-- and gone -->");
    records.identical({.url = "http://a.example/", .sent = {kStart.ms + 600'000}}, first);
    records.end();
    auto writer = must(catalog::Writer::open(directory.catalog_path()));
    must(keep::catch_up(directory, writer, {}));
    must(writer.settle());
    clock.at = {kStart.ms + 3'600'000};
    shared.settings.archive = directory.path();
    shared.settings.clock = &clock;
  }
  server::Reply ask(const std::string& rules, const std::string& phrase) {
    shared.settings.access = must(AccessRules::parse(rules, "rules"));
    auto replay = must(Replay::open(shared));
    const std::string target =
        "/api/v1/prove?url=http%3A%2F%2Fa.example%2F&at=20261115090500&phrase=" + phrase;
    return replay->own({.method = "GET", .target = target});
  }

  test::TempDir here;
  test::SetClock clock;
  Shared shared;
};

TEST_F(ApiProveTest, AnswersWithAVerdictAndASentence) {
  const auto reply = ask("", "sold%20out");
  EXPECT_EQ(reply.status, 200);
  EXPECT_NE(reply.body.find("\"verdict\":\"present\""), kNone) << reply.body;
  EXPECT_NE(reply.body.find("\"sentence\":\"Yes: "), kNone) << reply.body;
  EXPECT_NE(ask("", "plenty").body.find("\"verdict\":\"absent\""), kNone);
  EXPECT_NE(ask("", "and%20gone").body.find("\"verdict\":\"hidden\""), kNone);
}

TEST_F(ApiProveTest, AnEmptyPhraseIsRefused) { EXPECT_EQ(ask("", "%20").status, 400); }

TEST_F(ApiProveTest, UsesNothingThatIsWithheldAndSaysWhatIsBlocked) {
  const std::string second = "\"from\": \"20261115091000\", \"to\": \"20261115091000\"}\n";
  const auto blocked = ask("example,a) - {\"access\": \"block\", " + second, "sold%20out");
  EXPECT_EQ(blocked.status, 200);
  EXPECT_NE(blocked.body.find("\"verdict\":\"unknown\""), kNone) << blocked.body;
  EXPECT_NE(blocked.body.find("1 capture of this page may not be shown"), kNone) << blocked.body;
  EXPECT_EQ(blocked.body.find("2026-11-15T09:10"), kNone) << blocked.body;
  const auto excluded = ask("example,a) - {\"access\": \"exclude\", " + second, "sold%20out");
  EXPECT_NE(excluded.body.find("\"verdict\":\"unknown\""), kNone) << excluded.body;
  EXPECT_EQ(excluded.body.find("may not be shown"), kNone) << excluded.body;
  EXPECT_EQ(ask("example,a) - {\"access\": \"block\"}\n", "sold%20out").status, 451);
  EXPECT_EQ(ask("example,a) - {\"access\": \"exclude\"}\n", "sold%20out").status, 404);
}

}  // namespace
}  // namespace asof::replay
