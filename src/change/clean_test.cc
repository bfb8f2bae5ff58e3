#include "change/clean.h"

#include <gtest/gtest.h>

namespace asof::change {
namespace {

constexpr std::string_view kUrl = "http://www.example.org/news/";

TEST(Clean, LeavesOutBoilerplateNoiseAndAdvertisements) {
  const Cleaned cleaned = clean_html(
      "<title>News</title><nav><a href=/>Home</a> <a href=/x>X</a></nav>"
      "<script>var t = 1;</script><style>p{}</style>"
      "<h1>Flood in the valley</h1><p>Posted on 16 November 2026 | 42 comments</p>"
      "<p>The river <a href='story?utm_source=x#top'>rose</a>.</p><img src=/flood.jpg?v=12>"
      "<div class='ad-slot'>Buy <img src=http://ads.example/x.gif></div>"
      "<a href=https://ad.doubleclick.net/c>Click</a><footer>© 2026 Us</footer>",
      kUrl);
  EXPECT_EQ(cleaned.text, "Flood in the valley | The river rose. Click Us");
  EXPECT_EQ(cleaned.links, (std::vector<std::string>{"http://www.example.org/news/story"}));
  EXPECT_EQ(cleaned.images, (std::vector<std::string>{"/flood "}));
}

struct Pair {
  std::string_view rule, a, b;
  bool same;
};

TEST(Clean, SeesWhatMattersAndOnlyThat) {
  constexpr Pair kPairs[] = {
      {"a date", "<p>Now 2026-11-16", "<p>Now 2026-11-17", true},
      {"a counter", "<p>A<p>12 views", "<p>A<p>13 views", true},
      {"a hidden token", "<p>A<input type=hidden name=csrf value=a1>",
       "<p>A<input type=hidden name=csrf value=b2>", true},
      {"a script", "<p>A<script>1</script>", "<p>A<script>2</script>", true},
      {"a tracking parameter", "<a href=/x?utm_source=1>A</a>", "<a href=/x?utm_source=2>A</a>",
       true},
      {"an advertisement", "<p>A<div class=ads>B</div>", "<p>A<div class=ads>C</div>", true},
      {"white space", "<p>A  b", "<p>A\n b", true},
      {"a word", "<p>A b", "<p>A c", false},
      {"a link", "<a href=/x>A</a>", "<a href=/y>A</a>", false},
      {"an image", "<p>A<img src=/x.png>", "<p>A<img src=/y.png>", false},
      {"links of navigation", "<p>Long text here<nav><a href=/a>A</a></nav>",
       "<p>Long text here<nav><a href=/b>B</a></nav>", true},
      {"words of navigation", "<p>Long text here<nav>A</nav>", "<p>Long text here<nav>B</nav>",
       false},
      {"navigation that is never closed", "<nav>A<p>old news", "<nav>A<p>new news", false},
      {"navigation that is all there is", "<nav>old news</nav>", "<nav>new news</nav>", false},
      {"a price", "<p>costs 5 euros", "<p>costs 6 euros", false},
  };
  for (const Pair& pair : kPairs) {
    const Cleaned a = clean_html(pair.a, kUrl);
    const Cleaned b = clean_html(pair.b, kUrl);
    EXPECT_EQ(a.same(b), pair.same) << pair.rule << ": " << a.text << " / " << b.text;
    EXPECT_EQ(a.digest() == b.digest(), pair.same) << pair.rule;
  }
}

TEST(Clean, FindsWhenAPageSaysItWasModified) {
  EXPECT_EQ(clean_html("<p>Last modified: 16 Nov 2026", kUrl).timestamp,
            "last modified: 16 nov 2026");
  EXPECT_EQ(clean_html("<meta property=article:modified_time content=2026-11-16T10:00:00Z>", kUrl)
                .timestamp,
            "2026-11-16T10:00:00Z");
  EXPECT_EQ(
      clean_html("<time itemprop=dateModified datetime=2026-11-16>today</time>", kUrl).timestamp,
      "2026-11-16");
  EXPECT_EQ(clean_html("<p>Generated on 16 Nov 2026. © 2026. Updated 3 hours ago", kUrl).timestamp,
            "");
}

}  // namespace
}  // namespace asof::change
