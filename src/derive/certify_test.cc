#include "derive/certify.h"

#include <gtest/gtest.h>

#include "base/file.h"
#include "derive/derive.h"
#include "support/crawl_records.h"
#include "support/result.h"
#include "support/temp_dir.h"

namespace asof::derive {
namespace {

using test::must;

const Instant kStart = *parse_iso8601("2026-11-15T09:30:00Z");

class CertifyTest : public testing::Test {
 protected:
  CertifyTest() { must(keep::write_description(directory, {"c", kStart, "{}", "", "", ""})); }

  // Killed after these records; they were never entered into the catalog.
  void record(test::CrawlRecords& records) {
    records.whole({.url = "http://a.example/", .sent = kStart, .took = 10}, "a page");
  }
  Derived derived() { return must(derive(directory, {.catch_up = true})); }
  std::string ended() { return must(keep::described_crawls(directory)).at(0).ended; }

  test::TempDir here;
  archive::Directory directory =
      must(archive::Directory::open((here / "a").string(), archive::Directory::Access::Write));
};

TEST_F(CertifyTest, ACrawlKilledAfterItsLastRecordGetsItsCertificate) {
  {
    test::CrawlRecords records(directory, "c", kStart);
    record(records);
    records.end();
  }
  const auto made = derived().certificates;
  ASSERT_EQ(made.size(), 1U);
  EXPECT_EQ(made[0].crawl, "c");
  EXPECT_EQ(made[0].pages, 1U);
  EXPECT_TRUE(exists(directory.certificate_path("c.json")));
  EXPECT_TRUE(exists(directory.certificate_path("c.html")));
  EXPECT_EQ(ended(), "done");
  EXPECT_TRUE(derived().certificates.empty()) << "once is enough";
}

TEST_F(CertifyTest, ACrawlThatCanGoOnGetsNone) {
  test::CrawlRecords records(directory, "c", kStart);
  record(records);
  records.close();
  EXPECT_TRUE(derived().certificates.empty());
  EXPECT_FALSE(exists(directory.certificate_path("c.json")));
  EXPECT_EQ(ended(), "");
}

TEST_F(CertifyTest, WhatWentOnAfterItsEndHasNotEnded) {
  {
    test::CrawlRecords records(directory, "c", kStart);
    record(records);
    records.end();
  }
  test::CrawlRecords more(directory, "c", {kStart.ms + 60'000}, 2);
  more.whole({.url = "http://a.example/b", .sent = {kStart.ms + 60'000}, .took = 10}, "another");
  more.close();
  EXPECT_TRUE(derived().certificates.empty());
  EXPECT_EQ(ended(), "");
}

}  // namespace
}  // namespace asof::derive
