// What a reader would call a change and what not, each by a small page: everything a document holds
// is compared, and what a server or a build makes anew is not.
#include <gtest/gtest.h>

#include <string>

#include "base/digest.h"
#include "change/change.h"
#include "support/result.h"

namespace asof::change {
namespace {

Version version(std::string body) {
  Version made;
  made.url = "http://www.example.org/";
  made.mime = "text/html";
  made.sha256 = digest_of(Algorithm::Sha256, body);
  made.body = [body = std::move(body)]() -> Result<std::string> { return body; };
  return made;
}

// A page with something in it.
std::string page(std::string_view inside, std::string_view after = "") {
  return "<!doctype html><title>The mill</title><main><h1>The mill</h1><p>The mill stands by the "
         "river below the village, and has ground the corn of the valley for three hundred "
         "years.</p>" +
         std::string(inside) +
         "<p>Visitors reach it on foot from the station in half an hour, along the water and "
         "through the old orchard.</p></main>" +
         std::string(after);
}

Finding between(const std::string& old, const std::string& fresh, const Means& means = {}) {
  auto finding = compare(version(old), version(fresh), means);
  EXPECT_TRUE(test::is_ok(finding));
  return finding ? *finding : Finding{};
}

struct Row {
  const char* what;
  const char* before;
  const char* after;
};

TEST(Inputs, CountWhateverADocumentHolds) {
  const Row rows[] = {
      {"an effective date", "<p>These terms apply as of 1 February 2026.</p>",
       "<p>These terms apply as of 1 April 2026.</p>"},
      {"a deadline", "<p>Applications until 1 March 2026</p>",
       "<p>Applications until 1 May 2026</p>"},
      {"a revision", "<p>Last revised: 1 February 2026</p>", "<p>Last revised: 9 March 2026</p>"},
      {"a date in a sentence",
       "<p>On 3 May 2026 the mayor will open the new wheel of the mill for all.</p>",
       "<p>On 9 May 2026 the mayor will open the new wheel of the mill for all.</p>"},
      {"opening hours", "<p>Open Monday to Friday 9:00-17:00</p>",
       "<p>Open Monday to Friday 10:00-16:00</p>"},
      {"a shadow tree",
       "<my-card><template shadowrootmode=open><p>The mill is open.</p></template></my-card>",
       "<my-card><template shadowrootmode=open><p>The mill is closed.</p></template></my-card>"},
      {"srcdoc", "<iframe srcdoc='<p>A ticket is five euros.</p>'></iframe>",
       "<iframe srcdoc='<p>A ticket is nine euros.</p>'></iframe>"},
      {"text in SVG", "<svg width=90 height=20><text>Wheel turning</text></svg>",
       "<svg width=90 height=20><text>Wheel broken</text></svg>"},
      {"alt", "<img src=/m.png alt='The mill in spring'>",
       "<img src=/m.png alt='The mill on fire'>"},
      {"a lazy image", "<img src=/blank.gif data-src=/spring.jpg>",
       "<img src=/blank.gif data-src=/fire.jpg>"},
      {"struck out", "<p>Children may enter the mill alone on Sundays.</p>",
       "<p>Children may enter the mill <s>alone</s> on Sundays.</p>"},
      {"deleted", "<p>Children may enter the mill alone on Sundays.</p>",
       "<p>Children may enter the mill <del>alone</del> on Sundays.</p>"},
      {"a video", "<video><source src=/wheel.mp4></video>",
       "<video><source src=/flood.mp4></video>"},
      {"an object", "<object data=/prices.pdf></object>", "<object data=/rules.pdf></object>"},
      {"content of a style sheet", "<style>.x::after { content: \"Open\" }</style>",
       "<style>.x::after { content: \"Sold out\" }</style>"},
      {"a version in a side bar", "<aside><p>Version 1.4.2</p></aside>",
       "<aside><p>Version 1.5.0</p></aside>"},
      {"a collapsed section",
       "<div style='display: none'><p>We keep your name for thirty days.</p></div>",
       "<div style='display: none'><p>We keep your name for ever.</p></div>"},
  };
  for (const Row& row : rows) {
    const Finding finding = between(page(row.before), page(row.after));
    EXPECT_GT(finding.importance, 0) << row.what << ": " << finding.reason;
    EXPECT_GT(finding.matters, 0) << row.what;
  }
}

TEST(Inputs, CountANoticeInAFooter) {
  const Finding finding =
      between(page("", "<footer><a href=/imprint>Imprint</a></footer>"),
              page("", "<footer><p>This domain has been seized by the police.</p></footer>"));
  EXPECT_GT(finding.importance, 0);
  EXPECT_GT(finding.matters, finding.importance);
}

TEST(Inputs, LeaveOutWhatIsMadeAnew) {
  const Row rows[] = {
      {"a clock", "<p>It is now 10:15</p>", "<p>It is now 10:20</p>"},
      {"a clock to the second", "<p>10:15:30</p>", "<p>10:15:31</p>"},
      {"a counter", "<p>1,234 views</p>", "<p>1,301 views</p>"},
      {"an age", "<p>Posted 2 hours ago</p>", "<p>Posted 3 hours ago</p>"},
      {"a stamp", "<p>Last updated: 1 May 2026</p>", "<p>Last updated: 2 May 2026</p>"},
      {"scrambled mail", "<a href='/cdn-cgi/l/email-protection#127352703c767e'>write</a>",
       "<a href='/cdn-cgi/l/email-protection#345574561a5058'>write</a>"},
      {"another format", "<img src=/mill.png width=300 height=200>",
       "<img src=/mill.webp width=300 height=200>"},
      {"a hashed name", "<img src=/mill.1f3a9c2e.png width=300 height=200>",
       "<img src=/mill.77be01ad.png width=300 height=200>"},
      {"a cookie banner", "",
       "<div id=cookie-banner><p>We use cookies on this site to make it better.</p>"
       "<button>Accept all of them</button></div>"},
  };
  for (const Row& row : rows) {
    const Finding finding = between(page(row.before), page(row.after));
    EXPECT_EQ(finding.importance, 0) << row.what << ": " << finding.reason;
    EXPECT_EQ(finding.matters, 0) << row.what;
  }
}

TEST(Inputs, LeaveOutWhatIsMadeAnewBesideAChange) {
  const std::string old = page("<a href='/cdn-cgi/l/email-protection#127352703c767e'>write</a>");
  const std::string mail = page("<a href='/cdn-cgi/l/email-protection#345574561a5058'>write</a>");
  const std::string news = "<p>The mill will be rebuilt this summer.</p>";
  EXPECT_EQ(between(old + news, mail + news).importance, 0);
  EXPECT_DOUBLE_EQ(between(old, old + news).importance, between(old, mail + news).importance);
}

TEST(Inputs, KeepAMailAddressThatReallyChanged) {
  // a@b.dl and c@b.dl, scrambled with 0x12
  EXPECT_GT(between(page("<a href='/cdn-cgi/l/email-protection#127352703c767e'>write</a>"),
                    page("<a href='/cdn-cgi/l/email-protection#127152703c767e'>write</a>"))
                .importance,
            0);
}

TEST(Inputs, TellAReplacedPageFromAChangedOne) {
  const std::string error =
      "<!doctype html><title>Not found</title><h1>Sorry</h1><p>We looked everywhere, but there is "
      "nothing at this address. Perhaps you typed it wrong, or it was taken down by its owner some "
      "time ago. Try the search instead.</p>";
  EXPECT_TRUE(between(page(""), error).replaced);
  EXPECT_TRUE(between(error, page("")).replaced);
  const Finding changed =
      between(page(""), page("<p>The mill burnt down last night, and nobody knows why.</p>"));
  EXPECT_TRUE(changed.changed);
  EXPECT_FALSE(changed.replaced);
}

TEST(Inputs, DoNotBelieveABlankPicture) {
  std::string terms;
  for (int i = 0; i < 20; ++i) terms += "<p>Whoever enters the mill does so at their own risk.</p>";
  Means means;
  means.options.render = Render::Browser;
  means.browse = [](Side side, const layout::Source& source,
                    const layout::Resources& resources) -> Result<layout::Page> {
    layout::Page seen = layout::lay_out(
        {.html = side == Side::New ? "" : source.html, .url = source.url}, resources);
    seen.engine = layout::Engine::Chromium;
    return seen;
  };
  const Finding finding = between(page(terms), page(terms + "<p>Dogs must wait.</p>"), means);
  ASSERT_TRUE(finding.sight);
  EXPECT_EQ(finding.sight->new_page.engine, layout::Engine::InProcess);
  EXPECT_LT(finding.importance, .3);
  ASSERT_FALSE(finding.notes.empty());
  EXPECT_NE(finding.notes.front().find("blank"), std::string::npos);
}

}  // namespace
}  // namespace asof::change
