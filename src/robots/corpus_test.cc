// The odd robots.txt files of crawler-commons. What is expected is what RFC 9309 says of them;
// docs/conformance-robots.md lists where crawler-commons' own tests want something else.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "robots/robots.h"

namespace asof::robots {
namespace {

const std::filesystem::path kDirectory = ASOF_SHARED "/corpora/robots";

std::string read(std::string_view name) {
  std::ifstream in(kDirectory / name, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

struct PathCase {
  const char* file;
  const char* token;
  const char* target;
  bool allowed;
};

constexpr PathCase kPaths[] = {
    {"astore.amazon.com-robots.txt", "asof", "/", true},
    {"crawl-delay-group-merging.txt", "mybot", "/private/x", false},
    {"crawl-delay-group-merging.txt", "mybot", "/login/", true},
    {"crawl-delay-group-merging.txt", "yourbot", "/private/", false},
    {"crawl-delay-group-merging.txt", "yourbot", "/login/", false},
    {"crawl-delay-group-merging.txt", "asof", "/private/", true},
    // "bot1" to "bot4" are all the token "bot", so the four groups are one.
    {"directive-typos-robots.txt", "bot", "/desallow/", false},
    {"directive-typos-robots.txt", "bot", "/dissalow/", false},
    {"directive-typos-robots.txt", "bot", "/useragent/", false},
    {"directive-typos-robots.txt", "bot", "/useg-agent/", false},
    {"directive-typos-robots.txt", "bot", "/useragent-no-colon/", false},
    {"directive-typos-robots.txt", "bot", "/", true},
    {"directive-typos-robots.txt", "asof", "/desallow/", true},
    {"dos-line-endings.txt", "asof", "/", true},
    {"extended-standard-robots.txt", "bot", "/", true},
    {"extension-robots.txt", "asof", "/", true},
    {"extension-robots.txt", "mybot", "/private/a", false},
    {"extension-robots.txt", "mybot", "/secret/", true},
    {"extension-robots.txt", "otherbot", "/admin/", false},
    {"extension-robots.txt", "otherbot", "/private/", true},
    {"extensions-group-merging.txt", "mybot", "/private/", false},
    {"extensions-group-merging.txt", "mybot", "/login/", false},
    {"extensions-group-merging.txt", "yourbot", "/private/", false},
    {"extensions-group-merging.txt", "yourbot", "/login/", false},
    {"extensions-group-merging.txt", "asof", "/llms.txt", true},
    {"extensions-group-merging.txt", "asof", "/x", false},
    {"format-errors-robots.txt", "bot", "/whitespace-before-colon", true},
    {"format-errors-robots.txt", "bot", "/whitespace-before-colon/", false},
    {"format-errors-robots.txt", "bot", "/no-colon/", false},
    {"format-errors-robots.txt", "bot", "/no-colon-useragent/", false},
    {"format-errors-robots.txt", "asof", "/no-colon/", true},
    {"malformed-path.txt", "asof", "/wiki/Wikipedia_talk:Mediation_Committee/", false},
    {"malformed-path.txt", "asof", "/wiki/Wikipedia_talk%3Mediation_Committee/", false},
    {"malformed-path.txt", "asof", "/wiki/", true},
    {"many-user-agents.txt", "wget", "/", false},
    {"many-user-agents.txt", "GetRight", "/", false},
    {"many-user-agents.txt", "asof", "/", true},
    {"many-user-agents.txt", "asof", "/bot-trap/", false},
    {"many-user-agents.txt", "asof", "/bot-trap/x", false},
    {"merge-rules.txt", "testy", "/", false},
    {"merge-rules.txt", "curl", "/foo/bar", false},
    {"merge-rules.txt", "wget", "/foo/bar/bar.txt", true},
    {"merge-rules.txt", "wget", "/tmp/bar/bar.txt", false},
    {"merge-rules.txt", "wget", "/ckh/bar/bar.txt", true},
    {"merge-rules.txt", "asof", "/foo/bar/bar.txt", false},
    {"precedence-of-rules.txt", "wget", "/", true},
    {"precedence-of-rules.txt", "wget", "/foo/bar", true},
    {"precedence-of-rules.txt", "wget", "/bar/foo", false},
    {"precedence-of-rules.txt", "wget", "/index.html", true},
    {"precedence-of-rules.txt", "testy", "/", true},
    {"precedence-of-rules.txt", "testy", "/foo/bar", true},
    {"precedence-of-rules.txt", "testy", "/foo/blue", false},
    {"precedence-of-rules.txt", "testy", "/foo/", false},
    {"precedence-of-rules.txt", "testy", "/foo/tar", false},
    {"relative-sitemap-robots.txt", "asof", "/files/a", false},
    {"relative-sitemap-robots.txt", "asof", "/file", true},
    {"rfc9309-example-longest-match-robots.txt", "foobot", "/example/page/", true},
    {"rfc9309-example-longest-match-robots.txt", "foobot", "/example/page/disallowed.gif", false},
    {"rfc9309-example-rule-group-merging.txt", "examplebot", "/foo", false},
    {"rfc9309-example-rule-group-merging.txt", "examplebot", "/bar", false},
    {"rfc9309-example-rule-group-merging.txt", "examplebot", "/baz", false},
    {"rfc9309-example-rule-group-merging.txt", "bazbot", "/foo", true},
    {"rfc9309-example-rule-group-merging.txt", "bazbot", "/baz", false},
    {"rfc9309-example-rule-group-merging.txt", "asof", "/foo", false},
    {"rfc9309-example-rule-group-merging.txt", "asof", "/baz", true},
    {"rfc9309-example-simple-robots.txt", "asof", "/a.gif", false},
    {"rfc9309-example-simple-robots.txt", "asof", "/a.gif?b", true},
    {"rfc9309-example-simple-robots.txt", "asof", "/example/", false},
    {"rfc9309-example-simple-robots.txt", "asof", "/publications/", true},
    {"rfc9309-example-simple-robots.txt", "foobot", "/", false},
    {"rfc9309-example-simple-robots.txt", "foobot", "/example/page.html", true},
    {"rfc9309-example-simple-robots.txt", "foobot", "/example/allowed.gif", true},
    {"rfc9309-example-simple-robots.txt", "barbot", "/example/page.html", false},
    {"rfc9309-example-simple-robots.txt", "bazbot", "/example/page.html", false},
    {"rfc9309-example-simple-robots.txt", "bazbot", "/a.gif", true},
    {"rfc9309-example-simple-robots.txt", "quxbot", "/example/", true},
    {"robots-with-utf16be-bom.txt", "asof", "/profile", false},
    {"robots-with-utf16be-bom.txt", "asof", "/a/output/print", false},
    {"robots-with-utf16be-bom.txt", "googlebot", "/login.aspx", false},
    {"robots-with-utf16le-bom.txt", "asof", "/profile", false},
    {"robots-with-utf16le-bom.txt", "asof", "/a/output/print", false},
    {"robots-with-utf8-bom.txt", "asof", "/profile", false},
    {"robots-with-utf8-bom.txt", "asof", "/", true},
    {"sitemap-robots-dedup.txt", "asof", "/", true},
    {"sitemap-robots.txt", "asof", "/", true},
    {"twitter.com-robots.txt", "asof", "/a?b", false},
    {"twitter.com-robots.txt", "asof", "/a/with_friends", false},
    {"twitter.com-robots.txt", "slurp", "/a", true},
    {"wildcards.txt", "asof", "/wishlist/bogus", false},
    {"wildcards.txt", "asof", "/wishlist/universal/page", true},
    {"wildcards.txt", "asof", "/anydirectoryhere/gcrnsts", false},
    {"www.flot.com-robots.txt", "asof", "/img/", false},
};

TEST(RobotsCorpus, AnswersAsTheStandardSays) {
  if (!std::filesystem::exists(kDirectory)) GTEST_SKIP() << kDirectory << " is not there";
  std::set<std::string> unread;
  for (const auto& entry : std::filesystem::directory_iterator(kDirectory)) {
    unread.insert(entry.path().filename().string());
  }
  for (const auto& [file, token, target, allowed] : kPaths) {
    Rules rules = Rules::parse(read(file), token);
    Answer answer = rules.ask(target);
    EXPECT_EQ(answer.allowed, allowed) << file << ": " << target << " for " << token << " by line "
                                       << answer.line << ": " << answer.rule;
    unread.erase(file);
  }
  EXPECT_EQ(unread, std::set<std::string>{}) << "files without a case";
}

struct DelayCase {
  const char* file;
  const char* token;
  std::optional<double> seconds;
};
const DelayCase kDelays[] = {
    {"astore.amazon.com-robots.txt", "asof", 5},
    {"crawl-delay-group-merging.txt", "mybot", 10},
    {"crawl-delay-group-merging.txt", "yourbot", {}},
    {"crawl-delay-group-merging.txt", "asof", 30},
    {"dos-line-endings.txt", "asof", 1},
    {"twitter.com-robots.txt", "slurp", 1},
    {"twitter.com-robots.txt", "msnbot", 10},
    {"twitter.com-robots.txt", "asof", {}},
};

TEST(RobotsCorpus, DelaysGoToThoseNamed) {
  if (!std::filesystem::exists(kDirectory)) GTEST_SKIP() << kDirectory << " is not there";
  for (const auto& [file, token, seconds] : kDelays) {
    EXPECT_EQ(Rules::parse(read(file), token).crawl_delay(), seconds) << file << " for " << token;
  }
}

TEST(RobotsCorpus, SitemapsAreForEverybodyAndKeepTheirSpelling) {
  if (!std::filesystem::exists(kDirectory)) GTEST_SKIP() << kDirectory << " is not there";
  const std::map<std::string, std::vector<std::string>> expected = {
      {"extension-robots.txt", {"/sitemap.xml"}},
      {"format-errors-robots.txt", {"/sitemap.xml"}},
      {"relative-sitemap-robots.txt", {"/sitemap.xml"}},
      {"robots-with-utf16be-bom.txt", {"http://www.newsweek.com/sitemap_index.xml"}},
      {"robots-with-utf16le-bom.txt", {"http://www.newsweek.com/sitemap_index.xml"}},
      {"robots-with-utf8-bom.txt", {"http://www.newsweek.com/sitemap_index.xml"}},
      {"sitemap-robots-dedup.txt", {"http://example.org/sitemap.xml"}},
      {"sitemap-robots.txt",
       {"http://domain.com/sitemap.xml", "http://domain.com/dir/MixedCased-sitemap.xml"}},
      {"www.flot.com-robots.txt", {"http://flot.com/sitemap_index.xml"}},
  };
  for (const auto& [file, sitemaps] : expected) {
    EXPECT_EQ(Rules::parse(read(file), "asof").sitemaps(), sitemaps) << file;
  }
}

}  // namespace
}  // namespace asof::robots
