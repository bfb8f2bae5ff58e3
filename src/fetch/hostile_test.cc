// A gallery of servers that do everything wrong. Each exchange ends, within its limits, and says
// what happened.
#include <algorithm>

#include <zlib.h>

#include "support/fetch_world.h"
#include "support/raw_server.h"

namespace asof::fetch {
namespace {

using test::answer_once;
using test::RawConnection;
using test::RawServer;

constexpr char kChunkedHead[] = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
constexpr char kLongHead[] = "HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n";

// Small enough to be reached, large enough not to be by an honest answer on a busy machine.
constexpr Limits kSmall = {
    .connect = 10, .first_byte = 10, .stall = 10, .whole = 30, .head = 20'000, .body = 100'000};

RawServer::Behaviour then_reset(std::string bytes) {
  return [bytes = std::move(bytes)](RawConnection& connection) {
    connection.read_head();
    connection.send(bytes);
    // What was sent before a reset is lost unless the client has read it.
    connection.pause(50);
    connection.reset();
  };
}

RawServer::Behaviour then_silent(std::string bytes) {
  return [bytes = std::move(bytes)](RawConnection& connection) {
    connection.read_head();
    connection.send(bytes);
    connection.wait_for_end();
  };
}

RawServer::Behaviour for_ever(std::string first, std::string then) {
  return [first = std::move(first), then = std::move(then)](RawConnection& connection) {
    connection.read_head();
    bool listens = connection.send(first);
    while (listens) listens = connection.send(then);
  };
}

struct HostileCase {
  std::string rule;
  RawServer::Behaviour behaviour;
  std::string outcome;  // how it begins
  std::string body;     // of what is kept
  int status = 0;       // as in crawl.log
};

std::vector<HostileCase> resets_and_wrong_lengths() {
  const std::string hello = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n";
  return {
      {"a close at once", [](RawConnection&) {}, "lost: ", "", -3},
      {"a reset before the head", then_reset(""), "lost: ", "", -3},
      {"a reset in the status line", then_reset("HTTP/1.1 2"), "lost: ", "", -3},
      {"a reset in the head", then_reset("HTTP/1.1 200 OK\r\nContent-"), "lost: ", "", -3},
      {"a close before the blank line", answer_once("HTTP/1.1 200 OK\r\nA: b\r\n"), "lost: ", "",
       -3},
      {"a close after 100", answer_once("HTTP/1.1 100 Continue\r\n\r\n"), "lost: ", "", -3},
      {"a reset after the head", then_reset(hello), "none, disconnect: ", "", 200},
      {"a reset in the body", then_reset(hello + "abc"), "none, disconnect: ", "abc", 200},
      {"a close in the body", answer_once(hello + "abc"), "none, disconnect: ", "abc", 200},
      {"a close in a chunk", answer_once(std::string(kChunkedHead) + "5\r\nabc"),
       "none, disconnect: ", "5\r\nabc", 200},
      {"a close between chunks", answer_once(std::string(kChunkedHead) + "3\r\nabc\r\n"),
       "none, disconnect: ", "3\r\nabc\r\n", 200},
      {"a close in the trailer", answer_once(std::string(kChunkedHead) + "0\r\nA: b\r\n"),
       "none, disconnect: ", "0\r\nA: b\r\n", 200},
      {"chunks that are none", answer_once(std::string(kChunkedHead) + "zz\r\nabc\r\n"),
       "none, unspecified: the chunks of the body are malformed", "zz\r\nabc\r\n", 200},
      {"a length that is none", answer_once("HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\nabc"),
       "protocol: ", "", -7},
      {"a length below zero", answer_once("HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nabc"),
       "protocol: ", "", -7},
  };
}

std::vector<HostileCase> no_http() {
  const std::string many(2'000, 'x');
  return {
      {"garbage", answer_once("\x16\x03\x01 garbage\n\n"), "protocol: the answer is not HTT", "",
       -7},
      {"another protocol", answer_once("SSH-2.0-OpenSSH_9.2\r\n"), "protocol: ", "", -7},
      {"a body without a head", answer_once("<html>hello</html>"), "protocol: ", "", -7},
      {"a version nobody knows", answer_once("HTTP/7.3 200 OK\r\n\r\n"), "protocol: ", "", -7},
      {"a head that never ends", for_ever("HTTP/1.1 200 OK\r\n", "X: " + many + "\r\n"),
       "protocol: the header of the answer is longer than 20.0 KB", "", -7},
      {"a line that never ends", for_ever("HTTP/1.1 200 OK\r\nX: ", many),
       "protocol: the header of the answer is longer than", "", -7},
      {"100,000 fields", for_ever("HTTP/1.1 200 OK\r\n", "A: b\r\n"),
       "protocol: the header of the answer is longer than", "", -7},
      {"100 again and again", for_ever("", "HTTP/1.1 100 Continue\r\n\r\n"), "protocol: ", "", -7},
      {"NUL in the head", answer_once(std::string("HTTP/1.1 200 OK\r\nA: \0b\r\n\r\nabc", 29)),
       "protocol: ", "", -7},
  };
}

std::vector<HostileCase> too_much() {
  const std::string chunk = "1000\r\n" + std::string(0x1000, 'x') + "\r\n";
  const std::string kilobytes(1 << 14, 'y');
  std::string chunks;
  while (chunks.size() < kSmall.body) chunks += chunk;
  return {
      {"chunks that never end", for_ever(kChunkedHead, chunk),
       "none, length: the body is longer than", chunks.substr(0, kSmall.body), 200},
      {"a chunk that never ends", for_ever(std::string(kChunkedHead) + "fffffffff\r\n", kilobytes),
       "none, length: ", "fffffffff\r\n" + std::string(kSmall.body - 11, 'y'), 200},
      {"a trailer that never ends", for_ever(std::string(kChunkedHead) + "0\r\n", "A: b\r\n"),
       "none, ", "", 200},
      {"a body without length that never ends", for_ever("HTTP/1.1 200 OK\r\n\r\n", kilobytes),
       "none, length: ", std::string(kSmall.body, 'y'), 200},
      {"a length beyond the limit", for_ever(kLongHead, kilobytes),
       "none, length: ", std::string(kSmall.body, 'y'), 200},
      {"a body of exactly the limit",
       answer_once("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n" + std::string(100'000, 'z')),
       "none", std::string(100'000, 'z'), 200},
  };
}

void expect_all(const std::vector<HostileCase>& cases) {
  World world({.limits = kSmall});
  for (const auto& row : cases) {
    SCOPED_TRACE(row.rule);
    RawServer server(row.behaviour);
    auto exchange = world.fetch(server.url());
    const auto outcome = outcome_of(exchange);
    EXPECT_EQ(outcome.substr(0, row.outcome.size()), row.outcome) << outcome;
    EXPECT_EQ(crawl_log_status(exchange), row.status);
    EXPECT_EQ(exchange.ip, "127.0.0.1");
    if (!row.body.empty()) {
      EXPECT_TRUE(body_of(exchange) == row.body) << body_of(exchange).size();
    }
    if (exchange.failure == Failure::None) {
      EXPECT_TRUE(head_of(exchange).ends_with("\r\n\r\n")) << head_of(exchange);
    } else {
      EXPECT_EQ(exchange.response.size(), 0u);
      EXPECT_EQ(exchange.head, 0u);
    }
  }
}

TEST(Hostile, ResetsAndWrongLengths) { expect_all(resets_and_wrong_lengths()); }
TEST(Hostile, WhatIsNotHttp) { expect_all(no_http()); }
TEST(Hostile, MoreThanTheLimits) { expect_all(too_much()); }

struct SlowCase {
  std::string rule;
  RawServer::Behaviour behaviour;
  Limits limits;
  std::string outcome;
  int status = 0;
};

RawServer::Behaviour byte_by_byte(std::string first) {
  return [first = std::move(first)](RawConnection& connection) {
    connection.read_head();
    bool listens = connection.send(first);
    while (listens) listens = connection.pause(50) && connection.send("x");
  };
}

TEST(Hostile, SlowerThanTheLimits) {
  const auto cases = std::vector<SlowCase>{
      {"accepts and says nothing",
       then_silent(""),
       {.first_byte = 0.2},
       "timeout: no answer within 0.2 s",
       -4},
      {"stops in the head",
       then_silent("HTTP/1.1 200 OK\r\nA"),
       {.stall = 0.2},
       "timeout: no byte came for 0.2 s",
       -4},
      {"says 100 and nothing more",
       then_silent("HTTP/1.1 100 Continue\r\n\r\n"),
       {.stall = 0.2},
       "timeout: no byte came for 0.2 s",
       -4},
      {"stops in the body",
       then_silent(std::string(kLongHead) + "abc"),
       {.stall = 0.2},
       "none, time: no byte came for 0.2 s",
       200},
      {"sends its head byte by byte",
       byte_by_byte("HTTP/1.1 200 OK\r\nA: "),
       {.stall = 5, .whole = 0.5},
       "timeout: it took longer than 0.5 s",
       -4},
      {"sends its body byte by byte",
       byte_by_byte(kLongHead),
       {.stall = 5, .whole = 0.5},
       "none, time: it took longer than 0.5 s",
       200},
      {"sends a byte too seldom",
       byte_by_byte(kLongHead),
       {.stall = 0.02},
       "none, time: no byte came for 0.02 s",
       200},
  };
  // All at once: they have nothing to wait for but time.
  World world;
  std::vector<std::unique_ptr<RawServer>> servers;
  servers.reserve(cases.size());
  for (std::size_t i = 0; i < cases.size(); ++i) {
    servers.push_back(std::make_unique<RawServer>(cases[i].behaviour));
    world.fetcher().start({.token = i, .url = servers[i]->url(), .limits = cases[i].limits});
  }
  while (world.fetcher().under_way() > 0) {
    const auto exchange = world.next();
    const auto& row = cases[exchange.token];
    SCOPED_TRACE(row.rule);
    EXPECT_EQ(outcome_of(exchange), row.outcome);
    EXPECT_EQ(crawl_log_status(exchange), row.status);
    EXPECT_FALSE(exchange.request.empty());
  }
}

TEST(Hostile, AResetAtOnceMayComeBeforeTheConnection) {
  RawServer server([](RawConnection& connection) { connection.reset(); });
  World world;
  for (int i = 0; i < 20; ++i) {
    const auto exchange = world.fetch(server.url());
    EXPECT_TRUE(exchange.failure == Failure::Connect || exchange.failure == Failure::Lost)
        << outcome_of(exchange);
  }
}

TEST(Hostile, TwoLengthsGiveOneBody) {
  RawServer server(
      answer_once("HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 5\r\n\r\nabcde"));
  World world;
  auto exchange = world.fetch(server.url());
  EXPECT_EQ(exchange.failure, Failure::None);
  EXPECT_TRUE(body_of(exchange) == "abcde" || body_of(exchange) == "abc") << body_of(exchange);
}

TEST(Hostile, ZerosThatBecomeManyAreKeptAsTheFewTheyAre) {
  // 64 MiB of zeros, 65 kB on the wire.
  z_stream stream = {};
  ASSERT_EQ(deflateInit2(&stream, 9, Z_DEFLATED, 31, 9, Z_DEFAULT_STRATEGY), Z_OK);
  const std::string zeros(1 << 20, '\0');
  std::string packed(1 << 20, '\0');
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  for (int i = 0; i < 64; ++i) {
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(zeros.data()));
    stream.avail_in = static_cast<uInt>(zeros.size());
    deflate(&stream, i == 63 ? Z_FINISH : Z_NO_FLUSH);
  }
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  ASSERT_LT(packed.size(), kSmall.body);
  RawServer server(answer_once("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: " +
                               std::to_string(packed.size()) + "\r\n\r\n" + packed));
  World world({.limits = kSmall});
  auto exchange = world.fetch(server.url());
  EXPECT_EQ(outcome_of(exchange), "none");
  EXPECT_TRUE(body_of(exchange) == packed);
}

TEST(Hostile, LongUrlsAreSentOrRefused) {
  RawServer* self = nullptr;
  RawServer server(test::answer_each([&self](const std::string& head) {
    self->keep(head);
    return std::string("HTTP/1.1 414 URI Too Long\r\nContent-Length: 0\r\n\r\n");
  }));
  self = &server;
  World world;
  auto sent = world.fetch(server.url("/" + std::string(900'000, 'a')));
  EXPECT_EQ(outcome_of(sent), "none");
  EXPECT_EQ(sent.status, 414);
  ASSERT_EQ(server.kept().size(), 1u);
  EXPECT_TRUE(sent.request == server.kept()[0]);
  auto refused = world.fetch(server.url("/" + std::string(1 << 20, 'a')));
  EXPECT_EQ(outcome_of(refused).substr(0, 25), "protocol: the URL has 1,0");
  EXPECT_EQ(server.kept().size(), 1u);
}

TEST(Hostile, RequestsThatCannotBeSentAreNot) {
  World world;
  for (const char* url :
       {"", "ftp://example.org/", "http:///x", "http://h:0/", "http://h:99999/", "http://[::1/",
        "http://a b/", "http://h/a b", "http://h/\r\nX: y", "file:///x"}) {
    EXPECT_EQ(world.fetch(std::string(url)).failure, Failure::Protocol) << url;
  }
  for (const auto& [name, value] :
       std::vector<std::pair<std::string, std::string>>{{"A", "b\r\nC: d"},
                                                        {"A\r\nB", "c"},
                                                        {"", "c"},
                                                        {"A:", "c"},
                                                        {"A", std::string("b\0c", 3)}}) {
    const auto exchange = world.fetch({.url = "http://127.0.0.1:1/", .fields = {{name, value}}});
    EXPECT_EQ(exchange.failure, Failure::Protocol) << name;
    EXPECT_NE(exchange.why.find("cannot be sent"), std::string::npos);
  }
}

TEST(Hostile, NobodyThere) {
  std::uint16_t port = 0;
  {
    port = RawServer([](RawConnection&) {}).port();
  }
  World world;
  const auto refused = world.fetch("http://127.0.0.1:" + std::to_string(port) + "/");
  EXPECT_EQ(outcome_of(refused).substr(0, 22), "connect: no connection");
  EXPECT_EQ(crawl_log_status(refused), -2);
  EXPECT_EQ(refused.request, "");
  EXPECT_EQ(refused.ip, "");
  EXPECT_EQ(refused.answered, refused.ended);
  const auto unknown = world.fetch("http://nowhere.invalid/");
  EXPECT_EQ(outcome_of(unknown).substr(0, 35), "dns: no address for nowhere.invalid");
  EXPECT_EQ(crawl_log_status(unknown), -1);
  EXPECT_TRUE(world.fetcher().take_resolved().empty());
}

TEST(Hostile, ManyBadOnesDoNotDisturbAGoodOne) {
  RawServer silent(then_silent(""));
  RawServer endless(byte_by_byte(kLongHead));
  RawServer good(answer_once("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"));
  World world;
  for (std::uint64_t i = 0; i < 20; ++i) {
    world.fetcher().start({.token = 1, .url = silent.url()});
    world.fetcher().start({.token = 2, .url = endless.url()});
  }
  world.fetcher().start({.token = 3, .url = good.url()});
  EXPECT_EQ(world.next().token, 3u);
  EXPECT_EQ(world.fetcher().under_way(), 40u);
}

}  // namespace
}  // namespace asof::fetch
