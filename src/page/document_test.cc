#include "page/document.h"

#include <gtest/gtest.h>

#include "page/bar.h"
#include "page/timeline.h"

namespace asof::page {
namespace {

TEST(Document, IsOneFileThatNeedsNothingElse) {
  const std::string page =
      document({.title = "a & b", .more_style = "p{margin:0}", .body_html = "<h1>x</h1>\n"});
  EXPECT_TRUE(page.starts_with("<!doctype html>\n<html lang='en'>"));
  EXPECT_NE(page.find("<title>a &amp; b</title>"), page.npos);
  EXPECT_NE(page.find("p{margin:0}</style>"), page.npos);
  EXPECT_TRUE(page.ends_with("<body><main>\n<h1>x</h1>\n</main></body></html>\n"));
  for (const char* foreign : {"<script", "http:", "https:", "url("})
    EXPECT_EQ(page.find(foreign), page.npos) << foreign;
}

TEST(Document, PiecesEscapeTextAndKeepMarkup) {
  EXPECT_EQ(chip("proven", "<b>"), "<span class='chip proven'>&lt;b&gt;</span>");
  EXPECT_EQ(table({}, "<tr><td>1</td></tr>\n"),
            "<div class='scroll'><table><tbody>\n<tr><td>1</td></tr>\n</tbody></table></div>\n");
  EXPECT_EQ(table({"a", "<i>b</i>"}, "", "stack"),
            "<div class='scroll'><table class='stack'><thead><tr><th>a</th><th><i>b</i></th></tr>"
            "</thead><tbody>\n</tbody></table></div>\n");
  const Figure figures[] = {{"likely", "<i>n</i>", "<7>", "few"}, {"unknown", "m", "1"}};
  EXPECT_EQ(tally(figures),
            "<ul class='tally'><li class='likely'><i>n</i><b>&lt;7&gt;</b><span class='soft'>few"
            "</span></li><li class='unknown'>m<b>1</b></li></ul>\n");
}

TEST(Bar, PartsLieAtTheirShares) {
  const BarPart parts[] = {{"track"}, {"span", 0.25, 0.75, true}, {"share", 0.5, 0.25}};
  EXPECT_EQ(bar("a < b", parts),
            "<svg class='bar' viewBox='0 0 600 18' preserveAspectRatio='none' role='img'>"
            "<title>a &lt; b</title>"
            "<rect class='track' x='0.00' y='0.0' width='600.00' height='18.0'/>"
            "<rect class='span' x='150.00' y='6.0' width='300.00' height='6.0'/>"
            "<rect class='share' x='300.00' y='0.0' width='0.00' height='18.0'/></svg>");
}

TEST(Timeline, RowsFollowEachOtherAndTimeGoesFromLeftToRight) {
  Timeline timeline({.ms = 0}, {.ms = 1000}, 2);
  timeline.band({.ms = 250}, {.ms = 750}, "now");
  timeline.begin_row("a<b");
  timeline.line({.ms = 0}, {.ms = 1000}, "proven", false);
  timeline.mark({.ms = 500}, Timeline::Mark::Dot, "proven");
  timeline.end_row();
  timeline.begin_row("c");
  timeline.mark({.ms = 2000}, Timeline::Mark::Ring, "likely");  // beyond the end: at the end
  timeline.mark({.ms = 0}, Timeline::Mark::Cross, "likely");
  timeline.end_row();
  EXPECT_EQ(timeline.svg("seen", "0", "1"),
            "<svg viewBox='0 0 1000 72' role='img' aria-label='seen'>"
            "<rect x='253.0' y='18.0' width='494.0' height='36.0' fill='var(--band)'/>"
            "<text x='500.0' y='14' text-anchor='middle'>now</text>\n"
            "<g><title>a&lt;b</title>"
            "<path d='M6.0 29.0H994.0' stroke='var(--proven)' stroke-width='2.5'/>"
            "<circle cx='500.0' cy='29.0' r='3.5' fill='var(--proven)'/></g>\n"
            "<g><title>c</title>"
            "<circle cx='994.0' cy='43.0' r='3.5' fill='var(--back)' stroke='var(--likely)'/>"
            "<path d='M2.5 39.5l7.0 7.0m0 -7.0l-7.0 7.0' stroke='var(--unknown)'/></g>\n"
            "<text x='6' y='67'>0</text><text x='994' y='67' text-anchor='end'>1</text></svg>");
}

}  // namespace
}  // namespace asof::page
