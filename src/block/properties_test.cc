// Of random pages: nothing that can be read is lost or there twice; an edit changes blocks near it.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/random.h"
#include "block/segment.h"
#include "block/test_page.h"
#include "block/test_tree.h"

namespace asof::block {
namespace {

// A page whose parts can be edited: every element of this list is whole markup.
class RandomPage final {
 public:
  explicit RandomPage(std::uint64_t seed) : rng_(seed) { grow("body", 0); }

  std::string markup() const {
    std::string text;
    for (const std::string& piece : pieces_) text += piece;
    return text;
  }
  std::size_t size() const { return pieces_.size(); }

  // Changes a word, or puts a paragraph or an item before one.
  void edit(Rng& rng) {
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      if (pieces_[i].starts_with("<p>") || pieces_[i].starts_with("<li>")) places.push_back(i);
    }
    if (places.empty()) return;
    const std::size_t at = places[rng.below(places.size())];
    const std::string tag = pieces_[at].substr(0, pieces_[at].find('>') + 1);
    if (rng.below(2) == 0) {
      pieces_.insert(pieces_.begin() + static_cast<std::ptrdiff_t>(at),
                     tag + "newwords " + words(12) + "</" + tag.substr(1));
    } else {
      pieces_[at].replace(tag.size(), 1, "E");
    }
  }

 private:
  std::string words(std::uint64_t most) {
    std::string text;
    const std::uint64_t count = 1 + rng_.below(most);
    for (std::uint64_t i = 0; i < count; ++i) text += "w" + std::to_string(++words_) + "x ";
    return text;
  }

  void leaf() {
    switch (rng_.below(9)) {
      case 0:
        pieces_.push_back("<h" + std::to_string(2 + rng_.below(3)) + ">" + words(5) + "</h>");
        break;
      case 1:
        pieces_.push_back("<img src=" + std::to_string(++words_) + ".png>");
        break;
      case 2:
        pieces_.push_back("<a href=" + std::to_string(++words_) + ">" + words(4) + "</a>");
        break;
      case 3:
        pieces_.push_back(words(30));
        break;
      case 4:
        pieces_.push_back("<br>");
        break;
      case 5:
        pieces_.push_back("<hr>");
        break;
      default:
        pieces_.push_back("<p>" + words(60) + "<a href=x>" + words(3) + "</a>" + words(40) + "<s>" +
                          words(2) + "</s>" + "</p>");
    }
  }

  void list() {
    pieces_.push_back("<ul>");
    const std::uint64_t items = 1 + rng_.below(8);
    for (std::uint64_t i = 0; i < items; ++i) pieces_.push_back("<li>" + words(10) + "</li>");
    pieces_.push_back("</ul>");
  }

  void table() {
    pieces_.push_back("<table>");
    const std::uint64_t columns = 1 + rng_.below(4);
    const std::uint64_t rows = 1 + rng_.below(8);
    for (std::uint64_t row = 0; row < rows; ++row) {
      std::string text = "<tr>";
      for (std::uint64_t i = 0; i < columns; ++i) text += "<td>" + words(3) + "</td>";
      pieces_.push_back(text + "</tr>");
    }
    pieces_.push_back("</table>");
  }

  void grow(std::string_view name, int depth) {
    constexpr std::string_view kNames[] = {"div",     "div",   "div", "section",
                                           "article", "aside", "nav", "main"};
    pieces_.push_back("<" + std::string(name) +
                      (rng_.below(3) == 0 ? " gap=" + std::to_string(rng_.below(80)) : "") +
                      (rng_.below(6) == 0 ? " bg=eeeeee" : "") + ">");
    const std::uint64_t children = 1 + rng_.below(depth == 0 ? 12 : 6);
    for (std::uint64_t i = 0; i < children; ++i) {
      const std::uint64_t kind = rng_.below(10);
      if (kind < 3 && depth < 5) {
        grow(kNames[rng_.below(std::size(kNames))], depth + 1);
      } else if (kind == 3) {
        list();
      } else if (kind == 4) {
        table();
      } else {
        leaf();
      }
    }
    pieces_.push_back("</" + std::string(name) + ">");
  }

  Rng rng_;
  std::vector<std::string> pieces_;
  int words_ = 0;
};

std::multiset<std::string> leaves_of(const BlockTree& tree) {
  std::multiset<std::string> leaves;
  for (BlockId id : tree.leaves()) {
    std::string text;
    for (const Content& content : tree.blocks[id].contents) {
      text += content.text + '\n' + content.address + '\n';
    }
    leaves.insert(std::move(text));
  }
  return leaves;
}

TEST(SegmentProperties, HoldOnRandomPages) {
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const layout::Page page = TestPage::lay_out(RandomPage(seed).markup());
    const SegmentOptions options{.coherence = 1 + static_cast<int>(seed % 10),
                                 .most = seed % 7 == 0 ? 1 + seed % 20 : 2'000};
    const BlockTree tree = segment(page, options);
    ASSERT_EQ(TreeCheck::broken(page, tree, options), "") << "seed " << seed << '\n'
                                                          << outline(tree);
  }
}

TEST(SegmentProperties, AreSeenToBreak) {
  const layout::Page page = TestPage::lay_out("<nav>a b</nav><p>c</p>");
  BlockTree tree = segment(page);
  ASSERT_EQ(TreeCheck::broken(page, tree, {}), "");
  tree.blocks[1].contents.push_back({.text = "b"});
  EXPECT_NE(TreeCheck::broken(page, tree, {}), "");
}

TEST(SegmentProperties, AnEditChangesOneBlock) {
  std::map<std::size_t, int> changed;  // how many old leaves are gone: how often
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    RandomPage page(seed);
    const auto before = leaves_of(segment(TestPage::lay_out(page.markup())));
    Rng rng(seed);
    page.edit(rng);
    const auto after = leaves_of(segment(TestPage::lay_out(page.markup())));
    std::size_t gone = 0;
    for (const std::string& leaf : before) gone += after.contains(leaf) ? 0 : 1;
    ++changed[gone];
    // A paragraph may turn out to be no lead-in any more, or make a body of what was a line.
    EXPECT_LE(gone, 2U) << "seed " << seed;
  }
  EXPECT_GE(changed[0] + changed[1], 392) << changed[2];
}

}  // namespace
}  // namespace asof::block
