// Access rules of asof serve: one evaluator for every way to ask, and a record of what is withheld.
#include <gtest/gtest.h>

#include "serve_world.h"

namespace asof::test {
namespace {

constexpr std::string_view kRules =
    "# Decided by the board.\n"
    "org,example)/once - {\"access\": \"block\", \"reason\": \"court order 12/26\", \"date\": "
    "\"2026-11-02\"}\n"
    "org,example)/path/ - {\"access\": \"exclude\"}\n"
    "org,example)/path/a.php### - {\"access\": \"allow\"}\n"
    "org,example)/### - {\"access\": \"block\", \"from\": \"2020-06\", \"to\": \"2020-06\"}\n"
    "org,example)/text - {\"access\": \"exclude\", \"to\": \"2021\"}\n"
    "net,other) - {\"access\": \"embargo\", \"days\": 100000}\n";

class ServeAccess : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    world = std::make_unique<ServeWorld>();
    write_file(world->archive() + "/access.aclj", kRules);
    world->start();
  }
  static void TearDownTestSuite() { world.reset(); }

  // The status of every way to ask for a URL: TimeGate, memento, raw, TimeMap, calendar, reading
  // page, explanation, and host mode.
  static std::vector<int> statuses(const std::string& url, const std::string& digits) {
    const std::string& content = world->content();
    std::vector<int> found;
    for (const std::string& address :
         {"/archive/" + url, content + "/archive/" + digits + "/" + url,
          content + "/archive/" + digits + "id_/" + url, "/archive/timemap/link/" + url,
          "/archive/*/" + url, "/read/archive/" + digits + "/" + url,
          "/api/v1/explain?url=" + url + "&at=" + digits})
      found.push_back(world->ask(address).status);
    std::string host = url.substr(7, url.find('/', 7) - 7);
    for (char& c : host)
      if (c == '.') c = '-';
    HttpClient client(content + "/");
    client.send("GET " + url.substr(url.find('/', 7)) + " HTTP/1.1\r\nHost: t" + digits + "-" +
                host + ".localhost" + content.substr(content.rfind(':')) + "\r\n\r\n");
    found.push_back(client.reply().status);
    return found;
  }
  static std::string cdx(const std::string& url) {
    return world->ask("/archive/cdx?output=text&fl=url&url=" + url).body;
  }
  static std::vector<int> all(int status) { return std::vector<int>(8, status); }

  static std::unique_ptr<ServeWorld> world;
};
std::unique_ptr<ServeWorld> ServeAccess::world;

TEST_F(ServeAccess, WhatIsBlockedIsUnavailableForLegalReasons) {
  EXPECT_EQ(statuses("http://example.org/once", "20210505050505"), all(451));
  EXPECT_EQ(cdx("example.org/once"), "");
  EXPECT_EQ(world->ask("/archive/cdx?url=example.org/once").field("X-Asof-Withheld"), "1");
  const HttpReply reply = world->ask("/archive/http://example.org/once");
  EXPECT_TRUE(has(reply.body, "Reason: court order 12/26. Decided on 2026-11-02.")) << reply.body;
  EXPECT_EQ(reply.field("Memento-Datetime"), "");
}

TEST_F(ServeAccess, WhatIsExcludedIsNotThere) {
  EXPECT_EQ(statuses("http://example.org/path/", "20210101000000"), all(404));
  EXPECT_EQ(statuses("http://example.org/text", "20210101000000"), all(404));
  EXPECT_EQ(statuses("http://other.net/", "20210101000000"), all(404));
  EXPECT_EQ(cdx("example.org/path*"), "http://example.org/path/a.php\nhttp://example.org/path2\n");
  EXPECT_EQ(world->ask("/archive/cdx?url=other.net").field("X-Asof-Withheld"), "");
  // Nothing is blocked where nothing was captured.
  EXPECT_EQ(world->ask("/archive/http://example.org/once/never").status, 404);
}

TEST_F(ServeAccess, DatesCutOutWhatTheyName) {
  EXPECT_EQ(world->ask(world->memento("20200601120000", "/")).status, 451);
  EXPECT_EQ(world->ask(world->memento("20200101000000", "/")).status, 200);
  const std::string map = world->ask("/archive/timemap/link/http://example.org/").body;
  EXPECT_FALSE(has(map, "/archive/20200601120000/"));
  EXPECT_EQ(links_of(map).size(), 6u);
  const HttpReply before = world->ask(world->memento("20200101000000", "/"));
  EXPECT_FALSE(has(before.field("Link"), "20200601120000"));
  EXPECT_EQ(world
                ->ask("/archive/http://example.org/",
                      "Accept-Datetime: Mon, 01 Jun 2020 12:00:00 GMT\r\n")
                .field("Location"),
            world->memento("20200101000000", "/"));
  EXPECT_FALSE(has(world->ask("/api/v1/versions?url=http://example.org/").body, "2020-06-01"));
  // The start page names no site that is excluded.
  const std::string start = world->ask("/").body;
  EXPECT_FALSE(has(start, "other.net"));
  EXPECT_TRUE(has(start, "sub.example.org"));
}

TEST_F(ServeAccess, SaysWhatEachRuleWithholds) {
  const Ran ran = run({.words = {ASOF_PROGRAM, "access", "--archive", world->archive()}});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_TRUE(has(ran.out,
                  "line 2: block org,example)/once\n    withholds 1 capture of 1 URL, "
                  "2021-05-05T05:05:05Z to 2021-05-05T05:05:05Z\n    reason: court order 12/26\n"
                  "    decided on 2026-11-02\n"))
      << ran.out;
  EXPECT_TRUE(has(ran.out, "line 4: allow org,example)/path/a.php###\n    shows 1 capture"));
  const Ran list =
      run({.words = {ASOF_PROGRAM, "access", "--list", "--archive", world->archive()}});
  EXPECT_TRUE(has(list.out, "block 20210505050505 http://example.org/once captures1.warc.gz at "))
      << list.out;
  EXPECT_EQ(split(list.out, '\n').size(), 6u) << list.out;
  // The file keeps what is withheld.
  const Ran kept = run({.words = {ASOF_PROGRAM, "extract", "http://example.org/once", "--payload",
                                  "--archive", world->archive()}});
  EXPECT_EQ(kept.out, "<p>once");
}

TEST(ServeAccessFile, ABadRuleIsNamedWithItsLine) {
  const ServeWorld world;
  const auto rules = world.file("rules.aclj").string();
  write_file(rules, "# one\norg,example)/ - {\"access\": \"hide\"}\n");
  for (const char* verb : {"serve", "access"}) {
    const Ran ran =
        run({.words = {ASOF_PROGRAM, verb, "--archive", world.archive(), "--access", rules}});
    EXPECT_EQ(ran.code, 2);
    EXPECT_TRUE(has(ran.err, rules + ":2: access: \"hide\" is none of allow, block, exclude"))
        << ran.err;
    EXPECT_EQ(ran.out, "");
    const Ran none = run(
        {.words = {ASOF_PROGRAM, verb, "--archive", world.archive(), "--access", rules + ".not"}});
    EXPECT_EQ(none.code, 2);
    EXPECT_TRUE(has(none.err, "no such file")) << none.err;
  }
}

}  // namespace
}  // namespace asof::test
