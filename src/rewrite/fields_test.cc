#include "rewrite/fields.h"

#include <gtest/gtest.h>

#include "rewrite/mappers_for_tests_internal.h"

namespace asof::rewrite {
namespace {

const url::Url kBase = *url::parse("https://own.org/d/p");

TEST(RewriteLocation, MapsWhereARedirectLeads) {
  EXPECT_EQ(rewrite_location("http://x/y#z", HostLike(), kBase), "R://x/y#z");
  EXPECT_EQ(rewrite_location("//x/y", HostLike(), kBase), "R://x/y");
  EXPECT_EQ(rewrite_location("/y", HostLike(), kBase), "/y");
  EXPECT_EQ(rewrite_location("../y", PathLike(), kBase), "/mp/https://own.org/y");
  EXPECT_EQ(rewrite_location("mailto:x", PathLike(), kBase), "mailto:x");
  EXPECT_EQ(rewrite_location("", PathLike(), kBase), "");
}

TEST(RewriteLinkField, MapsLinksAndDropsHints) {
  EXPECT_EQ(
      rewrite_link_field("<http://x/a,b>; rel=preload; as=\"style\", <//x>; rel=\"preconnect\","
                         " </c>;rel=next;title=\"d,>e\"",
                         PathLike(), kBase),
      "</cs/http://x/a,b>; rel=preload; as=\"style\", "
      "</mp/https://own.org/c>;rel=next;title=\"d,>e\"");
  EXPECT_EQ(rewrite_link_field("</c>;rel=next", HostLike(), kBase), "</c>;rel=next");
  EXPECT_EQ(rewrite_link_field("<//x>;rel=dns-prefetch", HostLike(), kBase), "");
  EXPECT_EQ(rewrite_link_field("nonsense, <", HostLike(), kBase), "");
  EXPECT_EQ(rewrite_link_field("<//x/a>; rel=modulepreload, <//x/b>;rel=icon", PathLike(), kBase),
            "</js/https://x/a>; rel=modulepreload, </im/https://x/b>;rel=icon");
}

}  // namespace
}  // namespace asof::rewrite
