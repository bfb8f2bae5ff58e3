#include "keep/recorder.h"

#include <gtest/gtest.h>

#include <filesystem>

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
