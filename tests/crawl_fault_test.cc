// A crawl whose disk fails, that is interrupted, or that meets another in its archive: it says so
// in one sentence and by its exit code, and --resume ends what was begun.
//
// By default some of the calls that change files fail; with ASOF_EVERY_CALL each of them does.
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <fstream>
#include <mutex>
#include <thread>

#include <gtest/gtest.h>
#include <sqlite3.h>

#include "catalog/reader.h"
#include "cdx/crawl_log.h"
#include "crawl_world.h"
#include "durability.h"
#include "support/child.h"

namespace asof::test {
namespace {

namespace fs = std::filesystem;

Paths crawl_words(const fs::path& archive, const std::string& url) {
  return {"crawl", "--archive", archive.string(), "--delay", "0", url};
}

Paths resume_words(const fs::path& archive) {
  return {"crawl", "--archive", archive.string(), "--resume"};
}

// Ends what was begun, however far it had come.
Ran again(const fs::path& archive, const std::string& url) {
  return asof(has_begun(archive) ? resume_words(archive) : crawl_words(archive, url));
}

class CrawlFault : public testing::Test {
 protected:
  // Fails one call, or ends the program there, and goes on.
  void fail_at(int at, const Environment& how, bool kill) {
    SCOPED_TRACE("call " + std::to_string(at));
    TempDir here;
    const fs::path archive = here / "archive";
    Environment settings = how;
    settings.emplace_back("ASOF_FAULT_AT", std::to_string(at));
    const Ran ran = on_failing_disk(here.path(), crawl_words(archive, site_.url()), settings);
    if (kill) {
      EXPECT_TRUE(ran.signal == SIGKILL || ran.code == 0) << ran.err;
    } else {
      EXPECT_EQ(ran.signal, 0) << ran.err;
      // Where not even the archive could be made, it could not begin.
      const bool began = has_begun(archive);
      EXPECT_TRUE(ran.code == 0 || ran.code == 3 || (ran.code == 2 && !began)) << ran.err;
      const bool named = ran.err.find(here.path().string()) != std::string::npos;
      EXPECT_TRUE(ran.code == 0 || named) << ran.err;
    }
    failed_ += ran.signal != 0 || ran.code != 0;
    if (ran.signal != 0 || ran.code != 0) {
      const Ran second = again(archive, site_.url());
      EXPECT_EQ(second.code, 0) << second.err << "\nfirst it said: " << ran.err;
    }
    EXPECT_EQ(shown(held_visits(archive)), expected_) << ran.err;
    EXPECT_EQ(unsound(archive), "");
    EXPECT_EQ(leftovers(archive), Paths());
  }

  void fail_each(const Environment& how, bool kill) {
    TempDir counted;
    const fs::path archive = counted / "archive";
    const int calls = calls_of(counted.path(), crawl_words(archive, site_.url()));
    expected_ = shown(held_visits(archive));
    ASSERT_GT(expected_.size(), 20u);
    int rounds = 0;
    const bool every = std::getenv("ASOF_EVERY_CALL") != nullptr;
    // The last calls are made when the crawl has ended, and its changes are weighed.
    for (int at = 1; at <= calls; ++at) {
      if (!every && at % (1 + calls / 6) != 1 && at != calls - 20) continue;
      fail_at(at, how, kill);
      ++rounds;
    }
    std::printf("%d calls, %d failures, %d of them of the whole crawl\n", calls, rounds, failed_);
    EXPECT_GE(failed_, rounds / 3);
  }

