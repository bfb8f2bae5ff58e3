// A crawl into files of zstd frames is as good as any: what reads its files, ours or zstd itself,
// finds in them what a crawl into gzip has.
#include <algorithm>

#include <gtest/gtest.h>

#include "base/file.h"
#include "catalog/reader.h"
#include "codec/zstd.h"
#include "crawl_world.h"
#include "durability.h"
#include "support/result.h"
#include "warc/compression.h"

namespace asof::test {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kWarcinfo =
    "WARC/1.1\r\nWARC-Type: warcinfo\r\nWARC-Date: 2999-01-01T00:00:00Z\r\n"
    "WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-000000000001>\r\n"
    "Content-Type: application/warc-fields\r\nContent-Length: 14\r\n\r\nsoftware: any\n\r\n\r\n";

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

TEST_F(CrawlZstd, IsOneCrawlHoweverManyFilesItHas) {
  ASSERT_EQ(asof(words(archive_)).code, 0);
  for (const bool again : {false, true}) {
    if (again) {
      ASSERT_EQ(asof({"reindex", "--archive", archive_.string()}).code, 0);
    }
    const auto catalog = catalog::Reader::open(archive_ / "catalog.sqlite");
    const auto crawls = must(catalog->crawls());
    ASSERT_EQ(crawls.size(), 2u);
    EXPECT_EQ(crawls[0].files, 2u);
    EXPECT_EQ(crawls[1].files, 1u);
  }
}

TEST_F(CrawlZstd, TakesNoDictionaryThatItCannotUse) {
  const std::string good = dictionary(files(archive_).back());
  const auto frame_of = [](std::string_view bytes) {
    std::string frame("\x5d\x2a\x4d\x18", 4);
    for (int shift = 0; shift < 32; shift += 8) frame += static_cast<char>(bytes.size() >> shift);
    return frame.append(bytes);
  };
  // One that decodes and cannot encode, and one that is larger than any of ours.
  std::string odd = good;
  for (std::size_t bit = 64; bit < 170 * 8 && codec::is_dictionary(odd); ++bit) {
    odd = good;
    odd[bit / 8] = static_cast<char>(odd[bit / 8] ^ (1 << bit % 8));
  }
  ASSERT_FALSE(codec::is_dictionary(odd));
  const std::string host = fs::path(files(archive_).back()).filename().string();
  const std::string stem = host.substr(0, host.find('-'));
  for (const std::string& bytes : {odd, good + std::string(1 << 20, 'x')}) {
    const std::string name = stem + "-29990101000000-29990101000000000-00000.warc.zst";
    const std::string path = write_file(
        here_ / name, frame_of(bytes) + codec::FrameCompressor(3).compress(std::string(kWarcinfo)));
    const fs::path archive = here_ / ("imported" + std::to_string(bytes.size()));
    ASSERT_EQ(asof({"import", "--archive", archive.string(), path}).code, 0);
    const Ran ran = asof(words(archive));
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(dictionary(files(archive)[0]), "");
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
