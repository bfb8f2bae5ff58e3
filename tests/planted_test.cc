// A sample of what bench/planted.cc measures on all pages: do deltas name the edits planted in real
// pages, and give the new version's blocks?
#include "planted.h"

#include <gtest/gtest.h>

#include <iostream>
#include <memory>

namespace asof::test::planted {
namespace {

constexpr std::size_t kSample = 6;  // pages of each history
constexpr std::size_t kEach = 2;    // pages of each package of documentation

std::string explained(const Page& page, const Trial& trial) {
  std::string text = page.name + ": " + trial.kind + ": " + trial.plan.what;
  for (const std::string& line : trial.verdict.missed) text += "\n  missed " + line;
  for (const std::string& line : trial.verdict.wrong) text += "\n  wrong " + line;
  return text;
}

std::map<std::string, Count> counted(const std::vector<Page>& pages) {
  std::map<std::string, Count> counts;
  std::uint64_t seed = 0;
  for (const Page& page : pages) {
    for (const Trial& trial : trials(page, ++seed)) {
      EXPECT_TRUE(trial.verdict.applies) << explained(page, trial);
      for (const auto& [operation, count] : trial.verdict.counts) {
        counts[operation].add(count);
        counts["all"].add(count);
      }
      if (!trial.verdict.missed.empty() || !trial.verdict.wrong.empty()) {
        std::cout << explained(page, trial) << '\n';
      }
    }
  }
  return counts;
}

void check(const std::vector<Page>& pages) {
  const std::map<std::string, Count> counts = counted(pages);
  for (const auto& [operation, count] : counts) {
    SCOPED_TRACE(operation + ": " + std::to_string(count.planted) + " planted, " +
                 std::to_string(count.found) + " found, " + std::to_string(count.named) + " named");
    // Of a few a single one counts too much.
    const double least = operation == "all" ? .95 : count.planted < 10 ? .5 : .8;
    EXPECT_GE(count.precision(), least);
    EXPECT_GE(count.recall(), least);
  }
  for (const char* operation : {"block insert", "block delete", "block move", "block split",
                                "block merge", "text insert", "text delete", "text update",
                                "link insert", "link delete", "link update", "image insert"}) {
    EXPECT_TRUE(counts.contains(operation)) << operation << " was never planted";
  }
}

TEST(Planted, EditsOfPagesOfHistoriesAreNamed) {
  std::vector<std::unique_ptr<PageHistory>> histories;
  std::vector<Page> pages;
  for (const char* name : {"flink", "incubator"}) {
    auto history = PageHistory::open(ASOF_SHARED "/histories/" + std::string(name) + ".warc.gz");
    if (!history) GTEST_SKIP() << "no history of " << name << " in " ASOF_SHARED;
    histories.push_back(std::make_unique<PageHistory>(std::move(*history)));
    for (Page& page : history_pages(*histories.back(), kSample)) pages.push_back(std::move(page));
  }
  check(pages);
}

TEST(Planted, EditsOfDocumentationAreNamed) {
  const std::vector<Page> pages = documentation_pages(kEach, Packages::Installed);
  if (pages.size() < 5 * kEach) {
    GTEST_SKIP() << "only " << pages.size() << " pages of Debian's documentation are installed; "
                 << "./asof test installs postgresql-doc-15, git-doc, sqlite3-doc, apache2-doc and "
                    "debian-policy";
  }
  check(pages);
}

// The judge can fail: a delta of another edit names none of what was planted.
TEST(Planted, AnotherEditIsNotWhatWasPlanted) {
  const Page page{"page", "https://example.org/",
                  "<body><h1>Title of a page</h1><p>One two three four five six seven eight.</p>"
                  "<h2>First part here</h2><p>Some words that stand under the first heading.</p>"
                  "<h2>Second part here</h2><p>Other words are what the second one has below.</p>"
                  "<h2>Third of them</h2><p>Finally something else again that nobody expects.</p>",
                  [](std::string_view, layout::ResourceKind) { return std::nullopt; }};
  const Seen seen(page);
  FreshWords fresh(seen, 1);
  Rng rng(1);
  const auto planted = plan("text update", seen, fresh, rng);
  const auto other = plan("block delete", seen, fresh, rng);
  ASSERT_TRUE(planted && other);
  const Verdict right =
      judge(*planted, seen.tree, blocks_of(page, applied(*planted, seen.markup.html)));
  EXPECT_TRUE(right.missed.empty() && right.wrong.empty());
  const Verdict wrong =
      judge(*planted, seen.tree, blocks_of(page, applied(*other, seen.markup.html)));
  EXPECT_EQ(wrong.missed.size(), 1U);
  EXPECT_EQ(wrong.wrong.size(), 1U);
  const Verdict none = judge(*planted, seen.tree, seen.tree);
  EXPECT_EQ(none.missed.size(), 1U);
  EXPECT_TRUE(none.wrong.empty());
}

}  // namespace
}  // namespace asof::test::planted
