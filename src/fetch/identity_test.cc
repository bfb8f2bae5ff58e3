// Who we are and whom we may meet: cookies, credentials, proxies, forbidden addresses.
#include <deque>

#include "support/fetch_world.h"
#include "support/raw_server.h"

namespace asof::fetch {
namespace {

using test::answer_each;
using test::RawConnection;
using test::RawServer;

std::string ok(std::string_view body = "ok", std::string_view fields = "") {
  return "HTTP/1.1 200 OK\r\n" + std::string(fields) +
         "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + std::string(body);
}

bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

std::string port_of(const RawServer& server) { return std::to_string(server.port()); }

TEST(Cookies, AreSentBackWhereTheyBelong) {
  RawServer server(answer_each([](const std::string& head) {
    const bool first = head.starts_with("GET /login/in ");
    return ok(
        "ok",
        first ? "Set-Cookie: a=1; Path=/\r\nSet-Cookie: b=2\r\nSet-Cookie: c=3; Path=/x\r\n" : "");
  }));
  World world;
  EXPECT_FALSE(has(world.fetch(server.url("/login/in")).request, "Cookie:"));
  EXPECT_TRUE(has(world.fetch(server.url("/login/again")).request, "\r\nCookie: b=2; a=1\r\n"));
  EXPECT_TRUE(has(world.fetch(server.url("/x/y")).request, "\r\nCookie: c=3; a=1\r\n"));
  EXPECT_TRUE(has(world.fetch(server.url("/")).request, "\r\nCookie: a=1\r\n"));
  // Another host, though the same server.
  const auto elsewhere = world.fetch("http://localhost:" + port_of(server) + "/login/again");
  EXPECT_EQ(outcome_of(elsewhere), "none");
  EXPECT_FALSE(has(elsewhere.request, "Cookie:"));
}

TEST(Cookies, AreSharedByAllConnectionsOfAFetcherOnly) {
  RawServer server(answer_each([](const auto&) { return ok("ok", "Set-Cookie: a=1\r\n"); }));
  World world;
  world.fetch(server.url());
  for (std::uint64_t i = 0; i < 5; ++i) world.fetcher().start({.url = server.url()});
  for (int i = 0; i < 5; ++i) EXPECT_TRUE(has(world.next().request, "Cookie: a=1"));
  World other;
  EXPECT_FALSE(has(other.fetch(server.url()).request, "Cookie:"));
}

TEST(Cookies, AreNotSentWhereNotWanted) {
  RawServer server(answer_each([](const auto&) { return ok("ok", "Set-Cookie: a=1\r\n"); }));
  World world({.cookies = false});
  world.fetch(server.url());
  EXPECT_FALSE(has(world.fetch(server.url()).request, "Cookie:"));
}

// Asks who is there, in the given way, unless it is told.
RawServer::Behaviour guarded(std::string challenge, std::string key, std::atomic<int>& asked) {
  return answer_each([=, &asked](const std::string& head) {
    if (has(head, key)) return ok("secret");
    ++asked;
    return "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: " + challenge +
           "\r\nContent-Length: 4\r\n\r\nwho?";
  });
}

TEST(Credentials, AreGivenToTheirOriginInOneExchange) {
  std::atomic<int> asked = 0;
  RawServer server(guarded("Basic realm=\"r\"", "Authorization: Basic dXNlcjpwYXNz\r\n", asked));
  RawServer other(guarded("Basic realm=\"r\"", "Authorization:", asked));
  World world({.credentials = {{server.origin(), "user", "pass"}}});
  for (int i = 0; i < 3; ++i) {
    auto exchange = world.fetch(server.url("/page"));
    EXPECT_EQ(outcome_of(exchange), "none");
    EXPECT_EQ(bytes_of(exchange), ok("secret"));
    EXPECT_TRUE(has(exchange.request, "Authorization: Basic dXNlcjpwYXNz\r\n"));
    EXPECT_TRUE(exchange.request.starts_with("GET /page HTTP/1.1\r\n"));
    EXPECT_EQ(exchange.request.find("GET", 1), std::string::npos);
  }
  EXPECT_EQ(asked, 1) << "once it is known how, it is said at once";
  auto stranger = world.fetch(other.url());
  EXPECT_EQ(stranger.status, 401);
  EXPECT_EQ(body_of(stranger), "who?");
  EXPECT_FALSE(has(stranger.request, "Authorization"));
}

TEST(Credentials, WorkByDigest) {
  std::atomic<int> asked = 0;
  // The response is checked by its parts; the hash itself is libcurl's.
  RawServer server(guarded("Digest realm=\"r\", nonce=\"n\", qop=\"auth\", algorithm=MD5",
                           "Authorization: Digest username=\"user\",", asked));
  World world({.credentials = {{server.origin(), "user", "pass"}}});
  for (int i = 0; i < 3; ++i) {
    auto exchange = world.fetch(server.url("/page?x=1"));
    EXPECT_EQ(outcome_of(exchange), "none");
    EXPECT_EQ(bytes_of(exchange), ok("secret"));
    EXPECT_TRUE(has(exchange.request, "uri=\"/page?x=1\"")) << exchange.request;
  }
}

TEST(Credentials, ThatAreWrongGiveTheRefusal) {
  std::atomic<int> asked = 0;
  for (const char* challenge :
       {"Basic realm=\"r\"", "Digest realm=\"r\", nonce=\"n\", qop=\"auth\""}) {
    RawServer server(guarded(challenge, "nothing will do", asked));
    World world({.credentials = {{server.origin(), "user", "wrong"}}});
    auto exchange = world.fetch(server.url());
    EXPECT_EQ(outcome_of(exchange), "none");
    EXPECT_EQ(exchange.status, 401);
    EXPECT_EQ(body_of(exchange), "who?");
    EXPECT_TRUE(has(exchange.request, "Authorization: ")) << exchange.request;
  }
}

TEST(Credentials, MayStandInTheUrl) {
  std::atomic<int> asked = 0;
  RawServer server(guarded("Basic realm=\"r\"", "Authorization: Basic YTpiOmM=\r\n", asked));
  World world;
  auto exchange = world.fetch("http://a:b%3Ac@127.0.0.1:" + port_of(server) + "/");
  EXPECT_EQ(outcome_of(exchange), "none");
  EXPECT_EQ(body_of(exchange), "secret");
  EXPECT_FALSE(has(exchange.request, "@"));
  EXPECT_EQ(world.fetch(server.url()).status, 401) << "they are for that URL only";
}

TEST(Proxy, IsAskedInPlaceOfTheServer) {
  RawServer* self = nullptr;
  RawServer proxy(answer_each([&self](const std::string& head) {
    self->keep(head);
    return ok("by proxy");
  }));
  self = &proxy;
  World world({.proxy = "http://127.0.0.1:" + port_of(proxy)});
  auto exchange = world.fetch("http://nowhere.invalid/a|b?c");
  EXPECT_EQ(outcome_of(exchange), "none");
  EXPECT_EQ(body_of(exchange), "by proxy");
  EXPECT_EQ(exchange.ip, "") << "nobody knows";
  EXPECT_EQ(exchange.request, proxy.kept().at(0));
  EXPECT_EQ(exchange.request,
            "GET http://nowhere.invalid/a|b?c HTTP/1.1\r\nHost: nowhere.invalid\r\n"
            "User-Agent: asof\r\nAccept: */*\r\nAccept-Encoding: gzip, deflate, br\r\n\r\n");
  EXPECT_TRUE(world.fetcher().take_resolved().empty());
}

TEST(Proxy, TunnelsLeaveNoTrace) {
  const test::Certificate certificate("DNS:nowhere.invalid");
  const std::unique_ptr<SSL_CTX, void (*)(SSL_CTX*)> tls(certificate.server(), SSL_CTX_free);
  RawServer* self = nullptr;
  RawServer proxy([&self, &tls](RawConnection& connection) {
    self->keep(connection.read_head());
    connection.send("HTTP/1.1 200 Connected\r\nX-Proxy: yes\r\n\r\n");
    if (!connection.secure(tls.get())) return;
    self->keep(connection.read_head());
    connection.send(ok("through a tunnel"));
  });
  self = &proxy;
  World world({.proxy = "http://127.0.0.1:" + port_of(proxy), .verify_tls = false});
  auto exchange = world.fetch("https://nowhere.invalid/page");
  EXPECT_EQ(outcome_of(exchange), "none");
  EXPECT_EQ(bytes_of(exchange), ok("through a tunnel"));
  EXPECT_EQ(exchange.tls, "tls/1.3");
  const auto kept = proxy.kept();
  ASSERT_EQ(kept.size(), 2u);
  EXPECT_TRUE(kept[0].starts_with("CONNECT nowhere.invalid:443 HTTP/1.1\r\n"));
  EXPECT_EQ(exchange.request, kept[1]);
}

TEST(Proxy, ThatRefusesIsAFailureToConnect) {
  RawServer proxy(test::answer_once("HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\n\r\nno"));
  World world({.proxy = "http://127.0.0.1:" + port_of(proxy)});
  const auto exchange = world.fetch("https://nowhere.invalid/");
  EXPECT_EQ(exchange.failure, Failure::Connect) << outcome_of(exchange);
  EXPECT_TRUE(has(exchange.why, "403")) << exchange.why;
  EXPECT_EQ(exchange.request, "");
}

TEST(Proxy, OfSocksIsToldTheName) {
  RawServer* self = nullptr;
  RawServer proxy([&self](RawConnection& connection) {
    connection.read_some();                       // which ways we know
    connection.send(std::string("\x05\x00", 2));  // no password
    self->keep(connection.read_some());           // whom to reach
    connection.send(std::string("\x05\x00\x00\x01\0\0\0\0\0\0", 10));
    if (!connection.read_head().empty()) connection.send(ok("by socks"));
  });
  self = &proxy;
  World world({.proxy = "socks5h://127.0.0.1:" + port_of(proxy)});
  auto exchange = world.fetch("http://nowhere.invalid/");
  EXPECT_EQ(outcome_of(exchange), "none");
  EXPECT_EQ(body_of(exchange), "by socks");
  EXPECT_TRUE(exchange.request.starts_with("GET / HTTP/1.1\r\n"));
  EXPECT_TRUE(has(proxy.kept().at(0), "nowhere.invalid"));
}

TEST(Forbidden, AddressesAreNeverConnectedTo) {
  RawServer server(answer_each([](const auto&) { return ok(); }));
  World world(
      {.forbidden = {test::must(parse_range("127.0.0.0/8")), test::must(parse_range("::1"))}});
  const auto port = port_of(server);
  for (const auto& host : {"127.0.0.1", "127.9.9.9", "localhost", "[::1]", "[::ffff:127.0.0.1]",
                           "[::127.0.0.1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]"}) {
    const auto exchange = world.fetch("http://" + std::string(host) + ":" + port + "/");
    EXPECT_EQ(exchange.failure, Failure::Forbidden) << host << ": " << outcome_of(exchange);
    EXPECT_TRUE(has(exchange.why, "may not be reached"));
    EXPECT_EQ(exchange.request, "");
    EXPECT_EQ(crawl_log_status(exchange), -5001);
  }
  EXPECT_EQ(server.connections(), 0u);
}

TEST(Forbidden, PrivateAddressesAreWhereARequestMayNotReachThem) {
  RawServer server(answer_each([](const auto&) { return ok(); }));
  World world;
  const auto url = "http://localhost:" + port_of(server) + "/";
  EXPECT_EQ(world.fetch(Request{.url = url, .may_be_private = false}).failure, Failure::Forbidden);
  EXPECT_EQ(server.connections(), 0u);
  EXPECT_EQ(outcome_of(world.fetch(url)), "none");
  // The connection is kept, and would do.
  EXPECT_EQ(world.fetch(Request{.url = url, .may_be_private = false}).failure, Failure::Forbidden);
  EXPECT_EQ(outcome_of(world.fetch(url)), "none");
}

TEST(Forbidden, AddressesInUrlsAreSeenBehindAProxyToo) {
  RawServer proxy(answer_each([](const auto&) { return ok("by proxy"); }));
  World world({.proxy = "http://127.0.0.1:" + port_of(proxy),
               .forbidden = {test::must(parse_range("10.0.0.0/8"))}});
  EXPECT_EQ(world.fetch("http://10.1.2.3/").failure, Failure::Forbidden);
  EXPECT_EQ(outcome_of(world.fetch("http://192.0.2.1/")), "none");
  EXPECT_EQ(proxy.connections(), 1u);
}

}  // namespace
}  // namespace asof::fetch
