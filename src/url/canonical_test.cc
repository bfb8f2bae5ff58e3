#include "url/canonical.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "url/conformance_internal.h"
#include "url/url.h"

namespace asof::url {
namespace {

struct CanonicalCase {
  const char* rule;
  const char* url;
  const char* semantic;
  const char* aggressive;
};

constexpr CanonicalCase kCases[] = {
    {"a missing scheme is http", "example.org", "http://example.org/", "http://example.org/"},
    {"a default port goes", "https://example.org:443/", "https://example.org/",
     "http://example.org/"},
    {"users go", "http://u:p@www.example.org/", "http://www.example.org/", "http://example.org/"},
    {"arguments are sorted", "http://example.org/?B=1&a=2", "http://example.org/?B=1&a=2",
     "http://example.org/?a=2&b=1"},
    {"only aggressive drops fragments", "http://example.org/a#B", "http://example.org/a#B",
     "http://example.org/a"},
    {"escaped separators stay escaped", "http://example.org/?a=b%26c",
     "http://example.org/?a=b%26c", "http://example.org/?a=b%26c"},
    {"escaped host separators stay escaped", "http://a%2Fb%40c/", "http://a%2Fb%40c/",
     "http://a%2Fb%40c/"},
};

TEST(Canonical, WritesEqualUrlsAlike) {
  for (const auto& [rule, url, precise, coarse] : kCases) {
    SCOPED_TRACE(rule);
    EXPECT_EQ(semantic(url), precise);
    EXPECT_EQ(aggressive(url), coarse);
  }
}

// The vectors write bytes as the characters of Latin-1.
std::string from_latin1(const std::string& text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    auto lead = static_cast<unsigned char>(text[i]);
    if ((lead == 0xC2 || lead == 0xC3) && i + 1 < text.size()) {
      auto low = static_cast<unsigned>(static_cast<unsigned char>(text[++i]) & 0x3F);
      out += static_cast<char>(((lead & 3u) << 6) | low);
    } else {
      out += text[i];
    }
  }
  return out;
}

TEST_F(UrlConformance, CleansAsUrlcanon) {
  Suite precise("semantic_precise");
  for (const auto& [input, expected] :
       members(Json::parse(read(kCorpora + "urlcanon/semantic_precise.json")))) {
    precise.check(input, expected, semantic(from_latin1(input)));
  }
  Suite coarse("aggressive");
  for (const auto& [input, expected] :
       members(Json::parse(read(kCorpora + "urlcanon/aggressive.json")))) {
    coarse.check(input, expected, aggressive(input));
  }
}

TEST_F(UrlConformance, CleaningIsIdempotent) {
  Suite suite("idempotence of cleaning");
  for (const Json& input : Json::parse(read(kCorpora + "urlcanon/idempotence.json"))) {
    std::string once = semantic(input.get<std::string>());
    suite.check(input, once, semantic(once));
    once = aggressive(input.get<std::string>());
    suite.check(input, once, aggressive(once));
  }
}

// The parts as urlcanon's tokeniser names them, which keeps tabs, newlines and backslashes that the
// parser removes or turns in the same pass.
std::string parts_of(const Json& expected, bool special) {
  auto field = [&expected](const char* name) {
    std::string out = expected.value(name, "");
    std::erase_if(out, [](char c) { return c == '\t' || c == '\n' || c == '\r'; });
    return out;
  };
  std::string scheme = field("scheme");
  std::transform(scheme.begin(), scheme.end(), scheme.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  std::string path = field("path");
  if (special) std::replace(path.begin(), path.end(), '\\', '/');
  if (special && !path.starts_with('/')) path.insert(0, "/");
  return scheme + " " + field("username") + " " + field("password") + " " + field("host") + " " +
         field("port") + " " + path + " " + field("query") + " " + field("fragment");
}

TEST_F(UrlConformance, SplitsAsUrlcanon) {
  Suite suite("parsing");
  Json table = Json::parse(read(kCorpora + "urlcanon/parsing.json"));
  for (const auto& [input, expected] : table.items()) {
    auto url = parse(input);
    std::string actual = "failure";
    if (url) {
      std::string port = url->port ? std::to_string(*url->port) : "";
      actual = url->scheme + " " + url->username + " " + url->password + " " +
               url->host.value_or("") + " " + port + " " + url->path + " " +
               url->query.value_or("") + " " + url->fragment.value_or("");
    }
    suite.check(input, parts_of(expected, url && url->special()), actual);
  }
}

}  // namespace
}  // namespace asof::url
