#include "crawl/settings.h"

#include <gtest/gtest.h>

#include <set>

#include "base/file.h"
#include "support/temp_dir.h"

namespace asof::crawl {
namespace {

struct Case {
  const char* name;
  const char* text;
  const char* error;  // a part of it; null: it is fine
};

constexpr Case kCases[] = {
    {"delay", "500ms", nullptr},
    {"delay", "5x", nullptr},
    {"delay", "soon", "--delay takes a time"},
    {"delay", "-1s", "--delay takes a time"},
    {"timeout", "0", "--timeout takes a time above 0"},
    {"timeout", "90s", nullptr},
    {"parallel", "8", nullptr},
    {"parallel", "0", "from 1 to 256"},
    {"scope", "host", nullptr},
    {"scope", "planet", "--scope"},
    {"max-bytes", "2GB", nullptr},
    {"max-bytes", "2 gigabytes", "--max-bytes takes a size"},
    {"revisit", "none", nullptr},
    {"revisit", "5%", nullptr},
    {"audit", "200%", "up to 100%"},
    {"forbid", "10.0.0.0/8", nullptr},
    {"forbid", "ten", "--forbid"},
    {"robots", "ignore", nullptr},
    {"robots", "maybe", "obey or ignore"},
    {"compression", "13", "from 1 to 12"},
    {"compression", "0", "fast, a number"},
    {"compression", "gzip", nullptr},
    {"compression", "zstd-1", nullptr},
    {"compression", "zstd-fast", nullptr},
    {"compression", "zstd-20", "zstd-1 to zstd-19"},
    {"compression", "zstdx", "zstd-1 to zstd-19"},
    {"credentials", "/nowhere/at/all", "/nowhere/at/all"},
    {"colour", "blue", "there is no setting colour"},
};

TEST(Settings, SaysWhatEachTakes) {
  for (const Case& one : kCases) {
    Settings settings;
    const auto done = set(settings, one.name, one.text);
    EXPECT_EQ(done.has_value(), one.error == nullptr) << one.name << " " << one.text;
    if (!done && one.error != nullptr) {
      EXPECT_NE(done.error().what.find(one.error), std::string::npos) << done.error().what;
    }
  }
}

TEST(Settings, StandInGroupsOneAfterTheOther) {
  std::vector<std::string_view> titles;
  for (const SettingRow& row : setting_rows())
    if (const auto title = group_beginning_with(row.name); !title.empty()) titles.push_back(title);
  EXPECT_EQ(titles,
            (std::vector<std::string_view>{"which pages", "in which order", "politeness",
                                           "proof and storage", "limits", "network", "files"}));
  EXPECT_FALSE(group_beginning_with(setting_rows().front().name).empty());
}

TEST(Settings, NameThePlaceOfAMistakeInAFileOfRates) {
  test::TempDir dir;
  const auto given = [&](std::string_view text) {
    test::write_file(dir / "rates.json", text);
    Settings settings;
    const auto done = set(settings, "rates", (dir / "rates.json").string());
    return done ? std::to_string(settings.rates.size()) : done.error().what;
  };
  EXPECT_EQ(given(R"({"rates": {"http://a/": 0.5, "http://b/": 0}})"), "2");
  for (const auto& [text, place] :
       {std::pair("{\n\"rates\": }", "line 2, column 10"), std::pair("{}", "'rates' is missing"),
        std::pair(R"({"rates": []})", "rates: [] is not an object"),
        std::pair(R"({"rates": {"http://a/": -1}})", "rates.http://a/: -1 is below zero")}) {
    const std::string said = given(text);
    EXPECT_NE(said.find(place), std::string::npos) << said;
    EXPECT_NE(said.find("takes a file like"), std::string::npos) << said;
  }
}

TEST(Settings, HaveNamesOfTheirOwn) {
  std::set<std::string_view> names;
  for (const SettingRow& row : setting_rows()) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_FALSE(row.help.empty()) << row.name;
  }
}

TEST(Settings, StatedFallbacksAreTheDefaults) {
  for (const SettingRow& row : setting_rows()) {
    if (row.fallback.empty()) continue;
    Settings settings;
    EXPECT_TRUE(set(settings, row.name, row.fallback).has_value()) << row.name;
  }
  const Settings plain;
  auto given =
      settings_from({{"delay", "1s"}, {"crawl-delay", "30s"}, {"longest-wait", "10m"}}, {});
  ASSERT_TRUE(given.has_value());
  EXPECT_EQ(given->delay, plain.delay);
  EXPECT_EQ(given->crawl_delay, plain.crawl_delay);
  EXPECT_EQ(given->longest_wait, plain.longest_wait);
}

TEST(Settings, SurviveJson) {
  const Given given = {
      {"delay", "5s"}, {"exclude", "a"}, {"exclude", "b\"\\"}, {"robots", "ignore"}};
  const auto back = settings_from_json(to_json(given, {"https://a.example/"}));
  ASSERT_TRUE(back.has_value());
  EXPECT_EQ(back->given, given);
  EXPECT_EQ(back->seeds, std::vector<std::string>{"https://a.example/"});
}

TEST(Settings, ComeFromAFile) {
  const test::TempDir folder;
  const std::string path = (folder.path() / "a.toml").string();
  ASSERT_TRUE(write_whole(path,
                          "seeds = ['https://a.example/']\ndelay = '5s'\n"
                          "exclude = ['x', 'y']\nparallel = 2\nspeculative = true\n"));
  const auto file = read_settings_file(path);
  ASSERT_TRUE(file.has_value()) << file.error().what;
  EXPECT_EQ(file->seeds.size(), 1u);
  const auto settings = settings_from(file->given, file->seeds);
  ASSERT_TRUE(settings.has_value());
  EXPECT_EQ(settings->delay, 5);
  EXPECT_EQ(settings->parallel, 2u);
  EXPECT_EQ(settings->scope.exclude.size(), 2u);
  EXPECT_TRUE(settings->scope.speculative);
}

TEST(Settings, NameTheLineOfAFilesMistake) {
  const test::TempDir folder;
  const std::string path = (folder.path() / "a.toml").string();
  for (const char* text : {"delay = '5s'\ncolour = 'blue'\n", "delay = '5s'\nrobots = [1, 'x']\n",
                           "delay = '5s'\nrobots = = 1\n"}) {
    ASSERT_TRUE(write_whole(path, text));
    const auto file = read_settings_file(path);
    ASSERT_FALSE(file.has_value()) << text;
    EXPECT_NE(file.error().what.find("line 2"), std::string::npos) << file.error().what;
  }
}

}  // namespace
}  // namespace asof::crawl
