#include "server/server.h"

#include <gtest/gtest.h>

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

TEST(Server, RefusesWhatIsNoRequestAndWhatIsTooLong) {
  Server server;
  int asked = 0;
  const std::string url = test::must(server.listen("localhost:0", [&](const Request&) {
    ++asked;
    return Reply{};
  }));
  server.start();
  for (const std::string& bytes :
       {std::string("no request\r\n\r\n"), "GET /" + std::string(70'000, 'a') + " HTTP/1.1\r\n\r\n",
        "POST / HTTP/1.1\r\nContent-Length: 70000\r\n\r\n" + std::string(70'000, 'a')}) {
    test::HttpClient client(url);
    client.send(bytes);
    const auto reply = client.reply();
    EXPECT_EQ(reply.status, 400) << bytes.substr(0, 20);
    EXPECT_EQ(reply.field("Connection"), "close");
  }
  server.stop();
  EXPECT_EQ(asked, 0);
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
