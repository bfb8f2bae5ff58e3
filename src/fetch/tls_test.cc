// Secure connections, good and bad.
#include "support/certificate.h"
#include "support/fetch_world.h"
#include "support/raw_server.h"
#include "support/temp_dir.h"

namespace asof::fetch {
namespace {

using test::answer_each;
using test::answer_once;
using test::Certificate;
using test::RawConnection;
using test::RawServer;
using test::TempDir;

constexpr char kHello[] = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";

RawServer::Behaviour hello() {
  return answer_each([](const auto&) { return std::string(kHello); });
}

// Options that trust a certificate as if an authority had made it.
Options trusting(const TempDir& directory, const Certificate& certificate) {
  return {.authorities =
              test::write_file(directory / "authorities.pem", certificate.pem()).string()};
}

TEST(Tls, IsSpokenWithThoseWeTrust) {
  const Certificate certificate("DNS:localhost,IP:127.0.0.1");
  RawServer server(hello(), &certificate);
  TempDir directory;
  World world(trusting(directory, certificate));
  for (const auto& url :
       {server.url("/a"), "https://localhost:" + std::to_string(server.port()) + "/b"}) {
    auto exchange = world.fetch(url);
    EXPECT_EQ(outcome_of(exchange), "none");
    EXPECT_EQ(bytes_of(exchange), kHello);
    EXPECT_EQ(exchange.tls, "tls/1.3");
    EXPECT_TRUE(exchange.cipher.starts_with("TLS_")) << exchange.cipher;
    EXPECT_EQ(exchange.ip, "127.0.0.1");
    EXPECT_TRUE(exchange.request.starts_with("GET /")) << exchange.request;
  }
}

TEST(Tls, IsKnownOfAConnectionUsedAgain) {
  const Certificate certificate("IP:127.0.0.1");
  RawServer server(hello(), &certificate);
  TempDir directory;
  World world(trusting(directory, certificate));
  world.fetch(server.url());
  const auto again = world.fetch(server.url());
  EXPECT_EQ(server.connections(), 1u);
  EXPECT_EQ(again.tls, "tls/1.3");
  EXPECT_NE(again.cipher, "");
}

// libcurl sends it in pieces of 64 KB and tells of each.
TEST(Tls, LongRequestsAreKeptWholeHoweverEarlyTheAnswerBegins) {
  const Certificate certificate("IP:127.0.0.1");
  for (const bool early : {false, true}) {
    RawServer* self = nullptr;
    RawServer server(
        [&self, early](RawConnection& connection) {
          if (early) {
            const std::string first = connection.read_body(1000);
            connection.send("HTTP/1.1 103 Early Hints\r\n\r\n");
            connection.pause(50);
            self->keep(first + connection.read_head());
          } else {
            self->keep(connection.read_head());
          }
          connection.send(kHello);
        },
        &certificate);
    self = &server;
    TempDir directory;
    World world(trusting(directory, certificate));
    const auto exchange = world.fetch(server.url("/" + std::string(100'000, 'a')));
    EXPECT_EQ(outcome_of(exchange), "none");
    ASSERT_EQ(server.kept().size(), 1u);
    EXPECT_GT(server.kept()[0].size(), 100'000u);
    EXPECT_TRUE(exchange.request == server.kept()[0])
        << exchange.request.size() << " of " << server.kept()[0].size() << " bytes";
  }
}

TEST(Tls, RefusesCertificatesNobodyVouchesFor) {
  const Certificate certificate("IP:127.0.0.1");
  RawServer server(hello(), &certificate);
  World world;
  const auto exchange = world.fetch(server.url());
  EXPECT_EQ(exchange.failure, Failure::Tls) << outcome_of(exchange);
  EXPECT_NE(exchange.why.find("self-signed certificate"), std::string::npos) << exchange.why;
  EXPECT_EQ(exchange.request, "") << "nothing was said to a stranger";
  EXPECT_EQ(crawl_log_status(exchange), -2);
}

TEST(Tls, RefusesCertificatesForOthers) {
  const Certificate certificate("DNS:example.org");
  RawServer server(hello(), &certificate);
  TempDir directory;
  World world(trusting(directory, certificate));
  const auto exchange = world.fetch(server.url());
  EXPECT_EQ(exchange.failure, Failure::Tls) << outcome_of(exchange);
  EXPECT_NE(exchange.why.find("127.0.0.1"), std::string::npos) << exchange.why;
}

TEST(Tls, TakesAnyCertificateWhereToldSo) {
  const Certificate certificate("DNS:example.org");
  RawServer server(hello(), &certificate);
  World world({.verify_tls = false});
  EXPECT_EQ(outcome_of(world.fetch(server.url())), "none");
}

TEST(Tls, EndsWhereTheOtherSideSpeaksSomethingElse) {
  World world({.limits = {.connect = 5}});
  const RawServer::Behaviour behaviours[] = {
      [](RawConnection& c) { c.read_some(), c.send("HTTP/1.1 400 Bad Request\r\n\r\n"); },
      [](RawConnection& c) { c.read_some(), c.send(std::string(500, '\x16')); },
      [](RawConnection& c) { c.read_some(), c.reset(); },
      [](RawConnection& c) { c.read_some(); },
  };
  for (const auto& behaviour : behaviours) {
    RawServer server(behaviour);
    const auto exchange = world.fetch("https" + server.url().substr(4));
    EXPECT_EQ(exchange.failure, Failure::Tls) << outcome_of(exchange);
    EXPECT_TRUE(exchange.why.starts_with("no secure connection: ")) << exchange.why;
  }
}

TEST(Tls, EndsWhereTheOtherSideSaysNothing) {
  RawServer server([](RawConnection& connection) { connection.wait_for_end(); });
  World world({.limits = {.connect = 0.2}});
  const auto exchange = world.fetch("https" + server.url().substr(4));
  EXPECT_EQ(outcome_of(exchange), "timeout: no connection within 0.2 s");
}

TEST(Tls, BodiesCutWithoutSayingSoAreNotWhole) {
  const Certificate certificate("IP:127.0.0.1");
  RawServer server(answer_once("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc"), &certificate);
  TempDir directory;
  World world(trusting(directory, certificate));
  auto exchange = world.fetch(server.url());
  EXPECT_EQ(exchange.failure, Failure::None);
  EXPECT_EQ(exchange.truncated, "disconnect") << outcome_of(exchange);
  EXPECT_EQ(body_of(exchange), "abc");
}

}  // namespace
}  // namespace asof::fetch
