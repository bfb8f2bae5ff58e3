// What the server does to clients that are slow, many or hostile.
#include <gtest/gtest.h>

#include <condition_variable>
#include <mutex>

#include "server/server.h"
#include "support/http_client.h"
#include "support/result.h"

namespace asof::server {
namespace {

using std::chrono::milliseconds;

Reply hello(const Request& request) { return {.body = "hello " + std::string(request.target)}; }

struct Hostile {
  std::string_view what;
  std::string bytes;
  int status;
};

const Hostile kHostile[] = {
    {"garbage", "no request\r\n\r\n", 400},
    {"a TLS greeting", std::string("\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03\r\n\r\n", 15), 400},
    {"NUL in the target", std::string("GET /a\0b HTTP/1.1\r\n\r\n", 22), 400},
    {"NUL in a value", std::string("GET / HTTP/1.1\r\nA: b\0c\r\n\r\n", 27), 400},
    {"a space before the colon", "GET / HTTP/1.1\r\nHost : a\r\n\r\n", 400},
    {"a field without a name", "GET / HTTP/1.1\r\n: a\r\n\r\n", 400},
    {"lines that end in CR", "GET / HTTP/1.1\rHost: a\r\n\r\n", 400},
    {"a version to come", "GET / HTTP/3.0\r\n\r\n", 400},
    {"two hosts", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400},
    {"a head of 70 kB", "GET / HTTP/1.1\r\nA: " + std::string(70'000, 'a') + "\r\n\r\n", 431},
    {"a target of 20 kB", "GET /" + std::string(20'000, 'a') + " HTTP/1.1\r\n\r\n", 414},
    {"a target of 100 kB", "GET /" + std::string(100'000, 'a') + " HTTP/1.1\r\n\r\n", 414},
    {"a body that is too long",
     "POST / HTTP/1.1\r\nContent-Length: 70000\r\n\r\n" + std::string(70'000, 'a'), 413},
    {"a body that will be too long", "POST / HTTP/1.1\r\nContent-Length: 9999999999\r\n\r\n", 413},
    {"chunks that are too long",
     "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n11170\r\n" + std::string(70'000, 'a'),
     413},
    {"two lengths", "POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab", 400},
    {"a list of lengths", "POST / HTTP/1.1\r\nContent-Length: 1, 2\r\n\r\nab", 400},
    {"a length with a sign", "POST / HTTP/1.1\r\nContent-Length: +1\r\n\r\na", 400},
    {"a length and chunks",
     "POST / HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400},
    {"chunks and a length",
     "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n", 400},
    {"a length and a coding",
     "POST / HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding: xchunked\r\n\r\nabcde", 400},
    {"a coding and a length",
     "POST / HTTP/1.1\r\nTransfer-Encoding: gzip\r\nContent-Length: 5\r\n\r\nabcde", 400},
    {"chunks inside another coding",
     "POST / HTTP/1.1\r\nTransfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n", 400},
    {"a chunk without a size", "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n", 400},
    {"a chunk of any size",
     "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n", 400},
};

TEST(ServerLimits, RefusesHostileRequestsWithoutAskingForAnAnswer) {
  Server server;
  int asked = 0;
  const std::string url = test::must(server.listen("localhost:0", [&](const Request&) {
    ++asked;
    return Reply{};
  }));
  server.start();
  for (const auto& [what, bytes, status] : kHostile) {
    SCOPED_TRACE(what);
    test::HttpClient client(url);
    client.send(bytes);
    const auto reply = client.reply();
    EXPECT_EQ(reply.status, status);
    EXPECT_EQ(reply.field("Connection"), "close");
    EXPECT_EQ(client.receive(1), "");
  }
  server.stop();
  EXPECT_EQ(asked, 0);
}

TEST(ServerLimits, ReadsAFoldedFieldAsOneLine) {
  Server server;
  const std::string url = test::must(server.listen("localhost:0", [](const Request& request) {
    return Reply{.body = std::string(request.fields.find("A").value_or("-"))};
  }));
  server.start();
  test::HttpClient client(url);
  EXPECT_EQ(client.get("/", "A: b\r\n  c\r\n").body, "b c");
}

TEST(ServerLimits, ClosesConnectionsThatStandStill) {
  Server server({.idle = milliseconds(50)});
  const std::string url = test::must(server.listen("127.0.0.1:0", hello));
  server.start();
  for (std::string_view sent : {"", "G", "GET / HTTP/1.1\r\nA: ", "GET / HTTP/1.1\r\n\r\n",
                                "POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\nab"}) {
    SCOPED_TRACE(sent);
    test::HttpClient client(url);
    client.send(sent);
    if (sent.ends_with("\r\n\r\n")) {
      EXPECT_EQ(client.reply().body, "hello /");
    }
    EXPECT_EQ(client.receive(1), "") << "the server closes";
  }
}

TEST(ServerLimits, ClosesAConnectionWhoseClientTakesNothing) {
  std::mutex mutex;
  std::condition_variable changed;
  std::optional<bool> whole;
  Server server({.idle = milliseconds(50), .on_served = [&](const Served& served) {
                   const std::lock_guard lock(mutex);
                   whole = served.whole;
                   changed.notify_all();
                 }});
  const std::string url = test::must(server.listen("127.0.0.1:0", [](const Request&) {
    return Reply{.more = [] { return std::string(64 * 1024, 'a'); }};
  }));
  server.start();
  test::HttpClient client(url);
  client.send("GET / HTTP/1.1\r\n\r\n");
  std::unique_lock lock(mutex);
  changed.wait(lock, [&] { return whole.has_value(); });
  EXPECT_EQ(whole, false);
}

TEST(ServerLimits, GivesANewConnectionThePlaceOfTheLongestIdle) {
  Server server({.most_connections = 2});
  const std::string url = test::must(server.listen("127.0.0.1:0", hello));
  server.start();
  test::HttpClient first(url);
  EXPECT_EQ(first.get("/1").status, 200);
  test::HttpClient second(url);
  EXPECT_EQ(second.get("/2").status, 200);
  EXPECT_EQ(first.get("/3").status, 200);  // now the second waits longest
  test::HttpClient third(url);
  EXPECT_EQ(third.get("/4").status, 200);
  EXPECT_EQ(second.receive(1), "");
  EXPECT_EQ(first.get("/5").status, 200);
}

TEST(ServerLimits, AnswersWith503WhereNoConnectionIsIdle) {
  Server server({.most_connections = 1});
  const std::string url = test::must(server.listen("127.0.0.1:0", [](const Request&) {
    return Reply{.more = [] { return std::string(1000, 'a'); }};
  }));
  server.start();
  test::HttpClient busy(url);
  busy.send("GET / HTTP/1.1\r\n\r\n");
  EXPECT_EQ(busy.receive(20'000).size(), 20'000U);
  test::HttpClient other(url);
  const auto refused = other.reply();
  EXPECT_EQ(refused.status, 503);
  EXPECT_EQ(refused.field("Connection"), "close");
  EXPECT_EQ(busy.receive(20'000).size(), 20'000U) << "it goes on";
}

TEST(ServerLimits, LeavesOutWhatWouldEndTheHead) {
  Server server;
  const std::string url = test::must(server.listen("127.0.0.1:0", [](const Request& request) {
    Reply reply{.fields = "\r\nno field\r\nBad Name: 1\r\nBare: a\nb\r\n"};
    add_field(reply.fields, "Location", "/a\r\nSet-Cookie: b\r\n\r\n<p>");
    if (request.target == "/cut") reply.fields += "Cut: 1";
    return reply;
  }));
  server.start();
  test::HttpClient client(url);
  const std::string head =
      "HTTP/1.1 200 OK\r\nLocation: /a  Set-Cookie: b    <p>\r\nContent-Length: 0\r\n\r\n";
  EXPECT_EQ(client.get("/").head, head);
  EXPECT_EQ(client.get("/cut").head, head);
}

}  // namespace
}  // namespace asof::server
