#include "delta/delta.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/random.h"
#include "delta/align_internal.h"
#include "delta/json.h"
#include "delta/match_internal.h"
#include "delta/tree_test_world.h"

namespace asof::delta {
namespace {

using block::BlockTree;
using block::Content;
using test::content_of;
using test::tree_of;

// The operations and edits in short: "insert b", "split a -> a b", "update text c".
std::vector<std::string> said(const Delta& delta) {
  std::vector<std::string> lines;
  for (const Operation& operation : delta.operations) {
    std::string line(name_of(operation.kind));
    for (const std::string& name : operation.from) line += " " + name;
    if (!operation.from.empty() && !operation.to.empty()) line += " ->";
    for (const Part& part : operation.to) line += " " + part.block.name;
    lines.push_back(line);
  }
  for (const ContentEdit& edit : delta.edits) {
    const auto kind = edit.edit == Edit::Insert ? edit.after.kind : edit.before.kind;
    lines.push_back(std::string(name_of(edit.edit)) + " " + std::string(block::name_of(kind)) +
                    " in " + edit.block);
  }
  return lines;
}

// Compares, and checks that the delta leads from the one to the other.
Comparison compared(const BlockTree& old, const BlockTree& fresh) {
  Comparison comparison = compare(old, fresh);
  const auto applied = delta::apply(outline_of(old, first_names(old)), comparison.delta);
  EXPECT_TRUE(applied.has_value());
  if (applied) {
    EXPECT_TRUE(std::ranges::equal(*applied, outline_of(fresh, comparison.names), &Shown::same));
  }
  return comparison;
}

struct Case {
  const char* what;
  const char* old;
  const char* fresh;
  std::vector<std::string> said;
};

constexpr const char* kPage = R"(
page
  head: [Home](http://a/) | [About](http://a/about)
  main
    lead: The minister has resigned after a long night of talks | ![portrait](http://a/m.png)
    story: Rain is expected over the weekend in the whole of the north
    sport: The home team lost again and the coach is not amused at all
  foot: Imprint and legal notice of the house
)";

TEST(Delta, NamesWhatChanged) {
  const Case cases[] = {
      {"nothing", kPage, kPage, {}},
      {"a text was updated",
       kPage,
       R"(
page
  head: [Home](http://a/) | [About](http://a/about)
  main
    lead: The minister has resigned after a short night of talks | ![portrait](http://a/m.png)
    story: Rain is expected over the weekend in the whole of the north
    sport: The home team lost again and the coach is not amused at all
  foot: Imprint and legal notice of the house
)",
       {"update text in lead"}},
      {"a link came, an image went",
       kPage,
       R"(
page
  head: [Home](http://a/) | [News](http://a/news) | [About](http://a/about)
  main
    lead: The minister has resigned after a long night of talks
    story: Rain is expected over the weekend in the whole of the north
    sport: The home team lost again and the coach is not amused at all
  foot: Imprint and legal notice of the house
)",
       {"insert link in head", "delete image in lead"}},
      {"a block came",
       kPage,
       R"(
page
  head: [Home](http://a/) | [About](http://a/about)
  main
    lead: A storm has reached the coast and trains are standing still
    lead2: The minister has resigned after a long night of talks | ![portrait](http://a/m.png)
    story: Rain is expected over the weekend in the whole of the north
    sport: The home team lost again and the coach is not amused at all
  foot: Imprint and legal notice of the house
)",
       {"insert lead~2"}},
      {"a block went",
       kPage,
       R"(
page
  head: [Home](http://a/) | [About](http://a/about)
  main
    lead: The minister has resigned after a long night of talks | ![portrait](http://a/m.png)
    sport: The home team lost again and the coach is not amused at all
  foot: Imprint and legal notice of the house
)",
       {"delete story"}},
      {"a block moved",
       kPage,
       R"(
page
  head: [Home](http://a/) | [About](http://a/about)
  main
    story: Rain is expected over the weekend in the whole of the north
    sport: The home team lost again and the coach is not amused at all
    lead: The minister has resigned after a long night of talks | ![portrait](http://a/m.png)
  foot: Imprint and legal notice of the house
)",
       {"move lead -> lead"}},
      {"a group moved as one",
       kPage,
       R"(
page
  main
    lead: The minister has resigned after a long night of talks | ![portrait](http://a/m.png)
    story: Rain is expected over the weekend in the whole of the north
    sport: The home team lost again and the coach is not amused at all
  head: [Home](http://a/) | [About](http://a/about)
  foot: Imprint and legal notice of the house
)",
       {"move head -> head"}},
      {"a block was split",
       kPage,
       R"(
page
  head: [Home](http://a/) | [About](http://a/about)
  main
    lead-a: The minister has resigned after a long night of talks
    lead-b: ![portrait](http://a/m.png) | [Gallery of portraits](http://a/g) | the minister
    story-a: Rain is expected over the weekend
    story-b: in the whole of the north
    sport: The home team lost again and the coach is not amused at all
  foot: Imprint and legal notice of the house
)",
       {"insert lead-b", "split story -> story-a story-b", "delete image in lead",
        "update text in story-a", "insert text in story-b"}},
      {"two blocks were merged",
       kPage,
       R"(
page
  head: [Home](http://a/) | [About](http://a/about)
  main
    lead: The minister has resigned after a long night of talks | ![portrait](http://a/m.png)
    both: Rain is expected over the weekend in the whole of the north | The home team lost again and the coach is not amused at all
  foot: Imprint and legal notice of the house
)",
       {"merge story sport -> both"}},
      {"two blocks were merged, and the second lost its heading",
       R"(
page
  one: The first part | A sentence that stands in the first part of it
  two: Another heading of several words | Short words below
)",
       R"(
page
  one: The first part | A sentence that stands in the first part of it | Short words below
)",
       {"merge one two -> one~2", "delete text in one~2"}},
      {"what went is no part of a block that was updated",
       R"(
page
  list: All of what there is | [Functions for aggregates](http://a/f) | [Others](http://a/o)
  next: Next topic | [Functions for aggregates](http://a/f)
)",
       R"(
page
  list: All of what there was | [Functions for aggregates](http://a/f) | [Others](http://a/o)
)",
       {"delete next", "update text in list"}},
      {"what went before it gave an updated block another's anchor",
       R"(
page
  p: What it is about and how to call it from a program
  p2: Notes on what to do before a table is made in the base
  p3: Examples of what to do where a table was made in haste
)",
       R"(
page
  p: Notes on what to do before a table is made in the [base](http://a/)
  p2: Examples of all of what to do where a table was made in haste
)",
       {"delete p", "update text in p2", "update text in p3"}},
      {"a section came as one",
       kPage,
       R"(
page
  head: [Home](http://a/) | [About](http://a/about)
  main
    lead: The minister has resigned after a long night of talks | ![portrait](http://a/m.png)
    story: Rain is expected over the weekend in the whole of the north
    sport: The home team lost again and the coach is not amused at all
  more
    film: A review of the film of the year and of those who made it
    book: Four books to read on an island when the lights go out
  foot: Imprint and legal notice of the house
)",
       {"insert more film book"}},
  };
  for (const Case& row : cases) {
    EXPECT_EQ(said(compared(tree_of(row.old), tree_of(row.fresh)).delta), row.said) << row.what;
  }
}

TEST(Delta, SkipsPagesWithEqualHashes) {
  EXPECT_TRUE(compared(tree_of(kPage), tree_of(kPage)).skipped);
}

TEST(Delta, SaysGroupingThatNoOperationSays) {
  const auto comparison =
      compared(tree_of("page\n  a: one two three\n  b: four five six\n"),
               tree_of("page\n  g\n    a: one two three\n  b: four five six\n"));
  EXPECT_TRUE(comparison.delta.operations.empty());
  EXPECT_FALSE(comparison.delta.frame.empty());
}

TEST(Delta, BlocksKeepTheirNamesOverSeveralVersions) {
  const BlockTree first = tree_of("page\n  a: the first story of the day\n  b: weather is fine\n");
  const BlockTree second = tree_of(
      "page\n  a: a new lead appears here today\n  b: the first story of the day\n  c: weather is "
      "fine\n");
  const BlockTree third = tree_of("page\n  a: the first story of the day\n  b: weather is fine\n");
  const Comparison one = compare(first, second);
  EXPECT_EQ(one.names, (std::vector<std::string>{"page", "a~2", "a", "b"}));
  const Comparison two = compare(second, one.names, third);
  EXPECT_EQ(two.names, (std::vector<std::string>{"page", "a", "b"}));
}

TEST(Delta, RefusesToApplyWhatDoesNotFit) {
  const BlockTree old = tree_of(kPage);
  const Outline outline = outline_of(old, first_names(old));
  Delta unknown;
  unknown.operations.push_back({Structural::Delete, {"nobody"}, {}});
  EXPECT_FALSE(delta::apply(outline, unknown));
  Delta beyond;
  beyond.edits.push_back({"foot", Edit::Delete, 7, 0, {}, {}});
  EXPECT_FALSE(delta::apply(outline, beyond));
  Delta other;
  other.edits.push_back({"foot", Edit::Delete, 0, 0, content_of("something else"), {}});
  EXPECT_FALSE(delta::apply(outline, other));
  Delta root;
  root.operations.push_back({Structural::Delete, {"page"}, {}});
  EXPECT_FALSE(delta::apply(outline, root));
}

// Random trees, edited at random.
class RandomTree final {
 public:
  explicit RandomTree(std::uint64_t seed) : rng_(seed) {}

  BlockTree make() {
    lines_.clear();
    lines_.push_back({0, "page", ""});
    grow(1, 2 + rng_.below(5));
    return tree();
  }
  BlockTree edited() {
    const std::size_t edits = rng_.below(6);
    for (std::size_t i = 0; i < edits && lines_.size() > 1; ++i) edit();
    return tree();
  }

 private:
  struct Line {
    std::size_t depth;
    std::string anchor;
    std::string contents;  // empty for an inner block
  };
  std::string words() {
    std::string text;
    for (std::size_t i = 0, n = 1 + rng_.below(12); i < n; ++i) {
      text += (i == 0 ? "w" : " w") + std::to_string(rng_.below(300));
    }
    return text;
  }
  std::string contents() {
    std::string text = words();
    for (std::size_t i = 0, n = rng_.below(4); i < n; ++i) {
      text += rng_.below(2) == 0
                  ? " | " + words()
                  : " | [" + words() + "](http://x/" + std::to_string(rng_.below(50)) + ")";
    }
    return text;
  }
  void grow(std::size_t depth, std::size_t children) {
    for (std::size_t i = 0; i < children; ++i) {
      const std::string anchor = "n" + std::to_string(next_++);
      const bool inner = depth < 4 && rng_.below(3) == 0;
      lines_.push_back({depth, anchor, inner ? "" : contents()});
      if (inner) grow(depth + 1, 1 + rng_.below(3));
    }
  }
  std::size_t end_of(std::size_t at) const {
    std::size_t end = at + 1;
    while (end < lines_.size() && lines_[end].depth > lines_[at].depth) ++end;
    return end;
  }
  void edit() {
    const std::size_t at = 1 + rng_.below(lines_.size() - 1);
    const auto begin = lines_.begin() + static_cast<std::ptrdiff_t>(at);
    const auto end = lines_.begin() + static_cast<std::ptrdiff_t>(end_of(at));
    switch (rng_.below(5)) {
      case 0:
        lines_.insert(begin, {lines_[at].depth, "n" + std::to_string(next_++), contents()});
        break;
      case 1:
        lines_.erase(begin, end);
        break;
      case 2:
        if (!lines_[at].contents.empty()) lines_[at].contents = contents();
        break;
      case 3:
        if (!lines_[at].contents.empty()) lines_[at].contents += " | " + words();
        break;
      case 4: {
        std::vector<Line> taken(begin, end);
        lines_.erase(begin, end);
        std::size_t to = 1 + rng_.below(lines_.size());
        const std::size_t depth = to < lines_.size() ? lines_[to].depth : 1;
        const std::size_t from = taken.front().depth;
        for (Line& line : taken) line.depth = line.depth - from + depth;
        lines_.insert(lines_.begin() + static_cast<std::ptrdiff_t>(to), taken.begin(), taken.end());
        break;
      }
    }
  }
  BlockTree tree() const {
    std::string text;
    for (const Line& line : lines_) {
      text += std::string(line.depth * 2, ' ') + line.anchor + ": " + line.contents + "\n";
    }
    return tree_of(text);
  }

  Rng rng_;
  std::vector<Line> lines_;
  std::size_t next_ = 0;
};

TEST(Delta, LeadsFromAnyTreeToAnyOther) {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    RandomTree random(seed);
    const BlockTree old = random.make();
    const BlockTree fresh = seed % 5 == 0 ? RandomTree(seed + 1'000'000).make() : random.edited();
    compared(old, fresh);
    ASSERT_FALSE(HasFailure()) << "seed " << seed;
  }
}

TEST(Align, KeepsAsManyEqualContentsAsCanBeKept) {
  Rng rng(4);
  for (int round = 0; round < 500; ++round) {
    std::vector<Content> a, b;
    for (std::size_t i = 0, n = rng.below(10); i < n; ++i) {
      a.push_back(content_of("w" + std::to_string(rng.below(4))));
    }
    for (std::size_t i = 0, n = rng.below(10); i < n; ++i) {
      b.push_back(content_of("w" + std::to_string(rng.below(4))));
    }
    // The textbook's table.
    std::vector<std::vector<std::size_t>> best(a.size() + 1,
                                               std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 1; i <= a.size(); ++i) {
      for (std::size_t j = 1; j <= b.size(); ++j) {
        best[i][j] = a[i - 1].same(b[j - 1]) ? best[i - 1][j - 1] + 1
                                             : std::max(best[i - 1][j], best[i][j - 1]);
      }
    }
    const auto pairs = align(a, b);
    EXPECT_EQ(static_cast<std::size_t>(std::ranges::count(pairs, true, &Pair::same)),
              best[a.size()][b.size()]);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      EXPECT_EQ(pairs[i].same, a[pairs[i].old_index].same(b[pairs[i].new_index]));
      if (i == 0) continue;
      EXPECT_LT(pairs[i - 1].old_index, pairs[i].old_index);
      EXPECT_LT(pairs[i - 1].new_index, pairs[i].new_index);
    }
  }
}

TEST(Align, ComparesVeryLongListsByTheirLandmarks) {
  std::vector<Content> a, b;
  for (int i = 0; i < 20'000; ++i) a.push_back(content_of("row" + std::to_string(i)));
  b = a;
  b.erase(b.begin() + 5'000);
  b[12'000] = content_of("changed");
  std::size_t same = 0;
  for (const Pair& pair : align(a, b)) same += pair.same ? 1 : 0;
  EXPECT_EQ(same, 19'998U);
}

TEST(HeaviestRise, EqualsTrialOfAllSubsets) {
  Rng rng(7);
  for (int round = 0; round < 300; ++round) {
    std::vector<std::uint32_t> values;
    std::vector<std::uint64_t> weights;
    for (std::size_t i = 0, n = rng.below(9); i < n; ++i) {
      values.push_back(static_cast<std::uint32_t>(rng.below(8)));
      weights.push_back(1 + rng.below(5));
    }
    std::uint64_t best = 0;
    for (std::uint32_t set = 0; set < (1U << values.size()); ++set) {
      std::uint64_t weight = 0;
      bool rising = true;
      std::int64_t last = -1;
      for (std::size_t i = 0; i < values.size(); ++i) {
        if ((set >> i & 1) == 0) continue;
        rising = rising && values[i] > last;
        last = values[i];
        weight += weights[i];
      }
      if (rising) best = std::max(best, weight);
    }
    std::uint64_t got = 0;
    for (std::size_t at : heaviest_rise(values, weights)) got += weights[at];
    EXPECT_EQ(got, best);
  }
}

TEST(Delta, NamesATitleBesideTheBlocks) {
  BlockTree old = tree_of(kPage);
  BlockTree fresh = tree_of(kPage);
  old.title = "The Daily";
  fresh.title = "The Weekly";
  const Comparison comparison = compared(old, fresh);
  EXPECT_TRUE(said(comparison.delta).empty());
  EXPECT_EQ(comparison.delta.title, (Retitled{"The Daily", "The Weekly"}));
  EXPECT_FALSE(comparison.delta.empty());
  const auto read = from_json(to_json(comparison.delta));
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(read->title, comparison.delta.title);
  EXPECT_NE(
      to_xml(comparison.delta).find("<title><before>The Daily</before><after>The Weekly</after>"),
      std::string::npos);
}

TEST(Match, GoesByPlaceOnceItsEffortIsSpent) {
  const BlockTree old = tree_of("page\n  a: one two three\n  b: four five six\n");
  const BlockTree fresh = tree_of("page\n  a: four five six seven\n  b: one two three seven\n");
  const auto before = leaf_features(old);
  const auto after = leaf_features(fresh);
  const Matching whole = match(old, fresh, before, after);
  EXPECT_EQ(whole.old_of, (std::vector<block::BlockId>{0, 2, 1}));
  EXPECT_FALSE(whole.hurried);
  const Matching hurried = match(old, fresh, before, after, Effort(5));
  EXPECT_EQ(hurried.old_of, (std::vector<block::BlockId>{0, 1, 2}));
  EXPECT_TRUE(hurried.hurried);
}

}  // namespace
}  // namespace asof::delta
