#include "prove/page_text.h"

#include <gtest/gtest.h>

#include "prove/look.h"

namespace asof::prove {
namespace {

TEST(PageText, IsWhatAReaderSees) {
  const struct {
    const char* html;
    const char* text;
  } rows[] = {
      {"", ""},
      {"plain", "plain"},
      {"<p>one</p><p>two", "one two"},
      {"so<b>ld</b> out", "sold out"},
      {"sold&nbsp;out &amp; gone", "sold out & gone"},
      {"a<br>b", "a b"},
      {"<table><tr><td>a<td>b</table>", "a b"},
      {"<title>T</title>body", "body"},
      {"a<script>b</script><style>c</style><!-- d -->e", "ae"},
      {"<img alt=photo title=x>a", "a"},
      {"a<template>b</template>c", "ac"},
      {"<div><template shadowrootmode=open>b</template></div>c", "b c"},
      {"<noscript>b</noscript>c", "c"},
      {"<div hidden>b</div>c", "c"},
      {"<div HIDDEN=\"\"><div>b</div>d</div>c", "c"},
      {"<p style='display:none'>b</p>c", "c"},
      {"<p style='color:red; DISPLAY : None !important'>b</p>c", "c"},
      {"<span style='visibility:hidden'>b</span>c", "c"},
      {"<p style='display:block'>b</p>c", "b c"},
      {"<p style='background:url(display:none)'>b</p>c", "b c"},
      {"<p style='font-size:0.9em'>b</p>c", "b c"},
      {"<p style='font-size:0'>b</p>c", "c"},
      {"<dialog>b</dialog>c", "c"},
      {"<dialog open>b</dialog>c", "b c"},
      {"<details><summary>a</summary>b</details>", "a b"},
      {"<textarea>a &lt;b</textarea>", "a <b"},
      {"<select><option>a<option hidden>b<option>c</select>d", "a cd"},
      {"<video src=x>no video</video>a", "a"},
      {"<svg><title>b</title><text>a</text></svg>", "a"},
      // End tags that authors leave out.
      {"<ul><li hidden>b<li>a</ul>c", "a c"},
      {"<p hidden>b<p>a", "a"},
      {"<p hidden>b<div>a</div>", "a"},
      {"<dl><dt hidden>b<dd>a</dl>", "a"},
      {"<table><tr hidden><td>b<tr><td>a</table>", "a"},
      {"<table><tr><td hidden>b<td>a</table>", "a"},
      {"<ul hidden><li>x<ul><li>y</ul>z</ul>a", "a"},
      // End tags without a partner end nothing.
      {"<div hidden></span></p>b</div>a", "a"},
      {"<span><div hidden>b</span>b</div>a</span>", "a"},
      {"</div>a", "a"},
      {"<div hidden><table><tr><td></div>b</td></tr></table></div>a", "a"},
      {"<img hidden>a", "a"},
      {"<br style='display:none'>a", "a"},
  };
  for (const auto& row : rows) EXPECT_EQ(visible_text(row.html), row.text) << row.html;
}

TEST(PageText, NamesThePlacesAReaderDoesNotSee) {
  const struct {
    const char* html;
    std::vector<std::string> places;
  } rows[] = {
      {"sold out", {}},
      {"<!-- sold out -->", {"a comment"}},
      {"<script>x = 'sold out'</script>", {"a script"}},
      {"<style>/* sold out */</style>", {"a style sheet"}},
      {"<title>sold  out</title>", {"the title"}},
      {"<img alt='sold&nbsp;out'>", {"the attribute alt"}},
      {"<div hidden>so<b>ld</b> <i>out</i></div>", {"a hidden element"}},
      {"<div hidden>sold</div><div hidden>out</div>", {}},
      {"<div hidden>sold</div>x<div hidden>out</div>", {}},
      {"<noscript>sold out</noscript>", {"a part for browsers without scripts"}},
      {"<!--sold out--><p hidden>sold out<p><img title='sold out'><!--sold out-->",
       {"a comment", "a hidden element", "the attribute title"}},
      {"<p hidden>sold out", {"a hidden element"}},
  };
  for (const auto& row : rows)
    EXPECT_EQ(hidden_places(row.html, "sold out"), row.places) << row.html;
}

TEST(PageText, OfHostilePagesIsReadInTime) {
  std::string deep, open, close;
  for (int i = 0; i < 100'000; ++i) {
    deep += "<div hidden><p>";
    open += "<li>";
    close += "</span></div>";
  }
  EXPECT_EQ(visible_text(open + "a"), "a");
  EXPECT_EQ(visible_text(close + "a"), "a");
  EXPECT_TRUE(visible_text(deep + "a" + close).empty());
  EXPECT_EQ(hidden_places(deep + "sold out", "sold out").size(), 1U);
}

retrieve::Content page(std::string bytes, std::string mime = "text/html") {
  retrieve::Content content;
  content.status = 200;
  content.mime = std::move(mime);
  content.bytes = std::move(bytes);
  return content;
}

TEST(Look, TellsSeenHiddenAndAbsent) {
  EXPECT_EQ(look(page("<p>sold out"), "sold out").shown, Shown::Visible);
  EXPECT_EQ(look(page("<p>sold out"), "sold out").excerpt, "sold out");
  EXPECT_EQ(look(page("<!--sold out-->"), "sold out").shown, Shown::Hidden);
  EXPECT_EQ(look(page("<p>there is plenty"), "sold out").shown, Shown::Absent);
  EXPECT_EQ(look(page("sold\r\nout", "text/plain"), "sold out").shown, Shown::Visible);
  EXPECT_EQ(look(page("<!--sold out-->", "text/plain"), "sold out").shown, Shown::Visible);
  EXPECT_EQ(look(page("x"), "much longer than the page").shown, Shown::Absent);
}

TEST(Look, ReadsTheCharset) {
  retrieve::Content latin = page("Caf\xE9");
  latin.charset = "iso-8859-1";
  EXPECT_EQ(look(latin, "Caf\u00E9").shown, Shown::Visible);
}

TEST(Look, SaysWhyItCannotTell) {
  const Look pdf = look(page("%PDF", "application/pdf"), "sold out");
  EXPECT_EQ(pdf.shown, Shown::Unreadable);
  EXPECT_EQ(pdf.reason, "it is not text, but application/pdf");
  retrieve::Content moved = page("sold out");
  moved.status = 301;
  moved.location = "https://example.org/new";
  EXPECT_EQ(look(moved, "sold out").shown, Shown::Unreadable);
  // A part that has the phrase is enough; one without it says nothing of the rest.
  retrieve::Content part = page("<p>sold out");
  part.cut = true;
  EXPECT_EQ(look(part, "sold out").shown, Shown::Visible);
  EXPECT_EQ(look(part, "plenty").shown, Shown::Unreadable);
  retrieve::Content damaged = page("<p>sold out");
  damaged.remark = "was sent compressed and ends too early";
  EXPECT_EQ(look(damaged, "plenty").reason, "it was sent compressed and ends too early");
}

}  // namespace
}  // namespace asof::prove
