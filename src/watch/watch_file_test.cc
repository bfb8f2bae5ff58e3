#include "watch/watch_file.h"

#include <gtest/gtest.h>

#include <fstream>

#include "support/result.h"
#include "support/temp_dir.h"

namespace asof::watch {
namespace {

class WatchFileTest : public ::testing::Test {
 protected:
  Result<WatchFile> read(const std::string& text) {
    std::ofstream(here_ / "watch.toml") << text;
    return read_watch_file((here_ / "watch.toml").string());
  }
  std::string complaint(const std::string& text) {
    const auto file = read(text);
    return file ? "none" : file.error().what.substr(here_.path().string().size() + 1);
  }

  test::TempDir here_;
};

std::string setting(const WatchFile& file, const std::string& name) {
  for (const auto& [key, value] : file.given)
    if (key == name) return value;
  return "";
}

TEST_F(WatchFileTest, ReadsPagesCollectionsSitesAndWhoIsTold) {
  std::ofstream(here_ / "more.txt") << "# comment\nhttps://c.example/x\n\n";
  const auto file = test::must(read(R"(
archive = "news"
budget = 10
period = "30m"
zone = "Europe/Vienna"
delay = "2s"
pages = ["https://a.example/", "https://b.example"]

[[collection]]
name = "press"
weight = 2
pages-file = "more.txt"

[[site]]
url = "https://a.example/"
every = "weekly"
at = "03:30"

[tell]
at-least = 0.8
feed = "changes.atom"
)"));
  EXPECT_EQ(file.archive, "news");
  EXPECT_EQ(file.pages, (std::vector<std::string>{"https://a.example/", "https://b.example/",
                                                  "https://c.example/x"}));
  EXPECT_EQ(setting(file, "period"), "30m");
  EXPECT_EQ(setting(file, "scope"), "page");
  EXPECT_EQ(
      setting(file, "collections"),
      "[pages] 1\nhttps://a.example/\nhttps://b.example/\n\n[press] 2\nhttps://c.example/x\n");
  ASSERT_EQ(file.sites.size(), 1u);
  EXPECT_EQ(file.sites[0].every, 7 * 86400.0);
  EXPECT_EQ(file.sites[0].time_of_day, 3.5 * 3600);
  EXPECT_EQ(file.tell.at_least, 0.8);
  EXPECT_EQ(file.tell.feed, (here_ / "changes.atom").string());
  EXPECT_EQ(file.zone.name(), "Europe/Vienna");
  const auto settings = test::must(crawl::settings_from(file.given, file.pages));
  EXPECT_EQ(settings.watch.period, 1800);
  EXPECT_EQ(settings.watch.weight_of("https://c.example/x"), 2);
}

TEST_F(WatchFileTest, NamesLineAndKeyOfWhatIsWrong) {
  const std::string page = "pages = [\"https://a.example/\"]\n";
  const std::pair<std::string, std::string> kCases[] = {
      {page + "bugdet = 5", "line 2: bugdet: there is no such key; did you mean budget?"},
      {page + "budget = 0", "line 2: budget: it takes a number from 1 on"},
      {page + "budget = \"many\"", "line 2: budget: it takes"},
      {page, "budget: say how many requests"},
      {page + "budget = 9000", "line 2: budget: 9000 requests in a period cannot be spent"},
      {page + "budget = 5\nzone = \"Mars/Base\"", "line 3: zone:"},
      {page + "budget = 5\nperiod = \"0s\"", "line 3: period:"},
      {page + "budget = 5\n[[collection]]\nname = \"x\"\npages = [\"https://a.example\"]",
       "line 5: pages: https://a.example/ is watched twice; it stands at line 1 already"},
      {"budget = 5\n[[collection]]\npages = [\"https://a.example\"]",
       "collection: it needs a name"},
      {"budget = 5\npages = [\"not an address\"]",
       "line 2: pages: \"not an address\" is no address"},
      {"budget = 5\npages-file = \"none.txt\"", "line 2: pages-file:"},
      {"budget = 5\n[[site]]\nurl = \"https://a.example/\"\nevery = \"1s\"", "line 4: every:"},
      {"budget = 5\n[[site]]\nurl = \"https://a.example/\"\nevery = \"1d\"\nat = \"25:00\"",
       "line 5: at:"},
      {page + "budget = 5\n[tell]\nat-least = 3", "line 4: at-least: it is a number from 0 to 1"},
      {page + "budget = 5\n[tell]\nwebhook = \"nowhere\"", "webhook: it is a web address"},
      {page + "budget = 5\nwhole-collections = 3", "whole-collections: there are only 1"},
      {page + "budget = \n", "line 2"},
      {"budget = 5", "names no pages and no sites"},
  };
  for (const auto& [text, expected] : kCases) {
    SCOPED_TRACE(text);
    const std::string said = complaint(text);
    EXPECT_NE(said.find(expected), std::string::npos) << said;
  }
}

}  // namespace
}  // namespace asof::watch
