// Whole pages, laid out as they are in earnest: the blocks a person would name.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "block/segment.h"
#include "block/test_tree.h"
#include "layout/layout.h"

namespace asof::block {
namespace {

// Anchor and first content of every block, indented.
std::string blocks_of(std::string_view html, std::string_view url = "https://example.org/") {
  const layout::Page page = layout::lay_out(
      {.html = html, .url = url},
      [](std::string_view, layout::ResourceKind) { return std::optional<std::string>(); });
  const BlockTree tree = segment(page);
  EXPECT_EQ(TreeCheck::broken(page, tree, {}), "");
  std::string text;
  std::vector<std::pair<BlockId, std::size_t>> open = {{0, 0}};
  while (!open.empty()) {
    const auto [id, depth] = open.back();
    open.pop_back();
    const Block& block = tree.blocks[id];
    text += '\n' + std::string(2 * depth, ' ') + block.anchor;
    if (block.is_leaf()) {
      text += " " + std::to_string(block.contents.size());
      if (!block.contents.empty()) text += ": " + block.contents[0].text;
    }
    for (std::size_t i = block.children.size(); i-- > 0;) {
      open.emplace_back(block.children[i], depth + 1);
    }
  }
  return text + '\n';
}

TEST(Pages, TheFrontPageOfANewspaper) {
  EXPECT_EQ(blocks_of(R"(<!doctype html><title>The Herald</title>
<style>
 body { margin: 0; font: 16px serif } .top { background: #223; color: #fff; padding: 10px }
 .lead { float: left; width: 640px } .side { float: right; width: 300px; background: #eee }
 .teaser { margin: 20px 0 } .clear { clear: both }
</style>
<div class="top"><img src="logo.png" alt="The Herald" width="200" height="60"> <span>Monday, May 4</span></div>
<ul class="top menu"><li><a href="/world">World</a></li><li><a href="/sport">Sport</a></li><li><a href="/arts">Arts</a></li></ul>
<div>
 <div class="lead">
  <div class="teaser"><img src="bridge.jpg" width="300" height="200" alt="The bridge">
   <h2><a href="/bridge">The bridge opens</a></h2><p>After nine years, the bridge opens today. The mayor speaks at noon.</p></div>
  <div class="teaser"><h2><a href="/rain">Rain again</a></h2><p>It rained for the whole week, and it will rain tomorrow as well.</p></div>
  <div class="teaser"><h2><a href="/chess">Chess: a draw</a></h2><p>The tenth game of the match ended in a draw after six hours of play.</p></div>
 </div>
 <div class="side"><h3>Most read</h3><ol><li><a href="/a">One</a></li><li><a href="/b">Two</a></li></ol>
  <h3>Weather</h3><p>12 degrees, rain.</p></div>
</div>
<div class="clear footer"><p>Printed weekly.</p><p><a href="/imprint">Imprint</a></p></div>
)"),
            R"(
html
  html/body/div 2: The Herald
  html/body/ul 3: World
  html/body/div[2]
    html/body/div[2]/div
      html/body/div[2]/div/div 3: The bridge
      html/body/div[2]/div/div[2] 2: Rain again
      html/body/div[2]/div/div[3] 2: Chess: a draw
    html/body/div[2]/div[2]
      html/body/div[2]/div[2]/h3 3: Most read
      html/body/div[2]/div[2]/h3[2] 2: Weather
  html/body/div[3] 2: Printed weekly.
)");
}

TEST(Pages, AnArticleWithSections) {
  EXPECT_EQ(blocks_of(R"(<!doctype html><title>Bees</title>
<header><a href="/">Home</a> <nav><a href="/a">A</a> <a href="/b">B</a></nav></header>
<main><article>
 <header><h1>Bees</h1><p>3 May 2020, by <a rel="author" href="/anna">Anna</a></p></header>
 <p>Bees are insects. They fly.</p><p>They also sting.</p>
 <h2 id="honey">Honey</h2><p>Bees make honey.</p><ul><li>dark</li><li>light</li></ul>
 <table><tr><th>Year</th><th>Tons</th></tr><tr><td>2018</td><td>7</td></tr><tr><td>2019</td><td>8</td></tr></table>
 <p>That is a lot.</p>
 <h2 id="wax">Wax</h2><p>Bees make wax.</p>
</article>
<section id="comments"><h2>Comments</h2>
 <div class="comment"><p>Bob</p><p>I like bees very much, and I always did, ever since I was a small child on a farm.</p></div>
 <div class="comment"><p>Eve</p><p>I do not like bees at all, and I never did, since one of them stung me on the nose.</p></div>
</section></main>
<footer>End</footer>)"),
            R"(
html
  html/body/header
    html/body/header/a 1: Home
    html/body/header/nav 2: A
  html/body/main
    html/body/main/article
      html/body/main/article/header 5: Bees
      #honey:section
        #honey 4: Honey
        html/body/main/article/table 6: Year
        html/body/main/article/p[4] 1: That is a lot.
      #wax 2: Wax
    #comments
      #comments/h2 1: Comments
      #comments/div 2: Bob
      #comments/div[2] 2: Eve
  html/body/footer 1: End
)");
}

TEST(Pages, AnOldPageOfTables) {
  EXPECT_EQ(blocks_of(R"(<html><body bgcolor="#ffffff">
<center><img src="banner.gif" width="468" height="60" alt="Banner"></center><hr>
<table width="100%"><tr>
<td width="150" bgcolor="#ccccff" valign="top"><b>Menu</b><br><br><a href="a.html">Alpha</a><br><a href="b.html">Beta</a><br><a href="c.html">Gamma</a></td>
<td valign="top"><font size="5">Welcome</font><p>This is my home page about trains, the best means of travelling there is.</p>
<p>It has been visited often.</p><hr><font size="5">News</font><p>The page about steam engines is new, and so are the pictures of bridges.</p></td>
</tr></table>
<hr><address>Mail me</address></body></html>)"),
            R"(
html
  html/body/center 1: Banner
  html/body/table
    html/body/table/tbody/tr/td 4: Menu
    html/body/table/tbody/tr/td[2]
      html/body/table/tbody/tr/td[2]/font 3: Welcome
      html/body/table/tbody/tr/td[2]/font[2] 2: News
  html/body/address 1: Mail me
)");
}

}  // namespace
}  // namespace asof::block
