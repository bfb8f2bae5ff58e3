#include "robots/robots.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/random.h"
#include "robots/path_pattern_internal.h"

namespace asof::robots {
namespace {

struct PatternCase {
  const char* rule;
  const char* pattern;
  const char* target;
  bool refused;
};

// Each as the only Disallow.
constexpr PatternCase kPatterns[] = {
    {"a pattern is a prefix", "/fish", "/fishheads/a", true},
    {"case matters in paths", "/fish", "/Fish", false},
    {"nothing is refused by nothing", "", "/", false},
    {"a pattern that is no path never fits", "fish", "/fish", false},
    {"a star stands for any bytes", "/a*b", "/a/x/y?zb", true},
    {"and for none", "/a*b", "/ab", true},
    {"a final star changes nothing", "/fish*", "/fish", true},
    {"many stars are one", "/a***b", "/axb", true},
    {"a star may begin it", "*.gif$", "/a/b.gif", true},
    {"a dollar is the end", "/*.php$", "/a.php?b", false},
    {"of the whole path and query", "/a?b$", "/a?b", true},
    {"a dollar elsewhere is itself", "/a$b", "/a$b", true},
    {"also where the URL escapes it", "/a$b", "/a%24b", true},
    {"only the last dollar is the end", "/a$$", "/a$", true},
    {"a star at the end of all", "/a*$", "/abc", true},
    {"an escaped star is itself", "/a%2A", "/a*", true},
    {"and no wildcard", "/a%2Ac", "/abc", false},
    {"the piece after a star is searched to the end", "/*ab$", "/abab", true},
    {"pieces may not overlap", "/*aba*aba", "/ababa", false},
    {"what comes first is not searched", "/b*", "/ab", false},
    {"escapes of unreserved characters are undone", "/%7Ejoe/", "/~joe/", true},
    {"in the URL too", "/~joe/", "/%7ejoe/", true},
    {"escapes of reserved characters are not", "/a%2Fb", "/a/b", false},
    {"the case of an escape does not matter", "/a%2fb", "/a%2Fb", true},
    {"UTF-8 is escaped", "/\xE3\x83\x84", "/%E3%83%84", true},
    {"white space inside is escaped", "/a b", "/a%20b", true},
    {"a broken escape is text", "/a%3Mb", "/a%3Mb", true},
    {"and makes no new one", "/a%%66Db", "/a%fDb", false},
    {"a query is part of it", "/a?b=1", "/a?b=1&c", true},
    {"a comment ends it", "/a#b", "/a", true},
};

TEST(Robots, PatternsFitAsTheStandardSays) {
  for (const auto& [rule, pattern, target, refused] : kPatterns) {
    std::string file = std::string("User-agent: *\nDisallow: ") + pattern + "\n";
    EXPECT_EQ(Rules::parse(file, "asof").ask(target).allowed, !refused)
        << rule << ": " << pattern << " and " << target;
  }
}

// The definition, tried in every way.
bool matches_by_definition(std::string_view pattern, std::string_view target) {
  if (pattern.empty()) return true;
  if (pattern == "$") return target.empty();
  if (pattern.front() == '*') {
    for (std::size_t skip = 0; skip <= target.size(); ++skip) {
      if (matches_by_definition(pattern.substr(1), target.substr(skip))) return true;
    }
    return false;
  }
  return !target.empty() && target.front() == pattern.front() &&
         matches_by_definition(pattern.substr(1), target.substr(1));
}

TEST(Robots, MatchingEqualsItsDefinition) {
  Rng rng(1);
  int fitting = 0;
  for (int round = 0; round < 20'000; ++round) {
    std::string pattern = "/";
    for (std::uint64_t i = rng.below(7); i > 0; --i) pattern += "ab**"[rng.below(4)];
    if (rng.below(2) == 0) pattern += '$';
    std::string target = "/";
    for (std::uint64_t i = rng.below(9); i > 0; --i) target += "ab"[rng.below(2)];
    bool fits = matches_by_definition(pattern, target);
    ASSERT_EQ(matches(pattern, target), fits) << pattern << " and " << target;
    fitting += fits ? 1 : 0;
  }
  EXPECT_GT(fitting, 2'000);
  EXPECT_LT(fitting, 18'000);
}

TEST(Robots, ManyStarsDoNotMultiply) {
  std::string pattern = "/";
  for (int i = 0; i < 5'000; ++i) pattern += "*a";
  pattern += "*b";
  EXPECT_FALSE(matches(pattern, "/" + std::string(100'000, 'a')));
  EXPECT_TRUE(matches(pattern, "/" + std::string(100'000, 'a') + "b"));
}

TEST(Robots, AFileThatIsMeantToTireRefuses) {
  std::string file = "User-agent: *\nAllow: /plain\n";
  while (file.size() < kMostRead - 20) file += "Allow: /*aab\n";
  Rules rules = Rules::parse(file, "asof");
  EXPECT_TRUE(rules.ask("/" + std::string(60, 'a')).allowed) << "as long as it can be told";
  EXPECT_TRUE(rules.ask("/plain").allowed);
  std::string tiring = "/" + std::string(2'082, 'a');
  EXPECT_FALSE(rules.ask(tiring).allowed);
  EXPECT_EQ(rules.ask(tiring).rule, "Allow: /*aab");
}

TEST(Robots, TheLongestRuleDecidesAndAllowOnATie) {
  constexpr std::string_view kFile =
      "User-agent: asof\n"
      "Disallow: /a\n"
      "Allow: /a/b\n"
      "Disallow: /a/b/c\n"
      "Disallow: /tie\n"
      "Allow: /tie\n";
  Rules rules = Rules::parse(kFile, "asof");
  EXPECT_FALSE(rules.ask("/a/x").allowed);
  EXPECT_TRUE(rules.ask("/a/b/").allowed);
  Answer answer = rules.ask("/a/b/c/d");
  EXPECT_FALSE(answer.allowed);
  EXPECT_EQ(answer.rule, "Disallow: /a/b/c");
  EXPECT_EQ(answer.line, 4u);
  EXPECT_TRUE(rules.ask("/tie").allowed);
  EXPECT_EQ(rules.ask("/tie").line, 6u);
  EXPECT_EQ(rules.ask("/elsewhere").line, 0u);
}

struct GroupCase {
  const char* rule;
  const char* file;
  bool allowed;  // "/x" for asof
};
constexpr GroupCase kGroups[] = {
    {"no groups", "Disallow: /\n", true},
    {"everybody's group", "User-agent: *\nDisallow: /\n", false},
    {"our group replaces everybody's", "User-agent: *\nDisallow: /\nUser-agent: asof\nAllow: /\n",
     true},
    {"even if it is empty", "User-agent: *\nDisallow: /\n\nUser-agent: asof\n", true},
    {"another's group is not ours", "User-agent: asofbot\nDisallow: /\n", true},
    {"a prefix of our name is not ours", "User-agent: as\nDisallow: /\n", true},
    {"case does not matter", "USER-AGENT: ASOF\nDISALLOW: /\n", false},
    {"a version does not matter", "User-agent: asof/2.0 (x)\nDisallow: /\n", false},
    {"groups are merged",
     "User-agent: asof\nAllow: /y\nUser-agent: b\nAllow: /\nUser-agent: asof\n"
     "Disallow: /x\n",
     false},
    {"several agents share rules", "User-agent: asof\nUser-agent: b\nDisallow: /\n", false},
    {"blank lines end nothing", "User-agent: asof\n\n\nDisallow: /\n", false},
    {"unknown lines end nothing", "User-agent: asof\nHost: a\nUser-agent: b\nDisallow: /\n", false},
    {"nor do sitemaps", "User-agent: asof\nSitemap: /s\nUser-agent: b\nDisallow: /\n", false},
    {"an agent after a rule begins a group",
     "User-agent: asof\nAllow: /\nUser-agent: b\n"
     "Disallow: /\n",
     true},
    {"an empty rule is a rule", "User-agent: asof\nDisallow:\nUser-agent: b\nDisallow: /\n", true},
    {"a star with words after it is everybody", "User-agent: * # all\nDisallow: /\n", false},
    {"CR alone ends lines", "User-agent: *\rDisallow: /\r", false},
    {"without a colon", "User-agent *\nDisallow /\n", false},
    {"prose is no rule", "User-agent: *\nDisallow / for all robots\n", true},
    {"a cut byte order mark", "\xEF\xBBUser-agent: *\nDisallow: /\n", false},
    {"a mark inside spoils its line",
     "User-agent: *\n\xEF\xBB\xBF"
     "Disallow: /\n",
     true},
    {"HTML is no robots.txt", "<html><body>User-agent: *</body>\n<p>Disallow: /</p>", true},
};

TEST(Robots, GroupsAreChosenAndMerged) {
  for (const auto& [rule, file, allowed] : kGroups) {
    EXPECT_EQ(Rules::parse(file, "asof").ask("/x").allowed, allowed) << rule << ":\n" << file;
  }
}

TEST(Robots, WideTextIsUnderstoodWithAndWithoutAMark) {
  constexpr std::string_view kFile = "User-agent: *\r\nDisallow: /x\r\n";
  for (bool big : {false, true}) {
    std::string wide;
    for (char c : kFile) {
      if (big) wide += '\0';
      wide += c;
      if (!big) wide += '\0';
    }
    EXPECT_FALSE(Rules::parse(wide, "asof").ask("/x").allowed) << big;
    EXPECT_FALSE(Rules::parse((big ? "\xFE\xFF" : "\xFF\xFE") + wide, "asof").ask("/x").allowed)
        << big;
  }
}

TEST(Robots, AtLeast500KiBAreReadAndACutLineDoesNotCount) {
  std::string file = "User-agent: *\n";
  while (file.size() < std::size_t{500} << 10) file += "Disallow: /filler\n";
  file += "Disallow: /late\n";
  EXPECT_FALSE(Rules::parse(file, "asof").ask("/late").allowed);

  file.resize(kMostRead - 12, '#');
  file[file.size() - 1] = '\n';
  file += "Disallow: /priv/deep\n";  // the limit falls inside "/priv"
  EXPECT_TRUE(Rules::parse(file, "asof").ask("/private").allowed);
  EXPECT_TRUE(Rules::parse(file, "asof").ask("/p").allowed);
  EXPECT_FALSE(Rules::parse(file, "asof").ask("/late").allowed);
}

TEST(Robots, AnEndlessLineIsPassedOver) {
  std::string endless(3 * kMostRead, 'a');
  EXPECT_TRUE(Rules::parse(endless, "asof").ask("/").allowed);
  Rules rules = Rules::parse("User-agent: *\nDisallow: /x\nDisallow: /" + endless, "asof");
  EXPECT_FALSE(rules.ask("/x").allowed);
  EXPECT_TRUE(rules.ask("/aaaa").allowed);
}

struct DelayCase {
  const char* value;
  std::optional<double> seconds;
};
const DelayCase kDelays[] = {
    {"10", 10},     {"0.5", 0.5},  {".5", 0.5}, {"0,5", 0.5},   {"0", 0},     {"3 s", 3},
    {"3sec", 3},    {"5 # x", 5},  {"", {}},    {"-1", {}},     {"-0.0", {}}, {"nan", {}},
    {"inf", {}},    {"ten", {}},   {"10m", {}}, {"1e3", {}},    {"0x10", {}}, {"10 min", {}},
    {"3600", 3600}, {"5; x=1", 5}, {"1/10", 1}, {"1.2.3", 1.2},
};

TEST(Robots, CrawlDelayIsANumberOfSecondsOrNothing) {
  for (const auto& [value, seconds] : kDelays) {
    std::string file = std::string("User-agent: *\nCrawl-delay: ") + value;
    EXPECT_EQ(Rules::parse(file, "asof").crawl_delay(), seconds) << value;
  }
}

TEST(Robots, TheLargestDelaySaidToUsHolds) {
  EXPECT_EQ(Rules::parse("User-agent: *\nCrawl-delay: 9\nUser-agent: asof\nCrawl-delay: 2\n"
                         "Disallow:\nCrawl-delay: 3\nUser-agent: b\nCrawl-delay: 7\n",
                         "asof")
                .crawl_delay(),
            3);
  EXPECT_EQ(Rules::parse("Crawl-delay: 9\n", "asof").crawl_delay(), std::nullopt);
}

TEST(Robots, SitemapsStandAnywhereAndCountOnce) {
  Rules rules = Rules::parse(
      "Sitemap: http://a/1.xml\nUser-agent: b\nDisallow: /\nsitemap:http://a/2.xml # new\n"
      "Site-map: http://a/1.xml\nSitemap:\n",
      "asof");
  EXPECT_EQ(rules.sitemaps(), (std::vector<std::string>{"http://a/1.xml", "http://a/2.xml"}));
}

TEST(Robots, TheIndexPageAllowsItsDirectory) {
  Rules rules = Rules::parse("User-agent: *\nDisallow: /\nAllow: /a/index.html\n", "asof");
  EXPECT_TRUE(rules.ask("/a/").allowed);
  EXPECT_EQ(rules.ask("/a/").rule, "Allow: /a/index.html");
  EXPECT_FALSE(rules.ask("/a/b").allowed);
}

TEST(Robots, AServerInTroubleRefusesAllButItsRules) {
  Rules rules = Rules::refuse_all("robots.txt answered 503");
  EXPECT_FALSE(rules.ask("/").allowed);
  EXPECT_EQ(rules.ask("/a").rule, "robots.txt answered 503");
  EXPECT_TRUE(rules.ask("/robots.txt").allowed);
  EXPECT_FALSE(rules.ask("/robots.txt.bak").allowed);
}

struct TagCase {
  const char* value;
  Directives expected;
};
constexpr TagCase kTags[] = {
    {"noindex", {true, false, false}},
    {"NoIndex, NOFOLLOW", {true, true, false}},
    {"none", {true, true, false}},
    {"noarchive", {false, false, true}},
    {"all", {}},
    {"", {}},
    {"otherbot: noindex, nofollow", {}},
    {"asof: nofollow", {false, true, false}},
    {"ASOF: noindex, noarchive", {true, false, true}},
    {"otherbot: noindex, asof: nofollow", {false, true, false}},
    {"noindex, otherbot: nofollow", {true, false, false}},
    {"unavailable_after: 25 Jun 2010 15:00:00 PST", {}},
    {"unavailable_after: Fri, 25 Jun 2010 15:00:00 PST, nofollow", {false, true, false}},
    {"max-snippet: 20, noarchive", {false, false, true}},
    {"noindex nofollow", {}},
};

TEST(XRobotsTag, SpeaksToEverybodyOrToUs) {
  for (const auto& [value, expected] : kTags) {
    EXPECT_EQ(parse_x_robots_tag(value, "asof"), expected) << value;
  }
}

}  // namespace
}  // namespace asof::robots
