#include "lab/origin.h"

#include <gtest/gtest.h>

#include "codec/gzip.h"
#include "html/links.h"
#include "http/body.h"
#include "lab/history_reader.h"
#include "lab/origin_site.h"
#include "support/http_client.h"
#include "support/result.h"
#include "support/temp_dir.h"
#include "url/url.h"

namespace asof::lab {
namespace {

std::string record(const std::string& url, const std::string& date, int status,
                   const std::string& fields, const std::string& body) {
  const std::string http = "HTTP/1.1 " + std::to_string(status) + " X\r\n" + fields +
                           "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
  return "WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:1>\r\nWARC-Date: " + date +
         "\r\nWARC-Target-URI: " + url +
         "\r\nContent-Type: application/http;msgtype=response\r\nContent-Length: " +
         std::to_string(http.size()) + "\r\n\r\n" + http + "\r\n\r\n";
}

constexpr const char* kHtml = "Content-Type: text/html\r\n";
constexpr const char* kMidnight = "2026-01-01T00:00:00Z";
constexpr const char* kOne = "2026-01-01T01:00:00Z";
constexpr const char* kTwo = "2026-01-01T02:00:00Z";
constexpr Time kStart = 1767225600;  // midnight
constexpr Time kHour = 3600;

// A site of a few pages: /b changes at one and two o'clock, /c goes at one and is back at two.
std::string site() {
  const std::string home = "https://n.example/";
  const std::string packed = codec::MemberDeflater().deflate("<a href=\"https://n.example/b\">");
  return record(home, kMidnight, 200, kHtml, "<a href=\"https://n.example/b\">b</a><a href=c>") +
         record(home + "b", kMidnight, 200, std::string(kHtml) + "ETag: \"b0\"\r\n",
                "b at midnight") +
         record(home + "c", kMidnight, 200, kHtml, "c at midnight") +
         record(home + "gz", kMidnight, 200, std::string(kHtml) + "Content-Encoding: gzip\r\n",
                packed) +
         record(home + "moved?to=b", kMidnight, 301, "Location: https://n.example/b\r\n", "") +
         record("https://other.example/x", kMidnight, 200, kHtml, "elsewhere") +
         record(home + "b", kOne, 200, std::string(kHtml) + "ETag: \"b1\"\r\n", "b at one") +
         record(home + "c", kOne, 410, "", "gone for good") +
         record(home + "c", kTwo, 200, kHtml, "c at two") +
         record(home + "b", kTwo, 200, std::string(kHtml) + "ETag: \"b0\"\r\n", "b at midnight");
}

class OriginTest : public testing::Test {
 protected:
  // In lockstep, from midnight on.
  std::unique_ptr<Origin> serve(const std::string& misbehave = "") {
    return test::must(
        Origin::open({.history = test::write_file(folder_ / "h.warc", site()).string(),
                      .speed = 0,
                      .faults = test::must(parse_faults(misbehave, 1)),
                      .keep_log = true}));
  }
  test::TempDir folder_;
};

TEST_F(OriginTest, ServesWhatThePageShowsAtTheClocksTime) {
  const auto origin = serve();
  test::HttpClient client(origin->url());
  const auto home = client.get("/");
  EXPECT_EQ(home.status, 200);
  EXPECT_EQ(home.body, "<a href=\"" + origin->base() + "/b\">b</a><a href=c>");
  EXPECT_EQ(home.field("Date"), "Thu, 01 Jan 2026 00:00:00 GMT");
  EXPECT_EQ(home.field("Content-Type"), "text/html");
  EXPECT_EQ(client.get("/b").body, "b at midnight");
  test::must(origin->advance(kStart + kHour - 0.001));
  EXPECT_EQ(client.get("/b").body, "b at midnight");
  test::must(origin->advance(kStart + kHour));
  const auto changed = client.get("/b");
  EXPECT_EQ(changed.body, "b at one");
  EXPECT_EQ(changed.field("ETag"), "\"b1\"");
  EXPECT_EQ(changed.field("Last-Modified"), "Thu, 01 Jan 2026 01:00:00 GMT");
  const auto gone = client.get("/c");
  EXPECT_EQ(gone.status, 410);
  EXPECT_EQ(gone.body, "gone for good");
  EXPECT_EQ(gone.field("ETag"), "");
  test::must(origin->advance(kStart + 100 * kHour));
  EXPECT_EQ(client.get("/c").body, "c at two");
  EXPECT_EQ(client.get("/b").field("ETag"), "\"b0\"");
  for (const char* unknown : {"/d", "/robots.txt", "/b?", "/x", "/moved"})
    EXPECT_EQ(client.get(unknown).status, 404) << unknown;
}

TEST_F(OriginTest, AnswersConditionsAsTheStandardSays) {
  const auto origin = serve();
  test::HttpClient client(origin->url());
  const std::string stamp = client.get("/c").field("ETag");
  EXPECT_EQ(stamp.size(), 22u) << "made from the body: " << stamp;
  const std::string at_midnight = "If-Modified-Since: Thu, 01 Jan 2026 00:00:00 GMT\r\n";
  const std::pair<std::string, int> at_first[] = {
      {"If-None-Match: \"b0\"\r\n", 304},
      {"If-None-Match: W/\"b0\"\r\n", 304},
      {"If-None-Match: \"x\", \"b0\"\r\n", 304},
      {"If-None-Match: *\r\n", 304},
      {"If-None-Match: \"b1\"\r\n", 200},
      {at_midnight, 304},
      {"If-Modified-Since: Wed, 31 Dec 2025 23:59:59 GMT\r\n", 200},
      {"If-Modified-Since: yesterday\r\n", 200},
      {"If-None-Match: \"b1\"\r\n" + at_midnight, 200},  // the tag decides alone
  };
  for (const auto& [fields, status] : at_first) {
    const auto reply = client.get("/b", fields);
    EXPECT_EQ(reply.status, status) << fields;
    EXPECT_EQ(reply.field("ETag"), "\"b0\"");
    EXPECT_EQ(reply.body, status == 304 ? "" : "b at midnight");
  }
  test::must(origin->advance(kStart + kHour));
  EXPECT_EQ(client.get("/b", "If-None-Match: \"b0\"\r\n").status, 200);
  EXPECT_EQ(client.get("/b", at_midnight).status, 200);
  EXPECT_EQ(client.get("/c", "If-None-Match: *\r\n").status, 410);
  // A change that was undone cannot be seen by its tag, as on any server.
  test::must(origin->advance(kStart + 2 * kHour));
  EXPECT_EQ(client.get("/b", "If-None-Match: \"b0\"\r\n").status, 304);
  EXPECT_EQ(origin->counts().conditional, 13u);
  EXPECT_EQ(origin->counts().not_modified, 6u);
}

TEST_F(OriginTest, RelocatesInsideGzipAndInRedirects) {
  const auto origin = serve();
  test::HttpClient client(origin->url());
  const auto packed = client.get("/gz");
  EXPECT_EQ(packed.field("Content-Encoding"), "gzip");
  codec::MemberInflater inflater;
  const auto text = inflater.inflate(packed.body, 1000);
  ASSERT_TRUE(text);
  EXPECT_EQ(text->content, "<a href=\"" + origin->base() + "/b\">");
  const auto moved = client.get("/moved?to=b");
  EXPECT_EQ(moved.status, 301);
  EXPECT_EQ(moved.field("Location"), origin->base() + "/b");
}

TEST_F(OriginTest, SpeaksHttpOverOneConnectionAndManyAtOnce) {
  const auto origin = serve();
  test::HttpClient client(origin->url());
  test::HttpClient another(origin->url());
  client.send("HEAD /b HTTP/1.1\r\nHost: x\r\n\r\n");
  const auto head = client.reply(false);
  EXPECT_EQ(head.field("Content-Length"), "13");
  EXPECT_EQ(client.get(origin->base() + "/b").body, "b at midnight");  // the absolute form
  EXPECT_EQ(another.get("/b").body, "b at midnight");
  // Two requests in one piece, one in two.
  client.send("GET /b HTTP/1.1\r\n\r\nGET /c HTTP/1.1\r\n\r\nGET /");
  EXPECT_EQ(client.reply().body, "b at midnight");
  EXPECT_EQ(client.reply().body, "c at midnight");
  client.send("b HTTP/1.0\r\n\r\n");
  const auto last = client.reply();
  EXPECT_EQ(last.body, "b at midnight");
  EXPECT_EQ(last.field("Connection"), "close");
  EXPECT_EQ(client.receive(1), "");
  EXPECT_EQ(another.post("/b", "x").status, 405);
  another.send("\x01\x02\r\n\r\n");
  EXPECT_EQ(another.reply().status, 400);
  test::HttpClient long_one(origin->url());
  EXPECT_EQ(long_one.get("/" + std::string(100'000, 'a')).status, 414);
  const auto log = origin->take_log();
  ASSERT_EQ(log.size(), 7u);
  EXPECT_EQ(log[0].target, "/b");
  EXPECT_EQ(log[0].at, kStart);
  EXPECT_EQ(log[0].status, 200);
  EXPECT_EQ(origin->counts().whole, 6u);
}

TEST_F(OriginTest, TheClockIsToldAndMovedOverItsOwnPort) {
  const auto origin = serve();
  test::HttpClient clock(origin->clock_url());
  const std::string rest = ",\"speed\":0,\"from\":1767225600,\"until\":1767232800}\n";
  EXPECT_EQ(clock.get("/").body, "{\"now\":1767225600" + rest);
  EXPECT_EQ(clock.post("/advance", "{\"to\": 1767225600.25}").body,
            "{\"now\":1767225600.25" + rest);
  EXPECT_EQ(clock.post("/advance", "{\"to\":5}").body, "{\"now\":1767225600.25" + rest);
  EXPECT_EQ(clock.post("/restart", "{\"to\":1767225600}").body, "{\"now\":1767225600" + rest);
  EXPECT_EQ(clock.post("/restart", "{\"to\":5}").status, 400);
  for (const char* wrong : {"", "{}", "{\"to\":\"x\"}", "{\"to\":1e13}", "5", "["})
    EXPECT_EQ(clock.post("/advance", wrong).status, 400) << wrong;
  EXPECT_EQ(clock.get("/advance").status, 405);
  EXPECT_EQ(clock.post("/", "").status, 405);
  EXPECT_EQ(clock.get("/b").status, 404);
  EXPECT_EQ(origin->now(), kStart);
  EXPECT_EQ(origin->counts().clock, 14u);
  EXPECT_EQ(origin->take_log().size(), 0u);
}

TEST_F(OriginTest, LiesAboutValidatorsOnRequest) {
  auto origin = serve("lying");
  {
    test::HttpClient client(origin->url());
    test::must(origin->advance(kStart + kHour));
    const auto changed = client.get("/b");
    EXPECT_EQ(changed.body, "b at one");
    EXPECT_EQ(changed.field("ETag"), "\"b0\"");
    EXPECT_EQ(client.get("/b", "If-None-Match: \"b0\"\r\n").status, 304);
    EXPECT_EQ(
        client.get("/b", "If-Modified-Since: " + changed.field("Last-Modified") + "\r\n").status,
        304);
  }
  origin = serve("lapses");  // every change keeps the validators of the version before
  test::HttpClient lapsing(origin->url());
  test::must(origin->advance(kStart + kHour));
  EXPECT_EQ(lapsing.get("/b").field("ETag"), "\"b0\"");
  origin = serve("no-validators");
  test::HttpClient without(origin->url());
  const auto bare = without.get("/b", "If-None-Match: *\r\n");
  EXPECT_EQ(bare.status, 200);
  EXPECT_EQ(bare.field("ETag") + bare.field("Last-Modified"), "");
}

TEST_F(OriginTest, FailsOnRequestAndRecoversExceptWhereItNeverDoes) {
  auto origin = serve("errors");
  const std::vector<std::string> targets = {"/b", "/c", "/gz", "/moved?to=b"};
  int failed = 0, with_delay = 0;
  for (const std::string& target : targets) {
    test::HttpClient client(origin->url());
    const auto first = client.get(target);
    EXPECT_TRUE(first.status == 500 || first.status == 503 || first.status == 429) << target;
    with_delay += !first.field("Retry-After").empty();
    EXPECT_EQ(first.field("Retry-After").empty(), first.status == 500);
    client.get(target);
    failed += client.get(target).status >= 429;
  }
  EXPECT_LT(failed, 4);
  EXPECT_GT(with_delay, 0);
  EXPECT_EQ(test::HttpClient(origin->url()).get("/").status, 200) << "the entry page never fails";

  origin = serve("resets");
  failed = 0;
  for (const std::string& target : targets) {
    EXPECT_FALSE(test::HttpClient(origin->url()).get(target).whole) << target;
    test::HttpClient(origin->url()).get(target);
    failed += !test::HttpClient(origin->url()).get(target).whole;
  }
  EXPECT_LT(failed, 4);
  EXPECT_EQ(origin->take_log()[0].status, 0);
}

TEST_F(OriginTest, SendsSlowlyEndlesslyAndBombsOnRequest) {
  const auto origin = serve("slow,endless,bomb,redirects,trap");
  test::HttpClient client(origin->url());
  EXPECT_EQ(client.get("/b").body, "b at midnight");
  const auto home = client.get("/").body;
  for (const char* link : {"/endless", "/bomb", "/redirect/a", "/redirect/next/1",
                           "/calendar/2026/11", "/loop/", "/session?page=1"})
    EXPECT_NE(home.find("href=\"" + std::string(link) + "\""), std::string::npos) << link;
  {
    test::HttpClient endless(origin->url());
    endless.send("GET /endless HTTP/1.1\r\n\r\n");
    EXPECT_EQ(endless.receive(5'000'000).size(), 5'000'000u);
  }
  {
    test::HttpClient bombed(origin->url());
    bombed.send("GET /bomb HTTP/1.1\r\n\r\n");
    const std::string start = bombed.receive(200'000);
    const auto decoded = http::decode_all(start.substr(start.find("\r\n\r\n") + 4),
                                          {.content_codings = {"gzip"}}, http::Layer::Content);
    EXPECT_TRUE(decoded.limited);
    EXPECT_GT(decoded.notes.output_bytes, 10'000'000u);
  }
  EXPECT_EQ(client.get("/redirect/a").field("Location"), "/redirect/b");
  EXPECT_EQ(client.get("/redirect/b").field("Location"), "/redirect/a");
  EXPECT_EQ(client.get("/redirect/next/41").field("Location"), "/redirect/next/42");
}

// Follows the first link of every page again and again: there is always another.
TEST_F(OriginTest, TrapsNeverEnd) {
  const auto origin = serve("trap");
  test::HttpClient client(origin->url());
  for (const std::string entry : {"/calendar/2026/11", "/loop/", "/session?page=1"}) {
    std::string at = origin->base() + entry;
    std::vector<std::string> seen;
    for (int i = 0; i < 30; ++i) {
      seen.push_back(at);
      const auto reply = client.get(at.substr(origin->base().size()));
      ASSERT_EQ(reply.status, 200) << at;
      const auto page = html::extract(reply.body);
      ASSERT_FALSE(page.links.empty());
      const auto base = url::parse(at);
      ASSERT_TRUE(url::resolve(*base, page.links[0].reference, at));
      EXPECT_EQ(std::find(seen.begin(), seen.end(), at), seen.end()) << at;
    }
  }
  EXPECT_EQ(client.get("/calendar/2026/13").status, 404);
}

TEST_F(OriginTest, SaysWhatIsWrong) {
  const auto path = test::write_file(folder_ / "h.warc", site()).string();
  EXPECT_TRUE(test::fails_with(Origin::open({.history = path + "x"}), Errc::NotFound, "h.warcx"));
  EXPECT_TRUE(test::fails_with(
      Origin::open({.history = test::write_file(folder_ / "no", "no WARC").string()}),
      Errc::Corrupt));
  EXPECT_TRUE(test::fails_with(Origin::open({.history = path, .from = kStart - 1}), Errc::Invalid,
                               "goes from 2026-01-01T00:00:00Z to 2026-01-01T02:00:00Z"));
  for (const char* wrong : {"", "127.0.0.1", "127.0.0.1:", "127.0.0.1:99999", "host:1", ":80"})
    EXPECT_TRUE(test::fails_with(Origin::open({.history = path, .listen = wrong}), Errc::Invalid,
                                 "no address"))
        << wrong;
  const auto origin = serve();
  EXPECT_TRUE(test::fails_with(
      Origin::open(
          {.history = path, .listen = origin->base().substr(std::string("http://").size())}),
      Errc::Busy, "cannot listen"));
}

// A crawler must find at the origin what the laboratory finds in the history: at every change of
// every page, the same pages in the same order.
TEST(OriginHistories, ServedPagesLinkToWhatTheHistorySays) {
  const std::string folder = std::string(ASOF_SHARED) + "/histories/";
  const std::string base = "http://127.0.0.1:4321";
  for (const char* name : {"teletext", "flink", "incubator"}) {
    const std::string path = folder + name + ".warc.gz";
    if (!exists(path)) GTEST_SKIP() << path << " is not there";
    OriginSite site(test::must(OriginPages::open(path, {})), {});
    site.serve_at(base);
    const History& history = site.pages().history();
    const std::string own = history.pages[history.entry].name;  // it ends in a slash
    std::size_t compared = 0, linked = 0;
    for (std::uint32_t page = 0; page < history.pages.size(); ++page) {
      if (history.pages[page].mime != "text/html") continue;
      for (std::size_t v = page % 17; v < history.pages[page].versions.size(); v += 17) {
        const Version& version = history.pages[page].versions[v];
        const std::string target = history.pages[page].name.substr(own.size() - 1);
        const auto reply = site.answer({.method = "GET", .target = target}, version.at);
        ASSERT_EQ(reply.status == 200, version.content != 0);
        Links found;
        const auto document = html::extract(reply.body, {.speculative = false});
        const auto address = url::parse(base + target);
        auto from = url::parse(document.base_href, &*address);
        if (document.base_href.empty() || !from) from = address;
        for (const html::Link& link : document.links) {
          const auto role = html::role_of(link.kind);
          if (role != html::LinkRole::Navigation && role != html::LinkRole::Embed) continue;
          std::string to;
          if (!url::resolve(*from, link.reference, to) || !to.starts_with(base + "/")) continue;
          const auto known = site.pages().find(to.substr(base.size()));
          if (known && std::find(found.begin(), found.end(), *known) == found.end())
            found.push_back(*known);
        }
        EXPECT_EQ(found, history.links[version.links]) << history.pages[page].name;
        ++compared;
        linked += found.size();
      }
    }
    EXPECT_GT(compared, 100u);
    EXPECT_GT(linked, 1000u);
  }
}

}  // namespace
}  // namespace asof::lab
