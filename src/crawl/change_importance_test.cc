#include "crawl/change_importance.h"

#include <gtest/gtest.h>

#include "crawl/reply.h"
#include "support/result.h"
#include "support/temp_dir.h"
#include "url/surt.h"

namespace asof::crawl {
namespace {

using test::must;

const std::string kUrl = "http://a.example/weather";
constexpr Instant kBefore{1'800'000'000'000};
constexpr Instant kNow{kBefore.ms + 60'000};

class FixedClock final : public Clock {
 public:
  Instant now() const override { return kBefore; }
};

std::string message_with(std::string_view body, std::string_view status = "200 OK") {
  return "HTTP/1.1 " + std::string(status) +
         "\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: " +
         std::to_string(body.size()) + "\r\n\r\n" + std::string(body);
}

class ChangeImportanceTest : public testing::Test {
 protected:
  // A visit of before, given to the recorder a moment ago. Its content.
  std::string record(std::string_view body) {
    const std::string message = message_with(body);
    keep::Delivery delivery;
    delivery.capture.url = kUrl;
    delivery.capture.key = url::surt_key(kUrl);
    delivery.capture.at = kBefore;
    delivery.capture.notes = capture::Notes{.purpose = "capture"};
    capture::Exchange exchange{.request = "GET / HTTP/1.1\r\n\r\n",
                               .kind = capture::Kind::Response};
    exchange.answer = capture::read_answer(kUrl, message, {.at = kBefore});
    exchange.payload_digest = warc::labelled(Algorithm::Sha256, exchange.answer.sha256);
    const std::string content = content_of(exchange.answer);
    delivery.capture.exchanges.push_back(std::move(exchange));
    delivery.messages.push_back({Spool{}, message.size() - body.size()});
    EXPECT_TRUE(delivery.messages.back().bytes.append(message));
    recorder.record(std::move(delivery));
    return content;
  }
  // What the answer to a request says that was sent now.
  std::optional<double> importance(std::uint64_t token, std::string_view body,
                                   std::string_view status = "200 OK") {
    const std::string message = message_with(body, status);
    fetch::Exchange exchange{.token = token, .url = kUrl, .sent = kNow, .ended = kNow};
    EXPECT_TRUE(exchange.response.append(message));
    const auto answer = capture::read_answer(kUrl, message, {.at = kNow});
    const auto weighed = must(of_changes.of(exchange, answer));
    return weighed ? std::optional(weighed->importance) : std::nullopt;
  }

  test::TempDir here;
  archive::Directory directory =
      must(archive::Directory::open((here / "a").string(), archive::Directory::Access::Write));
  catalog::Writer catalog = must(catalog::Writer::open(directory.catalog_path()));
  const FixedClock clock{};
  keep::Recorder recorder{directory, catalog, clock, warc::random_ids(), {}};
  ChangeImportance of_changes{directory, recorder, {}};
};

TEST_F(ChangeImportanceTest, AnAnswerIsComparedWithWhatWasJustRecorded) {
  of_changes.expect(7, kBefore, record("rain in the morning"));
  EXPECT_TRUE(of_changes.expects(7));
  EXPECT_EQ(importance(7, "rain in the evening"), .25) << "one of four words";
  EXPECT_FALSE(of_changes.expects(7));
}

TEST_F(ChangeImportanceTest, WhatDidNotChangeHasNone) {
  const std::string content = record("rain in the morning");
  of_changes.expect(1, kBefore, content);
  EXPECT_EQ(importance(1, "rain in the morning"), std::nullopt);
  EXPECT_EQ(importance(2, "rain in the evening"), std::nullopt) << "nobody asked";
  of_changes.expect(3, kBefore, content);
  EXPECT_EQ(importance(3, "sorry", "500 Oops"), std::nullopt) << "it says nothing about the page";
}

TEST_F(ChangeImportanceTest, APageThatIsGoneMattersMost) {
  of_changes.expect(1, kBefore, record("rain in the morning"));
  EXPECT_EQ(importance(1, "gone", "410 Gone"), 1);
}

TEST_F(ChangeImportanceTest, WithoutTheContentBeforeOnlyTheChangeIsKnown) {
  of_changes.expect(1, kBefore, "another");
  EXPECT_EQ(importance(1, "rain in the evening"), 1);
}

}  // namespace
}  // namespace asof::crawl
