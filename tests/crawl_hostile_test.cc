// A gallery of hostile pages, crawled by the program as it is: the crawl ends, everything asked for
// is in its log with what became of it, and what it wrote is sound.
#include <zlib.h>

#include <gtest/gtest.h>

#include "cdx/crawl_log.h"
#include "crawl_world.h"
#include "durability.h"
#include "support/raw_server.h"

namespace asof::test {
namespace {

namespace fs = std::filesystem;

constexpr char kChunked[] = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
constexpr char kPage[] = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n";

std::string whole(const std::string& head, const std::string& body) {
  return head + "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

RawServer::Behaviour send(std::string bytes) {
  return [bytes = std::move(bytes)](RawConnection& connection) { connection.send(bytes); };
}

RawServer::Behaviour send_for_ever(std::string first, std::string then, int pause = 0) {
  return [=](RawConnection& connection) {
    bool listens = connection.send(first);
    while (listens && connection.pause(pause)) listens = connection.send(then);
  };
}

RawServer::Behaviour send_then_reset(std::string bytes) {
  return [bytes = std::move(bytes)](RawConnection& connection) {
    connection.send(bytes);
    connection.pause(50);  // what was sent is lost unless it has been read
    connection.reset();
  };
}

RawServer::Behaviour send_then_wait(std::string bytes) {
  return [bytes = std::move(bytes)](RawConnection& connection) {
    connection.send(bytes);
    connection.wait_for_end();
  };
}

// 10 GB of zeros in 10 MB: a member of 64 MiB, again and again.
const std::string& zeros() {
  static const std::string packed = [] {
    constexpr std::size_t kMember = std::size_t{64} << 20;
    z_stream stream = {};
    CHECK(deflateInit2(&stream, 9, Z_DEFLATED, 31, 9, Z_DEFAULT_STRATEGY) == Z_OK);
    const std::string plain(kMember, '\0');
    std::string member(1 << 20, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(plain.data()));
    stream.avail_in = static_cast<uInt>(plain.size());
    stream.next_out = reinterpret_cast<Bytef*>(member.data());
    stream.avail_out = static_cast<uInt>(member.size());
    CHECK(deflate(&stream, Z_FINISH) == Z_STREAM_END);
    member.resize(stream.total_out);
    deflateEnd(&stream);
    std::string all;
    for (int i = 0; i < 160; ++i) all += member;
    return all;
  }();
  return packed;
}

struct Exhibit {
  std::string path;
  RawServer::Behaviour behaviour;
  int status = 0;          // in crawl.log
  std::string annotation;  // in crawl.log; empty: any
};

std::vector<Exhibit> exhibits() {
  const std::string ten = std::string(kPage) + "Content-Length: 10\r\n\r\n";
  const std::string kilobytes(1 << 14, 'y');
  std::vector<Exhibit> all = {
      {"/endless-chunks", send_for_ever(kChunked, "4000\r\n" + kilobytes + "\r\n"), 200,
       "lenTrunc"},
      {"/endless-chunk", send_for_ever(std::string(kChunked) + "fffffffff\r\n", kilobytes), 200,
       "lenTrunc"},
      {"/endless-body", send_for_ever(std::string(kPage) + "\r\n", kilobytes), 200, "lenTrunc"},
      {"/zeros", send(whole(std::string(kPage) + "Content-Encoding: gzip\r\n", zeros())), 200, ""},
      {"/endless-head", send_for_ever("HTTP/1.1 200 OK\r\n", "X: " + kilobytes + "\r\n"), -7, ""},
      {"/endless-line", send_for_ever("HTTP/1.1 200 OK\r\nX: ", kilobytes), -7, ""},
      {"/continue-for-ever", send_for_ever("", "HTTP/1.1 100 Continue\r\n\r\n"), -7, ""},
      {"/slow", send_for_ever(ten, "x", 400), 200, "timeTrunc"},
      {"/slow-head", send_for_ever("HTTP/1.1 200 OK\r\n", "A: b\r\n", 400), 0, ""},
      {"/silent", send_then_wait(""), 0, ""},
      {"/silent-body", send_then_wait(ten + "abc"), 200, "timeTrunc"},
      {"/close", send(""), -3, ""},
      {"/reset-head", send_then_reset("HTTP/1.1 200 OK\r\nContent-"), -3, ""},
      {"/reset-body", send_then_reset(ten + "abc"), 200, "midFetchTrunc"},
      {"/short", send(ten + "abc"), 200, "midFetchTrunc"},
      {"/long", send(ten + "0123456789 and more than was said"), 200, ""},
      {"/not-http", send("SSH-2.0-OpenSSH_9.2\r\n"), -7, ""},
      {"/nul", send(whole(kPage, std::string("<a href=/nul-\0found>a</a>\0\0", 27))), 200, ""},
      {"/bad-gzip", send(whole(std::string(kPage) + "Content-Encoding: gzip\r\n", "not gzip")), 200,
       ""},
      {"/loop-a", send(whole("HTTP/1.1 302 Found\r\nLocation: /loop-b\r\n", "")), 302, ""},
      {"/loop-b", send(whole("HTTP/1.1 302 Found\r\nLocation: /loop-a\r\n", "")), 302, ""},
      {"/self", send(whole("HTTP/1.1 301 Moved\r\nLocation: /self\r\n", "")), 301, ""},
      {"/long-links",
       send(whole(kPage, "<a href=/" + std::string(1 << 20, 'u') +
                             ">a</a><img src=data:" + std::string(1 << 20, 'v') + ">")),
       200, ""},
      {"/not-found-for-ever", send(whole("HTTP/1.1 503 Busy\r\nRetry-After: 999999999\r\n", "")),
       503, ""}};
  return all;
}

// Every address below /trap/ is a page with two links to deeper ones; /calendar goes on for ever.
std::string trap(const std::string& path) {
  if (path.starts_with("/calendar/")) {
    const int month = std::atoi(path.c_str() + 10);
    return "<a href=/calendar/" + std::to_string(month + 1) + ">next month</a>";
  }
  return "<a href='" + path + "more/'>more</a><a href='" + path +
         "more/?sid=" + std::to_string(path.size()) + "'>again</a>";
}

std::string path_of_head(const std::string& head) {
  const auto from = head.find(' ') + 1;
  return head.substr(from, head.find(' ', from) - from);
}

class Gallery final {
 public:
  std::string url() const { return server_.url(); }
  const std::vector<Exhibit>& all() const { return exhibits_; }

 private:
  void behave(RawConnection& connection) {
    for (auto head = connection.read_head(); !head.empty(); head = connection.read_head()) {
      const std::string path = path_of_head(head);
      for (const Exhibit& exhibit : exhibits_)
        if (exhibit.path == path) return exhibit.behaviour(connection);
      if (!connection.send(answer(path))) return;
    }
  }
  std::string answer(const std::string& path) const {
    if (path.starts_with("/trap/") || path.starts_with("/calendar/"))
      return whole(kPage, trap(path));
    if (path != "/") return whole("HTTP/1.1 404 Not Found\r\n", "");
    std::string body = "<a href=/trap/>trap</a><a href=/calendar/1>calendar</a>";
    for (const Exhibit& exhibit : exhibits_) body += "<a href=" + exhibit.path + ">exhibit</a>";
    return whole(kPage, body);
  }

  const std::vector<Exhibit> exhibits_ = exhibits();
  RawServer server_{[this](RawConnection& connection) { behave(connection); }};  // last
};

Ran crawl(const fs::path& archive, const std::string& url, const Paths& more = {}) {
  Paths words = {"crawl", "--archive", archive.string(), url};
  for (const char* word : {"--delay",     "0",  "--tries",          "1",  "--max-size",      "12MB",
                           "--parallel",  "4",  "--answer-timeout", "2s", "--stall-timeout", "2s",
                           "--timeout",   "3s", "--longest-wait",   "1s", "--scope",         "any",
                           "--max-pages", "300"})
    words.emplace_back(word);
  return asof(joined(words, more));
}

// Lines of the logs of an archive, the last of each URL.
std::map<std::string, cdx::LogLine> logged(const fs::path& archive) {
  std::map<std::string, cdx::LogLine> last;
  for (const auto& file : fs::directory_iterator(archive / "logs")) {
    std::string text = read_file(file.path());
    for (std::size_t at = 0; at < text.size();) {
      const auto end = std::min(text.find('\n', at), text.size());
      const auto line = cdx::parse_log_line(std::string_view(text).substr(at, end - at), 1);
      if (line) last[line->url] = *line;
      at = end + 1;
    }
  }
  return last;
}

TEST(CrawlHostile, AGalleryEndsWithAReasonForEveryExhibit) {
  const Gallery gallery;
  const TempDir here;
  const fs::path archive = here / "archive";
  const Ran ran = crawl(archive, gallery.url());
  EXPECT_EQ(ran.code, 12) << ran.err;  // --max-pages: the calendar has no end
  const auto lines = logged(archive);
  for (const Exhibit& exhibit : gallery.all()) {
    SCOPED_TRACE(exhibit.path);
    const auto line = lines.find(gallery.url() + exhibit.path.substr(1));
    if (line == lines.end()) {
      ADD_FAILURE() << "not in the log";
      continue;
    }
    if (exhibit.status != 0) {
      EXPECT_EQ(line->second.status, exhibit.status);
    } else {
      EXPECT_LT(line->second.status, 0);
    }
    const auto& notes = line->second.annotations;
    EXPECT_TRUE(exhibit.annotation.empty() ||
                std::find(notes.begin(), notes.end(), exhibit.annotation) != notes.end())
        << testing::PrintToString(notes);
  }
  EXPECT_EQ(unsound(archive), "");
}

std::string moved(const std::string& to) {
  return whole("HTTP/1.1 302 Found\r\nLocation: " + to + "\r\n", "");
}

// Serves what `answer` says of a path, for as long as the connection lasts.
RawServer::Behaviour serve(std::function<std::string(const std::string&)> answer) {
  return [answer = std::move(answer)](RawConnection& connection) {
    for (auto head = connection.read_head(); !head.empty(); head = connection.read_head())
      if (!connection.send(answer(path_of_head(head)))) return;
  };
}

TEST(CrawlHostile, RedirectsInARoundOverTwoHostsEnd) {
  std::string other;
  int number = 0;
  const RawServer first(serve([&](const std::string& path) {
    return path == "/robots.txt" ? whole("HTTP/1.1 404 Not Found\r\n", "") : moved(other);
  }));
  // Never the same address again.
  const RawServer second(serve([&](const std::string& path) {
    return path == "/robots.txt" ? moved(first.url("/robots.txt"))
                                 : moved(first.url("/" + std::to_string(++number)));
  }));
  other = second.url();
  const TempDir here;
  const Ran ran = crawl(here / "archive", first.url());
  EXPECT_TRUE(ran.code == 0 || ran.code == 12) << ran.err;
  EXPECT_EQ(unsound(here / "archive"), "");
}

TEST(CrawlHostile, PasswordsInLinksAreNeitherSentNorKept) {
  std::atomic<int> logins = 0;
  std::string named;  // the site's address with a user and a password
  const RawServer server([&](RawConnection& connection) {
    for (auto head = connection.read_head(); !head.empty(); head = connection.read_head()) {
      if (head.find("uthorization:") != std::string::npos) ++logins;
      const std::string path = path_of_head(head);
      const std::string answer =
          path == "/robots.txt" ? whole("HTTP/1.1 200 OK\r\n", "Sitemap: " + named + "/map")
          : path == "/map"      ? whole("HTTP/1.1 200 OK\r\n", named + "/listed\n")
          : path == "/redirected"
              ? moved(named + "/target")
              : whole(kPage, "<a href=/redirected>r</a><a href=" + named + "/linked>l</a>");
      if (!connection.send(answer)) return;
    }
  });
  named = "http://reader:secret@" + server.url("").substr(7);
  const TempDir here;
  const fs::path archive = here / "archive";
  const Ran ran = crawl(archive, server.url());
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(logins, 0);
  const auto lines = logged(archive);
  for (const char* path : {"/map", "/listed", "/linked", "/redirected", "/target"})
    EXPECT_TRUE(lines.contains(server.url(path))) << path;
  for (const auto& [url, line] : lines) EXPECT_EQ(url.find("secret"), std::string::npos) << url;
  EXPECT_EQ(unsound(archive), "");

  const Ran refused = crawl(here / "other", named);
  EXPECT_EQ(refused.code, 2);
  EXPECT_NE(refused.err.find("--credentials"), std::string::npos) << refused.err;
  EXPECT_EQ(refused.err.find("secret"), std::string::npos) << refused.err;
  EXPECT_FALSE(fs::exists(here / "other"));
}

TEST(CrawlHostile, ARobotsTxtThatNeverEndsIsObeyedAsFarAsItWasRead) {
  const RawServer server([](RawConnection& connection) {
    for (auto head = connection.read_head(); !head.empty(); head = connection.read_head()) {
      if (path_of_head(head) == "/robots.txt")
        return send_for_ever(std::string(kChunked) +
                                 "2f\r\nUser-agent: *\nDisallow: /private\n"
                                 "# and then....\r\n",
                             "10\r\n# for ever .....\r\n")(connection);
      if (!connection.send(whole(kPage, "<a href=/private/1>no</a><a href=/open>yes</a>"))) return;
    }
  });
  const TempDir here;
  const fs::path archive = here / "archive";
  const Ran ran = crawl(archive, server.url());
  EXPECT_EQ(ran.code, 0) << ran.err;
  const auto lines = logged(archive);
  EXPECT_TRUE(lines.contains(server.url("/open")));
  const auto refused = lines.find(server.url("/private/1"));
  EXPECT_TRUE(refused == lines.end() || refused->second.status == -9998);
  EXPECT_EQ(unsound(archive), "");
}

TEST(CrawlHostile, ASiteNobodyVouchesForIsASeedThatFailed) {
  const Certificate certificate("DNS:elsewhere.example");
  const RawServer server(serve([](const std::string&) { return whole(kPage, "hello"); }),
                         &certificate);
  const TempDir here;
  const Ran ran = crawl(here / "archive", server.url());
  EXPECT_EQ(ran.code, 2);
  EXPECT_NE(ran.err.find(server.url()), std::string::npos) << ran.err;
  EXPECT_NE(ran.err.find("ertificate"), std::string::npos) << ran.err;
}

}  // namespace
}  // namespace asof::test