  CrawlSite site_{16};
  std::map<std::string, std::string> expected_;
  int failed_ = 0;
};

TEST_F(CrawlFault, ACallThatFailsOnce) { fail_each({{"ASOF_FAULT_ERRNO", "EIO"}}, false); }

TEST_F(CrawlFault, ADiskThatIsFull) {
  fail_each({{"ASOF_FAULT_ERRNO", "ENOSPC"}, {"ASOF_FAULT_STICKY", "1"}, {"ASOF_FAULT_SHORT", "1"}},
            false);
}

TEST_F(CrawlFault, AKillInTheMiddleOfAWrite) {
  fail_each({{"ASOF_FAULT_KILL", "1"}, {"ASOF_FAULT_SHORT", "1"}}, true);
}

// A crawl cut off in the middle, with half a line in its log and half a description of another.
class CutOff : public testing::Test {
 protected:
  void SetUp() override {
    const int calls = calls_of(here_.path(), crawl_words(here_ / "whole", site_.url()));
    const Ran killed =
        on_failing_disk(here_.path(), crawl_words(archive_, site_.url()),
                        {{"ASOF_FAULT_KILL", "1"}, {"ASOF_FAULT_AT", std::to_string(calls / 2)}});
    ASSERT_EQ(killed.signal, SIGKILL) << killed.err;
    log_ = fs::directory_iterator(archive_ / "logs")->path();
    std::ofstream(log_, std::ios::app) << "2026-11-15T09:30";
    std::ofstream(archive_ / "crawls" / "never-begun.json.part") << "{";
  }
  void expect_sound() const {
    std::ifstream lines(log_);
    std::uint64_t number = 0;
    for (std::string line; std::getline(lines, line);)
      EXPECT_TRUE(cdx::parse_log_line(line, ++number)) << line;
    EXPECT_GT(number, 0u);
    EXPECT_EQ(unsound(archive_), "");
    EXPECT_EQ(leftovers(archive_), Paths());
  }

  TempDir here_;
  const CrawlSite site_{16};
  const fs::path archive_ = here_ / "archive";
  fs::path log_;
};

TEST_F(CutOff, ACrawlClearsItsPlaceBeforeItGoesOn) {
  EXPECT_EQ(asof(resume_words(archive_)).code, 0);
  expect_sound();
}

TEST_F(CutOff, AnotherCrawlTakesOverWhatItLeft) {
  EXPECT_EQ(asof(crawl_words(archive_, site_.url())).code, 0);
  expect_sound();
}

// A server that answers its front page at once and every other one when told to.
class PatientSite final {
 public:
  ~PatientSite() { open(); }
  std::string url() const { return server_.url(); }
  void open() {
    const std::lock_guard lock(mutex_);
    open_ = true;
    changed_.notify_all();
  }
  // Until so many requests were made besides the front page and robots.txt.
  void wait_for(std::size_t requests) const {
    while (server_.kept().size() < requests) std::this_thread::yield();
  }
  std::size_t asked() const { return server_.kept().size(); }

