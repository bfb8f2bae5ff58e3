#include "scope/scope.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "base/random.h"
#include "scope/hops_internal.h"
#include "scope/surt_list_internal.h"
#include "url/surt.h"

namespace asof::scope {
namespace {

Scope make(const Options& options, const std::vector<std::string>& seeds) {
  auto scope = Scope::make(options, seeds);
  CHECK(scope.has_value());
  return *std::move(scope);
}

// By each reach, from the seed http://www.example.co.uk/a/b/index.html: p)refix, h)ost, d)omain,
// for pages o)nly.
struct ReachCase {
  const char* url;
  const char* reaches;
};
constexpr ReachCase kReaches[] = {
    {"http://www.example.co.uk/a/b/index.html", "ophd"},
    {"https://www.example.co.uk/a/b/index.html", "ophd"},
    {"http://example.co.uk/a/b/index.html", "ophd"},
    {"http://www.example.co.uk/a/b/index.html?x", "phd"},
    {"http://www.example.co.uk/a/b/", "phd"},
    {"http://www.example.co.uk/a/b/c/d?e=/f", "phd"},
    {"http://www.example.co.uk/a/b", "hd"},
    {"http://www.example.co.uk/A/b/", "hd"},
    {"http://www.example.co.uk/", "hd"},
    {"http://www.example.co.uk", "hd"},
    {"http://user@www.example.co.uk/", "hd"},
    {"http://WWW.EXAMPLE.CO.UK/", "hd"},
    {"http://www.example.co.uk:80/a/b/#x", "phd"},
    {"http://www.example.co.uk:8080/a/b/", "d"},
    {"http://news.example.co.uk/a/b/", "d"},
    {"http://a.b.example.co.uk/", "d"},
    {"http://other.co.uk/a/b/", ""},
    {"http://notexample.co.uk/a/b/", ""},
    {"http://www.example.co.uk.evil.com/a/b/", ""},
    {"http://evil.com/?u=http://www.example.co.uk/a/b/", ""},
    {"http://www.example.co.uk@evil.com/a/b/", ""},
};

TEST(Scope, ReachSaysWhatBelongs) {
  for (const auto& [letter, reach] : {std::pair{'o', Reach::Page},
                                      {'p', Reach::Prefix},
                                      {'h', Reach::Host},
                                      {'d', Reach::Domain}}) {
    Scope scope = make({.reach = reach}, {"http://www.example.co.uk/a/b/index.html"});
    for (const auto& [url, reaches] : kReaches) {
      bool in = std::string_view(reaches).find(letter) != std::string_view::npos;
      Verdict said = scope.explain({url, "L"});
      EXPECT_EQ(said.in, in) << url << " by " << name_of(reach) << ": " << said.why;
      EXPECT_EQ(said.reason, in ? Reason::InReach : Reason::Outside) << url;
      EXPECT_EQ(scope.judge({url, "L"}).in, in) << url;
    }
  }
  Scope any = make({.reach = Reach::Any}, {"http://a.org/"});
  EXPECT_TRUE(any.judge({"http://b.net/c", "L"}).in);
}

TEST(Scope, ADomainNobodyRegisteredIsOnlyItself) {
  Scope scope = make({.reach = Reach::Domain},
                     {"http://127.0.0.1:8080/", "http://localhost/", "http://alice.github.io/"});
  EXPECT_TRUE(scope.judge({"http://127.0.0.1/x", "L"}).in);
  EXPECT_FALSE(scope.judge({"http://127.0.0.2/x", "L"}).in);
  EXPECT_TRUE(scope.judge({"http://localhost/x", "L"}).in);
  EXPECT_TRUE(scope.judge({"http://blog.alice.github.io/", "L"}).in);
  EXPECT_FALSE(scope.judge({"http://bob.github.io/", "L"}).in);
}

TEST(Scope, APortIsPartOfTheHost) {
  Scope scope = make({.reach = Reach::Host}, {"http://127.0.0.1:8080/", "https://b.org:443/"});
  EXPECT_TRUE(scope.judge({"http://127.0.0.1:8080/x", "L"}).in);
  EXPECT_TRUE(scope.judge({"http://127.0.0.1:08080/x", "L"}).in);
  EXPECT_FALSE(scope.judge({"http://127.0.0.1/x", "L"}).in);
  EXPECT_FALSE(scope.judge({"http://127.0.0.1:80801/x", "L"}).in);
  EXPECT_TRUE(scope.judge({"http://b.org:80/x", "L"}).in);
  EXPECT_FALSE(scope.judge({"http://b.org:443/x", "L"}).in);
  Scope six = make({.reach = Reach::Host}, {"http://[::1]:8080/"});
  EXPECT_TRUE(six.judge({"http://[0:0:0:0:0:0:0:1]:8080/x", "L"}).in);
  EXPECT_FALSE(six.judge({"http://[::1]/x", "L"}).in);
}

TEST(Scope, ManySeedsReachLikeEachOfThem) {
  Rng rng(7);
  auto path = [&rng] {
    std::string out = "http://h" + std::to_string(rng.below(3)) + ".org/";
    for (std::uint64_t i = rng.below(4); i > 0; --i) {
      out += "ab"[rng.below(2)];
      if (rng.below(2) == 0) out += '/';
    }
    return out;
  };
  for (int round = 0; round < 200; ++round) {
    std::vector<std::string> seeds;
    for (std::uint64_t i = 1 + rng.below(6); i > 0; --i) seeds.push_back(path());
    Scope all = make({}, seeds);
    for (int asked = 0; asked < 20; ++asked) {
      std::string url = path();
      bool in = false;
      for (const std::string& seed : seeds) {
        std::string directory = seed.substr(0, seed.rfind('/') + 1);
        in = in || url.starts_with(directory);
      }
      EXPECT_EQ(all.explain({url, "L"}).in, in) << url;
    }
  }
}

struct HopCase {
  const char* hops;
  std::uint32_t links;
  int embeds;  // -1: the last step leads to no part of a page
};
constexpr HopCase kHops[] = {
    {"", 0, -1},     {"L", 1, -1},    {"LLL", 3, -1}, {"E", 0, 1},   {"LE", 1, 1},   {"LEE", 1, 2},
    {"LER", 1, 2},   {"LRE", 1, 1},   {"LEX", 1, 2},  {"LX", 1, -1}, {"LR", 1, -1},  {"R", 0, -1},
    {"EL", 1, -1},   {"EEEL", 1, -1}, {"LP", 1, 1},   {"M", 1, -1},  {"MMM", 1, -1}, {"MML", 2, -1},
    {"LMLM", 4, -1}, {"ERERE", 0, 5}, {"LS", 2, -1},
};

TEST(Scope, HopLettersSayHowFar) {
  for (const auto& [hops, links, embeds] : kHops) {
    EXPECT_EQ(link_steps(hops), links) << hops;
    auto steps = embed_steps(hops);
    EXPECT_EQ(steps ? static_cast<int>(*steps) : -1, embeds) << hops;
  }
}

TEST(Scope, PartsOfAPageComeAlongForAFewSteps) {
  Scope scope = make({.most_embeds = 2}, {"http://a.org/"});
  for (const char* hops : {"E", "LE", "LEE", "LER", "LRE", "EE"}) {
    Verdict said = scope.judge({"http://cdn.net/x.png", hops});
    EXPECT_TRUE(said.in) << hops << said.why;
    EXPECT_EQ(said.reason, Reason::Embedded) << hops;
  }
  for (const char* hops : {"L", "LEEE", "EL", "LR", "ERE", "M"}) {
    Verdict said = scope.judge({"http://cdn.net/x.png", hops});
    EXPECT_FALSE(said.in) << hops << said.why;
    EXPECT_EQ(said.reason, Reason::Outside) << hops;
  }
  EXPECT_TRUE(scope.judge({"http://a.org/x.png", "LEEEE"}).in);
  Scope none = make({.most_embeds = 0}, {"http://a.org/"});
  EXPECT_FALSE(none.judge({"http://cdn.net/x.png", "E"}).in);
}

TEST(Scope, ASeedTakesItsRedirectsAlong) {
  Scope scope = make({}, {"http://old.org/"});
  EXPECT_FALSE(scope.judge({"http://new.org/en/about", "L"}).in);
  EXPECT_FALSE(scope.judge({"http://new.org/en/", "LR"}).in);
  EXPECT_EQ(scope.explain({"http://new.org/en/", "R"}).reason, Reason::Redirected);
  EXPECT_FALSE(scope.explain({"http://new.org/en/about", "L"}).in) << "explaining changes nothing";

  Verdict said = scope.judge({"http://new.org/en/", "RR"});
  EXPECT_TRUE(said.in);
  EXPECT_EQ(said.reason, Reason::Redirected);
  EXPECT_TRUE(scope.judge({"http://new.org/en/about", "L"}).in);
  EXPECT_FALSE(scope.judge({"http://new.org/fr/", "L"}).in);

  Scope page = make({.reach = Reach::Page}, {"http://old.org/"});
  EXPECT_TRUE(page.judge({"http://new.org/", "R"}).in);
  EXPECT_FALSE(page.judge({"http://new.org/x", "L"}).in);
  Scope domain = make({.reach = Reach::Domain}, {"http://old.org/"});
  EXPECT_FALSE(domain.judge({"http://b.new.org/", "L"}).in);
  EXPECT_TRUE(domain.judge({"http://www.new.org/", "R"}).in);
  EXPECT_TRUE(domain.judge({"http://b.new.org/", "L"}).in);
}

TEST(Scope, DepthCountsLinks) {
  Scope scope = make({.most_links = 1}, {"http://a.org/"});
  EXPECT_TRUE(scope.judge({"http://a.org/x", "L"}).in);
  EXPECT_TRUE(scope.judge({"http://a.org/x.css", "LEE"}).in);
  EXPECT_TRUE(scope.judge({"http://a.org/y", "LR"}).in);
  Verdict said = scope.judge({"http://a.org/z", "LL"});
  EXPECT_EQ(said.reason, Reason::TooDeep);
  EXPECT_EQ(said.why, "it is 2 links away from a seed, more than 1");
  Scope seeds = make({.most_links = 0}, {"http://a.org/"});
  EXPECT_TRUE(seeds.judge({"http://a.org/", ""}).in);
  EXPECT_TRUE(seeds.judge({"http://a.org/b.png", "E"}).in);
  EXPECT_FALSE(seeds.judge({"http://a.org/b", "L"}).in);
}

TEST(Scope, PatternsBringInAndKeepOut) {
  Scope scope =
      make({.include = {"^https?://docs\\.", "wanted"}, .exclude = {"\\.pdf$", "(?i)ads"}},
           {"http://a.org/"});
  EXPECT_EQ(scope.judge({"http://docs.net/", "L"}).reason, Reason::Included);
  EXPECT_EQ(scope.judge({"http://b.net/?wanted", "L"}).why,
            "it is included by the pattern 'wanted'");
  Verdict said = scope.judge({"http://a.org/x.pdf", "L"});
  EXPECT_EQ(said.reason, Reason::Excluded);
  EXPECT_EQ(said.why, "it is excluded by the pattern '\\.pdf$'");
  EXPECT_FALSE(scope.judge({"http://docs.net/ADS/", "L"}).in);
  EXPECT_FALSE(scope.judge({"http://cdn.net/ads.js", "E"}).in);
  EXPECT_FALSE(scope.judge({"http://a.org/x.pdf", ""}).in) << "even a seed";
  EXPECT_TRUE(scope.judge({"http://a.org/x.pdf?y", "L"}).in);
}

TEST(Scope, SurtsAddAndTakeAway) {
  Scope scope =
      make({.surts = {"http://(org,wiki,", "-http://(org,wiki,)/private",
                      "+https://(org,wiki,)/private/open", "-(org,a,)/old/", "http://plain.net"}},
           {"http://a.org/"});
  EXPECT_EQ(scope.judge({"http://wiki.org/x", "L"}).reason, Reason::Surt);
  EXPECT_TRUE(scope.judge({"https://en.wiki.org/x", "L"}).in);
  EXPECT_FALSE(scope.judge({"http://wikipedia.org/x", "L"}).in);
  Verdict said = scope.judge({"http://wiki.org/private/x", "L"});
  EXPECT_EQ(said.reason, Reason::TakenAway);
  EXPECT_EQ(said.why, "it is excluded by the prefix '-http://(org,wiki,)/private'");
  EXPECT_TRUE(scope.judge({"http://wiki.org/private/open/x", "L"}).in);
  EXPECT_FALSE(scope.judge({"http://a.org/old/x", "L"}).in) << "though in reach";
  EXPECT_FALSE(scope.judge({"http://a.org/old/x.png", "E"}).in) << "though embedded";
  EXPECT_TRUE(scope.judge({"http://sub.plain.net/x", "L"}).in);
}

TEST(Scope, TheLastSurtThatFitsDecidesHoweverManyThereAre) {
  Rng rng(3);
  auto prefix = [&rng] {
    std::string out = "org,";
    for (std::uint64_t i = rng.below(4); i > 0; --i) out += "ab,"[rng.below(3)];
    return out;
  };
  for (int round = 0; round < 300; ++round) {
    std::vector<std::string> lines;
    for (std::uint64_t i = rng.below(12); i > 0; --i) {
      lines.push_back(std::string(rng.below(2) == 0 ? "-" : "+") + "http://(" + prefix());
    }
    auto list = SurtList::make(lines);
    ASSERT_TRUE(list.has_value());
    for (int asked = 0; asked < 20; ++asked) {
      std::string url = "http://";
      for (std::uint64_t i = rng.below(4); i > 0; --i) url += "ab."[rng.below(3)];
      url += ".org/";
      std::string surt = url::surt_scope(url);
      std::string expected;
      for (const std::string& line : lines) {
        if (surt.starts_with(line.substr(1))) expected = line;
      }
      SurtList::Hit hit = list->ask(url);
      ASSERT_EQ(hit.line, expected) << url;
      ASSERT_EQ(hit.in, expected.starts_with('+')) << url;
    }
  }
}

TEST(Scope, WhatIsNoWebAddressIsOut) {
  Scope scope = make({.reach = Reach::Any}, {"http://a.org/"});
  for (const char* url : {"", "mailto:a@b", "javascript:x", "ftp://a.org/", "http://", "/a",
                          "a.org", "data:text/plain,x", "dns:a.org", "https://a b/"}) {
    EXPECT_EQ(scope.judge({url, "L"}).reason, Reason::NotWeb) << url;
  }
}

TEST(Scope, GuessesAreOffUnlessAskedFor) {
  Scope scope = make({}, {"http://a.org/"});
  EXPECT_EQ(scope.judge({"http://a.org/x", "LX"}).reason, Reason::Speculative);
  EXPECT_TRUE(scope.judge({"http://a.org/x", "XL"}).in);
  Scope bold = make({.speculative = true}, {"http://a.org/"});
  EXPECT_TRUE(bold.judge({"http://a.org/x", "LX"}).in);
  EXPECT_FALSE(bold.judge({"http://b.org/x", "LX"}).in);
  EXPECT_TRUE(bold.judge({"http://b.org/x", "LEX"}).in);
}

TEST(Scope, BadSettingsAreRefusedWithASentence) {
  struct Bad {
    Options options;
    std::vector<std::string> seeds;
    const char* what;
  };
  const Bad kBad[] = {
      {{}, {"http://a.org/", "mailto:x"}, "'mailto:x' is not a web address"},
      {{}, {""}, "'' is not a web address"},
      {{.include = {"a("}}, {}, "the pattern 'a(' cannot be read: missing ): a("},
      {{.exclude = {"(?=a)"}},
       {},
       "the pattern '(?=a)' cannot be read: invalid perl operator: (?="},
      {{.exclude = {std::string(5'000, 'a')}}, {}, "a pattern is longer than 4,096 bytes"},
      {{.surts = {"-nonsense"}},
       {},
       "'-nonsense' is no SURT prefix, as http://(org,example,)/a is"},
      {{.surts = {""}}, {}, "'' is no SURT prefix, as http://(org,example,)/a is"},
  };
  for (const Bad& bad : kBad) {
    auto scope = Scope::make(bad.options, bad.seeds);
    ASSERT_FALSE(scope.has_value()) << bad.what;
    EXPECT_EQ(scope.error().what, bad.what);
    EXPECT_EQ(scope.error().code, Errc::Invalid);
  }
  auto greedy = Scope::make({.exclude = {"((a{100}){100}){100}"}}, {});
  EXPECT_FALSE(greedy.has_value());
}

TEST(Scope, PatternsTakeLinearTime) {
  Scope scope = make({.exclude = {"(a*)*b", "(.*)(.*)(.*)(.*)(.*)[^a]c$"}, .longest = 10'000'000},
                     {"http://a.org/"});
  EXPECT_TRUE(scope.judge({"http://a.org/" + std::string(1'000'000, 'a'), "L"}).in);
}

TEST(Scope, NamesAreReadBack) {
  for (Reach reach : {Reach::Page, Reach::Prefix, Reach::Host, Reach::Domain, Reach::Any}) {
    auto read = parse_reach(name_of(reach));
    ASSERT_TRUE(read.has_value());
    EXPECT_EQ(*read, reach);
  }
  EXPECT_EQ(parse_reach("planet").error().what,
            "no reach is called 'planet': page, prefix, host, domain or any");
  EXPECT_EQ(name_of(Reason::Speculative), "speculative");
  EXPECT_EQ(name_of(Reason::TooManySegments), "too-many-segments");
  EXPECT_EQ(name_of(Reason::Seed), "seed");
}

}  // namespace
}  // namespace asof::scope
