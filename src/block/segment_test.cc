#include "block/segment.h"

#include <gtest/gtest.h>

#include <string>

#include "block/test_page.h"

namespace asof::block {
namespace {

// The texts of a leaf's contents, "; " between them; an image is its address in parentheses.
std::string contents_of(const Block& block) {
  std::string text;
  for (const Content& content : block.contents) {
    if (&content != &block.contents.front()) text += "; ";
    text += content.kind == ContentKind::Image ? '(' + content.address + ')' : content.text;
  }
  return text;
}

std::string leaves_of(const BlockTree& tree) {
  std::string text;
  for (BlockId id : tree.leaves()) {
    if (!text.empty()) text += " | ";
    text += contents_of(tree.blocks[id]);
  }
  return text;
}

// The tree as brackets around anchors.
std::string shape_of(const BlockTree& tree, BlockId id = 0) {
  const Block& block = tree.blocks[id];
  if (block.is_leaf()) return block.anchor;
  std::string text = block.anchor + '(';
  for (BlockId child : block.children)
    text += (text.ends_with('(') ? "" : " ") + shape_of(tree, child);
  return text + ')';
}

const std::string kLine =
    "a line of text that is long enough to make an item of its own, eighty letters and more, you "
    "see";

struct Case {
  std::string rule;
  std::string markup;
  std::string leaves;
};

void check(const std::vector<Case>& cases) {
  for (const auto& [rule, markup, leaves] : cases) {
    SCOPED_TRACE(rule);
    const BlockTree tree = segment(TestPage::lay_out(markup));
    EXPECT_EQ(leaves_of(tree), leaves) << outline(tree);
  }
}

TEST(Segment, DividesAtWhatTheMarkupNames) {
  check({
      {"a page of paragraphs is one block", "<p>a</p><p>b</p>", "a; b"},
      {"landmarks stand alone",
       "<header>h</header><nav>n</nav><main>m</main><aside>s</aside><footer>f</footer>",
       "h | n | m | s | f"},
      {"roles are landmarks", "<div role=banner>h</div><div role=main>m</div>", "h | m"},
      {"ids with the words people use are landmarks",
       "<div id=page-header>h</div><div id=leftMenu>m</div><div id=q>a</div><div id=r>b</div>",
       "h | m | a; b"},
      {"so are a few classes", "<div class=wide_sidebar>s</div><p>a</p>", "s | a"},
      {"but not in a card", "<article><div id=header>h</div><p>a</p></article>", "h; a"},
      {"articles and sections stand alone",
       "<article>a</article><article>b</article><section>c</section>", "a | b | c"},
      {"the header of an article is part of it",
       "<article><header><h2>t</h2><p>date</p></header><p>a</p><footer>by</footer></article><p>z</"
       "p>",
       "t; date; a; by | z"},
      {"a navigation with lists of lists is one block",
       "<nav><ul><li><a href=/a>A</a><ul><li>a1</li><hr><li>a2</li></ul></li><li>B</li></ul></nav>"
       "<p>x</p>",
       "A; a1; a2; B | x"},
      {"a rule divides", "<p>a</p><hr><p>b</p>", "a | b"},
      {"a rule in a list does not", "<ul><li>a</li><hr><li>b</li></ul>", "a; b"},
      {"a list is one block, with its text", "<p>a</p><ul><li>b</li><li>c</li></ul><p>d</p>",
       "a; b; c; d"},
      {"a table is one block",
       "<p>a</p><table><tr><td>b</td><td>c</td></tr><tr><td>d</td><td>e</td></tr></table><p>f</p>",
       "a | b; c; d; e | f"},
      {"with long rows too",
       "<table><tr><td>" + kLine + "</td><td>c</td></tr><tr><td>" + kLine +
           "</td><td>e</td></tr></table>",
       kLine + "; c; " + kLine + "; e"},
      {"whatever is in its cells, if they have heads",
       "<table><tr><th>h</th><th>i</th></tr><tr><td>b<hr>c</td><td>d</td></tr></table>",
       "h; i; b; c; d"},
      {"a frame is no table", "<p>a</p><table><tr><td>b</td><td>c</td></tr></table><p>f</p>",
       "a; b; c; f"},
      {"a table that places parts is divided",
       "<table><tr><td><p>n</p><h2>A</h2><p>a</p><h2>B</h2><p>b</p></td><td>c</td></tr></table>",
       "n | A; a | B; b | c"},
  });
}

TEST(Segment, DividesAtHeadings) {
  check({
      {"each section is a block", "<h2>A</h2><p>a</p><p>b</p><h2>C</h2><p>c</p>", "A; a; b | C; c"},
      {"what comes before is one", "<p>" + kLine + "</p><p>b</p><h2>C</h2><p>c</p>",
       kLine + "; b | C; c"},
      {"unless it leads to the heading", "<img src=i.png><p>May 1</p><h2>C</h2><p>c</p>",
       "(https://example.org/dir/i.png); May 1; C; c"},
      {"subsections too", "<h2>A</h2><p>a</p><h3>B</h3><p>b</p><h2>C</h2><p>c</p>",
       "A; a | B; b | C; c"},
      {"a heading over a heading stands alone", "<h1>A</h1><h2>B</h2><p>b</p>", "A | B; b"},
      {"h5 and h6 read like paragraphs", "<h5>A</h5><p>a</p><h5>B</h5><p>b</p>", "A; a; B; b"},
      {"a heading goes with the body beside it",
       "<h2>A</h2><div><p>a</p><p>" + kLine + "</p><div><h3>C</h3><p>c</p></div></div><p>d</p>",
       "A; a; " + kLine + " | C; c | d"},
      {"and with a table",
       "<h2>A</h2><table><tr><td>b</td><td>c</td></tr><tr><td>d</td><td>e</td>"
       "</tr></table><h2>F</h2>",
       "A; b; c; d; e | F"},
      {"but not with a list of articles",
       "<h2>A</h2><div><article>a</article><article>b</article></div>", "A | a | b"},
      {"items with headings are items", "<ul><li><h3>A</h3>a</li><li><h3>B</h3>b</li></ul>",
       "A; a | B; b"},
      {"large letters are a heading", "<p>" + kLine + "</p><p size=24>B</p><p>b</p><p>c</p>",
       kLine + " | B; b; c"},
      {"an unclosed heading is none",
       "<h1>" + kLine + kLine + kLine + kLine + kLine + kLine +
           "<p>a</p><h2>B</h2><p>b</p><h2>C</h2><p>c</p></h1>",
       kLine + kLine + kLine + kLine + kLine + kLine + "; a | B; b | C; c"},
  });
}

TEST(Segment, DividesAtWhatIsSeen) {
  const std::string card = "<div><p>" + kLine + "</p><p>x</p></div>";
  check({
      {"a wide gap between unlike units", "<p>a</p><ul gap=60><li>b</li></ul>", "a | b"},
      {"not a narrow one", "<p>a</p><ul gap=30><li>b</li></ul>", "a; b"},
      {"not one between similar texts", "<p>a</p><p gap=60>b</p>", "a; b"},
      {"the background of something compound",
       "<div><p>a</p><p>b</p><div bg=334455><p>c</p><p>d</p></div></div>", "a; b | c; d"},
      {"not that of a line", "<p>a</p><p bg=eeeeee>b</p><p>c</p>", "a; b; c"},
      {"cards", "<div>" + card + card + "</div>", kLine + "; x | " + kLine + "; x"},
      {"under a heading that is theirs", "<div><h2>H</h2>" + card + card + "</div>",
       "H | " + kLine + "; x | " + kLine + "; x"},
      {"under a heading of its own", "<div><h2>H</h2>" + card + "</div>", "H; " + kLine + "; x"},
      {"a menu, outermost", "<p>a</p><ul><li><a href=x>b</a></li></ul>", "a | b"},
      {"not within a text", "<div><p>a</p><ul><li><a href=x>b</a></li></ul></div><p>c</p>",
       "a; b; c"},
      {"not rows of words",
       "<div><div><p>a</p><p>b</p></div><div><p>c</p><p>d</p></div></div><p>e</p>",
       "a; b; c; d; e"},
      {"what stands outermost", "<div><p>a</p><p>b</p></div><div><p>c</p><p>d</p></div>",
       "a; b | c; d"},
      {"a list in a column",
       "<p>z</p><div><ul column><li>" + kLine + "</li></ul><div beside><p>" + kLine +
           "</p><p>b</p></div></div>",
       "z | " + kLine + " | " + kLine + "; b"},
  });
}

TEST(Segment, MoreCoherenceDividesMore) {
  const auto page = TestPage::lay_out("<h2>A</h2><p>a</p><p bold>b</p><ul gap=40><li>c</li></ul>");
  std::size_t leaves = 0;
  for (int coherence = 1; coherence <= 10; ++coherence) {
    const BlockTree tree = segment(page, {.coherence = coherence});
    EXPECT_GE(tree.leaves().size(), leaves) << coherence;
    leaves = tree.leaves().size();
    for (const Block& block : tree.blocks) {
      EXPECT_TRUE(block.is_leaf() || block.coherence < coherence) << outline(tree);
    }
  }
  EXPECT_EQ(segment(page, {.coherence = 1}).blocks.size(), 1U);
  EXPECT_GT(leaves, 2U);
}

TEST(Segment, ReadsTextsLinksAndImages) {
  check({
      {"a paragraph's text is without its links", "<p>see <a href=x>here</a> and <b>th</b>ere</p>",
       "see and there; here"},
      {"one text for each paragraph, cell, item", "<p>a</p><ul><li>b <i>c</i></li><li>d</li></ul>",
       "a; b c; d"},
      {"a line break is a space, two end the text", "a<br>b<br><br>c", "a b; c"},
      {"text around a block is two", "<div>a<p>b</p>c</div>", "a; b; c"},
      {"a link with blocks in it has all their text", "<a href=x><p>a</p><p>b</p></a><p>c</p>",
       "a b; c"},
      {"a link around an image has none", "<p><a href=x><img src=i.png alt=I></a> t</p>",
       "; (https://example.org/dir/i.png); t"},
      {"a name is no link", "<p><a name=x>a</a> b</p>", "a b"},
      {"an image waits for its script", "<img src=data:, data-src=/real.png>",
       "(https://example.org/real.png)"},
      {"a button may be an image", "<input type=image src=b.png><input type=text>",
       "(https://example.org/dir/b.png)"},
      {"one pixel is no image", "<img src=i.png width=1 height=1>a", "a"},
      {"drawings are not read", "<svg><text>x</text></svg>a", "a"},
      {"white space is folded", "<p>  a \n\t b  </p>", "a b"},
  });
}

TEST(Segment, MakesAddressesAbsolute) {
  const BlockTree tree =
      segment(TestPage::lay_out("<a href=../a?b#c>x</a><a href=http://[>y</a><a href=#d>z</a><img "
                                "src=//h/i.png alt=an_image>"));
  const auto& contents = tree.blocks[0].contents;
  ASSERT_EQ(contents.size(), 4U);
  EXPECT_EQ(contents[0].address, "https://example.org/a?b#c");
  EXPECT_EQ(contents[1].address, "http://[");  // as it stands
  EXPECT_EQ(contents[2].address, "#d");
  EXPECT_EQ(contents[3].address, "https://h/i.png");
  EXPECT_EQ(contents[3].text, "an image");
}

TEST(Segment, NestsBlocksAsPartsAndSections) {
  const auto shape = [](std::string_view markup) {
    return shape_of(segment(TestPage::lay_out(markup)));
  };
  EXPECT_EQ(
      shape("<body><nav>n</nav><main><h1>A</h1><p>a</p><h2>B</h2><p>b</p><h3>C</h3><p>c</p>"
            "<h2>D</h2><p>d</p></main></body>"),
      "html(html/body/nav html/body/main(html/body/main/h1 "
      "html/body/main/h2:section(html/body/main/h2 html/body/main/h3) html/body/main/h2[2]))");
  EXPECT_EQ(
      shape("<body><h1>A</h1><p>a</p><div id=n><article>x</article><article>y</article></div>"
            "<footer>f</footer></body>"),
      "html(html/body/h1:section(html/body/h1 #n(#n/article #n/article[2])) html/body/footer)");
}

TEST(Segment, NamesBlocksByTheNearestId) {
  const auto tree = segment(TestPage::lay_out(
      "<div id=a><p>1</p><hr><p>2</p></div><div id=x8f3a9b2c1><p>3</p><p>4</p></div>"
      "<section><div><h2 id=b>5</h2></div>6</section><div id=a>7</div>"));
  EXPECT_EQ(shape_of(tree), "html(#a(#a/p #a/p[2]) html/div[2] section(#b) #a~2)");
}

TEST(Segment, DividesWhatIsTooLongForOneBlock) {
  std::string article;
  for (int i = 0; i < 100; ++i)
    article += "<p>" + std::to_string(i * i * i) + kLine + kLine + "</p>";
  const BlockTree tree = segment(TestPage::lay_out("<main>" + article + "</main><p>z</p>"));
  const auto leaves = tree.leaves().size();
  EXPECT_GE(leaves, 3U) << outline(tree);
  EXPECT_LE(leaves, 8U) << outline(tree);
  // A new paragraph near the beginning leaves the last parts as they were.
  const BlockTree edited =
      segment(TestPage::lay_out("<main><p>new</p>" + article + "</main><p>z</p>"));
  const auto last = [](const BlockTree& t) {
    return contents_of(t.blocks[t.leaves()[t.leaves().size() - 2]]);
  };
  EXPECT_EQ(last(tree), last(edited));
}

TEST(Segment, KeepsToTheMostBlocks) {
  std::string articles;
  for (int i = 0; i < 100; ++i) articles += "<article>a</article>";
  const auto page = TestPage::lay_out("<div>" + articles + "</div><footer>f</footer>");
  for (std::size_t most : {1U, 2U, 10U, 50U}) {
    const BlockTree tree = segment(page, {.most = most});
    EXPECT_LE(tree.blocks.size(), most);
    ASSERT_EQ(tree.reasons.size(), 1U);
  }
  EXPECT_TRUE(segment(page).reasons.empty());
}

TEST(Segment, GivesARootForNothing) {
  EXPECT_EQ(segment({}).blocks.size(), 1U);
  EXPECT_EQ(segment(TestPage::lay_out("<div></div>")).blocks.size(), 1U);
  EXPECT_TRUE(segment(TestPage::lay_out("<div></div>")).blocks[0].contents.empty());
}

TEST(Segment, KeepsTheWordsOfLinksInTheSentenceForPeople) {
  const auto page = TestPage::lay_out(
      "<p>Read <a href='/t'>the terms</a> before <b>you</b> <a href='/s'>sign</a>.</p>"
      "<p><a href='/only'>Only a link</a></p><p>No link at all</p>");
  const BlockTree tree = segment(page);
  std::string shown;
  for (BlockId id : tree.leaves())
    for (const Content& content : tree.blocks[id].contents)
      if (content.kind == ContentKind::Text)
        shown += content.text + "|" + content.with_links + "\n";
  EXPECT_EQ(shown, "Read before you .|Read the terms before you sign.\nNo link at all|\n");
}

}  // namespace
}  // namespace asof::block
