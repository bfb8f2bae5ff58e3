#include "url/url.h"

#include <gtest/gtest.h>

#include "url/suffix.h"

namespace asof::url {
namespace {

struct ResolveCase {
  const char* rule;
  const char* base;
  const char* reference;
  const char* href;  // "" means failure
};

constexpr ResolveCase kResolveCases[] = {
    {"an absolute URL ignores the base", "http://a.org/b", "https://c.org/d", "https://c.org/d"},
    {"an empty path becomes a slash", "http://a.org/b", "https://c.org?d", "https://c.org/?d"},
    {"host and scheme are lower-cased", "http://a.org/", "HTTP://B.Org/C", "http://b.org/C"},
    {"the default port is dropped", "http://a.org/", "http://b.org:80/", "http://b.org/"},
    {"another port is kept", "http://a.org/", "http://b.org:8080/", "http://b.org:8080/"},
    {"a path replaces the path", "http://a.org:81/b/c?d", "/e", "http://a.org:81/e"},
    {"a name replaces the last segment", "http://a.org/b/c?d", "e?f", "http://a.org/b/e?f"},
    {"dots are resolved", "http://a.org/b/c/d", "../e/./f", "http://a.org/b/e/f"},
    {"encoded dots are dots", "http://a.org/b/c/d", "%2E%2e/e", "http://a.org/b/e"},
    {"dots inside a name stay", "http://a.org/b/c", "d/..e/.f", "http://a.org/b/d/..e/.f"},
    {"a query replaces the query", "http://a.org/b?c", "?d", "http://a.org/b?d"},
    {"nothing keeps the query", "http://a.org/b?c#d", "", "http://a.org/b?c"},
    {"a fragment is dropped", "http://a.org/b?c", "#d", "http://a.org/b?c"},
    {"a host without scheme", "https://a.org/b", "//c.org/d", "https://c.org/d"},
    {"white space around is cut", "http://a.org/b", " \n c \t", "http://a.org/c"},
    {"newlines inside vanish", "http://a.org/b", "c\n\td", "http://a.org/cd"},
    {"spaces inside are encoded", "http://a.org/b", "c d?e f", "http://a.org/c%20d?e%20f"},
    {"backslashes are slashes", "http://a.org/b", "\\c\\d", "http://a.org/c/d"},
    {"same scheme may be relative", "http://a.org/b/c", "http:d", "http://a.org/b/d"},
    {"a colon after a slash is no scheme", "http://a.org/b", "c/d:e", "http://a.org/c/d:e"},
    {"user and password are kept", "http://u:p@a.org/b", "c", "http://u:p@a.org/c"},
    {"script links are URLs too", "http://a.org/", "javascript:void(0)", "javascript:void(0)"},
    {"numbers are addresses", "http://a.org/", "http://0x7f.1/", "http://127.0.0.1/"},
    {"names in other scripts become ASCII", "http://a.org/", "http://b\u00fccher.ch/",
     "http://xn--bcher-kva.ch/"},
    {"escapes in hosts are decoded", "http://a.org/", "http://%62.org/", "http://b.org/"},
    {"a port over 65535 fails", "http://a.org/", "http://b.org:65536/", ""},
    {"a host with a space fails", "http://a.org/", "http://b c/", ""},
    {"nothing resolves against mail", "mailto:a@b.org", "c", ""},
    {"a query keeps apostrophes encoded", "http://a.org/", "?a='b'", "http://a.org/?a=%27b%27"},
};

TEST(Url, ResolvesReferences) {
  for (const auto& [rule, base_text, reference, href] : kResolveCases) {
    SCOPED_TRACE(rule);
    auto base = parse(base_text);
    ASSERT_TRUE(base);
    std::string out = "left over";
    bool resolved = resolve(*base, reference, out);
    EXPECT_EQ(resolved ? out : "", href) << reference;
  }
}

// The fast resolver has the parser as its slow twin: all short references over an alphabet of what
// matters must agree.
TEST(Url, FastResolutionAgreesWithTheParserOnAllShortReferences) {
  constexpr std::string_view kPieces[] = {"a",  "/", ".",       "?", "#", ":", "%2e",
                                          "\\", " ", "http://", "1", "@", "A", "../"};
  constexpr std::size_t kCount = std::size(kPieces);
  for (const char* base_text :
       {"http://h.org/x/y?z", "http://h.org/x//y/w", "https://h.org/", "file:///a", "foo:bar"}) {
    auto base = parse(base_text);
    for (std::size_t i = 0; i < kCount * kCount * kCount * kCount; ++i) {
      std::string reference;
      for (std::size_t rest = i; rest > 0; rest /= kCount) reference += kPieces[rest % kCount];
      auto url = parse(reference, &*base);
      std::string out;
      bool resolved = resolve(*base, reference, out);
      ASSERT_EQ(resolved, url.has_value()) << reference << " against " << base_text;
      if (!url) continue;
      ASSERT_EQ(out, url->href(false)) << reference << " against " << base_text;
    }
  }
}

TEST(Url, GivesItsParts) {
  auto url = parse("https://me:pw@Example.org:8443/a/../b?c#d");
  ASSERT_TRUE(url);
  EXPECT_EQ(url->scheme, "https");
  EXPECT_EQ(url->username, "me");
  EXPECT_EQ(url->password, "pw");
  EXPECT_EQ(url->host, "example.org");
  EXPECT_EQ(url->port, 8443);
  EXPECT_EQ(url->path, "/b");
  EXPECT_EQ(url->query, "c");
  EXPECT_EQ(url->fragment, "d");
  EXPECT_EQ(url->href(false), "https://me:pw@example.org:8443/b?c");
  EXPECT_EQ(url->origin(), "https://example.org:8443");
}

TEST(Url, GivesAnAddressWithoutItsUser) {
  std::string room;
  EXPECT_EQ(without_user("https://me:p%40w@example.org:8443/b@c?d@e", room),
            "https://example.org:8443/b@c?d@e");
  EXPECT_EQ(without_user("http://me@a.org/", room), "http://a.org/");
  EXPECT_EQ(without_user("http://:pw@a.org/?x", room), "http://a.org/?x");
  for (std::string_view plain :
       {"https://example.org/@me", "http://a.org/?mail=a@b", "mailto:a@b", ""})
    EXPECT_EQ(without_user(plain, room), plain);
}

TEST(Url, KeepsBytesThatAreNotUtf8) {
  auto url = parse("http://a.org/\xE9?\xE9");
  ASSERT_TRUE(url);
  EXPECT_EQ(url->href(), "http://a.org/%E9?%E9");
  EXPECT_FALSE(parse("http://\xE9.org/"));
}

TEST(Url, TakesLongHostileInputInLinearTime) {
  std::string dots;
  for (int i = 0; i < 200'000; ++i) dots += "/..";
  EXPECT_EQ(parse("http://a.org" + dots)->path, "/");
  EXPECT_FALSE(parse("http://" + std::string(1'000'000, '[') + "/"));
  EXPECT_TRUE(parse("http://" + std::string(1'000'000, '@') + "a.org/"));
}

struct DomainCase {
  const char* host;
  const char* domain;
};

constexpr DomainCase kDomainCases[] = {
    {"www.bbc.co.uk", "bbc.co.uk"},  {"bbc.co.uk", "bbc.co.uk"},         {"co.uk", "co.uk"},
    {"Example.ORG.", "example.org"}, {"a.b.example.org", "example.org"}, {"localhost", "localhost"},
    {"192.0.2.1", "192.0.2.1"},      {"[2001:db8::1]", "[2001:db8::1]"}, {"", ""},
    {"a.b.xn--p1ai", "b.xn--p1ai"},
};

TEST(Suffix, FindsTheRegistrableDomain) {
  for (const auto& [host, domain] : kDomainCases) {
    EXPECT_EQ(registrable_domain(host), domain) << host;
  }
}

}  // namespace
}  // namespace asof::url
