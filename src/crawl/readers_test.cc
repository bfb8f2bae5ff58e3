#include "crawl/readers.h"

#include <gtest/gtest.h>

#include <map>
#include <semaphore>

namespace asof::crawl {
namespace {

constexpr std::chrono::milliseconds kLong(10'000);

// Hands out what it was given; waits, as the real one does, until something comes or it is woken.
class Canned final : public fetch::Fetcher {
 public:
  void add(std::uint64_t token, std::string_view url, std::string_view body, int status = 200) {
    fetch::Exchange exchange{.token = token, .url = std::string(url), .status = status};
    const std::string message = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: " +
                                std::to_string(body.size()) + "\r\n\r\n" + std::string(body);
    ASSERT_TRUE(exchange.response.append(message));
    exchanges_.push_back(std::move(exchange));
  }
  void add_failure(std::uint64_t token) {
    exchanges_.push_back({.token = token, .failure = fetch::Failure::Connect});
  }

  void start(fetch::Request) override {}
  std::optional<fetch::Exchange> wait(std::chrono::milliseconds at_most) override {
    if (exchanges_.empty()) {
      static_cast<void>(woken_.try_acquire_for(at_most));
      return std::nullopt;
    }
    fetch::Exchange first = std::move(exchanges_.front());
    exchanges_.pop_front();
    return first;
  }
  std::size_t under_way() const override { return exchanges_.size(); }
  std::vector<fetch::Resolved> take_resolved() override { return {}; }
  void wake() override { woken_.release(); }

 private:
  std::deque<fetch::Exchange> exchanges_;
  std::counting_semaphore<> woken_{0};
};

std::string page_with_links(std::size_t links) {
  std::string page = "<title>a page</title>";
  for (std::size_t i = 0; i < links; ++i)
    page += "<a href=\"/" + std::to_string(i) + "\">a link to another page</a>\n";
  return page;
}

TEST(Readers, EveryAnswerComesOutOnceAndExamined) {
  for (const std::size_t threads : {0U, 1U, 3U}) {
    Canned fetcher;
    for (std::uint64_t i = 0; i < 200; ++i) {
      if (i % 10 == 7)
        fetcher.add_failure(i);
      else
        fetcher.add(i, "http://a.example/" + std::to_string(i) + "/", page_with_links(i * 3));
    }
    Readers readers(fetcher, {.threads = threads});
    std::map<std::uint64_t, std::size_t> links;
    while (readers.under_way() > 0) {
      auto read = readers.wait(kLong);
      if (!read) continue;
      const std::size_t count = read->answer.page ? read->answer.page->links.size() : 0;
      EXPECT_TRUE(links.emplace(read->exchange.token, count).second);
      EXPECT_EQ(read->answer.status, read->exchange.token % 10 == 7 ? 0 : 200);
    }
    ASSERT_EQ(links.size(), 200u);
    for (const auto& [token, found] : links) EXPECT_EQ(found, token % 10 == 7 ? 0 : token * 3);
  }
}

TEST(Readers, WithoutThreadsTheOrderIsThatOfTheFetcher) {
  Canned fetcher;
  for (std::uint64_t i = 0; i < 50; ++i) fetcher.add(i, "http://a.example/", page_with_links(500));
  Readers readers(fetcher, {.threads = 0});
  for (std::uint64_t i = 0; i < 50; ++i) {
    auto read = readers.wait(kLong);
    ASSERT_TRUE(read);
    EXPECT_EQ(read->exchange.token, i);
  }
}

TEST(Readers, OneAloneIsReadAtOnce) {
  Canned fetcher;
  fetcher.add(1, "http://a.example/", page_with_links(500));
  Readers readers(fetcher, {.threads = 2});
  EXPECT_TRUE(readers.wait(kLong));
  EXPECT_EQ(readers.under_way(), 0u);
  EXPECT_FALSE(readers.wait(std::chrono::milliseconds(1)));
}

TEST(Readers, AnnouncesWhatItGivesToThreads) {
  Canned fetcher;
  for (std::uint64_t i = 0; i < 100; ++i)
    fetcher.add(i, "http://a.example/", page_with_links(i % 2 == 0 ? 1 : 500));
  Readers readers(fetcher, {.threads = 1, .announces = true});
  std::map<std::uint64_t, int> seen;  // 1: announced, 2: read, 3: both
  std::size_t read = 0;
  while (readers.under_way() > 0) {
    if (const auto answer = readers.wait(kLong)) {
      ++read;
      seen[answer->exchange.token] |= 2;
    }
    for (const Arrival& arrival : readers.take_arrived()) {
      EXPECT_EQ(seen[arrival.token], 0);  // before it is read
      seen[arrival.token] |= 1;
    }
  }
  EXPECT_EQ(read, 100u);
  for (std::uint64_t i = 0; i < 100; i += 2) EXPECT_EQ(seen[i], 2) << i;  // short ones are not
  EXPECT_EQ(seen[1], 3);
}

TEST(Readers, LetsNobodyGoOnBeforeWhoAsksForPatienceIsHeard) {
  Canned fetcher;
  fetcher.add(1, "http://a.example/", page_with_links(500), 503);
  fetcher.add(2, "http://a.example/", page_with_links(500));
  Readers readers(fetcher, {.threads = 1, .announces = true});
  const auto first = readers.wait(kLong);
  ASSERT_TRUE(first);
  EXPECT_EQ(first->exchange.token, 1u);
}

TEST(Readers, MayEndWhileSomethingIsRead) {
  Canned fetcher;
  for (std::uint64_t i = 0; i < 20; ++i) fetcher.add(i, "http://a.example/", page_with_links(5000));
  Readers readers(fetcher, {.threads = 2});
  EXPECT_TRUE(readers.wait(kLong));
}

}  // namespace
}  // namespace asof::crawl
