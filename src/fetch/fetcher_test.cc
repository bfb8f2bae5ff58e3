#include "fetch/fetcher.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <set>
#include <thread>

#include <sys/resource.h>

#include "support/fetch_world.h"
#include "support/raw_server.h"

namespace asof::fetch {
namespace {

using test::answer_each;
using test::answer_once;
using test::RawConnection;
using test::RawServer;

constexpr char kHello[] = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";

TEST(Fetcher, KeepsRequestAndAnswerAsTheyWentOverTheWire) {
  RawServer* self = nullptr;
  RawServer server(answer_each([&self](const std::string& head) {
    self->keep(head);
    return std::string(kHello);
  }));
  self = &server;
  World world({.user_agent = "asof/1 (+https://example.org/bot)", .from = "a@example.org"});
  auto exchange = world.fetch({.token = 7,
                               .url = server.url("/a|b\"[c]%20;d?e=^{f}&&g=?"),
                               .fields = {{"If-None-Match", "\"x\""}, {"X-Empty", ""}}});
  EXPECT_EQ(outcome_of(exchange), "none");
  EXPECT_EQ(bytes_of(exchange), kHello);
  EXPECT_EQ(exchange.head, std::string_view(kHello).size() - 5);
  EXPECT_EQ(exchange.status, 200);
  EXPECT_EQ(crawl_log_status(exchange), 200);
  EXPECT_EQ(exchange.token, 7u);
  EXPECT_EQ(exchange.url, server.url("/a|b\"[c]%20;d?e=^{f}&&g=?"));
  EXPECT_EQ(exchange.ip, "127.0.0.1");
  EXPECT_EQ(exchange.protocol, "http/1.1");
  EXPECT_EQ(exchange.tls, "");
  ASSERT_EQ(server.kept().size(), 1u);
  EXPECT_EQ(exchange.request, server.kept()[0]);
  EXPECT_EQ(exchange.request,
            "GET /a|b\"[c]%20;d?e=^{f}&&g=? HTTP/1.1\r\nHost: 127.0.0.1:" +
                std::to_string(server.port()) +
                "\r\nUser-Agent: asof/1 (+https://example.org/bot)\r\nAccept: */*\r\n"
                "Accept-Encoding: gzip, deflate, br\r\nFrom: a@example.org\r\n"
                "If-None-Match: \"x\"\r\nX-Empty:\r\n\r\n");
}

struct AnswerCase {
  std::string_view rule, sent, kept;  // kept: all that should be, where it is not what was sent
};

// Bytes after a NUL count, too.
template <std::size_t kSize>
constexpr std::string_view bytes(const char (&text)[kSize]) {
  return {text, kSize - 1};
}

constexpr AnswerCase kAnswerCases[] = {
    {"chunks stay chunks",
     "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;x=y\r\nhello\r\n0\r\n\r\n", ""},
    {"trailers are there once",
     "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X\r\n\r\n"
     "5\r\nhello\r\n0\r\nX: y\r\nZ: a\r\n\r\n",
     ""},
    {"a coding stays, even one that is broken",
     bytes("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\n\x1f\x8b\0x"),
     ""},
    {"so does a transfer coding", "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\nabc", ""},
    {"even one nobody knows", "HTTP/1.1 200 OK\r\nTransfer-Encoding: foo\r\n\r\nabc", ""},
    {"and a content coding nobody knows",
     "HTTP/1.1 200 OK\r\nContent-Encoding: foo\r\nContent-Length: 3\r\n\r\nabc", ""},
    {"NUL bytes in the body", bytes("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\na\0b\0c"), ""},
    {"odd white space, case, order and repetition of fields",
     "HTTP/1.1   200   Fine \r\nX-a:1\r\nx-A :  2  \r\nX-a:\t3\r\nconTENT-lenGTH: 2\r\n\r\nok", ""},
    {"folded lines", "HTTP/1.1 200 OK\r\nX: a\r\n b\r\n\tc\r\nContent-Length: 2\r\n\r\nok", ""},
    {"lines without CR", "HTTP/1.1 200 OK\nContent-Length: 2\n\nok", ""},
    {"bytes that are no text",
     "HTTP/1.1 200 \xff\xfe\r\nX: \x80\xe9\r\nContent-Length: 2\r\n\r\nok", ""},
    {"no reason phrase", "HTTP/1.1 404\r\nContent-Length: 2\r\n\r\nno", ""},
    {"a status nobody knows", "HTTP/1.1 799 Well\r\nContent-Length: 2\r\n\r\nno", ""},
    {"HTTP/1.0 without a length", "HTTP/1.0 200 OK\r\nServer: old\r\n\r\nto the end", ""},
    {"a body of no bytes", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", ""},
    {"nothing but a head", "HTTP/1.1 204 No Content\r\n\r\n", ""},
    {"redirects are answers", "HTTP/1.1 301 Moved\r\nLocation: /x\r\nContent-Length: 2\r\n\r\nno",
     ""},
    {"a demand for a name is one",
     "HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm=\"x\"\r\nContent-Length: 2\r\n\r\nno", ""},
    {"100 and 103 are not the answer",
     "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"
     "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok",
     "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"},
    {"more than was said is not part of it",
     "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok and more",
     "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"},
    {"nor is what follows the last chunk",
     "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\nHTTP/1.1 200 OK\r\n",
     "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n"},
    {"204 has no body", "HTTP/1.1 204 No Content\r\nContent-Length: 2\r\n\r\nno",
     "HTTP/1.1 204 No Content\r\nContent-Length: 2\r\n\r\n"},
    {"304 has no body", "HTTP/1.1 304 Not Modified\r\nContent-Length: 2\r\n\r\nno",
     "HTTP/1.1 304 Not Modified\r\nContent-Length: 2\r\n\r\n"},
    {"chunked wins over a length",
     "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: "
     "chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
     ""},
    {"the same length twice", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\nok",
     ""},
};

TEST(Fetcher, KeepsAnswersByteForByte) {
  World world;
  for (const auto& [rule, sent, kept] : kAnswerCases) {
    SCOPED_TRACE(rule);
    RawServer server(answer_once(std::string(sent)));
    auto exchange = world.fetch(server.url());
    EXPECT_EQ(outcome_of(exchange), "none");
    EXPECT_EQ(bytes_of(exchange), kept.empty() ? sent : kept);
  }
}

TEST(Fetcher, KeepsAnswersHoweverTheyAreCutIntoPackets) {
  World world;
  const std::string sent =
      "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
      "5\r\nhello\r\n0\r\nX: y\r\n\r\n";
  RawServer server([&sent](RawConnection& connection) {
    connection.read_head();
    for (char c : sent) {
      connection.send({&c, 1});
      connection.pause(1);
    }
  });
  auto exchange = world.fetch(server.url());
  EXPECT_EQ(outcome_of(exchange), "none");
  EXPECT_EQ(bytes_of(exchange), sent.substr(25));
}

TEST(Fetcher, DatesByItsClockInOrder) {
  RawServer server(answer_each([](const auto&) { return std::string(kHello); }));
  World world;
  auto first = world.fetch(server.url());
  auto second = world.fetch(server.url());
  EXPECT_LT(first.sent, first.answered);
  EXPECT_LT(first.answered, first.ended);
  EXPECT_LT(first.ended, second.sent);
  EXPECT_LT(second.ended.ms, 1'000'100) << "no other clock was looked at";
}

TEST(Fetcher, UsesAConnectionAgain) {
  RawServer server(answer_each([](const auto&) { return std::string(kHello); }));
  World world;
  for (int i = 0; i < 20; ++i) EXPECT_EQ(outcome_of(world.fetch(server.url())), "none");
  EXPECT_EQ(server.connections(), 1u);
}

TEST(Fetcher, AsksAgainWhenAKeptConnectionHasEnded) {
  RawServer server([](RawConnection& connection) {
    connection.read_head();
    connection.send(kHello);  // and closes, though it did not say so
  });
  World world;
  for (int i = 0; i < 20; ++i) {
    auto exchange = world.fetch(server.url());
    EXPECT_EQ(outcome_of(exchange), "none");
    EXPECT_EQ(bytes_of(exchange), kHello);
    EXPECT_EQ(exchange.request.find("GET", 1), std::string::npos) << "asked once";
  }
  EXPECT_EQ(server.connections(), 20u);
}

TEST(Fetcher, FetchesManyAtATimeAndAnswersEachOnce) {
  RawServer server(answer_each([](const std::string& head) {
    const auto path = head.substr(4, head.find(' ', 4) - 4);
    return "HTTP/1.1 200 OK\r\nContent-Length: " + std::to_string(path.size()) + "\r\n\r\n" + path;
  }));
  World world;
  std::set<std::uint64_t> missing;
  for (std::uint64_t i = 0; i < 200; ++i) {
    world.fetcher().start({.token = i, .url = server.url("/" + std::to_string(i))});
    missing.insert(i);
  }
  EXPECT_EQ(world.fetcher().under_way(), 200u);
  while (world.fetcher().under_way() > 0) {
    auto exchange = world.next();
    EXPECT_EQ(outcome_of(exchange), "none");
    EXPECT_EQ(body_of(exchange), "/" + std::to_string(exchange.token));
    EXPECT_EQ(missing.erase(exchange.token), 1u);
  }
  EXPECT_TRUE(missing.empty());
}

TEST(Fetcher, PutsLongBodiesIntoAFile) {
  std::string body;
  for (int i = 0; body.size() < 300'000; ++i) body += std::to_string(i);
  RawServer server(answer_once("HTTP/1.1 200 OK\r\nContent-Length: " + std::to_string(body.size()) +
                               "\r\n\r\n" + body));
  World world({.bodies_in_memory = 1000});
  auto exchange = world.fetch(server.url());
  EXPECT_EQ(outcome_of(exchange), "none");
  EXPECT_EQ(body_of(exchange), body);
}

TEST(Fetcher, WaitEndsWhenWoken) {
  RawServer server([](RawConnection& connection) { connection.wait_for_end(); });
  World world;
  world.fetcher().wake();
  EXPECT_FALSE(world.fetcher().wait(std::chrono::hours(1)));
  world.fetcher().start({.url = server.url()});
  std::thread other([&world] { world.fetcher().wake(); });
  EXPECT_FALSE(world.fetcher().wait(std::chrono::hours(1)));
  other.join();
  EXPECT_FALSE(world.fetcher().wait(std::chrono::milliseconds(0)));
  EXPECT_EQ(world.fetcher().under_way(), 1u);
}

TEST(Fetcher, LooksUpNamesOnceAndTellsOfThem) {
  RawServer server(answer_each([](const auto&) { return std::string(kHello); }));
  World world;
  const auto url = "http://localhost:" + std::to_string(server.port()) + "/";
  for (int i = 0; i < 3; ++i) {
    auto exchange = world.fetch(url);
    EXPECT_EQ(outcome_of(exchange), "none");
    EXPECT_EQ(exchange.ip, "127.0.0.1");
  }
  auto resolved = world.fetcher().take_resolved();
  ASSERT_EQ(resolved.size(), 1u);
  EXPECT_EQ(resolved[0].host, "localhost");
  EXPECT_NE(std::ranges::find(resolved[0].addresses, "127.0.0.1"), resolved[0].addresses.end());
  world.fetch(server.url());
  EXPECT_TRUE(world.fetcher().take_resolved().empty()) << "an address needs no looking up";
}

TEST(Fetcher, KnowsEveryNameOfLocalhost) {
  RawServer server(answer_each([](const auto&) { return std::string(kHello); }));
  World world;
  for (const std::string name : {"paper.localhost", "localhost."}) {
    auto exchange = world.fetch("http://" + name + ":" + std::to_string(server.port()) + "/");
    EXPECT_EQ(outcome_of(exchange), "none") << name;
    EXPECT_EQ(exchange.ip, "127.0.0.1");
  }
}

TEST(Fetcher, ReachesIpv6) {
  const int probe = ::socket(AF_INET6, SOCK_STREAM, 0);
  sockaddr_in6 loopback = {.sin6_family = AF_INET6, .sin6_addr = in6addr_loopback};
  const bool there =
      probe >= 0 && ::bind(probe, reinterpret_cast<sockaddr*>(&loopback), sizeof loopback) == 0;
  if (probe >= 0) ::close(probe);
  if (!there) GTEST_SKIP() << "this machine has no IPv6 loopback address";
  RawServer server(answer_once(kHello), nullptr, AF_INET6);
  World world;
  auto exchange = world.fetch(server.url("/six"));
  EXPECT_EQ(outcome_of(exchange), "none");
  EXPECT_EQ(exchange.ip, "::1");
  EXPECT_NE(exchange.request.find("Host: [::1]:"), std::string::npos);
}

TEST(Fetcher, IgnoresTheEnvironment) {
  RawServer server(answer_each([](const auto&) { return std::string(kHello); }));
  ::setenv("http_proxy", "http://127.0.0.1:1/", 1);
  ::setenv("ALL_PROXY", "http://127.0.0.1:1/", 1);
  World world;
  EXPECT_EQ(outcome_of(world.fetch(server.url())), "none");
  ::unsetenv("http_proxy");
  ::unsetenv("ALL_PROXY");
}

TEST(Fetcher, RefusesOptionsThatMakeNoSense) {
  TickingClock clock;
  const auto refused = [&clock](Options options, std::string_view part) {
    return test::fails_with(Fetcher::open(std::move(options), clock), Errc::Invalid, part);
  };
  for (auto proxy : {"localhost:3128", "ftp://h:1", "http://", "http://h", "http://h:x",
                     "socks5://h:1", "http://h:1/path", "http://[::1]"}) {
    EXPECT_TRUE(refused({.proxy = proxy}, "proxy")) << proxy;
  }
  EXPECT_TRUE(refused({.user_agent = "a\r\nb"}, "User-Agent"));
  EXPECT_TRUE(refused({.from = "a\nb"}, "From"));
  EXPECT_TRUE(refused({.credentials = {{"example.org", "a", "b"}}}, "credentials"));
}

TEST(Fetcher, SendsAFieldOnceWhereARequestHasItsOwn) {
  RawServer server(answer_each([](const auto&) { return std::string(kHello); }));
  World world({.from = "a@example.org"});
  const auto exchange = world.fetch(
      {.url = server.url(),
       .fields = {{"accept-encoding", "identity"}, {"User-Agent", "me"}, {"Accept", "text/html"}}});
  EXPECT_EQ(exchange.request, "GET / HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(server.port()) +
                                  "\r\nFrom: a@example.org\r\naccept-encoding: identity\r\n"
                                  "User-Agent: me\r\nAccept: text/html\r\n\r\n");
}

// In a process of its own, because a limit once lowered stays so.
void with_few_files(rlim_t files, const std::function<bool()>& test) {
  const auto run = [&] {
    const rlimit few = {.rlim_cur = files, .rlim_max = files};
    std::_Exit(setrlimit(RLIMIT_NOFILE, &few) == 0 && test() ? 0 : 1);
  };
  EXPECT_EXIT(run(), testing::ExitedWithCode(0), "");
}

TEST(FetcherDeathTest, LetsRequestsWaitWhereFilesAreFew) {
  with_few_files(256, [] {
    RawServer server(answer_each([](const auto&) { return std::string(kHello); }));
    World world({.forbidden = {test::must(parse_range("10.0.0.0/8"))}});
    for (int i = 0; i < 300; ++i) {
      world.fetcher().start({.url = i % 2 == 0 ? server.url() : "http://10.0.0.1/"});
    }
    int answers = 0;
    int refusals = 0;
    while (world.fetcher().under_way() > 0) {
      const auto exchange = world.next();
      if (exchange.failure == Failure::None) ++answers;
      if (exchange.failure == Failure::Forbidden) ++refusals;
    }
    return answers == 150 && refusals == 150 && server.connections() <= 64;
  });
}

TEST(FetcherDeathTest, SaysWhenTheSystemAllowsTooFewFiles) {
  with_few_files(64, [] {
    TickingClock clock;
    const auto opened = Fetcher::open({}, clock);
    return bool(test::fails_with(opened, Errc::Limit, "64 open files"));
  });
}

}  // namespace
}  // namespace asof::fetch
