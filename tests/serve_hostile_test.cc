// Requests that nobody should send, archives that are damaged or grow, and how serving ends.
#include <gtest/gtest.h>

#include <fstream>

#include "serve_world.h"

namespace asof::test {
namespace {

class ServeHostile : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    world = std::make_unique<ServeWorld>();
    world->start({"--access-log", world->file("log").string()});
  }
  static void TearDownTestSuite() {
    // Whatever was sent, it still answers.
    EXPECT_EQ(world->ask("/healthz").status, 200);
    world.reset();
  }

  static HttpReply raw(const std::string& origin, const std::string& bytes) {
    HttpClient client(origin + "/");
    client.send(bytes);
    return client.reply();
  }
  static std::string get(const std::string& target, const std::string& fields) {
    return "GET " + target + " HTTP/1.1\r\n" + fields + "\r\n";
  }

  static std::unique_ptr<ServeWorld> world;
};
std::unique_ptr<ServeWorld> ServeHostile::world;

TEST_F(ServeHostile, TimesThatAreNoneAreRefused) {
  for (const char* digits : {"20201301000000", "20200230", "20200101250000", "00000000000000",
                             "202001010000000", "99999999999999"}) {
    const HttpReply reply = world->ask(world->memento(digits, "/"));
    EXPECT_EQ(reply.status, 400) << digits << reply.head;
    EXPECT_EQ(reply.field("Memento-Datetime"), "");
  }
  EXPECT_EQ(world->ask(world->memento("1", "/")).status, 302);
  EXPECT_EQ(world->ask(world->memento("99991231235959", "/")).status, 302);
}

