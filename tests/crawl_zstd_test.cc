// A crawl into files of zstd frames is as good as any: what reads its files, ours or zstd itself,
// finds in them what a crawl into gzip has.
#include <algorithm>

#include <gtest/gtest.h>

#include "base/file.h"
#include "crawl_world.h"
#include "durability.h"
#include "support/result.h"
#include "warc/compression.h"

namespace asof::test {
namespace {

namespace fs = std::filesystem;

class CrawlZstd : public testing::Test {
 protected:
  static constexpr int kPages = 180;  // enough for a dictionary, and for records that use it

  Paths words(const fs::path& archive) const {
    return {"crawl", "--archive",     archive.string(), "--delay",
            "0",     "--compression", "zstd",           site_.url()};
  }
  void SetUp() override {
    const Ran ran = asof(words(archive_));
    ASSERT_EQ(ran.code, 0) << ran.err;
  }
  static Paths files(const fs::path& archive) {
    Paths paths;
    for (const auto& entry : fs::directory_iterator(archive / "warc"))
      paths.push_back(entry.path().string());
    std::sort(paths.begin(), paths.end());
    return paths;
  }
  static std::string dictionary(const std::string& path) {
    return must(warc::read_dictionary(must(FileSource::open(path))));
  }

  TempDir here_;
  const CrawlSite site_{kPages};
  const fs::path archive_ = here_ / "archive";
};

TEST_F(CrawlZstd, HoldsWhatACrawlIntoGzipHolds) {
  const fs::path gzip = here_ / "gzip";
  ASSERT_EQ(asof({"crawl", "--archive", gzip.string(), "--delay", "0", site_.url()}).code, 0);
  EXPECT_EQ(shown(held_visits(archive_)), shown(held_visits(gzip)));
  EXPECT_EQ(unsound(archive_), "");
  const auto names = files(archive_);
  ASSERT_EQ(names.size(), 2u);
  EXPECT_EQ(dictionary(names[0]), "");
  EXPECT_NE(dictionary(names[1]), "");
  for (const auto& entry : fs::directory_iterator(archive_ / "certificates")) {
    if (entry.path().extension() != ".json") continue;
    const Ran verified = asof({"verify", entry.path().string(), "--archive", archive_.string()});
    EXPECT_EQ(verified.code, 0) << verified.out << verified.err;
  }
}

TEST_F(CrawlZstd, TheNextCrawlHasItsDictionaryFromTheStart) {
  const std::string before = dictionary(files(archive_).back());
  ASSERT_EQ(asof(words(archive_)).code, 0);
  const auto names = files(archive_);
  ASSERT_EQ(names.size(), 3u);
  EXPECT_EQ(dictionary(names[2]), before);
  EXPECT_EQ(unsound(archive_), "");
}

TEST_F(CrawlZstd, GoesIntoAWaczThatOthersRead) {
  const std::string wacz = (here_ / "a.wacz").string();
  ASSERT_EQ(asof({"export", "wacz", "--archive", archive_.string(), "--out", wacz}).code, 0);
  const Ran checked = asof({"check", wacz});
  EXPECT_EQ(checked.code, 0) << checked.out;
  EXPECT_EQ(checked.out.find(".zst"), std::string::npos) << checked.out;
  EXPECT_EQ(leftovers(here_.path()), Paths());
  // What the index of the WACZ says and what is there.
  const std::string other = (here_ / "other").string();
  ASSERT_EQ(asof({"import", "--archive", other, wacz}).code, 0);
  for (const std::string& page : {site_.url(), site_.url() + "page/170"}) {
    const Ran here = asof({"extract", page, "--archive", archive_.string(), "--payload"});
    const Ran there = asof({"extract", page, "--archive", other, "--payload"});
    EXPECT_EQ(here.code, 0) << here.err;
    EXPECT_EQ(here.out, there.out);
    EXPECT_FALSE(here.out.empty());
  }
}

TEST_F(CrawlZstd, ZstdItselfDecompressesTheFiles) {
  if (run({.words = {"zstd", "--version"}}).code != 0) GTEST_SKIP() << "zstd is not installed";
  const auto names = files(archive_);
  ASSERT_EQ(names.size(), 2u);
  const Ran plain = run({.words = {"zstd", "-dc", names[0]}});
  EXPECT_TRUE(plain.code == 0 && plain.out.starts_with("WARC/1.1\r\n")) << plain.err;
  const std::string path = write_file(here_ / "dictionary", dictionary(names[1]));
  const Ran with = run({.words = {"zstd", "-dc", "-D", path, names[1]}});
  EXPECT_TRUE(with.code == 0 && with.out.starts_with("WARC/1.1\r\n")) << with.err;
  EXPECT_NE(run({.words = {"zstd", "-dc", names[1]}}).code, 0);
}

}  // namespace
}  // namespace asof::test
