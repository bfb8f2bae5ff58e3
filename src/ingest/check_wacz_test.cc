#include "ingest/check_wacz.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/digest.h"
#include "base/file.h"
#include "base/text.h"
#include "codec/gzip.h"
#include "support/result.h"
#include "support/temp_dir.h"

namespace asof::ingest {
namespace {

struct Entry {
  std::string name, bytes;
};

const Entry kWarc{"archive/a.warc", "not looked at here"};
constexpr std::string_view kLine =
    "org,example)/ 20240501100000 {\"url\": \"https://example.org/\", \"status\": \"200\"}\n";

std::string sha256(std::string_view bytes) {
  return "sha256:" + hex(digest_of(Algorithm::Sha256, bytes));
}

// The manifest of these entries and its digest, added to them.
std::vector<Entry> described(std::vector<Entry> entries) {
  std::string resources;
  for (const Entry& entry : entries)
    resources += (resources.empty() ? "" : ",") + ("{\"path\":" + json_quote(entry.name)) +
                 ",\"hash\":\"" + sha256(entry.bytes) +
                 "\",\"bytes\":" + std::to_string(entry.bytes.size()) + "}";
  const std::string manifest = "{\"wacz_version\":\"1.1.1\",\"resources\":[" + resources + "]}";
  entries.push_back({"datapackage.json", manifest});
  entries.push_back({"datapackage-digest.json",
                     "{\"path\":\"datapackage.json\",\"hash\":\"" + sha256(manifest) + "\"}"});
  return entries;
}

struct Checked {
  WaczVerdict verdict;
  std::vector<std::string> said;  // "rule entry"
};

class CheckWacz : public testing::Test {
 protected:
  Checked check(const std::vector<Entry>& entries) {
    const std::string path = (temp_ / "x.wacz").string();
    auto zip = test::must(archive::ZipWriter::create(path, Instant{}));
    for (const Entry& entry : entries) test::must(zip.add(entry.name, entry.bytes));
    test::must(zip.close());
    auto source = test::must(FileSource::open(path));
    Checked checked;
    auto listed = test::must(archive::read_zip(source));
    checked.verdict = test::must(check_wacz(source, listed, [&](const WaczProblem& problem) {
      checked.said.push_back(problem.rule + " " + problem.entry);
    }));
    return checked;
  }

  test::TempDir temp_;
};

using Said = std::vector<std::string>;

TEST_F(CheckWacz, OneThatIsWhatItSaysIsSound) {
  codec::MemberDeflater deflater;
  const std::string twice = deflater.deflate(kLine) + deflater.deflate(kLine);
  const auto checked = check(described(
      {kWarc, {"indexes/index.cdxj", std::string(kLine)}, {"indexes/more.cdx.gz", twice}}));
  EXPECT_EQ(checked.said, Said());
  EXPECT_TRUE(checked.verdict.sound());
  EXPECT_EQ(checked.verdict.version, "1.1.1");
  EXPECT_EQ(checked.verdict.entries, 5u);
  EXPECT_EQ(checked.verdict.digests, 4u);  // all but that of the digest's own file
}

TEST_F(CheckWacz, WithoutItsManifestItIsNotSound) {
  EXPECT_EQ(check({kWarc}).said, (Said{"no-manifest "}));
  EXPECT_EQ(check({kWarc, {"datapackage.json", "[1]"}}).said, (Said{"manifest datapackage.json"}));
  EXPECT_EQ(check({kWarc, {"datapackage.json", std::string(100'000, '[')}}).said,
            (Said{"manifest datapackage.json"}));
}

TEST_F(CheckWacz, NamesWhatDiffersFromTheManifest) {
  auto entries = described({kWarc, {"pages/pages.jsonl", "{}"}, {"logs/a", "x"}});
  entries[0].bytes = "another one, longer";
  entries.erase(entries.begin() + 2);
  entries.push_back({"extra/b", "y"});
  const auto checked = check(entries);
  EXPECT_EQ(checked.said, (Said{"missing-entry logs/a", "entry-size archive/a.warc",
                                "entry-digest archive/a.warc", "unlisted-entry extra/b"}));
  EXPECT_EQ(checked.verdict.errors, 3u);
  EXPECT_EQ(checked.verdict.warnings, 1u);
}

TEST_F(CheckWacz, ComparesTheManifestWithItsDigest) {
  auto entries = described({kWarc});
  entries[1].bytes += "\n";
  EXPECT_EQ(check(entries).said, (Said{"entry-digest datapackage.json"}));
}

TEST_F(CheckWacz, NamesEntriesThatStandTwiceOrLeadOutside) {
  auto entries = described({kWarc, {"archive/../../a.warc", "x"}, {"/archive/a.warc", "y"}});
  entries.push_back(kWarc);
  EXPECT_EQ(check(entries).said,
            (Said{"entry-name archive/../../a.warc", "entry-name /archive/a.warc",
                  "duplicate-entry archive/a.warc"}));
}

TEST_F(CheckWacz, AnIndexMustBeReadable) {
  codec::MemberDeflater deflater;
  const std::string packed = deflater.deflate(kLine);
  EXPECT_EQ(check(described({kWarc,
                             {"indexes/a.cdxj", "garbage\n"},
                             {"indexes/b.cdx.gz", "garbage"},
                             {"indexes/c.cdx.gz", packed.substr(0, packed.size() - 4)},
                             {"indexes/d.cdx.gz", deflater.deflate("garbage")},
                             {"indexes/e.idx", "org,example)/ 20240501100000 {}\n"}}))
                .said,
            (Said{"index indexes/a.cdxj", "index indexes/b.cdx.gz", "index indexes/c.cdx.gz",
                  "index indexes/d.cdx.gz"}));
}

}  // namespace
}  // namespace asof::ingest
