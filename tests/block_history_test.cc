// Blocks of real pages: what holds of all pages holds of them, there is a sensible number of them,
// and successive versions are divided alike where nothing changed. A sample; block_bench has all.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "block/segment.h"
#include "block/test_tree.h"
#include "block_agreement.h"
#include "page_history.h"
#include "support/result.h"

namespace asof {
namespace {

constexpr std::size_t kEveryPage = 15;  // one of
constexpr std::size_t kVersions = 3;    // the first of a page

class BlockHistory : public testing::TestWithParam<const char*> {};

TEST_P(BlockHistory, IsDividedAlikeThroughItsVersions) {
  const std::string path = std::string(ASOF_SHARED) + "/histories/" + GetParam() + ".warc.gz";
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "no real histories beside the tree: " << path;
  auto opened = PageHistory::open(path);
  ASSERT_TRUE(test::is_ok(opened));
  PageHistory& history = *opened;
  std::vector<std::size_t> leaves;
  std::size_t pairs = 0;
  std::size_t agree = 0;
  std::size_t number = 0;
  for (const auto& [url, versions] : history.versions()) {
    if (number++ % kEveryPage != 0) continue;
    std::optional<block::BlockTree> before;
    for (std::size_t i = 0; i < std::min(kVersions, versions.size()); ++i) {
      const auto source = history.source(url, versions[i]);
      if (!source) continue;
      const layout::Page page = history.lay_out(*source);
      block::BlockTree tree = block::segment(page);
      ASSERT_EQ(block::TreeCheck::broken(page, tree, {}), "") << url;
      leaves.push_back(tree.leaves().size());
      if (before) {
        ++pairs;
        agree += agreement(*before, tree).elsewhere ? 1 : 0;
      }
      before = std::move(tree);
    }
  }
  ASSERT_GT(leaves.size(), 20U);
  std::ranges::sort(leaves);
  const std::size_t median = leaves[leaves.size() / 2];
  EXPECT_GE(median, 8U);
  EXPECT_LE(median, 40U);
  EXPECT_LE(leaves.back(), 200U);
  EXPECT_GE(agree * 100, pairs * 97) << agree << " of " << pairs;
}

INSTANTIATE_TEST_SUITE_P(Real, BlockHistory, testing::Values("flink", "incubator"),
                         [](const auto& site) { return std::string(site.param); });

}  // namespace
}  // namespace asof
