#include "block/marks_internal.h"

#include <gtest/gtest.h>

#include "block/test_page.h"

namespace asof::block {
namespace {

TEST(Marks, TellIdsOfPeopleFromThoseOfPrograms) {
  for (std::string_view id : {"news", "main-content", "section-2", "release-1-15", "a", "2022",
                              "h-2022-07-25", "feedface", "_options"}) {
    EXPECT_FALSE(looks_generated(id)) << id;
  }
  for (std::string_view id : {"", "x8f3a9b2c1", "item-1234567", ":r1:", "id-1.9.3.16.5",
                              "two words", "3f2504e0-4f89-41d3-9a0c-0305e82c3301"}) {
    EXPECT_TRUE(looks_generated(id)) << id;
  }
}

TEST(Marks, NameThePartsOfAPage) {
  struct Case {
    std::string_view rule, markup;
    Tag tag;
  };
  const Case cases[] = {
      {"an element", "<nav>x</nav>", Tag::Landmark},
      {"a role", "<div role=contentinfo>x</div>", Tag::Landmark},
      {"a word of the id", "<div id=siteFooter>x</div>", Tag::Landmark},
      {"not a part of a word", "<div id=footerless>x</div>", Tag::Other},
      {"a whole class", "<div class=a_sidebar>x</div>", Tag::Landmark},
      {"not a word of one", "<div class=card-footer>x</div>", Tag::Other},
      {"a menu", "<ul id=menu>x</ul>", Tag::Landmark},
      {"not lines", "<span id=search>x</span>", Tag::Other},
      {"not a heading", "<h2 id=comments>x</h2>", Tag::Heading},
      {"a link has an address", "<a href=x>x</a>", Tag::Link},
      {"a name has none", "<a id=x>x</a>", Tag::Other},
      {"text in a field is no image", "<input type=text>", Tag::Other},
  };
  for (const auto& [rule, markup, tag] : cases) {
    SCOPED_TRACE(rule);
    EXPECT_EQ(marks_of(TestPage::lay_out(markup)).at(1).tag, tag);
  }
}

TEST(Marks, LookAtWhatIsAround) {
  // html, article, header, text
  EXPECT_EQ(marks_of(TestPage::lay_out("<article><header>x</header></article>"))[2].tag,
            Tag::Other);
  // html, h2, text, ul: the list belongs to its heading.
  EXPECT_EQ(marks_of(TestPage::lay_out("<h2>x</h2><ul id=toc>x</ul>"))[3].tag, Tag::List);
}

}  // namespace
}  // namespace asof::block
