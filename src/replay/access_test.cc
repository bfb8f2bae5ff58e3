#include "replay/access.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "support/result.h"

namespace asof::replay {
namespace {

using test::must;

const Instant kNow = *parse_iso8601("2026-11-15T00:00:00Z");
Instant on(std::string_view date) { return *parse_iso8601(date); }

TEST(AccessRules, TheLongestPrefixThatFitsDecides) {
  const auto rules = must(AccessRules::parse(
      "# comment\n"
      "com,example) - {\"access\": \"block\", \"reason\": \"order\", \"date\": \"2026-11-02\"}\n"
      "com,example)/open - {\"access\": \"allow\"}\r\n"
      "\n"
      "com,example)/open/never - {\"access\": \"exclude\", \"from\": \"2019\", \"to\": \"2020\"}\n"
      "com,example)/one### - {\"access\": \"exclude\"}\n"
      "org,news) - {\"access\": \"embargo\", \"days\": 10}\n",
      "rules"));
  const struct {
    std::string_view key;
    std::string_view at;
    Access access;
  } kTable[] = {
      {"com,example)/", "2020", Access::Block},
      {"com,example)/open", "2020", Access::Allow},
      {"com,example)/open/never", "2018-12-31", Access::Allow},
      {"com,example)/open/never", "2019", Access::Exclude},
      {"com,example)/open/never/x", "2020-12-31T23:59:59Z", Access::Exclude},
      {"com,example)/open/never", "2021", Access::Allow},
      {"com,example)/one", "2020", Access::Exclude},
      {"com,example)/one/more", "2020", Access::Block},
      {"com,examples)/", "2020", Access::Allow},
      {"org,news)/", "2026-11-06", Access::Exclude},
      {"org,news)/", "2026-11-04", Access::Allow},
  };
  for (const auto& row : kTable)
    EXPECT_EQ(rules.judge(row.key, on(row.at), kNow), row.access) << row.key << " " << row.at;
  EXPECT_EQ(rules.find("com,example)/", on("2020"), kNow)->reason, "order");
  EXPECT_EQ(rules.find("net,other)/", on("2020"), kNow), nullptr);
}

TEST(AccessRules, ASlashAtTheEndIsAFolder) {
  const auto rules = must(AccessRules::parse("com,a)/private/ - {\"access\": \"block\"}", "rules"));
  for (const char* in : {"com,a)/private", "com,a)/private/x", "com,a)/private?b=1"})
    EXPECT_EQ(rules.judge(in, kNow, kNow), Access::Block) << in;
  for (const char* out : {"com,a)/private2", "com,a)/", "com,a)/p"})
    EXPECT_EQ(rules.judge(out, kNow, kNow), Access::Allow) << out;
}

TEST(AccessRules, AStarIsEveryKey) {
  const auto rules =
      must(AccessRules::parse("* - {\"access\": \"exclude\"}\n"
                              "com,a) - {\"access\": \"allow\"}",
                              "rules"));
  EXPECT_EQ(rules.judge("com,b)/", kNow, kNow), Access::Exclude);
  EXPECT_EQ(rules.judge("com,a)/", kNow, kNow), Access::Allow);
}

TEST(AccessRules, WhatIsWrongIsNamedWithItsLine) {
  const struct {
    std::string_view line;
    std::string_view says;
  } kTable[] = {
      {"com,a)", "a rule is written so"},
      {"com,a) {\"access\": \"block\"}", "a rule is written so"},
      {"http://a.com/ - {\"access\": \"block\"}", "is a URL"},
      {"com,a) - {\"access\": \"hide\"}", "none of allow, block, exclude, embargo"},
      {"com,a) - {}", "access"},
      {"com,a) - {\"access\": \"block\"", ""},
      {"com,a) - {\"access\": \"block\", \"form\": \"2020\"}", "form"},
      {"com,a) - {\"access\": \"block\", \"from\": \"2020-13\"}", "no date"},
      {"com,a) - {\"access\": \"block\", \"from\": \"2021\", \"to\": \"2020\"}", "before"},
      {"com,a) - {\"access\": \"embargo\"}", "needs \"days\""},
      {"com,a) - {\"access\": \"block\", \"days\": 3}", "embargoes only"},
      {"com,a) - {\"access\": \"embargo\", \"days\": 1.5}", "no whole number"},
      {"com,a) - {\"access\": \"block\", \"date\": \"soon\"}", "no date"},
      {"com,a,www)/ - {\"access\": \"block\"}", "the key of www.a.com begins with \"com,a)/\""},
      {"com,a)/Private - {\"access\": \"block\"}", "small letters"},
  };
  for (const auto& row : kTable) {
    const auto rules = AccessRules::parse("\n" + std::string(row.line), "rules");
    ASSERT_FALSE(rules) << row.line;
    EXPECT_EQ(rules.error().code, Errc::Invalid);
    EXPECT_TRUE(rules.error().what.starts_with("rules:2: ")) << rules.error().what;
    EXPECT_NE(rules.error().what.find(row.says), kNone) << rules.error().what;
  }
}

}  // namespace
}  // namespace asof::replay
