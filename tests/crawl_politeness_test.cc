// How a crawl treats those it asks, played by the whole program on a clock that stands still: every
// wait takes no time, and the log says to the millisecond when what was asked.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "base/time.h"
#include "durability.h"
#include "support/raw_server.h"
#include "support/still_clock.h"

namespace asof::test {
namespace {

namespace fs = std::filesystem;

std::string answer(const std::string& head, const std::string& body) {
  return "HTTP/1.1 " + head + "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" +
         body;
}

std::string page(const std::string& body) {
  return answer("200 OK\r\nContent-Type: text/html", body);
}

std::string path_of(const std::string& head) {
  const auto from = head.find(' ') + 1;
  return head.substr(from, head.find(' ', from) - from);
}

// A request, or what stood in its way, with the seconds since the first.
struct Asked {
  std::string path;
  int status = 0;
  double after = 0;
  friend bool operator==(const Asked&, const Asked&) = default;
};
void PrintTo(const Asked& asked, std::ostream* out) {
  *out << asked.path << " " << asked.status << " after " << asked.after;
}

struct Crawled {
  Ran ran;
  std::vector<Asked> asked;  // in this order, every try of it

  std::vector<std::string> paths() const {
    std::vector<std::string> all;
    for (const Asked& one : asked)
      if (one.status >= 0) all.push_back(one.path);
    return all;
  }
};

Crawled crawl(const fs::path& archive, const StillClock& clock, const std::string& url,
              const Paths& more = {}) {
  Crawled crawled{.ran = asof(joined({"crawl", "--archive", archive.string(), url, "--clock",
                                      clock.url(), "--json", "--no-compare"},
                                     more))};
  std::optional<Instant> first;
  std::istringstream lines(crawled.ran.out);
  for (std::string line; std::getline(lines, line);) {
    const auto event = nlohmann::json::parse(line, nullptr, false);
    if (!event.is_object() || !event.contains("url")) continue;
    const auto at = parse_iso8601(event["at"].get<std::string>());
    if (!first) first = at;
    const auto address = event["url"].get<std::string>();
    crawled.asked.push_back({address.substr(address.find('/', 8)), event["status"].get<int>(),
                             static_cast<double>(at->ms - first->ms) / 1000});
  }
  return crawled;
}

const Paths kOnce = {"--revisit", "none"};

TEST(CrawlManners, CrawlDelayHoldsFromRobotsTxtOn) {
  const RawServer server(answer_each([](const std::string& head) {
    if (path_of(head) == "/robots.txt") return answer("200 OK", "User-agent: *\nCrawl-delay: 4\n");
    return page("<a href=/b>b</a>");
  }));
  for (const char* delay : {"1s", "0"}) {
    const StillClock clock;
    const TempDir here;
    const Crawled crawled =
        crawl(here / "archive", clock, server.url(), joined(kOnce, {"--delay", delay}));
    EXPECT_EQ(crawled.asked,
              (std::vector<Asked>{{"/robots.txt", 200, 0}, {"/", 200, 4}, {"/b", 200, 8}}))
        << crawled.ran.err;
  }
}

TEST(CrawlManners, APageThatFailsIsTriedAfterLongerAndLongerWaitsThatKeepNobodyElse) {
  const RawServer server(answer_each([](const std::string& head) {
    const std::string path = path_of(head);
    if (path == "/robots.txt") return answer("404 Not Found", "");
    if (path == "/fails") return answer("500 Oops", "");
    return page("<a href=/fails>f</a><a href=/a>a</a><a href=/b>b</a>");
  }));
  const StillClock clock;
  const TempDir here;
  const Crawled crawled = crawl(here / "archive", clock, server.url(),
                                joined(kOnce, {"--delay", "1s", "--strategy", "breadth-first"}));
  EXPECT_EQ(crawled.asked, (std::vector<Asked>{{"/robots.txt", 404, 0},
                                               {"/", 200, 1},
                                               {"/fails", 500, 2},
                                               {"/a", 200, 3},
                                               {"/b", 200, 4},
                                               {"/fails", 500, 7},
                                               {"/fails", 500, 17},
                                               {"/fails", 500, 37}}))
      << crawled.ran.err;
}

// A robots.txt of which a part is missing.
struct CutOff {
  const char* what;
  RawServer::Behaviour send;
};

std::vector<CutOff> ways_to_cut() {
  const auto send = [](std::string bytes) {
    return [bytes = std::move(bytes)](RawConnection& connection) { connection.send(bytes); };
  };
  const std::string begun = "Content-Length: 1000\r\n\r\nUser-agent: *\n";
  return {{"a connection that ends", send("HTTP/1.1 200 OK\r\n" + begun)},
          {"a connection that drips",
           [begun](RawConnection& connection) {
             connection.send("HTTP/1.1 200 OK\r\n" + begun);
             while (connection.pause(100) && connection.send("#")) continue;
           }},
          {"a chunk that is none",
           send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\ne\r\nUser-agent: *\n\r\nzz")},
          {"gzip that is broken",
           send(answer("200 OK\r\nContent-Encoding: gzip",
                       std::string("\x1f\x8b\x08\0\0\0\0\0\0\x03\xff\xff", 12)))}};
}

TEST(CrawlManners, ARobotsTxtThatWasCutOffForbidsEverything) {
  for (const CutOff& way : ways_to_cut()) {
    SCOPED_TRACE(way.what);
    const RawServer server([&](RawConnection& connection) {
      for (auto head = connection.read_head(); !head.empty(); head = connection.read_head()) {
        if (path_of(head) == "/robots.txt") return way.send(connection);
        if (!connection.send(page("hello"))) return;
      }
    });
    const StillClock clock;
    const TempDir here;
    const Crawled crawled =
        crawl(here / "archive", clock, server.url(), {"--tries", "3", "--timeout", "500ms"});
    EXPECT_EQ(crawled.paths(),
              (std::vector<std::string>{"/robots.txt", "/robots.txt", "/robots.txt"}));
    EXPECT_EQ(crawled.ran.code, 2);
    EXPECT_NE(crawled.ran.err.find("robots.txt was cut off"), std::string::npos) << crawled.ran.err;
  }
}

TEST(CrawlManners, ARobotsTxtThatComesWholeTheSecondTimeIsObeyed) {
  int asked = 0;
  const RawServer server([&](RawConnection& connection) {
    for (auto head = connection.read_head(); !head.empty(); head = connection.read_head()) {
      const bool rules = path_of(head) == "/robots.txt";
      if (rules && asked++ == 0) {
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nUser-agent: *\n");
        return;
      }
      if (!connection.send(rules ? answer("200 OK", "User-agent: *\nDisallow: /b\n")
                                 : page("<a href=/b>b</a><a href=/c>c</a>")))
        return;
    }
  });
  const StillClock clock;
  const TempDir here;
  const Crawled crawled = crawl(here / "archive", clock, server.url(), kOnce);
  EXPECT_EQ(crawled.paths(), (std::vector<std::string>{"/robots.txt", "/robots.txt", "/", "/c"}))
      << crawled.ran.err;
}

TEST(CrawlManners, ARobotsTxtThatNeverEndsIsCutWhereItIsNotReadAnyMore) {
  const std::string comment = "#" + std::string(1 << 16, '.') + "\n";
  const RawServer server([&](RawConnection& connection) {
    for (auto head = connection.read_head(); !head.empty(); head = connection.read_head()) {
      if (path_of(head) != "/robots.txt") {
        if (!connection.send(page("<a href=/private/1>no</a>"))) return;
        continue;
      }
      connection.send("HTTP/1.1 200 OK\r\n\r\nUser-agent: *\nDisallow: /private\n");
      while (connection.send(comment)) continue;
      return;
    }
  });
  const StillClock clock;
  const TempDir here;
  const Crawled crawled =
      crawl(here / "archive", clock, server.url(), joined(kOnce, {"--max-size", "100"}));
  EXPECT_EQ(crawled.paths(), (std::vector<std::string>{"/robots.txt", "/"})) << crawled.ran.err;
  std::uintmax_t kept = 0;
  for (const auto& file : fs::directory_iterator(here / "archive" / "warc"))
    kept += file.file_size();
  EXPECT_LT(kept, 1 << 20);
  EXPECT_NE(crawled.ran.out.find("\"truncated\":\"length\""), std::string::npos);
}

}  // namespace
}  // namespace asof::test