 private:
  void behave(RawConnection& connection) {
    for (auto head = connection.read_head(); !head.empty(); head = connection.read_head()) {
      std::string body;
      if (head.starts_with("GET / ")) {
        for (int i = 0; i < 20; ++i) body += "<a href=/" + std::to_string(i) + ">page</a>";
      } else if (!head.starts_with("GET /robots.txt")) {
        server_.keep(head);
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return open_; });
      }
      if (!connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: " +
                           std::to_string(body.size()) + "\r\n\r\n" + body))
        return;
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  bool open_ = false;
  RawServer server_{[this](RawConnection& connection) { behave(connection); }};  // last
};

constexpr std::size_t kParallel = 3;

Command patient_crawl(const fs::path& archive, const std::string& url) {
  return {.words = {ASOF_PROGRAM, "crawl", "--archive", archive.string(), "--delay", "0",
                    "--parallel", std::to_string(kParallel), url}};
}

// A page that has not changed has the links it had, and only the catalog knows them.
TEST(CrawlStop, ACatalogThatCannotBeReadEndsTheCrawl) {
  TempDir here;
  const CrawlSite site(5);
  ASSERT_EQ(asof(crawl_words(here / "a", site.url())).code, 0);
  sqlite3* database = nullptr;
  ASSERT_EQ(sqlite3_open((here / "a/catalog.sqlite").c_str(), &database), SQLITE_OK);
  EXPECT_EQ(
      sqlite3_exec(database, "UPDATE document_row SET links = x'ff'", nullptr, nullptr, nullptr),
      SQLITE_OK);
  sqlite3_close(database);
  const Ran ran = asof(crawl_words(here / "a", site.url()));
  EXPECT_EQ(ran.code, 3) << ran.out << ran.err;
  EXPECT_NE(ran.err.find("does not match its checksum"), std::string::npos) << ran.err;
}

TEST(CrawlStop, AnInterruptLetsWhatIsUnderWayEnd) {
  TempDir here;
  PatientSite site;
  Child child(patient_crawl(here / "a", site.url()));
  site.wait_for(kParallel);
  child.send(SIGINT);
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_FALSE(child.ended());
  site.open();
  const Ran ran = child.wait();
  EXPECT_EQ(ran.code, 11) << ran.err;
  EXPECT_NE(ran.err.find("interrupted"), std::string::npos) << ran.err;
  EXPECT_EQ(site.asked(), kParallel);
  EXPECT_EQ(held_visits(here / "a").size(), kParallel + 2);
  EXPECT_EQ(unsound(here / "a"), "");
  EXPECT_EQ(asof(resume_words(here / "a")).code, 0);
  EXPECT_EQ(shown(held_visits(here / "a")).size(), 22u);
}

TEST(CrawlStop, ASecondInterruptEndsAtOnce) {
  TempDir here;
  PatientSite site;
  Child child(patient_crawl(here / "a", site.url()));
  site.wait_for(kParallel);
  child.send(SIGINT);
  // Two signals of one kind that nobody has taken yet are one.
  while (!child.ended()) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    child.send(SIGINT);
  }
  EXPECT_EQ(child.wait().code, 13);
  site.open();
  EXPECT_EQ(asof(resume_words(here / "a")).code, 0);
  EXPECT_EQ(shown(held_visits(here / "a")).size(), 22u);
  EXPECT_EQ(unsound(here / "a"), "");
}

// Nobody has to go on with a crawl to see what it had acknowledged when it was killed.
TEST(CrawlStop, WhatWasAcknowledgedCanBeRead) {
  TempDir here;
  PatientSite site;
  Child child(patient_crawl(here / "a", site.url()));
  site.wait_for(kParallel);
  const auto acknowledged = [&] {
    const auto catalog = catalog::Reader::open(here / "a/catalog.sqlite");
    if (!catalog) return false;
    const auto files = catalog->files();
    return files && !files->empty() && files->front().progress > 0;
  };
  while (!acknowledged()) std::this_thread::sleep_for(std::chrono::milliseconds(20));
  const Paths report = {"report", "--archive", here / "a", "--no-quality"};
  const Ran meanwhile = asof(report);
  EXPECT_EQ(meanwhile.code, 0);
  EXPECT_NE(meanwhile.err.find("its newest captures are not shown yet"), std::string::npos)
      << meanwhile.err;
  child.send(SIGKILL);
  child.wait();
  EXPECT_TRUE(asof(report).out.starts_with("2 captures of 2 pages")) << asof(report).out;
  const Ran page = asof({"extract", site.url(), "--archive", here / "a", "--payload"});
  EXPECT_NE(page.out.find("<a href=/19>"), std::string::npos) << page.err;
  const Ran why = asof({"crawl", "--why", site.url(), "--archive", here / "a"});
  EXPECT_EQ(why.code, 0) << why.out;
  site.open();
  EXPECT_EQ(asof(resume_words(here / "a")).code, 0);
  EXPECT_EQ(unsound(here / "a"), "");
}

TEST(CrawlStop, OneArchiveHasOneCrawlAtATime) {
  TempDir here;
  PatientSite site;
  Child first(patient_crawl(here / "a", site.url()));
  site.wait_for(kParallel);
  for (const Paths& words : {crawl_words(here / "a", site.url()), resume_words(here / "a")}) {
    const Ran second = asof(words);
    EXPECT_EQ(second.code, 2);
    EXPECT_NE(second.err.find((here / "a").string()), std::string::npos) << second.err;
  }
  site.open();
  EXPECT_EQ(first.wait().code, 0);
  EXPECT_EQ(unsound(here / "a"), "");
}

}  // namespace
}  // namespace asof::test
