#include "page/escape.h"

#include <gtest/gtest.h>

namespace asof::page {
namespace {

using namespace std::string_view_literals;

TEST(Escape, TextCannotBecomeMarkup) {
  EXPECT_EQ(escaped("<b a=\"1\" c='2'>&amp;"), "&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;amp;");
}

TEST(Escape, ControlCharactersAndWhatIsNoUtf8DoNotPass) {
  EXPECT_EQ(escaped("a\0b\x1b[31m\x7f\n\tc"sv), "a b [31m \n\tc");
  EXPECT_EQ(escaped("caf\xe9 \xc3\xa9"), "caf\xef\xbf\xbd \xc3\xa9");
}

}  // namespace
}  // namespace asof::page
