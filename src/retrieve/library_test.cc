#include "retrieve/library.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "base/digest.h"
#include "base/text.h"
#include "catalog/writer.h"
#include "retrieve/record_at.h"
#include "support/result.h"
#include "support/temp_dir.h"
#include "url/surt.h"
#include "warc/draft.h"

namespace asof::retrieve {
namespace {

using test::must;
using test::TempDir;
using test::write_file;

const Instant kStart = *parse_iso8601("2026-11-15T09:30:00Z");
constexpr std::string_view kUrl = "http://example.org/p";

Instant hour(int h) { return {kStart.ms + h * 3'600'000LL}; }

// An archive of two files, whose rows are written by hand.
class LibraryTest : public testing::Test {
 protected:
  LibraryTest() {
    add("first.warc.gz", {{.hour = 0, .body = "one"},
                          {.hour = 2, .status = 404, .body = "none"},
                          {.url = "https://example.org/p", .hour = 3, .body = "other"}});
    add("second.warc.gz", {{.hour = 6, .revisit = true}, {.hour = 9, .body = "two"}});
    must(catalog_.settle());
  }

  struct Answer {
    std::string url = std::string(kUrl);
    int hour = 0;
    int status = 200;
    std::string body;
    std::string fields;
    bool revisit = false;  // of what stood there at hour 0
  };
  void add(const std::string& name, const std::vector<Answer>& answers) {
    warc::Encoder encoder({});
    std::string bytes;
    catalog::Batch batch{.file = catalog::file_id(name)};
    for (const Answer& answer : answers) {
      const std::string block = "HTTP/1.1 " + std::to_string(answer.status) + " X\r\n" +
                                "Content-Type: text/html; charset=latin1\r\n" + answer.fields +
                                "\r\n" + answer.body;
      catalog::Capture row{.urlkey = url::surt_key(answer.url),
                           .at = hour(answer.hour),
                           .where = {batch.file, bytes.size(), 0},
                           .url = answer.url,
                           .status = answer.status,
                           .digest = answer.revisit ? "" : "sha1:" + answer.body};
      row.kind = answer.revisit ? catalog::Kind::Revisit : catalog::Kind::Response;
      if (answer.revisit) {
        row.refers_to_key = row.urlkey;
        row.refers_to_url = answer.url;
        row.refers_to_at = hour(0);
      }
      batch.captures.push_back(row);
      warc::Draft draft{.id = "urn:uuid:" + hex(digest_of(Algorithm::Md5, block + name)),
                        .date = hour(answer.hour),
                        .target_uri = answer.url,
                        .content_type = std::string(warc::kHttpResponse),
                        .block = block};
      if (answer.revisit) draft.type = warc::Type::Revisit;
      if (answer.revisit) draft.profile = warc::kNotModified;
      bytes += encoder.encode(draft);
    }
    write_file(directory_.warc_path(name), bytes);
    must(catalog_.begin_file({.name = name}));
    must(catalog_.commit(batch));
  }
  std::string at(int h, Choose rule = Choose::Nearest, std::string_view url = kUrl) {
    const auto found = must(find(catalog_.reader(), {.url = url, .at = hour(h), .choose = rule}));
    return found ? must(library_.content(*found)).bytes : "nothing";
  }

  TempDir temp_;
  archive::Directory directory_ =
      must(archive::Directory::open((temp_ / "a").string(), archive::Directory::Access::Write));
  catalog::Writer catalog_ = must(catalog::Writer::open(directory_.catalog_path()));
  Library library_{directory_, catalog_.reader()};
};

TEST_F(LibraryTest, FindsTheContentThatStandsForAUrl) {
  EXPECT_EQ(at(0), "one");
  EXPECT_EQ(at(2), "none");
  EXPECT_EQ(at(3), "none");  // the URL asked for comes before one that shares its key
  EXPECT_EQ(at(3, Choose::Nearest, "https://example.org/p"), "other");
  EXPECT_EQ(at(2, Choose::Nearest, "http://www.example.org/p"), "none");
  EXPECT_EQ(at(2, Choose::Embedded), "other");
  EXPECT_EQ(at(8, Choose::Latest), "one");
  EXPECT_EQ(at(9, Choose::Nearest, "http://example.org/q"), "nothing");
}

TEST_F(LibraryTest, APageIsShownWithWhatStoodThereWhenItWasCaptured) {
  const From page{"http://example.org/", hour(0)};
  const auto found = must(find(
      catalog_.reader(), {.url = kUrl, .at = hour(9), .choose = Choose::Embedded, .from = page}));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->capture.at, hour(0));
}

TEST_F(LibraryTest, ARevisitLeadsToItsOriginalInAnotherFile) {
  const auto found = must(find(catalog_.reader(), {.url = kUrl, .at = hour(6)}));
  ASSERT_TRUE(found && found->with_content);
  EXPECT_TRUE(found->is_revisit());
  EXPECT_NE(found->capture.where.file, found->with_content->where.file);
  const Content content = must(library_.content(*found));
  EXPECT_EQ(content.bytes, "one");
  EXPECT_EQ(content.at, hour(6));
  EXPECT_EQ(content.mime, "text/html");
  EXPECT_EQ(content.charset, "latin1");
  EXPECT_EQ(content.head, "HTTP/1.1 200 X\r\nContent-Type: text/html; charset=latin1\r\n\r\n");
  EXPECT_EQ(content.remark, "");
  std::string record;
  must(library_.extract(*found, Extract::Record, [&](std::string_view bytes) {
    record += bytes;
    return Result<void>();
  }));
  EXPECT_NE(record.find("WARC-Type: revisit"), std::string::npos) << record;
}

TEST_F(LibraryTest, SaysWhatIsMissingOrDamaged) {
  add("third.warc.gz", {{.url = "http://example.org/z",
                         .hour = 1,
                         .body = "plain",
                         .fields = "Content-Encoding: rot13\r\n"},
                        {.url = "http://example.org/r", .hour = 1, .revisit = true}});
  must(catalog_.settle());
  const auto coded = must(find(catalog_.reader(), {.url = "http://example.org/z", .at = hour(1)}));
  EXPECT_EQ(must(library_.content(*coded)).remark, "is coded as rot13, which asof cannot decode");
  const auto lost = must(find(catalog_.reader(), {.url = "http://example.org/r", .at = hour(1)}));
  ASSERT_TRUE(lost && lost->is_revisit());
  EXPECT_FALSE(lost->with_content);
  EXPECT_EQ(library_.content(*lost).error().code, Errc::NotFound);

  const catalog::Locator nowhere{coded->capture.where.file, 7, 0};
  EXPECT_EQ(resolve(catalog_.reader(), nowhere).error().code, Errc::Corrupt);
  EXPECT_EQ(must(block_at(directory_, "third.warc.gz", {7, 0}, 100)), "");
  EXPECT_FALSE(block_at(directory_, "missing.warc.gz", {0, 0}, 100));
  const FileSource file = must(FileSource::open(directory_.warc_path("third.warc.gz")));
  EXPECT_EQ(content_at(file, {7, 0}).error().code, Errc::NotFound);
  std::filesystem::resize_file(directory_.warc_path("third.warc.gz"), 100);
  EXPECT_FALSE(library_.content(*coded));
}

}  // namespace
}  // namespace asof::retrieve
