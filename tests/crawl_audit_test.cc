// What a crawl does for the sake of its certificate, and says of what it left out.
#include <fstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "crawl_world.h"
#include "durability.h"

namespace asof::test {
namespace {

namespace fs = std::filesystem;

nlohmann::json certificate_in(const fs::path& archive) {
  for (const auto& entry : fs::directory_iterator(archive / "certificates")) {
    if (entry.path().extension() != ".json") continue;
    std::ifstream file(entry.path());
    return nlohmann::json::parse(file);
  }
  return {};
}

// With few revisits of many pages chance alone would audit a third of what is needed.
TEST(CrawlAudit, TopsUpWhatChanceHasLeftOut) {
  const CrawlSite site(150);
  TempDir here;
  const fs::path archive = here / "archive";
  const Ran ran = asof({"crawl", "--archive", archive.string(), "--delay", "0", "--revisit", "20%",
                        "--size", "150", "--max-pages", "150", site.url()});
  ASSERT_TRUE(ran.code == 0 || ran.code == 12) << ran.err;
  const auto certificate = certificate_in(archive);
  const auto& trust = certificate.at("sites").at(0);
  const auto answers = trust.at("answers").get<int>();
  EXPECT_GT(answers, 20);
  EXPECT_LT(answers, 60);
  EXPECT_GE(trust.at("audited").get<int>(), 20) << "of " << answers;
  EXPECT_TRUE(trust.at("granted").get<bool>());
}

TEST(CrawlAudit, SaysWhereAPageHasMoreLinksThanAreRead) {
  RawServer server([](RawConnection& connection) {
    for (auto head = connection.read_head(); !head.empty(); head = connection.read_head()) {
      std::string body;
      if (head.starts_with("GET / "))
        for (int i = 0; i < 100'001; ++i) body += "<a href=/x>";
      connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: " +
                      std::to_string(body.size()) + "\r\n\r\n" + body);
    }
  });
  TempDir here;
  const Ran ran = asof({"crawl", "--archive", (here / "archive").string(), "--delay", "0",
                        "--revisit", "none", server.url()});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE((ran.out + ran.err).find("has more links than asof reads"), std::string::npos)
      << ran.out;
}

}  // namespace
}  // namespace asof::test
