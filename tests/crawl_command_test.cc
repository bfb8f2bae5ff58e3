// asof crawl from outside: its reasons, and how it goes on.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <mutex>
#include <sstream>

#include "catalog/reader.h"
#include "support/process.h"
#include "support/raw_server.h"
#include "support/result.h"
#include "support/temp_dir.h"
#include "url/surt.h"

namespace asof::test {
namespace {

// A little site. What it has no page for is not there.
class Pages final {
 public:
  explicit Pages(std::map<std::string, std::string> pages)
      : pages_(std::move(pages)),
        server_(answer_each([this](const std::string& head) { return answer(head); })) {}

  std::string url(std::string_view path = "/") const { return server_.url(path); }
  void set(const std::string& path, const std::string& page) {
    const std::lock_guard lock(mutex_);
    pages_[path] = page;
  }

 private:
  std::string answer(const std::string& head) {
    const std::string path = head.substr(head.find(' ') + 1, head.find(" HTTP/") - 4);
    const std::lock_guard lock(mutex_);
    const auto page = pages_.find(path);
    const std::string body = page == pages_.end() ? "nothing" : page->second;
    return std::string("HTTP/1.1 ") + (page == pages_.end() ? "404 Not Found" : "200 OK") +
           "\r\nContent-Type: text/html\r\nContent-Length: " + std::to_string(body.size()) +
           "\r\n\r\n" + body;
  }

  std::mutex mutex_;
  std::map<std::string, std::string> pages_;
  RawServer server_;  // last: it calls answer()
};

class CrawlCommand : public testing::Test {
 protected:
  void crawl(std::vector<std::string> more = {}) {
    std::vector<std::string> words = {ASOF_PROGRAM,    "crawl",       site.url(), "--archive",
                                      archive,         "--delay",     "0",        "--strategy",
                                      "breadth-first", "--no-compare"};
    words.insert(words.end(), more.begin(), more.end());
    const auto ran = run({.words = std::move(words)});
    ASSERT_LE(ran.code, 12) << ran.err;
    ASSERT_NE(ran.code, 2) << ran.err;
  }
  Ran why(const std::string& url) {
    return run({.words = {ASOF_PROGRAM, "crawl", "--why", url, "--archive", archive}});
  }

