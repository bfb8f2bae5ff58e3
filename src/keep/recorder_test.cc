#include "keep/recorder.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "ingest/item.h"
#include "support/temp_dir.h"
#include "url/surt.h"

namespace asof::keep {
namespace {

namespace fs = std::filesystem;
using test::TempDir;

const Instant kStart = *parse_iso8601("2026-11-15T09:30:00Z");
constexpr std::string_view kHead =
    "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 45\r\n\r\n";
constexpr std::string_view kBody = "<title>t</title><a href=/next>the next one</a";

class FixedClock final : public Clock {
 public:
  Instant now() const override { return kStart; }
};

Delivery visit(const std::string& url, int second) {
  Delivery delivery;
  delivery.capture.url = url;
  delivery.capture.key = url::surt_key(url);
  delivery.capture.at = Instant{kStart.ms + second * 1000};
  delivery.capture.notes = capture::Notes{.via = "http://a.example/", .purpose = "capture"};
  const std::string message = std::string(kHead) + std::string(kBody);
  capture::Exchange exchange{.request = "GET / HTTP/1.1\r\n\r\n", .kind = capture::Kind::Response};
  exchange.answer = capture::read_answer(url, message, {.at = *delivery.capture.at});
  exchange.payload_digest = warc::labelled(Algorithm::Sha256, exchange.answer.sha256);
  delivery.capture.exchanges.push_back(std::move(exchange));
  delivery.messages.push_back({Spool{}, kHead.size()});
  EXPECT_TRUE(delivery.messages.back().bytes.append(message));
  delivery.log_line = "line of " + url;
  return delivery;
}

class RecorderTest : public testing::Test {
 protected:
  RecorderOptions options() {
    RecorderOptions options;
    options.writer.prefix = "c";
    options.log_path = directory.log_path("c.log");
    return options;
  }
  std::vector<catalog::File> files() {
    auto found = catalog.reader().files();
    EXPECT_TRUE(found);
    return std::move(*found);
  }

