#include "lab/history.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "base/source.h"
#include "lab/history_reader.h"
#include "lab/synthetic.h"
#include "support/temp_dir.h"

namespace asof::lab {
namespace {

std::string record(const std::string& url, const std::string& date, int status,
                   const std::string& body) {
  const std::string http =
      "HTTP/1.1 " + std::to_string(status) +
      " X\r\nContent-Type: text/html\r\nContent-Length: " + std::to_string(body.size()) +
      "\r\n\r\n" + body;
  return "WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:1>\r\nWARC-Date: " + date +
         "\r\nWARC-Target-URI: " + url +
         "\r\nContent-Type: application/http;msgtype=response\r\nContent-Length: " +
         std::to_string(http.size()) + "\r\n\r\n" + http + "\r\n\r\n";
}

Result<History> read(const std::string& bytes, Importance importance = Importance::Uniform) {
  const MemorySource source(bytes, "made.warc");
  return read_history(source, {.importance = importance});
}

TEST(HistoryReader, ReadsVersionsDeletionsAndLinks) {
  const auto history =
      read(record("http://a.example/", "2026-01-01T00:00:00Z", 200, "<a href=b>b</a><a href=c>") +
               record("http://a.example/b", "2026-01-01T00:00:00Z", 200, "one two three") +
               record("http://a.example/b", "2026-01-01T01:00:00Z", 200, "one two three") +
               record("http://a.example/b", "2026-01-01T02:00:00Z", 200, "one two four") +
               record("http://a.example/b", "2026-01-01T03:00:00Z", 404, "") +
               record("http://a.example/c", "2026-01-01T01:30:00Z", 200, "new"),
           Importance::Words);
  ASSERT_TRUE(history) << history.error().what;
  ASSERT_EQ(history->pages.size(), 3u);
  EXPECT_EQ(history->pages[history->entry].name, "http://a.example/");
  const Time start = history->from;
  EXPECT_EQ(history->until - start, 3 * 3600);
  EXPECT_EQ(history->links_at(0, start), (Links{1, 2}));
  // The same bytes again are no change; what stood at the start is none either.
  const auto changes = changes_of(*history, 1);
  ASSERT_EQ(changes.size(), 2u);
  EXPECT_EQ(changes[0].at - start, 2 * 3600);
  EXPECT_DOUBLE_EQ(changes[0].importance, 0.5);  // three and four, of four words in all
  EXPECT_DOUBLE_EQ(changes[1].importance, 1);    // gone
  EXPECT_EQ(change_times(*history, 2).size(), 1u);
  EXPECT_FALSE(history->alive(2, start));
  EXPECT_TRUE(history->alive(2, start + 5400));
  EXPECT_FALSE(history->alive(1, start + 3 * 3600));
}

TEST(HistoryReader, WeighsChangesAsArchivesDo) {
  const std::string page = "<nav><a href=x>Menu</a></nav><main><p>Rain falls in the north.</p>";
  const auto history = read(
      record("http://a.example/", "2026-01-01T00:00:00Z", 200, page + "</main>3 May 2026") +
          record("http://a.example/", "2026-01-01T01:00:00Z", 200, page + "</main>4 May 2026") +
          record("http://a.example/", "2026-01-01T02:00:00Z", 200,
                 page + "<p>A storm has reached the coast.</p></main>4 May 2026") +
          record("http://a.example/", "2026-01-01T03:00:00Z", 404, "") +
          record("http://a.example/", "2026-01-01T04:00:00Z", 200, page),
      Importance::Delta);
  ASSERT_TRUE(history) << history.error().what;
  const auto changes = changes_of(*history, 0);
  ASSERT_EQ(changes.size(), 4u);
  EXPECT_EQ(changes[0].importance, 0);  // a date
  EXPECT_GT(changes[1].importance, .1);
  EXPECT_LT(changes[1].importance, 1);
  EXPECT_EQ(changes[2].importance, 1);  // gone
  EXPECT_EQ(changes[3].importance, 1);  // and back
}

TEST(HistoryReader, TellsEmbedsByTheFirstLinkToAPage) {
  const std::string at = "2026-01-01T00:00:00Z";
  const auto history = read(
      record("http://a.example/", at, 200, "<a href=b>b</a><img src=i><img src=b><a href=i>i</a>") +
      record("http://a.example/b", at, 200, "<p>") +
      record("http://a.example/i", at, 200, "image"));
  ASSERT_TRUE(history) << history.error().what;
  EXPECT_EQ(history->links_at(0, history->from), (Links{1, 2}));
  EXPECT_EQ(history->embeds_at(0, history->from), (Embeds{false, true}));
  EXPECT_EQ(history->embeds_at(1, history->from), Embeds{});
  EXPECT_EQ(history->embeds_at(0, history->from - 1), Embeds{});
}

TEST(HistoryReader, KeepsDeadLinksOfTheSiteWhereAsked) {
  const std::string at = "2026-01-01T00:00:00Z";
  std::string style = record("http://a.example/style.css", at, 200, "p{background:url(no.png)}");
  style.replace(style.find("text/html"), 9, "text/css ");
  const std::string bytes =
      record("http://a.example/", at, 200,
             "<link rel=stylesheet href=style.css><a href=gone>x</a><a href=gone#2>x</a>"
             "<a href=http://b.example/>y</a><a href=https://a.example/>z</a>") +
      style;
  const MemorySource source(bytes, "made.warc");
  const auto history = read_history(source, {.dead_links = true});
  ASSERT_TRUE(history) << history.error().what;
  ASSERT_EQ(history->pages.size(), 4u);
  EXPECT_EQ(history->entry, 0u);
  EXPECT_EQ(history->pages[2].name, "http://a.example/gone");
  EXPECT_EQ(history->pages[3].name, "http://a.example/no.png");
  EXPECT_EQ(history->links_at(0, history->from), (Links{1, 2}));
  EXPECT_EQ(history->links_at(1, history->from), (Links{3}));
  EXPECT_EQ(history->embeds_at(1, history->from), (Embeds{true}));
  EXPECT_FALSE(history->alive(2, history->from));
  const auto plain = read_history(source);
  EXPECT_EQ(plain->pages.size(), 2u);
  EXPECT_EQ(plain->links_at(1, plain->from), Links{});
}

TEST(HistoryReader, RefusesWhatIsNoHistory) {
  const auto empty = read(
      "WARC/1.1\r\nWARC-Type: warcinfo\r\nWARC-Record-ID: <urn:x>\r\n"
      "WARC-Date: 2026-01-01T00:00:00Z\r\nContent-Length: 0\r\n\r\n\r\n\r\n");
  ASSERT_FALSE(empty);
  EXPECT_EQ(empty.error().code, Errc::Invalid);
  const auto backwards = read(record("http://a.example/", "2026-01-02T00:00:00Z", 200, "x") +
                              record("http://a.example/", "2026-01-01T00:00:00Z", 200, "y"));
  ASSERT_FALSE(backwards);
  EXPECT_NE(backwards.error().what.find("http://a.example/"), std::string::npos);
  std::string cut = record("http://a.example/", "2026-01-02T00:00:00Z", 200, "whole");
  cut.resize(cut.size() - 12);
  const auto damaged = read(cut);
  ASSERT_FALSE(damaged);
  EXPECT_EQ(damaged.error().code, Errc::Corrupt);
}

TEST(HistoryReader, FindsTheChangesOfTheRealHistories) {
  const std::string folder = std::string(ASOF_SHARED) + "/histories/";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no real histories beside the tree";
  const auto history = read_history(folder + "incubator.warc.gz");
  ASSERT_TRUE(history) << history.error().what;
  EXPECT_EQ(history->pages.size(), 852u);
  std::size_t changes = 0, changed = 0;
  for (std::uint32_t page = 0; page < history->pages.size(); ++page) {
    const std::size_t count = change_times(*history, page).size();
    changes += count;
    changed += count > 0;
  }
  // 2,273 changes of 105 pages, and the first versions of 35 pages, 19 of which never change again.
  EXPECT_EQ(changes, 2273u + 35);
  EXPECT_EQ(changed, 105u + 19);
  EXPECT_EQ(history->pages[history->entry].name, "https://incubator.apache.org/");
}

}  // namespace
}  // namespace asof::lab
