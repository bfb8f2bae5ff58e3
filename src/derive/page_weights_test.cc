#include "derive/page_weights.h"

#include <gtest/gtest.h>

#include <map>

#include "base/digest.h"
#include "base/text.h"
#include "derive/derive.h"
#include "keep/import.h"
#include "support/result.h"
#include "support/temp_dir.h"
#include "warc/draft.h"

namespace asof::derive {
namespace {

using test::must;
using test::TempDir;

struct Page {
  std::string path;
  std::string body;
  std::string head = "200 OK\r\nContent-Type: text/html";
};

// An archive of pages of example.org, captured an hour after another.
class PageWeightsTest : public testing::Test {
 protected:
  void import(const std::vector<Page>& pages) {
    warc::Encoder encoder({});
    std::string file;
    std::int64_t hour = 0;
    for (const Page& page : pages)
      file +=
          encoder.encode({.id = "urn:uuid:" + hex(digest_of(Algorithm::Md5, std::to_string(hour))),
                          .date = {1'700'000'000'000 + 3'600'000 * hour++},
                          .target_uri = "http://example.org/" + page.path,
                          .content_type = std::string(warc::kHttpResponse),
                          .block = "HTTP/1.1 " + page.head + "\r\n\r\n" + page.body});
    test::write_file(folder_ / "a.warc", file);
    directory_.emplace(must(archive::Directory::open((folder_ / "archive").string(),
                                                     archive::Directory::Access::Write)));
    {
      auto writer = must(catalog::Writer::open(directory_->catalog_path()));
      must(
          keep::import_files(*directory_, writer, {(folder_ / "a.warc").string()}, {.threads = 1}));
      must(derive(*directory_, writer, {.certify = false, .compare = Compare::None}));
    }
    catalog_.emplace(must(catalog::Reader::open(directory_->catalog_path())));
  }
  static std::map<std::string, double> by_path(const std::vector<PageWeight>& pages) {
    std::map<std::string, double> weights;
    for (const PageWeight& page : pages) weights[page.url.substr(19)] = page.weight;
    return weights;
  }

  TempDir folder_;
  std::optional<archive::Directory> directory_;
  std::optional<catalog::Reader> catalog_;
};

std::string linking(std::initializer_list<std::string_view> paths) {
  std::string body = "<!doctype html><title>t</title>";
  for (const std::string_view path : paths) body += "<a href='/" + std::string(path) + "'>x</a>";
  return body;
}

TEST_F(PageWeightsTest, LinksAreThoseOfTheLastVersion) {
  import({{"a", linking({"c"})},
          {"b", linking({"a", "c", "logo.png", "c"})},
          {"c", linking({"a"})},
          {"logo.png", "\x89PNG", "200 OK\r\nContent-Type: image/png"},
          { "a",
            linking({"b"}) }});
  const auto weights = must(weights_by_links(*catalog_, ""));
  EXPECT_EQ(weights.links, 4U);  // a to b; b to a and c; c to a
  const auto by = by_path(weights.pages);
  ASSERT_EQ(by.size(), 3U) << "a picture is no page";
  // rank = .05 + .85 x (what links bring), times 3, solved by hand: a .39740, b .38779, c .21481.
  EXPECT_NEAR(by.at("a"), 3 * .39740, 2e-5);
  EXPECT_NEAR(by.at("b"), 3 * .38779, 2e-5);
  EXPECT_NEAR(by.at("c"), 3 * .21481, 2e-5);
}

TEST_F(PageWeightsTest, ARedirectPassesOnWhatLeadsToIt) {
  import({{"a", linking({"old"})},
          {"b", linking({"old"})},
          {"old", "", "301 Moved\r\nLocation: /new"},
          { "new",
            linking({}) }});
  const auto by = by_path(must(weights_by_links(*catalog_, "")).pages);
  ASSERT_EQ(by.size(), 3U);
  EXPECT_GT(by.at("new"), by.at("a"));
  EXPECT_NEAR(by.at("a"), by.at("b"), 1e-9);
}

TEST_F(PageWeightsTest, KeywordsAreLookedForInWhatAReaderSees) {
  import({{"a", "<title>Paper</title><p>Flood in the valley"},
          {"b", "<title>Paper</title><!-- flood --><script>flood()</script><p>Sun on the hills"},
          { "c",
            "<title>Paper</title><p>Flood, flood and rescue of all who lived at the river" }});
  const auto weights = must(weights_by_keywords(*directory_, *catalog_, "", "Flood RESCUE"));
  EXPECT_EQ(weights.unreadable, 0U);
  const auto by = by_path(weights.pages);
  EXPECT_EQ(by.at("b"), 0);
  EXPECT_GT(by.at("a"), 0);
  EXPECT_GT(by.at("c"), by.at("a"));
  EXPECT_FALSE(weights_by_keywords(*directory_, *catalog_, "", "...").has_value());
}

TEST_F(PageWeightsTest, OfNothingAreNone) {
  import({{ "a", linking({}) }});
  EXPECT_TRUE(must(weights_by_links(*catalog_, "com,")).pages.empty());
  EXPECT_TRUE(must(weights_by_keywords(*directory_, *catalog_, "com,", "x")).pages.empty());
}

}  // namespace
}  // namespace asof::derive
