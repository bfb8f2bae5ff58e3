// Storing by threshold, from outside: what differs too little is not stored, and is known all the
// same: by its digest, by how much it differs, and to the certificate.
#include <gtest/gtest.h>

#include <atomic>
#include <nlohmann/json.hpp>
#include <sstream>

#include "crawl_world.h"
#include "durability.h"

namespace asof::test {
namespace {

namespace fs = std::filesystem;

std::string words(int from, int count) {
  std::string text;
  for (int i = from; i < from + count; ++i) text += "<p>word" + std::to_string(i) + " of the day";
  return text;
}

// A page that differs from request to request as the test says.
class ChangingPage final {
 public:
  std::string url() const { return server_.url(); }
  std::atomic<int> version = 0;
  std::atomic<bool> links = false;

 private:
  std::string body() const {
    // Version 1 differs for machines only; version 2 is another page.
    const int now = version;
    const std::string end = now == 1 ? "<!-- built again -->" : "<!-- built -->";
    return "<html><body>" + words(now == 2 ? 1000 : 0, 400) + end +
           (links ? "<a href=/new>new</a>" : "") + "</body></html>";
  }
  RawServer server_{[this](RawConnection& connection) {
    for (auto head = connection.read_head(); !head.empty(); head = connection.read_head()) {
      const bool page = head.starts_with("GET / ") || head.starts_with("GET /new ");
      const std::string text = page ? body() : "";
      const std::string etag = "\"" + std::to_string(version) + "\"";
      const bool same = page && head.find("If-None-Match: " + etag) != std::string::npos;
      connection.send(same   ? "HTTP/1.1 304 Not Modified\r\nETag: " + etag + "\r\n\r\n"
                      : page ? "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nETag: " + etag +
                                   "\r\nContent-Length: " + std::to_string(text.size()) +
                                   "\r\n\r\n" + text
                             : "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");
    }
  }};
};

class CrawlStore : public testing::Test {
 protected:
  // One crawl of the page; what its last event says was kept of it.
  std::string crawl(const std::string& store) {
    const Ran ran = asof({"crawl", "--archive", archive.string(), "--delay", "0", "--revisit",
                          "none", "--store", store, "--json", page.url()});
    EXPECT_EQ(ran.code, 0) << ran.err;
    std::string kept;
    std::istringstream lines(ran.out);
    for (std::string line; std::getline(lines, line);) {
      const auto event = nlohmann::json::parse(line);
      if (kept.empty() && event.value("purpose", "") == "capture")
        kept = event.value("kept", "") + " " + std::to_string(event.value("status", 0));
    }
    return kept;
  }

  TempDir here;
  const fs::path archive = here / "archive";
  ChangingPage page;
};

TEST_F(CrawlStore, LeavesOutWhatDiffersTooLittle) {
  EXPECT_EQ(crawl("0.5"), "response 200");
  page.version = 1;
  EXPECT_EQ(crawl("0.5"), "digest 200");
  EXPECT_EQ(crawl("0.5"), "digest 200") << "compared with what is stored, not with what was seen";
  page.version = 0;
  EXPECT_EQ(crawl("0.5"), "revisit 304") << "the stored version is back";
  page.version = 2;
  EXPECT_EQ(crawl("0.5"), "response 200");
  EXPECT_EQ(unsound(archive), "");
  const Ran report = asof({"report", "--archive", archive.string(), "--json"});
  const auto changes = nlohmann::json::parse(report.out).at("changes");
  EXPECT_EQ(changes.at("compared"), 3) << "to the version left out, back, and to the other page";
}

TEST_F(CrawlStore, StoresWhatLeadsToNewPages) {
  EXPECT_EQ(crawl("0.5"), "response 200");
  page.version = 1;
  page.links = true;
  EXPECT_EQ(crawl("0.5"), "response 200");
}

TEST_F(CrawlStore, ChangesProofsAsIfItHadBeenStored) {
  crawl("0.5");
  page.version = 1;
  const Ran ran = asof({"crawl", "--archive", archive.string(), "--delay", "0", "--revisit", "100%",
                        "--store", "0.5", page.url()});
  EXPECT_EQ(ran.code, 0) << ran.err;
  std::size_t certificates = 0;
  for (const auto& entry : fs::directory_iterator(archive / "certificates")) {
    if (entry.path().extension() != ".json") continue;
    ++certificates;
    const Ran verified = asof({"verify", entry.path().string()});
    EXPECT_EQ(verified.code, 0) << verified.out << verified.err;
  }
  EXPECT_EQ(certificates, 2u);
}

TEST_F(CrawlStore, RefusesWhatIsNoThreshold) {
  for (const std::string text : {"some", "1.5", "-1", "120%", ""}) {
    const Ran ran = asof({"crawl", "--archive", archive.string(), "--store", text, page.url()});
    EXPECT_EQ(ran.code, 2) << text;
    EXPECT_NE(ran.err.find("--store"), std::string::npos) << ran.err;
  }
}

}  // namespace
}  // namespace asof::test
