// Links through the server: what `asof serve` answers is what the guide says of the archive, and
// the paper's example comes out of an archive whose patterns are learned.
#include <gtest/gtest.h>

#include "base/json.h"
#include "guide/guide.h"
#include "replay/replay.h"
#include "server/server.h"
#include "support/http_client.h"
#include "support/temp_dir.h"
#include "support/walked_archive.h"

namespace asof::test {
namespace {

constexpr std::int64_t kHour = 3'600'000;

struct FixedClock final : Clock {
  Instant now() const override { return *from_civil(2026, 6, 1, 0, 0, 0); }
};

// An archive behind both of its ports.
class Served final {
 public:
  explicit Served(const std::filesystem::path& folder) : server_({.threads = 1}) {
    shared_.settings.archive = folder.string();
    shared_.settings.clock = &clock_;
    shared_.learner = std::make_unique<guide::Learner>(
        (folder / "catalog.sqlite").string(), guide::LearnOptions{.may_show = {}, .questions = 40});
    const auto serving = must(replay::listen(server_, shared_, "127.0.0.1:0", ""));
    own_ = shared_.settings.own_origin = serving.own;
    shared_.settings.content_origin = serving.content;
    server_.start();
  }
  ~Served() { server_.stop(); }

  // The answer's text.
  std::string explain(const std::string& url, const std::string& from, Instant at,
                      std::string_view policy) {
    return get(fmt::format("/api/v1/explain?url={}&at={}&from={}&from_at={}&policy={}", url,
                           digits14(at), from, digits14(at), policy));
  }
  std::string get(const std::string& target) {
    HttpClient client(own_ + "/");
    return client.get(target).body;
  }
  guide::Learner& learner() { return *shared_.learner; }

 private:
  FixedClock clock_;
  replay::Shared shared_;
  server::Server server_;
  std::string own_;
};

std::string text(Instant at) { return json::Value(at).text(); }

std::string member(const std::string& json, const std::string& name) {
  const std::string key = "\"" + name + "\":";
  const auto begin = json.find(key);
  if (begin == std::string::npos) return "";
  const auto from = begin + key.size();
  return json.substr(from, json.find_first_of(",}", from) - from);
}

// TPDL Example 1: less is to be expected of both pages between the capture before and the instant
// asked for than between that and the capture after, though the latter is nearer. Here both pages
// were watched every hour for ten days: every day the link changes at 13:10 and the source at
// 13:40.
TEST(Guided, ExampleOneOfThePaperComesOutOfAnArchive) {
  TempDir folder;
  const std::string source = "http://site.example/", link = "http://site.example/news";
  const Instant begin = *from_civil(2026, 1, 5, 0, 0, 0);
  const auto at = [&](int day, double hour) {
    return Instant{begin.ms + static_cast<std::int64_t>((24 * day + hour) * kHour)};
  };
  {
    WarcFolder archive(folder.path());
    const auto page = [](int version) {
      return fmt::format("<a href=\"/news\">news</a> version {}", version);
    };
    for (int day = 0; day < 10; ++day)
      for (int hour = 0; hour < 24; ++hour) {
        archive.answer(source, at(day, hour), page(day + (hour > 13 ? 1 : 0)));
        archive.answer(link, at(day, hour), page(day + (hour > 13 ? 1 : 0)));
      }
    archive.answer(source, at(11, 12), page(12));
    archive.answer(link, at(11, 10), page(20));
    archive.answer(link, at(11, 13.5), page(21));
    archive.finish();
  }
  Served served(folder.path());
  EXPECT_EQ(member(served.explain(link, source, at(11, 12), "pattern"), "at"), text(at(11, 10)));
  EXPECT_EQ(member(served.explain(link, source, at(11, 12), "nearest"), "at"), text(at(11, 13.5)));
  EXPECT_EQ(member(served.explain(link, source, at(11, 12), "likelihood"), "at"), text(at(11, 10)));
}

TEST(Guided, TheServerGivesWhatTheGuideGives) {
  TempDir folder;
  const WalkedArchive archive(folder.path(), 2, 10, 240, true, 3);
  Served served(folder.path());
  const auto catalog = must(catalog::Reader::open(archive.catalog_path()));
  guide::Guide guide(catalog, {.may_show = {}, .learner = &served.learner()});
  int asked = 0, coherent = 0;
  for (std::size_t s = 0; s < 2; ++s) {
    ASSERT_TRUE(served.learner().wait_for(guide::site_key(archive.url(s, 0))));
    const std::size_t captures = archive.sites()[s][0].page.captures.size();
    for (std::size_t k = 0; k < 5; ++k)
      for (std::size_t page = 1; page <= 10; ++page) {
        const WalkedArchive::Step step{s, page, k * captures / 5};
        const Instant at = archive.at(step);
        const auto advice = must(guide.advise({.url = archive.url(s, page),
                                               .at = at,
                                               .source = guide::Source{archive.url(s, 0), at}}));
        const std::string answer =
            served.explain(archive.url(s, page), archive.url(s, 0), at, "likelihood");
        ++asked;
        coherent += archive.coherent(step, advice->capture.at) ? 1 : 0;
        ASSERT_EQ(member(answer, "at"), text(advice->capture.at)) << answer;
        ASSERT_EQ(member(answer, "verdict"),
                  "\"" + std::string(guide::name_of(advice->verdict)) + "\"");
        ASSERT_EQ(member(answer, "probability").empty() ||
                      answer.find("\"candidates\"") < answer.find("\"probability\""),
                  !advice->probability);
      }
  }
  EXPECT_EQ(asked, 100);
  EXPECT_GT(coherent, 60);
}

TEST(Guided, ASiteOpensAsASnapshot) {
  TempDir folder;
  const WalkedArchive archive(folder.path(), 1, 8, 240, false, 4);
  Served served(folder.path());
  const std::string target = "/api/v1/snapshot?site=site0.example&at=20260110&window=12h";
  served.get(target);
  ASSERT_TRUE(served.learner().wait_for(guide::site_key(archive.url(0, 0))));
  const std::string answer = served.get(target);
  EXPECT_NE(answer.find("\"score\""), std::string::npos) << answer;
  EXPECT_NE(answer.find("http://site0.example/8"), std::string::npos) << answer;
  EXPECT_NE(served.get("/api/v1/snapshot?site=&at=20260110").find("a host"), std::string::npos);
  EXPECT_NE(served.get("/api/v1/snapshot?site=a.example&window=soon").find("time span"),
            std::string::npos);
}

}  // namespace
}  // namespace asof::test
