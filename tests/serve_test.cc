// asof serve from outside: Memento (RFC 7089), line by line, and what HTTP asks of every answer.
#include <gtest/gtest.h>

#include <set>

#include "serve_world.h"

namespace asof::test {
namespace {

const std::string kJune = "Mon, 01 Jun 2020 12:00:00 GMT";
const std::string kFirst = "Wed, 01 Jan 2020 00:00:00 GMT";
const std::string kLast = "Sat, 05 Mar 2022 06:07:08 GMT";

std::string accept(const std::string& date) { return "Accept-Datetime: " + date + "\r\n"; }

std::string address_of(const HttpReply& reply, std::string_view relation) {
  for (const MementoLink& link : links_of(reply.field("Link")))
    if (link.relation == relation) return link.address;
  return "";
}

class Serve : public testing::Test {
 protected:
  // One archive and one server for all tests that only ask.
  static void SetUpTestSuite() {
    world = std::make_unique<ServeWorld>();
    world->start();
  }
  static void TearDownTestSuite() { world.reset(); }

  // Where a TimeGate leads; "" where it does not redirect.
  static std::string led(const std::string& path, const std::string& fields = "") {
    const HttpReply reply = world->ask("/archive/http://example.org" + path, fields);
    return reply.status == 302 ? reply.field("Location") : "";
  }

