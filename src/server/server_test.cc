#include "server/server.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <mutex>
#include <optional>
#include <set>
#include <thread>

#include "support/http_client.h"
#include "support/result.h"

namespace asof::server {
namespace {

TEST(Server, GivesTheRequestAndSendsTheReply) {
  Server server;
  const std::string url = test::must(server.listen("127.0.0.1:0", [](const Request& request) {
    return Reply{.status = request.target == "/a" ? 200 : 404,
                 .fields = "X-Field: 1\r\n",
                 .body = std::string(request.method) + " " +
                         std::string(request.fields.find("x-asked").value_or("-")) + " " +
                         std::string(request.body)};
  }));
  server.start();
  test::HttpClient client(url);
  const auto got = client.get("/a", "X-Asked: this\r\n");
  EXPECT_EQ(got.head, "HTTP/1.1 200 OK\r\nX-Field: 1\r\nContent-Length: 9\r\n\r\n");
  EXPECT_EQ(got.body, "GET this ");
  const auto posted = client.post("/b", "bytes");  // on the same connection
  EXPECT_EQ(posted.status, 404);
  EXPECT_EQ(posted.body, "POST - bytes");
  client.send("HEAD /a HTTP/1.1\r\n\r\n");
  EXPECT_EQ(client.reply(false).field("Content-Length"), "7");
  client.send("GET /a HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
  EXPECT_EQ(client.reply().field("Connection"), "keep-alive");
  client.send("GET /a HTTP/1.1\r\nConnection: close\r\n\r\n");
  EXPECT_EQ(client.reply().field("Connection"), "close");
  EXPECT_EQ(client.receive(1), "");
}

TEST(Server, AnswersPipelinedRequestsInOrder) {
  Server server;
  const std::string url = test::must(server.listen("127.0.0.1:0", [](const Request& request) {
    return Reply{.body = std::string(request.target) + std::string(request.body)};
  }));
  server.start();
  test::HttpClient client(url);
  std::string requests;
  for (int i = 0; i < 100; ++i) {
    requests += "GET /" + std::to_string(i) + " HTTP/1.1\r\n\r\n";
    requests += "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n";
  }
  client.send(requests +
              "GET /last HTTP/1.1\r\nConnection: close\r\n\r\nGET /not HTTP/1.1\r\n\r\n");
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(client.reply().body, "/" + std::to_string(i));
    EXPECT_EQ(client.reply().body, "/x");
  }
  EXPECT_EQ(client.reply().body, "/last");
  EXPECT_EQ(client.receive(1), "");
}

TEST(Server, AsksForABodyThatTheClientHoldsBack) {
  Server server;
  const std::string url = test::must(server.listen("127.0.0.1:0", [](const Request& request) {
    return Reply{.body = std::string(request.body)};
  }));
  server.start();
  test::HttpClient client(url);
  client.send("POST / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n");
  EXPECT_EQ(client.receive(25), "HTTP/1.1 100 Continue\r\n\r\n");
  client.send("abc");
  EXPECT_EQ(client.reply().body, "abc");
}

TEST(Server, GivesEachThreadItsOwnAnswer) {
  Server server({.threads = 4});
  std::atomic<int> made = 0;
  const auto make = [&made]() -> Answer {
    return [name = std::to_string(++made),
            thread = std::optional<std::thread::id>()](const Request&) mutable {
      if (!thread) thread = std::this_thread::get_id();
      const bool same = thread == std::this_thread::get_id();
      return Reply{.status = same ? 200 : 500, .body = name};
    };
  };
  const std::string url = test::must(server.listen_each("127.0.0.1:0", make));
  const std::string beside = test::must(server.listen_beside_each(make));
  EXPECT_EQ(made, 8);
  {
    Server other({.threads = 2});
    EXPECT_TRUE(test::fails_with(other.listen_each(url.substr(7), make), Errc::Busy));
  }
  server.start();
  std::set<std::string> names;
  for (int i = 0; i < 1000 && names.size() < 8; ++i) {
    test::HttpClient client(i % 2 == 0 ? url : beside);
    const auto reply = client.get("/");
    EXPECT_EQ(reply.status, 200);
    names.insert(reply.body);
  }
  EXPECT_EQ(names.size(), 8U) << "each thread gets connections";
}

// "<size in hex>\r\n<bytes>\r\n" and so on, up to the empty chunk.
std::string unchunked(test::HttpClient& client) {
  std::string body;
  for (;;) {
    std::string line;
    while (!line.ends_with("\r\n")) line += client.receive(1);
    const auto size = std::stoul(line, nullptr, 16);
    body += client.receive(size);
    EXPECT_EQ(client.receive(2), "\r\n");
    if (size == 0) return body;
  }
}

Reply stream_of(int pieces, std::size_t size) {
  return {.more = [=, left = pieces]() mutable -> Result<std::string> {
    if (left < 0) return Error{Errc::Corrupt, "asked again"};
    return left-- == 0 ? std::string() : std::string(size, static_cast<char>('a' + left % 26));
  }};
}

TEST(Server, StreamsBodiesOfKnownAndUnknownLength) {
  Server server;
  const std::string url = test::must(server.listen("127.0.0.1:0", [](const Request& request) {
    Reply reply = stream_of(3, request.target == "/long" ? 300'000 : 2);
    if (request.target == "/known") reply.length = 6;
    if (request.target == "/cut") reply.length = 5;
    if (request.target == "/short") reply.length = 7;
    if (request.target == "/failing")
      reply.more = [] { return Error{Errc::Corrupt, "this cannot be read"}; };
    return reply;
  }));
  server.start();
  test::HttpClient client(url);
  EXPECT_EQ(client.get("/known").body, "ccbbaa");
  EXPECT_EQ(client.get("/cut").body, "ccbba");
  EXPECT_EQ(client.get("/").field("Transfer-Encoding"), "chunked");
  EXPECT_EQ(unchunked(client), "ccbbaa");
  EXPECT_EQ(client.get("/long").status, 200);
  EXPECT_EQ(unchunked(client),
            std::string(300'000, 'c') + std::string(300'000, 'b') + std::string(300'000, 'a'));
  client.send("HEAD /known HTTP/1.1\r\n\r\n");
  EXPECT_EQ(client.reply(false).field("Content-Length"), "6");
  EXPECT_FALSE(client.get("/short").whole);
  for (const std::string target : {"/", "/failing"}) {
    test::HttpClient old(url);
    old.send("GET " + target + " HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
    const auto reply = old.reply();
    EXPECT_EQ(reply.status, target == "/" ? 200 : 0);
    EXPECT_EQ(reply.field("Transfer-Encoding"), "");
    EXPECT_EQ(old.receive(100), target == "/" ? "ccbbaa" : "");
  }
}

TEST(Server, DrainsLettingRepliesFinish) {
  Server server({.threads = 2});
  std::promise<void> begun;
  std::promise<void> go;
  const std::string url = test::must(server.listen_each("127.0.0.1:0", [&]() -> Answer {
    return [&](const Request& request) {
      if (request.target == "/quick") return Reply{};
      begun.set_value();
      go.get_future().wait();
      return Reply{.body = "whole"};
    };
  }));
  server.start();
  test::HttpClient idle(url);
  EXPECT_EQ(idle.get("/quick").status, 200);
  test::HttpClient busy(url);
  busy.send("GET /slow HTTP/1.1\r\n\r\n");
  begun.get_future().wait();
  std::thread drains([&] { EXPECT_TRUE(server.drain(std::chrono::seconds(60))); });
  go.set_value();
  EXPECT_EQ(busy.reply().body, "whole");
  EXPECT_EQ(busy.receive(1), "");
  EXPECT_EQ(idle.receive(1), "");
  drains.join();
}

TEST(Server, DrainsNoLongerThanItMay) {
  Server server;
  const std::string url = test::must(server.listen("127.0.0.1:0", [](const Request&) {
    return Reply{.more = [] { return std::string(1000, 'a'); }};
  }));
  server.start();
  test::HttpClient client(url);
  client.send("GET / HTTP/1.1\r\n\r\n");
  EXPECT_EQ(client.receive(1000).size(), 1000U);
  EXPECT_FALSE(server.drain(std::chrono::milliseconds(10)));
  EXPECT_TRUE(server.drain(std::chrono::milliseconds(10))) << "nothing is left";
}

TEST(Server, TellsWhatItServed) {
  std::mutex mutex;
  std::vector<std::string> told;
  const auto note = [&](const Served& served) {
    const std::lock_guard lock(mutex);
    told.push_back(fmt::format("{} {} {} {} {} {} {} {} {} {}", served.peer, served.method,
                               served.target, served.host, served.user_agent, served.referrer,
                               served.version, served.status, served.bytes, served.whole));
    EXPECT_GE(served.duration.count(), 0);
  };
  Server server({.on_served = note});
  const std::string url = test::must(server.listen(
      "127.0.0.1:0", [](const Request&) { return Reply{.status = 404, .body = "no"}; }));
  server.start();
  test::HttpClient client(url);
  client.get("/a", "User-Agent: test\r\nReferer: /b\r\n");
  client.send("HEAD /a HTTP/1.0\r\n\r\n");
  client.reply(false);
  test::HttpClient hostile(url);
  hostile.send("nothing\r\n\r\n");
  hostile.reply();
  EXPECT_EQ(hostile.receive(1), "") << "it closes when it has told";
  server.stop();
  EXPECT_EQ(told, (std::vector<std::string>{"127.0.0.1 GET /a 127.0.0.1 test /b 11 404 2 true",
                                            "127.0.0.1 HEAD /a    10 404 0 true",
                                            "127.0.0.1      11 400 28 true"}));
}

TEST(Server, SendsInTheMannerAskedFor) {
  Server server;
  const std::string url = test::must(server.listen("127.0.0.1:0", [](const Request& request) {
    Reply reply{.body = "0123456789"};
    if (request.target == "/twice") reply.times = 2;
    if (request.target != "/reset") reply.manner = Reply::Manner::Repeat;
    if (request.target == "/reset") {
      reply.manner = Reply::Manner::Reset;
      reply.times = 12;
    }
    return reply;
  }));
  server.start();
  test::HttpClient client(url);
  EXPECT_EQ(client.get("/twice").body, "01234567890123456789");
  client.send("GET /endless HTTP/1.1\r\n\r\n");
  const std::string endless = client.receive(5000);
  EXPECT_NE(endless.find("chunked\r\n\r\na\r\n0123456789\r\na\r\n0123456789\r\n"), endless.npos);
  test::HttpClient cut(url);
  cut.send("GET /reset HTTP/1.1\r\n\r\n");
  EXPECT_EQ(cut.reply().status, 0) << "the head is cut";
}

TEST(Server, StopsWhileConnectionsAreOpenAndSaysWhatIsWrongWithAnAddress) {
  Server server;
  const Answer answer = [](const Request&) { return Reply{}; };
  const std::string url = test::must(server.listen("127.0.0.1:0", answer));
  const std::string beside = test::must(server.listen_beside(answer));
  EXPECT_NE(url, beside);
  EXPECT_TRUE(test::fails_with(server.listen("nowhere", answer), Errc::Invalid, "nowhere"));
  EXPECT_TRUE(test::fails_with(server.listen(url.substr(7), answer), Errc::Busy));
  server.start();
  test::HttpClient client(beside);
  EXPECT_EQ(client.get("/").status, 200);
  server.stop();
  EXPECT_EQ(client.get("/").status, 0);
  server.stop();
}

}  // namespace
}  // namespace asof::server