  const TempDir temp;
  const std::string archive = (temp / "archive").string();
  Pages site{
      {{"/", "<a href=/a>a</a><a href=/private>p</a><a href=http://elsewhere.example/>e</a>"},
       {"/a", "<a href=/b>b</a>"},
       {"/b", "the end"},
       {"/robots.txt", "User-agent: *\nDisallow: /private\n"}}};
};

TEST_F(CrawlCommand, SaysWhatTheCrawlRecorded) {
  crawl();
  const auto fetched = why(site.url("/b"));
  EXPECT_EQ(fetched.code, 0);
  EXPECT_NE(fetched.out.find("it was found on " + site.url("/a") + " (hops LL)"), std::string::npos)
      << fetched.out;
  // The rules may have changed since; what they said then was recorded.
  site.set("/robots.txt", "User-agent: *\nDisallow: /b\n");
  const auto refused = why(site.url("/private"));
  EXPECT_EQ(refused.code, 1);
  EXPECT_NE(refused.out.find("robots.txt forbids it in line 2"), std::string::npos) << refused.out;
  EXPECT_EQ(refused.out.find("scope"), std::string::npos) << refused.out;
  const auto outside = why("http://elsewhere.example/");
  EXPECT_EQ(outside.code, 1);
  EXPECT_NE(outside.out.find("not in the crawl's scope"), std::string::npos) << outside.out;
  EXPECT_NE(outside.out.find(site.url() + ", captured at"), std::string::npos) << outside.out;
}

TEST_F(CrawlCommand, TellsOfNoLinkThatOnlyALaterCrawlSaw) {
  crawl();
  site.set("/", "<a href=http://later.example/>l</a>");
  crawl();
  const auto said = why("http://later.example/").out;
  const auto before = said.find("before, ");
  ASSERT_NE(before, std::string::npos) << said;
  EXPECT_NE(said.substr(0, before).find("has a link to it"), std::string::npos) << said;
  EXPECT_NE(said.substr(before).find("no page captured by the crawl links to it"),
            std::string::npos)
      << said;
}

TEST_F(CrawlCommand, NamesTheLimitThatEndedTheCrawl) {
  crawl({"--max-pages", "2"});
  const auto said = why(site.url("/b"));
  EXPECT_EQ(said.code, 1);
  EXPECT_NE(said.out.find("ended before requesting it (page limit)"), std::string::npos)
      << said.out;
}

TEST_F(CrawlCommand, CountsWhatWasDecidedByWhatCameBefore) {
  site.set("/a", "<a rel=nofollow href=/b>b</a>");
  crawl({"--nofollow", "links"});
  const auto said = why(site.url("/b"));
  EXPECT_EQ(said.code, 1);
  EXPECT_NE(said.out.find("nofollow 1"), std::string::npos) << said.out;
}

TEST_F(CrawlCommand, GoesOnByTheClockItBeganWith) {
  const std::string now = R"({"now":1000000000,"speed":1})";  // 2001-09-09
  const RawServer clock(answer_each([&](const std::string&) {
    return "HTTP/1.1 200 OK\r\nContent-Length: " + std::to_string(now.size()) + "\r\n\r\n" + now;
  }));
  crawl({"--clock", clock.url(), "--max-pages", "2"});
  const auto resumed = run({.words = {ASOF_PROGRAM, "crawl", "--resume", "--archive", archive,
                                      "--max-pages", "9", "--no-compare"}});
  EXPECT_EQ(resumed.code, 0) << resumed.err;
  const auto said = why(site.url("/b"));
  EXPECT_NE(said.out.find("it was fetched at 2001-09-09"), std::string::npos) << said.out;
}

TEST_F(CrawlCommand, GoesOnFromItsWarcFilesAlone) {
  crawl({"--max-pages", "2"});
  for (const auto& entry : std::filesystem::directory_iterator(archive))
    if (entry.path().filename() != "warc") std::filesystem::remove_all(entry.path());
  const Ran resumed = run({.words = {ASOF_PROGRAM, "crawl", "--resume", "--archive", archive,
                                     "--max-pages", "9", "--no-compare"}});
  EXPECT_EQ(resumed.code, 0) << resumed.err;
  EXPECT_NE(why(site.url("/b")).out.find("it was fetched at"), std::string::npos);
  // Of /, which the first part fetched, there is one capture and its revisit, as in any crawl.
  const auto catalog =
      test::must(catalog::Reader::open(std::filesystem::path(archive) / "catalog.sqlite"));
  std::size_t whole = 0;
  test::must(
      catalog.captures_of(url::surt_key(site.url("/")), [&](const catalog::Capture& capture) {
        whole += capture.kind == catalog::Kind::Response ? 1 : 0;
        return true;
      }));
  EXPECT_EQ(whole, 1u);
}

// Visits and bytes of all its parts, and a log that has them all: also the last line, which a kill
// can lose.
TEST_F(CrawlCommand, CountsWhatWasKeptBeforeItWentOn) {
  const auto total = [](const Ran& ran, const std::string& name) {
    const std::size_t at = ran.out.rfind("\"" + name + "\":");
    return at == std::string::npos ? 0 : std::stoul(ran.out.substr(at + name.size() + 3));
  };
  const auto first = run({.words = {ASOF_PROGRAM, "crawl", site.url(), "--archive", archive,
                                    "--delay", "0", "--max-pages", "2", "--no-compare", "--json"}});
  ASSERT_EQ(first.code, 12) << first.err;
  const auto folder = std::filesystem::path(archive) / "logs";
  const auto log = std::filesystem::directory_iterator(folder)->path();
  const std::string whole = read_file(log);
  write_file(log, whole.substr(0, whole.rfind('\n', whole.size() - 2) + 1));
  const auto second = run({.words = {ASOF_PROGRAM, "crawl", "--resume", "--archive", archive,
                                     "--max-pages", "9", "--no-compare", "--json"}});
  ASSERT_EQ(second.code, 0) << second.err;
  std::istringstream lines(read_file(log));
  std::uint64_t visits = 0;
  std::uint64_t bytes = 0;
  for (std::string line; std::getline(lines, line); ++visits) {
    std::istringstream words(line);
    std::string logged, status, size;
    words >> logged >> status >> size;
    if (size != "-") bytes += std::stoul(size);
  }
  EXPECT_GT(visits, total(first, "visits"));
  EXPECT_EQ(total(second, "visits"), visits) << second.out;
  EXPECT_EQ(total(second, "bytes"), bytes) << second.out;
  EXPECT_EQ(total(second, "acknowledged"), visits) << second.out;
}

TEST_F(CrawlCommand, SaysWhatIsProvenLineByLine) {
  const auto ran = run({.words = {ASOF_PROGRAM, "crawl", site.url(), "--archive", archive,
                                  "--delay", "0", "--no-compare"}});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const std::string said = ran.out + ran.err;
  EXPECT_NE(said.find("\n  all this assumes that no page changed and changed back"),
            std::string::npos)
      << said;
  EXPECT_EQ(said.find("\\n"), std::string::npos) << said;
  EXPECT_NE(said.find("0 failed, 1 not requested because of robots.txt;"), std::string::npos)
      << said;
}

TEST_F(CrawlCommand, VisitsAsOftenAsItIsToldAlsoTheSecondTime) {
  const std::vector<std::string> words = {
      ASOF_PROGRAM, "crawl",     site.url(), "--archive",    archive,     "--delay", "0",
      "--json",     "--revisit", "none",     "--no-compare", "--contact", "a@b.c"};
  for (int i = 0; i < 2; ++i) {
    const auto ran = run({.words = words});
    ASSERT_EQ(ran.code, 0) << ran.err;
    // The rules, three pages and one that is refused.
    EXPECT_NE(ran.out.find("\"visits\":5,"), std::string::npos) << i << ran.out;
  }
  auto contradicting = words;
  contradicting.insert(contradicting.end(), {"--strategy", "sharc-threshold"});
  const auto refused = run({.words = contradicting});
  EXPECT_EQ(refused.code, 2);
  EXPECT_NE(refused.err.find("--revisit cannot be combined with --strategy sharc-threshold"),
            std::string::npos)
      << refused.err;
}

TEST_F(CrawlCommand, AsksForNothingWhereThereIsNoRoom) {
  const auto ran = run({.words = {ASOF_PROGRAM, "crawl", site.url(), "--archive", archive,
                                  "--delay", "0", "--free-disk", "9000TB", "--json"}});
  EXPECT_EQ(ran.code, 16) << ran.err;
  EXPECT_NE(ran.out.find("\"visits\":0,"), std::string::npos) << ran.out;
  EXPECT_NE(ran.err.find("smaller --free-disk"), std::string::npos) << ran.err;
  const auto again = run(
      {.words = {ASOF_PROGRAM, "crawl", "--resume", "--archive", archive, "--free-disk", "1KB"}});
  EXPECT_EQ(again.code, 0) << again.err;
}

TEST_F(CrawlCommand, SaysThatAPayloadWasCut) {
  site.set("/b", std::string(100'000, 'b'));
  crawl({"--max-size", "50KB"});
  const auto said =
      run({.words = {ASOF_PROGRAM, "extract", site.url("/b"), "--payload", "--archive", archive}});
  EXPECT_EQ(said.code, 0);
  EXPECT_EQ(said.out.find_first_not_of('b'), std::string::npos);
  EXPECT_NE(said.err.find("was cut off when it was captured (length)"), std::string::npos)
      << said.err;
}

// However short: what an address showed the last time need not be kept twice.
TEST_F(CrawlCommand, KeepsNothingAgainThatDidNotChange) {
  crawl();
  site.set("/b", "another end");
  const auto ran = run({.words = {ASOF_PROGRAM, "crawl", site.url(), "--archive", archive,
                                  "--delay", "0", "--revisit", "none", "--no-compare", "--json"}});
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.out.find("\"captured\":1,"), std::string::npos) << ran.out;
}

TEST_F(CrawlCommand, KeepsAllThatCameWhereItIsTold) {
  crawl();
  const auto ran = run({.words = {ASOF_PROGRAM, "crawl", site.url(), "--archive", archive,
                                  "--delay", "0", "--revisit", "none", "--no-compare", "--json",
                                  "--validators", "ignore", "--duplicates", "keep-all"}});
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.out.find("\"unchanged\":0,"), std::string::npos) << ran.out;
}

}  // namespace
}  // namespace asof::test