  TempDir here;
  archive::Directory directory =
      archive::Directory::open((here / "a").string(), archive::Directory::Access::Write).value();
  catalog::Writer catalog = catalog::Writer::open(directory.catalog_path()).value();
  const FixedClock clock{};
};

TEST_F(RecorderTest, ADeliveryBecomesRecordsAndRows) {
  Recorder recorder(directory, catalog, clock, warc::random_ids(), options());
  EXPECT_EQ(recorder.record(visit("http://a.example/1", 1)), 1u);
  EXPECT_EQ(recorder.record(visit("http://a.example/2", 2)), 2u);
  ASSERT_TRUE(recorder.close());
  EXPECT_EQ(recorder.acknowledged(), 2u);

  ASSERT_EQ(files().size(), 1u);
  const catalog::FileId file = files()[0].id();
  std::vector<std::string> answers, notes;
  ASSERT_TRUE(catalog.reader().captures_in_file(file, [&](const catalog::Capture& row) {
    EXPECT_EQ(row.status, 200);
    EXPECT_EQ(row.size, kBody.size());
    answers.push_back(row.url);
    return true;
  }));
  ASSERT_TRUE(catalog.reader().metadata_in_file(file, [&](const catalog::Metadata& row) {
    EXPECT_EQ(row.via, "http://a.example/");
    notes.push_back(row.url);
    return true;
  }));
  const std::vector<std::string> both = {"http://a.example/1", "http://a.example/2"};
  EXPECT_EQ(answers, both);
  EXPECT_EQ(notes, both);
  EXPECT_EQ(test::read_file(directory.log_path("c.log")),
            "line of http://a.example/1\nline of http://a.example/2\n");
}

TEST_F(RecorderTest, WhatIsFlushedCanBeAskedFor) {
  Recorder recorder(directory, catalog, clock, warc::random_ids(), options());
  ASSERT_TRUE(recorder.flush());
  for (int second = 1; second <= 3; ++second) {
    recorder.record(visit("http://a.example/", second));
    ASSERT_TRUE(recorder.flush());
    auto reader = catalog::Reader::open(directory.catalog_path());
    ASSERT_TRUE(reader);
    const Instant at{kStart.ms + second * 1000};
    const auto row = reader->at_or_before(url::surt_key("http://a.example/"), at);
    ASSERT_TRUE(row && *row);
    EXPECT_EQ((*row)->at, at);
    EXPECT_EQ(recorder.acknowledged(), static_cast<std::uint64_t>(second));
  }
  ASSERT_TRUE(recorder.close());
}

TEST_F(RecorderTest, CloseFinishesTheFile) {
  Recorder recorder(directory, catalog, clock, warc::random_ids(), options());
  recorder.wait_written(recorder.record(visit("http://a.example/", 1)));
  const auto held = [&] { return directory.names(archive::Directory::Place::Warc).value(); };
  EXPECT_TRUE(held().empty());  // it is called .open so far
  ASSERT_TRUE(recorder.close());
  ASSERT_EQ(held().size(), 1u);
  const catalog::File file = files()[0];
  EXPECT_EQ(file.name, held()[0]);
  EXPECT_EQ(file.size, fs::file_size(directory.warc_path(file.name)));
  EXPECT_FALSE(file.sha256.empty());
}

TEST_F(RecorderTest, OneThatIsDroppedLeavesItsFileOpen) {
  {
    Recorder recorder(directory, catalog, clock, warc::random_ids(), options());
    recorder.wait_written(recorder.record(visit("http://a.example/", 1)));
  }
  EXPECT_TRUE(directory.names(archive::Directory::Place::Warc).value().empty());
}

struct ChunkRow {
  const char* why;
  std::string head, body;
  std::string written;  // empty: as it came
};

TEST(WithoutChunks, ChangesOnlyWhatLosesNothing) {
  const std::string status = "HTTP/1.1 200 OK\r\n";
  const std::string chunked = status + "transfer-encoding: chunked\r\nA: b\r\n\r\n";
  const std::string renamed = status + "X-Archive-Orig-transfer-encoding: chunked\r\nA: b\r\n\r\n";
  const ChunkRow rows[] = {
      {"two chunks", chunked, "3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n", renamed + "abcde"},
      {"nothing in them", chunked, "0\r\n\r\n", renamed},
      {"no chunks", status + "Content-Length: 3\r\n\r\n", "abc", ""},
      {"another coding", status + "Transfer-Encoding: gzip, chunked\r\n\r\n",
       "3\r\nabc\r\n0\r\n\r\n", ""},
      {"said twice", status + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n",
       "3\r\nabc\r\n0\r\n\r\n", ""},
      {"a length as well", status + "Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n",
       "3\r\nabc\r\n0\r\n\r\n", ""},
      {"a trailer", chunked, "3\r\nabc\r\n0\r\nCount: 0\r\n\r\n", ""},
      {"cut off", chunked, "3\r\nabc\r\n", ""},
      {"not chunked at all", chunked, "plain text\r\n0\r\n\r\n", ""},
      {"broken later", chunked, "3\r\nabc\r\nzz\r\n0\r\n\r\n", ""},
  };
  for (const ChunkRow& row : rows) {
    Message message{Spool{}, row.head.size()};
    ASSERT_TRUE(message.bytes.append(row.head + row.body));
    auto plain = without_chunks(message);
    ASSERT_TRUE(plain) << row.why;
    EXPECT_EQ(plain->has_value(), !row.written.empty()) << row.why;
    if (!*plain) continue;
    EXPECT_EQ((*plain)->bytes.bytes().value(), row.written) << row.why;
    EXPECT_EQ((*plain)->head, renamed.size()) << row.why;
  }
}

TEST_F(RecorderTest, AnAnswerWithoutItsChunksHasTheSamePayload) {
  RecorderOptions plain = options();
  plain.unchunk = true;
  Recorder recorder(directory, catalog, clock, warc::random_ids(), plain);
  Delivery delivery = visit("http://a.example/", 1);
  const std::string head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
  const std::string message = head + "5\r\nhello\r\n0\r\n\r\n";
  capture::Exchange& exchange = delivery.capture.exchanges.front();
  exchange.answer = capture::read_answer("http://a.example/", message, {});
  const std::string sha256 = exchange.answer.sha256;
  delivery.messages.front() = {Spool{}, head.size()};
  ASSERT_TRUE(delivery.messages.front().bytes.append(message));
  recorder.record(std::move(delivery));
  ASSERT_TRUE(recorder.close());
  const catalog::File file = files()[0];
  auto holding = archive::Holding::open(directory, file.name);
  ASSERT_TRUE(holding);
  int answers = 0;
  auto stretch = ingest::StretchReader(holding->source()).next();
  ASSERT_TRUE(stretch && *stretch);
  for (const ingest::Item& item : (*stretch)->items) {
    if (item.record.type() != warc::Type::Response) continue;
    ++answers;
    EXPECT_EQ(item.block,
              "HTTP/1.1 200 OK\r\nX-Archive-Orig-Transfer-Encoding: chunked\r\n\r\nhello");
    const auto read = ingest::capture_of(item);
    EXPECT_EQ(read->exchanges.front().answer.sha256, sha256);
    EXPECT_TRUE(read->exchanges.front().is_whole());
  }
  EXPECT_EQ(answers, 1);
}

TEST_F(RecorderTest, AFailingDiskIsReported) {
  fs::remove_all(directory.warc_path());
  test::write_file(directory.warc_path(), "a file where a directory should be");
  Recorder recorder(directory, catalog, clock, warc::random_ids(), options());
  recorder.wait_written(recorder.record(visit("http://a.example/", 1)));
  ASSERT_TRUE(recorder.error());
  EXPECT_FALSE(recorder.close());
  EXPECT_EQ(recorder.acknowledged(), 0u);
  EXPECT_TRUE(files().empty());
}

TEST_F(RecorderTest, TooLittleFreeSpaceIsReported) {
  RecorderOptions none_left = options();
  none_left.free_disk = ~std::uint64_t{0};
  Recorder recorder(directory, catalog, clock, warc::random_ids(), none_left);
  EXPECT_EQ(recorder.room().error().code, Errc::Limit);
}

}  // namespace
}  // namespace asof::keep