  static std::unique_ptr<ServeWorld> world;
};
std::unique_ptr<ServeWorld> Serve::world;

TEST_F(Serve, PrintsItsAddressesOnOneLine) {
  EXPECT_EQ(world->child().out(), "{\"url\":\"" + world->own() + "\",\"replay\":\"" +
                                      world->content() + "\",\"collection\":\"archive\"}\n");
  EXPECT_NE(world->own(), world->content());
  EXPECT_EQ(world->ask("/healthz").body, "ok\n");
}

TEST_F(Serve, ATimeGateRedirectsToAMementoOfOurs) {  // line 1
  for (const char* method : {"GET", "HEAD"}) {
    const HttpReply reply = world->ask("/archive/http://example.org/", accept(kJune), method);
    EXPECT_EQ(reply.status, 302);
    EXPECT_EQ(reply.field("Location"), world->memento("20200601120000", "/"));
    EXPECT_EQ(reply.field("Vary"), "accept-datetime");
    EXPECT_EQ(reply.field("Memento-Datetime"), "");
    EXPECT_EQ(address_of(reply, "original"), "http://example.org/");
    EXPECT_EQ(address_of(reply, "last memento"), world->memento("20220305060708", "/"));
    EXPECT_EQ(address_of(reply, "timemap"),
              world->own() + "/archive/timemap/link/http://example.org/");
  }
}

TEST_F(Serve, ATimeGateChoosesTheNearest) {  // lines 3 and 5
  EXPECT_EQ(led("/"), world->memento("20220305060708", "/"));
  EXPECT_EQ(led("/", accept("Wed, 01 Jan 1997 00:00:00 GMT")),
            world->memento("20200101000000", "/"));
  EXPECT_EQ(led("/", accept("Thu, 01 Jan 2099 00:00:00 GMT")),
            world->memento("20220305060708", "/"));
  EXPECT_EQ(led("/", accept("Tue, 02 Jun 2020 00:00:00 GMT")),
            world->memento("20200601120000", "/"));
}

TEST_F(Serve, DatesThatAreNoneAreRefused) {  // line 4
  for (const char* wrong :
       {"", "yesterday", "2020-06-01", "20200601", "Mon, 01 jun 2020 12:00:00 GMT",
        "Mon, 01 Jun 2020 12:00:00 CET", "Mon, 01 Jun 2020 12:00:00 +0000",
        "Monday, 01-Jun-20 12:00:00 GMT", "Mon Jun  1 12:00:00 2020",
        "Tue, 01 Jun 2020 12:00:00 GMT", "Mon, 32 Jun 2020 12:00:00 GMT",
        "Mon, 01 Jun 2020 25:00:00 GMT", "Mon, 1 Jun 2020 12:00:00 GMT"}) {
    const HttpReply reply = world->ask("/archive/http://example.org/", accept(wrong));
    EXPECT_EQ(reply.status, 400) << wrong;
    EXPECT_EQ(reply.field("Memento-Datetime"), "");
  }
}

TEST_F(Serve, WhatIsUnknownIsNotFound) {  // line 6
  for (const std::string path :
       {"/archive/http://example.org/never", "/archive/20200601120000/http://example.org/never",
        "/archive/timemap/link/http://example.org/never", "/archive/*/http://example.org/never"}) {
    const std::string origin = path.find("/2020") == kNone ? world->own() : world->content();
    const HttpReply reply = world->ask(origin + path);
    EXPECT_EQ(reply.status, 404) << path;
    EXPECT_EQ(reply.field("Memento-Datetime"), "");
  }
}

TEST_F(Serve, AMementoSaysItsTimeAndItsNeighbours) {  // lines 7, 8, 14 and 15
  for (const char* method : {"GET", "HEAD"}) {
    const HttpReply reply =
        world->ask(world->memento("20200601120000", "/"), accept(kLast), method);
    EXPECT_EQ(reply.status, 200);
    EXPECT_EQ(reply.field("Memento-Datetime"), kJune);
    EXPECT_FALSE(has(lower(reply.head), "accept-datetime"));
    EXPECT_EQ(has(reply.body, "two"), std::string(method) == "GET");
    EXPECT_EQ(reply.field("Content-Length"),
              world->ask(world->memento("20200601120000", "/")).field("Content-Length"));
    EXPECT_EQ(address_of(reply, "original"), "http://example.org/");
    EXPECT_EQ(address_of(reply, "timegate"), world->own() + "/archive/http://example.org/");
    EXPECT_EQ(address_of(reply, "first prev memento"), world->memento("20200101000000", "/"));
    EXPECT_EQ(address_of(reply, "memento"), world->memento("20200601120000", "/"));
    EXPECT_EQ(address_of(reply, "next memento"), world->memento("20210101000000", "/"));
    EXPECT_EQ(address_of(reply, "last memento"), world->memento("20220305060708", "/"));
    for (const MementoLink& link : links_of(reply.field("Link"))) {
      EXPECT_EQ(has(link.relation, "memento"), !link.datetime.empty()) << link.all;
    }
  }
}

TEST_F(Serve, AnotherTimeLeadsToTheExactOne) {  // line 9
  for (const char* digits : {"20200603000000", "202006", "20200601120001"}) {
    const HttpReply reply = world->ask(world->memento(digits, "/"));
    EXPECT_EQ(reply.status, 302) << digits;
    EXPECT_EQ(reply.field("Location"), world->memento("20200601120000", "/"));
    EXPECT_EQ(address_of(reply, "original"), "http://example.org/");
    EXPECT_EQ(reply.field("Memento-Datetime"), "");
    EXPECT_FALSE(has(lower(reply.head), "accept-datetime"));
  }
  // A part of a page is not led elsewhere; it says what it is.
  const HttpReply part = world->ask(world->memento("2019", "/picture.png", "im_"));
  EXPECT_EQ(part.status, 200);
  EXPECT_EQ(part.field("Memento-Datetime"), "Fri, 01 Jan 2021 00:00:00 GMT");
}

TEST_F(Serve, WhatWasNoSuccessKeepsItsStatus) {  // line 10
  const struct {
    const char* path;
    int status;
  } kTable[] = {{"/moved", 302}, {"/gone", 404}, {"/failed", 503}};
  for (const auto& row : kTable) {
    for (const char* modifier : {"", "id_"}) {
      const HttpReply reply = world->ask(world->memento("20210101000000", row.path, modifier));
      EXPECT_EQ(reply.status, row.status) << row.path;
      EXPECT_EQ(reply.field("Memento-Datetime"), "Fri, 01 Jan 2021 00:00:00 GMT");
      const std::string location = row.status == 302 ? "http://example.org/once" : "";
      EXPECT_TRUE(reply.field("Location").ends_with(location)) << reply.head;
      if (row.status != 302) continue;
      EXPECT_TRUE(reply.field("Location").starts_with(world->content() + "/archive/20210101"));
    }
  }
}

TEST_F(Serve, ATimeMapListsEveryMemento) {  // lines 11 and 13
  const HttpReply reply = world->ask("/archive/timemap/link/http://example.org/");
  EXPECT_EQ(reply.field("Content-Type"), "application/link-format");
  const auto links = links_of(reply.body);
  ASSERT_EQ(links.size(), 7u) << reply.body;
  EXPECT_EQ(links[0].relation + links[0].address, "originalhttp://example.org/");
  EXPECT_EQ(links[1].address, world->own() + "/archive/timemap/link/http://example.org/");
  EXPECT_TRUE(has(links[1].all, "rel=\"self\"; type=\"application/link-format\"; from=\"" + kFirst +
                                    "\"; until=\"" + kLast + "\""));
  EXPECT_EQ(links[2].relation, "timegate");
  EXPECT_EQ(links[3].relation, "first memento");
  EXPECT_EQ(links[6].relation, "last memento");
  for (std::size_t i = 3; i < links.size(); ++i) {
    const HttpReply memento = world->ask(links[i].address);
    EXPECT_EQ(memento.status, 200);
    EXPECT_EQ(memento.field("Memento-Datetime"), links[i].datetime);
    EXPECT_TRUE(i == 3 || links[i - 1].address < links[i].address);
  }
  const HttpReply head = world->ask("/archive/timemap/link/http://example.org/", "", "HEAD");
  EXPECT_EQ(head.field("Content-Length"), std::to_string(reply.body.size()));
}

TEST_F(Serve, ATimeMapIsAlsoJsonAndCdxj) {
  const HttpReply reply = world->ask("/archive/timemap/json/http://example.org/");
  EXPECT_TRUE(reply.field("Content-Type").starts_with("application/json"));
  const json::Document document = must(json::parse(reply.body));
  const auto mementos = must(document.root().at("mementos"));
  const auto list = must(must(mementos.at("list")).items());
  ASSERT_EQ(list.size(), 4u);
  EXPECT_EQ(must(must(list[1].at("datetime")).text()), "2020-06-01T12:00:00Z");
  EXPECT_EQ(must(must(list[1].at("uri")).text()), world->memento("20200601120000", "/"));
  const HttpReply lines = world->ask("/archive/timemap/cdxj/http://example.org/");
  EXPECT_TRUE(
      has(lines.body, "\n20200601120000 {\"uri\":\"" + world->memento("20200601120000", "/")));
  EXPECT_EQ(world->ask("/archive/timemap/xml/http://example.org/").status, 400);
}

TEST_F(Serve, TheOnlyMementoIsFirstAndLast) {  // line 17
  const HttpReply reply = world->ask(world->memento("20210505050505", "/once"));
  EXPECT_EQ(address_of(reply, "first last memento"), world->memento("20210505050505", "/once"));
  EXPECT_TRUE(has(world->ask("/archive/timemap/link/http://example.org/once").body,
                  "rel=\"first last memento\""));
}

TEST_F(Serve, RangesAreOfTheContent) {  // line 16
  const struct {
    const char* range;
    int status;
    const char* body;
    const char* says;
  } kTable[] = {
      {"bytes=2-4", 206, "234", "bytes 2-4/10"}, {"bytes=7-99", 206, "789", "bytes 7-9/10"},
      {"bytes=-3", 206, "789", "bytes 7-9/10"},  {"bytes=10-", 416, "", "bytes */10"},
      {"bytes=4-2", 200, "0123456789", ""},      {"bytes=0-1,3-4", 200, "0123456789", ""}};
  for (const auto& row : kTable) {
    const HttpReply reply = world->ask(world->memento("20210101000000", "/picture.png", "id_"),
                                       std::string("Range: ") + row.range + "\r\n");
    EXPECT_EQ(reply.status, row.status) << row.range;
    EXPECT_EQ(reply.field("Content-Range"), row.says);
    EXPECT_TRUE(row.status == 416 || reply.body == row.body) << reply.body;
  }
}

TEST_F(Serve, WhatTheClientHasIsNotSentAgain) {
  const std::string url = world->memento("20210101000000", "/text");
  const std::string tag = world->ask(url).field("ETag");
  ASSERT_NE(tag, "");
  const HttpReply known = world->ask(url, "If-None-Match: " + tag + "\r\n");
  EXPECT_EQ(known.status, 304);
  EXPECT_EQ(known.field("Memento-Datetime"), "Fri, 01 Jan 2021 00:00:00 GMT");
  EXPECT_EQ(world->ask(url, "If-None-Match: \"other\"\r\n").status, 200);
  const HttpReply packed = world->ask(url, "Accept-Encoding: gzip\r\n");
  EXPECT_EQ(packed.field("Content-Encoding"), "gzip");
  EXPECT_LT(packed.body.size(), 300u);
  EXPECT_NE(packed.field("ETag"), tag);
  EXPECT_EQ(
      world->ask(world->memento("20210101000000", "/picture.png"), "Accept-Encoding: gzip\r\n")
          .field("Content-Encoding"),
      "");
}

TEST_F(Serve, ModifiersAreThoseOfWaybackMachines) {
  for (const char* modifier : {"", "id_", "mp_", "if_", "fr_", "im_", "cs_", "js_", "oe_"})
    EXPECT_EQ(world->ask(world->memento("20200601120000", "/", modifier)).status, 200) << modifier;
  EXPECT_EQ(world->ask(world->memento("20200601120000", "/", "xx_")).status, 400);
  EXPECT_EQ(world->ask(world->memento("20200601120000", "/", "id_")).body, "<p>two");
  // The own origin never shows archived content.
  const HttpReply own = world->ask("/archive/20200601120000/http://example.org/");
  EXPECT_EQ(own.status, 302);
  EXPECT_EQ(own.field("Location"), world->memento("20200601120000", "/"));
}

// The pages of a TimeMap: addresses of the mementos of each.
std::vector<std::set<std::string>> pages_of(const ServeWorld& world, const std::string& form) {
  std::vector<std::string> addresses = {world.own() + "/archive/timemap/" + form +
                                        "/http://example.org/many"};
  std::vector<std::set<std::string>> pages;
  for (const MementoLink& link : links_of(world.ask(addresses.front()).body))
    if (link.relation == "timemap") addresses.push_back(link.address);
  for (const std::string& address : addresses) {
    pages.emplace_back();
    for (const MementoLink& link : links_of(world.ask(address).body)) {
      if (has(link.relation, "memento")) pages.back().insert(link.address);
      EXPECT_TRUE(link.relation != "self" || link.address == address);
    }
  }
  return pages;
}

TEST(ServeLarge, ATimeMapInPagesIsWholeAndDisjoint) {  // line 12
  std::vector<Captured> captures;
  captures.reserve(25);
  for (int day = 0; day < 25; ++day)
    captures.push_back({.url = "http://example.org/many",
                        .at = "2020-01-" + std::string(day < 9 ? "0" : "") +
                              std::to_string(day + 1) + "T00:00:00Z",
                        .body = "<p>many"});
  ServeWorld world(captures);
  world.start({"--timemap-page", "10"});
  const auto pages = pages_of(world, "link");
  ASSERT_EQ(pages.size(), 3u);
  std::set<std::string> all;
  for (const auto& page : pages) {
    EXPECT_LE(page.size(), 10u);
    for (const std::string& address : page) EXPECT_TRUE(all.insert(address).second) << address;
  }
  EXPECT_EQ(all.size(), 25u);
  const HttpReply second =
      world.ask("/archive/timemap/link/20200111000000/http://example.org/many");
  EXPECT_TRUE(has(second.body, "from=\"Sat, 11 Jan 2020 00:00:00 GMT\"; until=\"Mon, 20 Jan 2020"))
      << second.body;
  EXPECT_EQ(world.ask("/archive/timemap/link/20200112000000/http://example.org/many").status, 404);
}

TEST(ServeStyle, ATimeGateMayAnswerItself) {  // line 2, and 3 to 6 again
  ServeWorld world;
  world.start({"--timegate", "200"});
  const std::string gate = "/archive/http://example.org/";
  for (const char* method : {"GET", "HEAD"}) {
    const HttpReply reply = world.ask(world.content() + gate, accept(kJune), method);
    EXPECT_EQ(reply.status, 200);
    EXPECT_EQ(reply.field("Memento-Datetime"), kJune);
    EXPECT_EQ(reply.field("Content-Location"), world.memento("20200601120000", "/"));
    EXPECT_EQ(reply.field("Vary"), "accept-datetime");
    EXPECT_EQ(address_of(reply, "original"), "http://example.org/");
    EXPECT_EQ(address_of(reply, "memento"), world.memento("20200601120000", "/"));
  }
  const std::string there = world.content() + gate;
  EXPECT_EQ(world.ask(there).field("Memento-Datetime"), kLast);
  EXPECT_EQ(world.ask(there, accept("Wed, 01 Jan 1997 00:00:00 GMT")).field("Memento-Datetime"),
            kFirst);
  EXPECT_EQ(world.ask(there, accept("yesterday")).status, 400);
  EXPECT_EQ(world.ask(there + "never").status, 404);
  // The gate that links name lies on the own origin, where nothing archived is shown.
  const HttpReply own = world.ask(gate, accept(kJune));
  EXPECT_EQ(own.status, 302);
  EXPECT_EQ(own.field("Memento-Datetime"), "");
}

}  // namespace
}  // namespace asof::test
