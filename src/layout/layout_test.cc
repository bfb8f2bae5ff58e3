#include "layout/layout.h"

#include <gtest/gtest.h>

#include <map>

#include "layout/script_text_internal.h"

namespace asof::layout {
namespace {

const Resources kNothing = [](std::string_view, ResourceKind) { return std::nullopt; };

Page page_of(std::string_view html, const Resources& resources = kNothing) {
  return lay_out({.html = html, .url = "http://site.test/dir/page"}, resources);
}

Resources from(std::map<std::string, std::string, std::less<>> contents) {
  return [contents = std::move(contents)](std::string_view url,
                                          ResourceKind) -> std::optional<std::string> {
    const auto found = contents.find(url);
    if (found == contents.end()) return std::nullopt;
    return found->second;
  };
}

const Node* by_id(const Page& page, std::string_view id) {
  for (const Node& node : page.nodes) {
    if (node.attribute("id") == id) return &node;
  }
  return nullptr;
}

const Node& element(const Page& page, std::string_view id) {
  static const Node kMissing;
  const Node* found = by_id(page, id);
  EXPECT_NE(found, nullptr) << id;
  return found == nullptr ? kMissing : *found;
}

std::string all_text(const Page& page) {
  std::string text;
  for (const Node& node : page.nodes) text += node.text;
  return text;
}

// Every node lies after its parent, ends after itself, and children fill what is between.
void expect_tree(const Page& page) {
  ASSERT_FALSE(page.nodes.empty());
  EXPECT_EQ(page.nodes[0].parent, kNoNode);
  EXPECT_EQ(page.nodes[0].end, page.nodes.size());
  for (NodeId id = 1; id < page.nodes.size(); ++id) {
    const Node& node = page.nodes[id];
    ASSERT_LT(node.parent, id);
    ASSERT_GT(node.end, id);
    ASSERT_LE(node.end, page.nodes[node.parent].end);
    ASSERT_NE(page.nodes[node.parent].name, "");
    ASSERT_TRUE(!node.is_text() || (node.end == id + 1 && !node.text.empty()));
  }
}

TEST(LayOut, PutsFloatsBesideWhatFollows) {
  const Page page = page_of(R"(<style>#menu{float:left;width:200px} #main{margin-left:220px}
      </style><body style="margin:0"><div id=menu>Menu</div><div id=main>Text</div>)");
  expect_tree(page);
  EXPECT_EQ(element(page, "menu").box, (Box{0, 0, 200, 18}));
  EXPECT_EQ(element(page, "main").box, (Box{220, 0, 804, 18}));
}

TEST(LayOut, LetsMarginsCollapseThroughEveryParent) {
  const Page page = page_of(R"(<body style="margin:0"><div id=a><div id=b><div id=c>
      <p id=p style="margin:20px 0">Text</p></div></div><p id=q>More</p></div>)");
  for (const char* id : {"a", "b", "c", "p"}) EXPECT_EQ(element(page, id).box.top, 20) << id;
  EXPECT_EQ(element(page, "q").box.top, 20 + 18 + 20);
}

TEST(LayOut, PutsCellsBesideEachOtherAndRowsBelow) {
  const Page page = page_of(R"(<table cellspacing=0 cellpadding=0 width=600><tr id=first>
      <td id=a width=100>a<td id=b>b<tr id=second><td id=c colspan=2>c</table>)");
  expect_tree(page);
  const Box a = element(page, "a").box;
  const Box b = element(page, "b").box;
  const Box c = element(page, "c").box;
  EXPECT_EQ(a.width, 100);
  EXPECT_EQ(b.left, a.right());
  EXPECT_EQ(a.top, b.top);
  EXPECT_EQ(c.top, a.bottom());
  EXPECT_EQ(c.width, a.width + b.width);
  EXPECT_EQ(element(page, "first").box.bottom(), element(page, "second").box.top);
}

TEST(LayOut, CompletesTablesMadeByStyle) {
  const Page page = page_of(R"(<style>.cell{display:table-cell;width:100px}</style>
      <div id=row><div id=a class=cell>a</div><div id=b class=cell>b</div></div>)");
  expect_tree(page);
  EXPECT_EQ(element(page, "a").box.top, element(page, "b").box.top);
  EXPECT_EQ(element(page, "a").box.right(), element(page, "b").box.left);
  EXPECT_EQ(page.nodes[element(page, "a").parent].attribute("id"), "row");
}

TEST(LayOut, ImitatesRowsOfFlexibleBoxes) {
  const Page page = page_of(R"(<style>.row{display:flex} .wrap{display:flex;flex-flow:row wrap}
      .column{display:flex;flex-direction:column} #a{flex:0 0 200px}</style>
      <body style="margin:0"><div class=row><div id=a>a</div><div id=b>b</div></div>
      <div class=wrap><div id=c>c</div><div id=d>d</div></div>
      <div class=column><div id=e>e</div><div id=f>f</div></div>)");
  expect_tree(page);
  EXPECT_EQ(element(page, "a").box.width, 200);
  EXPECT_EQ(element(page, "b").box.left, 200);
  EXPECT_EQ(element(page, "a").box.top, element(page, "b").box.top);
  EXPECT_GE(element(page, "d").box.left, element(page, "c").box.right());
  EXPECT_EQ(element(page, "d").box.top, element(page, "c").box.top);
  EXPECT_EQ(element(page, "f").box.top, element(page, "e").box.bottom());
  EXPECT_FALSE(page.doubtful);
}

TEST(LayOut, MakesOneNodeOfARunOfText) {
  const Page page = page_of("<p id=p>One  two\n three <b>four</b> <i>five</i>!</p>");
  expect_tree(page);
  EXPECT_EQ(all_text(page), "One two three four five!");
  std::vector<std::string> runs;
  for (const Node& node : page.nodes) {
    if (node.is_text()) runs.push_back(node.text);
  }
  EXPECT_EQ(runs, (std::vector<std::string>{"One two three ", "four ", "five", "!"}));
}

TEST(LayOut, KnowsFontsAndBackgrounds) {
  const Page page = page_of(R"(<style>.note{font:bold 12px/20px Arial;background:#ff0000 url(x.png)}
      </style><h1 id=h>Title</h1><p id=n class=note>Note <span id=s style="font-weight:400">plain
      <span id=t style="font-weight:700">bold</span></span>)");
  EXPECT_EQ(element(page, "h").font_size, 32);
  EXPECT_EQ(element(page, "h").font_weight, 700);
  EXPECT_FALSE(element(page, "h").is_inline);
  EXPECT_EQ(element(page, "n").font_size, 12);
  EXPECT_EQ(element(page, "n").font_weight, 700);
  EXPECT_EQ(element(page, "n").box.height, 20);
  EXPECT_EQ(element(page, "n").background, 0xFFFF0000);
  EXPECT_EQ(element(page, "s").font_weight, 400);
  EXPECT_EQ(element(page, "t").font_weight, 700);
  EXPECT_TRUE(element(page, "s").is_inline);
}

struct HiddenCase {
  const char* rule;
  const char* html;
};
constexpr HiddenCase kHidden[] = {
    {"display none", "<p style='display:none'>secret</p>seen"},
    {"display none by sheet", "<style>.x{display:none!important}</style><p class=x>secret</p>seen"},
    {"visibility hidden", "<p style='visibility:hidden'>secret</p>seen"},
    {"clipped to nothing", "<p style='height:0;overflow:hidden'>secret</p>seen"},
    {"for screen readers",
     "<p style='position:absolute;width:1px;height:1px;overflow:hidden'>secret</p>seen"},
    {"off the page", "<p style='position:absolute;left:-9999px;width:100px'>secret</p>seen"},
    {"scripts", "<script>secret</script>seen"},
    {"styles", "<style>secret</style>seen"},
    {"comments", "<!-- secret -->seen"},
    {"templates", "<template><p>secret</p></template>seen"},
    {"noscript", "<noscript><p>secret</p></noscript>seen"},
    {"titles", "<title>secret</title>seen"},
    {"options", "<select><option>secret</select>seen"},
    {"drawings", "<svg><text>secret</text></svg>seen"},
    {"the hidden attribute", "<p hidden>secret</p>seen"},
    {"print sheets", "<style media=screen>p{display:none}</style><p>secret</p>seen"},
};

TEST(LayOut, LeavesOutWhatIsNotSeen) {
  for (const auto& [rule, html] : kHidden) {
    SCOPED_TRACE(rule);
    const Page page = page_of(html);
    expect_tree(page);
    EXPECT_EQ(all_text(page), "seen");
  }
}

std::string png(int width, int height) {
  std::string bytes("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16);
  for (const int value : {width, height}) {
    for (const int shift : {24, 16, 8, 0}) bytes.push_back(static_cast<char>(value >> shift & 255));
  }
  return bytes;
}

TEST(LayOut, AsksImagesForTheirSize) {
  const Page page = page_of("<img id=a src=a.png><br><img id=b src=b.png width=30 height=40>",
                            from({{"http://site.test/dir/a.png", png(120, 80)}}));
  EXPECT_EQ(element(page, "a").box.width, 120);
  EXPECT_EQ(element(page, "a").box.height, 80);
  EXPECT_EQ(element(page, "b").box.width, 30);
  EXPECT_EQ(element(page, "b").box.height, 40);
}

TEST(LayOut, ReadsLinkedAndImportedSheets) {
  const Page page = page_of(
      "<base href=/assets/><link rel=stylesheet href=a.css><p id=p>Text",
      from(
          {{"http://site.test/assets/a.css", "@import 'b/b.css';@import url(a.css);p{width:300px}"},
           {"http://site.test/assets/b/b.css", "@import '../a.css'; p{width:200px;height:50px}"}}));
  EXPECT_EQ(element(page, "p").box.width, 300);
  EXPECT_EQ(element(page, "p").box.height, 50);
  EXPECT_EQ(page.base, "http://site.test/assets/");
  EXPECT_TRUE(page.reasons.empty());
}

TEST(LayOut, SaysWhichSheetsAreMissing) {
  const Page page = page_of("<link rel=stylesheet href=a.css><p>Text");
  ASSERT_EQ(page.reasons.size(), 1);
  EXPECT_EQ(page.reasons[0], "1 style sheet missing from the archive");
  EXPECT_FALSE(page.doubtful);
}

TEST(LayOut, KeepsAttributesAsWritten) {
  const Page page = page_of("<div class='md:w-1/2 Plain' id='1st' data-x='a &amp; b'>x</div>");
  const Node& node = element(page, "1st");
  EXPECT_EQ(node.attribute("class"), "md:w-1/2 Plain");
  EXPECT_EQ(node.attribute("data-x"), "a & b");
  EXPECT_EQ(node.attributes.size(), 3);
}

TEST(LayOut, MatchesNamesWithEscapes) {
  const Page page = page_of(R"(<style>.md\:w-1\/2{width:50%}</style><body style="margin:0">
      <div id=d class="md:w-1/2">x</div>)");
  EXPECT_EQ(element(page, "d").box.width, 512);
}

TEST(LayOut, TellsTheTitle) { EXPECT_EQ(page_of("<title> A &amp;\n B </title>x").title, "A & B"); }

struct DoubtCase {
  const char* reason;
  const char* html;
};
constexpr DoubtCase kDoubts[] = {
    {"the page is written by scripts",
     "<div id=root></div><script src=a></script><script src=b></script><script src=c></script>"},
    {"the page consists of frames", "<frameset><frame src=a><frame src=b></frameset>"},
    {"the page is laid out by grid", "<div style='display:grid'>Some of the text</div>"},
    {"the page collapsed",
     "<p style='line-height:1px;margin:0'>A long text that would need some lines on any screen, "
     "and that "
     "stands here in lines of one pixel, so that all of it lies upon itself and nobody can read a "
     "word of it, which no author means; so it must come from what the engine does not know, and "
     "is worth a second look."},
};

TEST(LayOut, DoubtsWhatCannotBeTrusted) {
  for (const auto& [reason, html] : kDoubts) {
    SCOPED_TRACE(reason);
    const Page page = page_of(html);
    expect_tree(page);
    EXPECT_TRUE(page.doubtful);
    ASSERT_FALSE(page.reasons.empty());
    EXPECT_EQ(page.reasons.back(), reason);
  }
}

TEST(LayOut, HasTheHeightOfWhatIsFixedToTheWindow) {
  const Page page = page_of("<div id=d style='position:fixed;top:0;height:400px'>Text</div>");
  EXPECT_GE(page.height, 400);
}

TEST(LayOut, AlwaysGivesARoot) {
  for (const char* html : {"", " ", "\xFF\xFE", "<", "</p>", "<html><head>"}) {
    const Page page = page_of(html);
    expect_tree(page);
    EXPECT_EQ(page.nodes[0].name, "html");
  }
}

TEST(ScriptText, IsSeenWhereItIsWritten) {
  const struct {
    const char* script;
    bool writes;
  } cases[] = {
      {"", false},
      {"document.write('<p>Hello')", true},
      {"document.write('<p>' + new Date())", true},
      {"document.write(unescape(\"%3Cscript src='//a/ga.js'%3E%3C/script%3E\"))", false},
      {"document.writeln(\"<script src=a.js></script>\")", false},
      {"document.getElementById('x').innerHTML = text;", true},
      {"el.innerHTML += text", true},
      {"el.innerHTML = ''", false},
      {"if (el.innerHTML == text) go()", false},
      {"root.textContent = data.title", true},
      {"el.insertAdjacentHTML('beforeend', html)", true},
      {"var s = document.createElement('script'); s.src = u; h.appendChild(s)", false},
      {"var p = document.createElement('p'); p.append(t); b.appendChild(p)", true},
      {"b.appendChild(document.createTextNode(t))", true},
      {"window.dataLayer = []; gtag('js', new Date());", false},
  };
  for (const auto& [script, writes] : cases) EXPECT_EQ(writes_text(script), writes) << script;
}

TEST(Layout, DoubtsPagesThatASmallScriptWrites) {
  const auto doubtful = [](const std::string& html) {
    return lay_out({.html = html, .url = "http://site.test/"}, {}).doubtful;
  };
  const std::string writes = "<script>document.getElementById('m').textContent = news</script>";
  EXPECT_TRUE(doubtful("<h1>News</h1><div id=m></div>" + writes));
  EXPECT_FALSE(doubtful("<h1>News</h1><div id=m></div>"));
  std::string much;
  for (int i = 0; i < 200; ++i) much += "words that stand in the page ";
  EXPECT_FALSE(doubtful("<h1>News</h1><p>" + much + "<div id=m></div>" + writes));
}

}  // namespace
}  // namespace asof::layout