TEST_F(ServeHostile, LongAddressesGetACleanAnswer) {
  for (const std::size_t size : {8'000u, 12'000u, 17'000u, 200'000u}) {
    const std::string path(size, 'a');
    const HttpReply gate = world->ask("/archive/http://example.org/" + path);
    EXPECT_EQ(gate.status, size < 16'000 ? 404 : 414) << size;
    const int index = world->ask("/archive/cdx?url=http://example.org/" + path).status;
    EXPECT_EQ(index, size < 16'000 ? 200 : 414);
  }
}

TEST_F(ServeHostile, NoPathLeavesTheArchive) {
  for (const char* target :
       {"/../../etc/passwd", "/static/../../../etc/passwd", "/static/%2e%2e/%2e%2e/etc/passwd",
        "/archive/../access.aclj", "/archive/file:///etc/passwd",
        "/archive/20200101000000/file:///etc/passwd", "/read/archive/2020/file:///etc/passwd",
        "/archive/timemap/link/file:///etc/passwd", "/static/", "//", "/archive//", "/%00"}) {
    for (const std::string& origin : {world->own(), world->content()}) {
      const HttpReply reply = world->ask(origin + target);
      EXPECT_TRUE(reply.status == 302 || reply.status == 400 || reply.status == 404) << target;
      EXPECT_FALSE(has(reply.body, "root:"));
    }
  }
}

TEST_F(ServeHostile, NothingSentBecomesAField) {
  for (const std::string url :
       {"http://example.org/%0d%0aSet-Cookie:%20a=b", "http://example.org/%250d%250aX: y",
        "http://example.org/\t\x01", "http://exa%0d%0ample.org/", "http://example.org/>; rel=\"x\"",
        "http://example.org/%0D%0A%0D%0A<script>"}) {
    for (const std::string& before :
         {std::string("/archive/"), std::string("/archive/2020/"), std::string("/archive/*/"),
          std::string("/archive/timemap/link/"), std::string("/read?url="),
          std::string("/archive/cdx?url=")}) {
      const HttpReply reply = world->ask(before + url);
      EXPECT_FALSE(has(lower(reply.head), "\r\nset-cookie")) << before << url;
      EXPECT_FALSE(has(reply.head, "\r\nX: y"));
      EXPECT_FALSE(has(reply.body, "<script>"));
    }
  }
  const HttpReply folded = world->ask("/archive/http://example.org/",
                                      "Accept-Datetime: Mon, 01 Jun 2020\r\n 12:00:00 GMT\r\n");
  EXPECT_TRUE(folded.status == 302 || folded.status == 400);
}

TEST_F(ServeHostile, OtherNamesGetNoData) {
  const std::string port = world->own().substr(world->own().rfind(':'));
  for (const char* name : {"evil.example", "127.0.0.1.evil.example", "localhost.evil.example", "a",
                           "evil.example:80", "evil.localhost"}) {
    for (const char* target : {"/", "/archive/cdx?url=example.org", "/archive/http://example.org/",
                               "/api/v1/versions?url=http://example.org/"}) {
      const HttpReply reply = raw(world->own(), get(target, "Host: " + std::string(name) + "\r\n"));
      EXPECT_EQ(reply.status, 421) << name << target;
      EXPECT_FALSE(has(reply.body, "example.org"));
    }
    const HttpReply content =
        raw(world->content(), get("/archive/20200101000000id_/http://example.org/",
                                  "Host: " + std::string(name) + "\r\n"));
    EXPECT_TRUE(content.status == 421 || content.status == 404) << name;
    EXPECT_FALSE(has(content.body, "<p>one"));
  }
  for (const std::string& name : {"localhost" + port, "127.0.0.1" + port, std::string("LOCALHOST"),
                                  std::string("[::1]"), std::string("192.0.2.7:80")})
    EXPECT_EQ(
        raw(world->own(), get("/archive/cdx?url=example.org", "Host: " + name + "\r\n")).status,
        200)
        << name;
}

TEST_F(ServeHostile, AWholeUrlAsTargetNamesTheHost) {
  const std::string own = "Host: " + world->own().substr(7) + "\r\n";
  EXPECT_EQ(raw(world->own(), get(world->own() + "/archive/cdx?url=example.org", own)).status, 200);
  EXPECT_EQ(raw(world->own(), get("http://evil.example/archive/cdx?url=example.org", own)).status,
            421);
  EXPECT_EQ(raw(world->own(), get("http://evil.example", own)).status, 421);
  const HttpReply star = raw(world->own(), "OPTIONS * HTTP/1.1\r\n" + own + "\r\n");
  EXPECT_EQ(star.status, 405);
}

TEST_F(ServeHostile, PagesOfOtherSitesMayNotRead) {
  for (const std::string& address :
       {std::string("/archive/cdx?url=example.org"), std::string("/"),
        world->memento("20200101000000", "/"), world->memento("20200101000000", "/", "id_")}) {
    for (const char* origin : {"https://evil.example", "null", "http://evil.localhost.example"})
      EXPECT_EQ(world->ask(address, std::string("Origin: ") + origin + "\r\n")
                    .field("Access-Control-Allow-Origin"),
                "")
          << address;
    EXPECT_EQ(world->ask(address, "Origin: " + world->own() + "\r\n")
                  .field("Access-Control-Allow-Origin"),
              world->own());
  }
}

TEST_F(ServeHostile, LabelsThatMeanNothingAreNotFound) {
  const std::string port = world->content().substr(world->content().rfind(':'));
  for (const std::string label : {"t", "t2020", "t20201301000000-example-org", "t20200101000000-",
                                  "x-example-org", "-", "t-", "t20200101000000-example-org-",
                                  "h00000000000000000000000000", "xn--a", "t20200101000000"}) {
    const HttpReply reply =
        raw(world->content(), get("/", "Host: " + label + ".localhost" + port + "\r\n"));
    EXPECT_TRUE(reply.status == 404 || reply.status == 400) << label << reply.status;
  }
}

TEST_F(ServeHostile, BodiesAndOtherMethodsAreRefused) {
  for (const char* method : {"POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"}) {
    const HttpReply reply =
        world->ask("/archive/http://example.org/", "Content-Length: 3\r\n\r\nabc", method);
    EXPECT_EQ(reply.status, 405) << method;
  }
  const std::string own = "Host: " + world->own().substr(7) + "\r\n";
  EXPECT_EQ(
      raw(world->own(), "POST / HTTP/1.1\r\n" + own + "Content-Length: 99999999\r\n\r\n").status,
      413);
  EXPECT_EQ(raw(world->own(), "GET / HTTP/1.1\r\n" + own + "Host: other\r\n\r\n").status, 400);
  EXPECT_EQ(raw(world->own(), "GET  / HTTP/1.1\r\n\r\n").status, 400);
}

TEST_F(ServeHostile, IdleConnectionsTakeNothingFromOthers) {
  std::vector<std::unique_ptr<HttpClient>> idle;
  for (int i = 0; i < 500; ++i) {
    idle.push_back(std::make_unique<HttpClient>(world->own() + "/"));
    if (i % 2 == 0) idle.back()->send("GET /archive/cdx?url=exa");  // and no more
  }
  EXPECT_EQ(world->ask("/archive/cdx?url=example.org").status, 200);
  idle[1]->send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
  EXPECT_EQ(idle[1]->reply().body, "ok\n");
}

TEST_F(ServeHostile, EveryRequestIsOneLineOfTheLog) {
  world->ask("/archive/http://example.org/logged", "User-Agent: a\"b\r\n");
  std::string log;
  while (!has(log = read_file(world->file("log")), "/logged"))
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  EXPECT_TRUE(has(log, "\"GET /archive/http://example.org/logged HTTP/1.1\" 404 "));
  EXPECT_TRUE(has(log, "\"a\\\"b\"")) << log;
}

TEST(ServeDamage, ADamagedRecordBreaksItsOwnPageOnly) {
  ServeWorld world;
  const std::string file = world.archive() + "/warc/captures1.warc.gz";
  std::string bytes = read_file(file);
  // The second record: a byte in the middle of its compressed data.
  const std::size_t second = bytes.find("\x1f\x8b\x08", 10);
  std::filesystem::permissions(file, std::filesystem::perms::owner_write,
                               std::filesystem::perm_options::add);
  for (std::size_t i = second + 60; i < second + 90; ++i) bytes[i] = static_cast<char>(~bytes[i]);
  write_file(file, bytes);
  world.start();
  const HttpReply reply = world.ask(world.memento("20200601120000", "/"));
  EXPECT_EQ(reply.status, 502) << reply.head;
  EXPECT_TRUE(has(reply.body, "captures1.warc.gz")) << reply.body;
  EXPECT_TRUE(has(reply.body, std::to_string(second))) << second << reply.body;
  EXPECT_TRUE(has(reply.body, "asof check")) << reply.body;
  EXPECT_EQ(reply.field("Memento-Datetime"), "");
  EXPECT_EQ(world.ask(world.memento("20200101000000", "/")).status, 200);
  EXPECT_EQ(world.ask(world.memento("20210101000000", "/")).status, 200);
  EXPECT_EQ(links_of(world.ask("/archive/timemap/link/http://example.org/").body).size(), 7u);
}

TEST(ServeGrowth, NewCapturesAreShownWithoutARestart) {
  ServeWorld world;
  world.start();
  EXPECT_EQ(world.ask("/archive/http://example.org/later").status, 404);
  EXPECT_EQ(links_of(world.ask("/archive/timemap/link/http://example.org/").body).size(), 7u);
  world.add({{.url = "http://example.org/", .at = "2023-01-01T00:00:00Z", .body = "<p>five"},
             {.url = "http://example.org/new", .at = "2023-01-01T00:00:00Z", .body = "<p>new"}});
  EXPECT_EQ(links_of(world.ask("/archive/timemap/link/http://example.org/").body).size(), 8u);
  EXPECT_TRUE(has(world.ask("/archive/cdx?url=example.org/new").body, "20230101000000"));
  EXPECT_EQ(world.ask(world.memento("20230101000000", "/", "id_")).body, "<p>five");
  EXPECT_EQ(world.ask("/archive/http://example.org/new").field("Location"),
            world.memento("20230101000000", "/new"));
}

TEST(ServeEnd, DrainsAndGoes) {
  ServeWorld world;
  world.start();
  HttpClient idle(world.own() + "/");
  EXPECT_EQ(idle.get("/healthz").status, 200);
  world.child().send(SIGHUP);  // for a log; there is none
  EXPECT_EQ(world.ask("/healthz").status, 200);
  world.child().send(SIGTERM);
  EXPECT_EQ(idle.receive(1), "");  // closed
  const Ran ran = world.child().wait();
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.signal, 0);
}

TEST(ServeEnd, APortThatIsTakenIsSaid) {
  ServeWorld world;
  world.start();
  const Ran ran = run({.words = {ASOF_PROGRAM, "serve", "--archive", world.archive(), "--listen",
                                 world.own().substr(7)}});
  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(ran.out, "");
  EXPECT_TRUE(has(ran.err, "another program listens there")) << ran.err;
}

}  // namespace
}  // namespace asof::test
