#include "url/surt.h"

#include <gtest/gtest.h>

#include <array>
#include <random>

#include "url/conformance_internal.h"
#include "url/percent_internal.h"
#include "url/surt_internal.h"

namespace asof::url {
namespace {

struct KeyCase {
  const char* rule;
  const char* url;
  const char* key;
};

constexpr KeyCase kKeyCases[] = {
    {"the host is reversed", "http://a.b.example.com/c", "com,example,b,a)/c"},
    {"host and path are lower-cased", "http://Example.COM/A", "com,example)/a"},
    {"the scheme is forgotten", "https://example.com/", "com,example)/"},
    {"default ports are dropped", "https://example.com:443/", "com,example)/"},
    {"other ports stay", "http://example.com:8080/", "com,example:8080)/"},
    {"www and its numbers go", "http://www23.example.com/", "com,example)/"},
    {"www inside a label stays", "http://www2example.com/", "com,www2example)/"},
    {"users go", "http://me:pw@example.com/", "com,example)/"},
    {"fragments go", "http://example.com/a#b?c", "com,example)/a"},
    {"a final slash goes", "http://example.com/a/", "com,example)/a"},
    {"double slashes become one", "http://example.com/a//b", "com,example)/a/b"},
    {"dots are resolved", "http://example.com/a/./b/../c", "com,example)/a/c"},
    {"arguments are sorted", "http://example.com/?b=2&a=1&b", "com,example)/?a=1&b&b=2"},
    {"an empty query goes", "http://example.com/a?", "com,example)/a"},
    {"escapes are undone", "http://example.com/%7Ea%2562", "com,example)/~ab"},
    {"and redone", "http://example.com/a b%23", "com,example)/a%20b%23"},
    {"java sessions go", "http://example.com/?jsessionid=0123456789abcdefghijklemopqrstuv&a=1",
     "com,example)/?a=1"},
    {"short sessions stay", "http://example.com/?sid=123", "com,example)/?sid=123"},
    {"cold fusion's pair goes", "http://example.com/?a=1&CFID=12&CFTOKEN=34&b=2",
     "com,example)/?a=1&b=2"},
    {"asp sessions in the path go", "http://example.com/(S(4hqa0555fwsecu455xqckv45))/m.aspx",
     "com,example)/m.aspx"},
    {"asp sessions only before a page", "http://example.com/(4hqa0555fwsecu455xqckv45)/m.htm",
     "com,example)/(4hqa0555fwsecu455xqckv45)/m.htm"},
    {"addresses are reversed too", "http://192.0.2.1/", "1,2,0,192)/"},
    {"numbers are addresses", "http://3279880203/", "11,0,127,195)/"},
    {"names become ASCII", "http://b\u00fccher.ch/", "ch,xn--bcher-kva)/"},
    {"names of IDNA 2003", "http://fa\u00df.de/", "de,fass)/"},
    {"no scheme is http", "example.com/a", "com,example)/a"},
    {"a port without scheme reads as scheme", "example.com:80/a", "example.com:80/a"},
    {"several schemes", "http://https://example.com/a", "com,example)/a"},
    {"many slashes", "http:////example.com/a", "com,example)/a"},
    {"an empty port", "http://example.com:/a", "com,example)/a"},
    {"IPv6 keeps its order", "http://[2001:DB8::1]:81/", "2001:db8::1:81)/"},
    {"dns is free text", "dns:www.Example.com", "dns:www.example.com"},
    {"whois has a host", "whois://whois.nic.uk/a", "uk,nic,whois)/a"},
    {"ftp ports are not known", "ftp://example.com:21/a", "com,example:21)/a"},
    {"urn is free text", "urn:pageinfo:http://Example.com/", "urn:pageinfo:http://example.com"},
    {"mail is free text", "mailto:Me@Example.com?b&a", "mailto:me@example.com?a&b"},
    {"nothing", "", "-"},
    {"nothing visible", " \n", "-"},
    {"hopeless ports come back", "http://example.com:x y/", "http://example.com:x%20y/"},
    {"bytes that are not UTF-8", "http://example.com/\xE9?\xE9", "com,example)/%e9?%e9"},
};

TEST(Surt, MapsEquivalentUrlsToOneKey) {
  for (const auto& [rule, url, key] : kKeyCases) {
    SCOPED_TRACE(rule);
    EXPECT_EQ(surt_key(url), key) << url;
  }
}

TEST(Surt, TakesLongHostileInputInLinearTime) {
  auto repeat = [](std::string_view piece, int times) {
    std::string out;
    while (times-- > 0) out += piece;
    return out;
  };
  EXPECT_EQ(surt_key("http://a.org/%" + repeat("25", 500'000)), "org,a)/%25");
  EXPECT_FALSE(surt_key("http://a.org/" + repeat("(4hqa0555fwsecu455xqckv45)/", 50'000)).empty());
  EXPECT_FALSE(surt_key("http://a.org/?" + repeat("cfid=", 200'000)).empty());
  EXPECT_FALSE(surt_key("http://a.org/?" + repeat("&cftoken=", 100'000)).empty());
  EXPECT_FALSE(surt_key(repeat("http://", 200'000)).empty());
  EXPECT_FALSE(surt_key("http://" + repeat("\u00e9\u3002", 100'000)).empty());
}

constexpr KeyCase kScopeCases[] = {
    {"keeps scheme, www and case of the path", "HTTP://www.Example.org/A",
     "http://(org,example,www,)/A"},
    {"keeps the port", "https://example.org:81/", "https://(org,example,:81)/"},
    {"leaves addresses", "http://192.0.2.1/a", "http://(192.0.2.1)/a"},
    {"leaves IPv6", "http://[::1]:80/a", "http://([::1]:80)/a"},
    {"leaves what has no authority", "dns:example.org", "dns:example.org"},
};

TEST(Surt, NamesScopes) {
  for (const auto& [rule, url, scope] : kScopeCases) {
    SCOPED_TRACE(rule);
    EXPECT_EQ(surt_scope(url), scope);
  }
}

struct SiteCase {
  const char* key;
  const char* site;
  const char* host;
};

constexpr SiteCase kSiteCases[] = {
    {"org,apache,incubator)/x?y=)", "org,apache,incubator", "incubator.apache.org"},
    {"com,example:8080)/", "com,example:8080", "example.com"},
    {"1,2,0,192)/", "1,2,0,192", "192.0.2.1"},
    {"2001:db8::1)/", "2001:db8::1", "2001:db8::1"},
    {"dns:example.org", "", ""},
    {"data:text/html,(a)", "", ""},
    {"", "", ""},
};

TEST(Surt, GivesSiteAndHostOfAKey) {
  for (const auto& [key, site, host] : kSiteCases) {
    EXPECT_EQ(site_of(key), site) << key;
    EXPECT_EQ(host_from_surt(key), host) << key;
  }
}

// The tables of urlcanon come in groups, one for each step.
class SurtConformance : public UrlConformance {
 protected:
  using Step = std::string (*)(const std::string&);

  void check(const std::string& file, const std::string& group, Step step) {
    Suite suite(file + " " + group);
    Json table = Json::parse(read(kCorpora + "urlcanon/" + file + ".json"));
    ASSERT_TRUE(table.contains(group)) << group;
    for (const auto& [input, expected] : members(table[group])) {
      suite.check(input, expected, step(input));
    }
  }
};

std::string google_form(const std::string& text) {
  auto url = split_loosely(text);
  if (!url) return "failure";
  canonicalize_google(*url);
  return url->text();
}

std::string archive_form(const std::string& text) {
  auto url = split_loosely(text);
  if (!url) return "failure";
  canonicalize_google(*url);
  canonicalize_archive(*url);
  return url->text();
}

TEST_F(SurtConformance, MakesTheKeysOfTheTools) {
  check("surt", "defaultIASurt", [](const std::string& text) { return surt_key(text); });
}

TEST_F(SurtConformance, AgreesOnEveryStep) {
  check("surt", "Canonicalizer.DefaultIA", archive_form);
  check("surt", "Canonicalizer.IA", archive_form);
  check("surt", "google", google_form);
  check("surt", "googleSupplementalFromSurt", google_form);
  check("surt", "unescapeRepeatedly",
        [](const std::string& text) { return percent_decode_repeatedly(text); });
  check("surt", "alphaRorderQuery", [](const std::string& text) { return sort_arguments(text); });
  check("surt", "massageHost",
        [](const std::string& text) { return std::string(strip_www(text)); });
  check("surt", "stripPathSessionId",
        [](const std::string& text) { return strip_path_session(text); });
}

// The short way is taken for ordinary addresses, and never leads elsewhere.
TEST(Surt, HasOneKeyWhicheverWayItIsMade) {
  for (const char* plain : {"http://a.org", "https://a.org/", "http://a.org:8080/B/c.html",
                            "http://127.0.0.1:81/x/", "https://1a.b-c.org:443/~me/a,b+c:d@e"})
    EXPECT_EQ(plain_key(plain), staged_key(plain)) << plain;
  std::mt19937 random(7);
  constexpr std::array kPieces = {"http://",
                                  "https://",
                                  "www.",
                                  "www2.",
                                  "a",
                                  "b.org",
                                  "1",
                                  "127.0.0.1",
                                  "1.2.3",
                                  "01.2.3.4",
                                  ".",
                                  "..",
                                  "/",
                                  "//",
                                  ":",
                                  ":80",
                                  ":443",
                                  ":081",
                                  ":0",
                                  ":65536",
                                  "/./",
                                  "/../",
                                  "/.a",
                                  "A",
                                  "(s(4hqa0555fwsecu455xqckv45))",
                                  ";jsessionid=1",
                                  "?",
                                  "?a=1",
                                  "#",
                                  "%41",
                                  "-",
                                  "_",
                                  "x/",
                                  "\xC3\xA9",
                                  "@",
                                  " "};
  std::size_t taken = 0;
  for (int round = 0; round < 200'000; ++round) {
    std::string url = random() % 8 != 0 ? "http://" : "";
    for (std::size_t n = random() % 6; n-- > 0;) url += kPieces[random() % kPieces.size()];
    if (const auto key = plain_key(url)) {
      ++taken;
      EXPECT_EQ(*key, staged_key(url)) << url;
    }
  }
  EXPECT_GT(taken, 1000u);
}

TEST_F(SurtConformance, NamesScopesAsUrlcanon) {
  check("ssurt", "surt", [](const std::string& text) { return surt_scope(text); });
  check("ssurt", "surtWithoutScheme", [](const std::string& text) {
    std::string scope = surt_scope(text);
    return scope.substr(scope.find('(') + 1);
  });
}

}  // namespace
}  // namespace asof::url
