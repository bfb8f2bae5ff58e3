// Somebody sets the machine's clock while a crawl runs, or before it goes on.
#include <algorithm>
#include <fstream>

#include <gtest/gtest.h>

#include "crawl_world.h"
#include "durability.h"

namespace asof::test {
namespace {

namespace fs = std::filesystem;

constexpr int kPages = 8;

// Pages in a row. When one in the middle is asked for, the file `sign` is made.
class Row final {
 public:
  explicit Row(fs::path sign) : sign_(std::move(sign)) {}
  std::string url() const { return server_.url("/0"); }

 private:
  std::string answer(const std::string& head) const {
    const std::string path = head.substr(4, head.find(' ', 4) - 4);
    const int number = path == "/robots.txt" ? -1 : std::stoi(path.substr(1));
    if (number == kPages / 2) std::ofstream(sign_) << "now";
    const std::string body = number < 0 ? ""
                             : number >= kPages - 1
                                 ? "the last page"
                                 : "<a href=/" + std::to_string(number + 1) + ">";
    return "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: " +
           std::to_string(body.size()) + "\r\n\r\n" + body;
  }

  const fs::path sign_;
  const RawServer server_{
      answer_each([this](const std::string& head) { return answer(head); })};  // last
};

Ran with_clock_set(const Paths& words, const std::string& seconds, const fs::path& from = {}) {
  Environment environment = {{"LD_PRELOAD", ASOF_CLOCK},
                             {"ASAN_OPTIONS", "verify_asan_link_order=0"},
                             {"ASOF_CLOCK_SET", seconds}};
  if (!from.empty()) environment.emplace_back("ASOF_CLOCK_IF", from.string());
  return asof(words, environment);
}

std::string certificate_of(const fs::path& archive) {
  for (const auto& entry : fs::directory_iterator(archive / "certificates"))
    if (entry.path().extension() == ".json") return entry.path().string();
  return "";
}

TEST(CrawlClock, SetMeanwhileItTurnsNothingAround) {
  const TempDir here;
  for (const auto& [seconds, word] :
       {std::pair("-3600", "set back by 3600 s"), std::pair("86400", "set forward by 86400 s")}) {
    SCOPED_TRACE(seconds);
    const fs::path archive = here / seconds;
    const fs::path sign = here / ("sign" + std::string(seconds));
    const Row row(sign);
    const Paths words = {"crawl",   "--archive", archive.string(), row.url(),
                         "--delay", "0",         "--audit",        "0"};
    const Ran ran = with_clock_set(words, seconds, sign);
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_NE(ran.err.find(word), std::string::npos) << ran.err;

    const auto visits = held_visits(archive);
    EXPECT_GE(visits.size(), 2 * kPages);  // revisits
    EXPECT_TRUE(std::is_sorted(visits.begin(), visits.end(),
                               [](const auto& a, const auto& b) { return a.at < b.at; }));
    EXPECT_EQ(visits.front().at.substr(0, 10), visits.back().at.substr(0, 10));

    const std::string certificate = certificate_of(archive);
    EXPECT_NE(read_file(certificate).find(word), std::string::npos);
    const Ran verified = asof({"verify", certificate});
    EXPECT_EQ(verified.code, 0) << verified.out << verified.err;
  }
}

TEST(CrawlClock, SetBackItKeepsACrawlFromGoingOn) {
  const TempDir here;
  const fs::path archive = here / "archive";
  const Row row(here / "sign");
  const Ran begun =
      asof({"crawl", "--archive", archive.string(), row.url(), "--delay", "0", "--max-pages", "3"});
  EXPECT_EQ(begun.code, 12) << begun.err;
  const std::size_t before = held_visits(archive).size();
  const Paths words = {"crawl", "--resume", "--archive", archive.string(), "--max-pages", "100"};

  const Ran refused = with_clock_set(words, "-3600");
  EXPECT_EQ(refused.code, 2) << refused.err;
  EXPECT_NE(refused.err.find("set the clock"), std::string::npos) << refused.err;
  EXPECT_EQ(held_visits(archive).size(), before);

  const Ran resumed = asof(words);
  EXPECT_EQ(resumed.code, 0) << resumed.err;
  EXPECT_GT(held_visits(archive).size(), before);
}

}  // namespace
}  // namespace asof::test
