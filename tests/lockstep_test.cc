// Live crawls of a recorded history make the visits the laboratory makes, to the second.
#include "support/lockstep.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/digest.h"
#include "base/text.h"
#include "support/result.h"
#include "support/temp_dir.h"
#include "warc/draft.h"

namespace asof::test {
namespace {

constexpr const char* kStrategies[] = {"sharc-dated",   "sharc-dated-known", "sharc-bounded",
                                       "breadth-first", "sharc-online",      "sharc-threshold",
                                       "sharc-unified", "sharc-nested"};

// A history and a world that serves it.
struct Stage {
  explicit Stage(const std::string& path)
      : history(must(lab::read_history(path, {.dead_links = true}))),
        origin(must(lab::Origin::open({.history = path, .speed = 0, .keep_log = true}))),
        world(history, *origin, folder.path()) {}

  const TempDir folder;
  const lab::History history;
  const std::unique_ptr<lab::Origin> origin;
  LockstepWorld world;
};

void compare(const std::string& path, double delay, int starts, int first) {
  Stage stage(path);
  LockstepWorld& world = stage.world;
  Rng rng(static_cast<std::uint64_t>(first));
  const double longest = static_cast<double>(stage.history.pages.size()) * delay * 2.2;
  for (int i = 0; i < starts; ++i) {
    const Time at = std::floor(rng.uniform(world.middle(), stage.history.until - longest));
    const char* strategy = kStrategies[(first + i) % std::size(kStrategies)];
    const auto both = world.run({.strategy = strategy, .delay = delay, .at = at}, rng.next());
    EXPECT_GT(both.lab.size(), 10u);
    EXPECT_EQ(both.difference(), "") << strategy << " from " << at;
    EXPECT_EQ(both.proofs.wrong, 0u) << both.proofs.first_wrong;
  }
}

std::string shared(const char* name) {
  return std::string(ASOF_SHARED) + "/histories/" + name + ".warc.gz";
}

TEST(Lockstep, LiveCrawlsOfTeletextEqualTheLaboratorys) {
  if (!exists(shared("teletext"))) GTEST_SKIP() << shared("teletext") << " is not there";
  compare(shared("teletext"), 5, 8, 0);
}

TEST(Lockstep, LiveCrawlsOfIncubatorEqualTheLaboratorys) {
  if (!exists(shared("incubator"))) GTEST_SKIP() << shared("incubator") << " is not there";
  compare(shared("incubator"), 60, 2, 0);
}

// A history of a small paper: every page changes once while it is captured, some by a word, some
// wholly, some only in what nobody reads. Two days long; the captures begin in the middle.
std::string write_paper(const TempDir& folder) {
  const Instant start = *parse_iso8601("2026-11-15T00:00:00Z");
  constexpr std::int64_t kDay = 86'400'000;
  warc::Encoder encoder({});
  std::string file;
  const auto add = [&](const std::string& path, std::int64_t after, const std::string& mime,
                       const std::string& body) {
    const std::string block = "HTTP/1.1 200 OK\r\nContent-Type: " + mime + "\r\n\r\n" + body;
    const std::string id = path + std::to_string(after);
    file += encoder.encode({.id = "urn:uuid:" + hex(digest_of(Algorithm::Md5, id)),
                            .date = {start.ms + after},
                            .target_uri = "http://a.example/" + path,
                            .content_type = std::string(warc::kHttpResponse),
                            .block = block});
  };
  const auto story = [](int number, const std::string& lead, const std::string& stamp) {
    std::string body = "<!doctype html><title>Paper</title><link rel=stylesheet href=/style.css>";
    for (int i = 1; i <= 6; ++i) body += fmt::format("<a href=/{0}>page {0}</a> ", i);
    return body + fmt::format(
                      "<h1>{} of page {}</h1><p>{} is what everybody in the town talked about, "
                      "from the market to the mill.</p><div class=side>Some rain, wind from the "
                      "west, and clear skies at night.</div><p>Last updated: {}</p>",
                      lead, number, lead, stamp);
  };
  add("style.css", 0, "text/css", ".side{display:none}");
  for (int i = 0; i <= 6; ++i)
    add(i == 0 ? "" : std::to_string(i), 0, "text/html", story(i, "Flood", "15 November 2026"));
  const std::int64_t change = kDay + 8 * 60'000;
  for (int i = 0; i <= 6; ++i)
    add(i == 0 ? "" : std::to_string(i), change, "text/html",
        story(i,
              i % 3 == 0   ? "Flood"
              : i % 3 == 1 ? "Drought"
                           : "Flood and rain",
              "16 November 2026"));
  add("1", 2 * kDay, "text/html", story(1, "Frost", "17 November 2026"));
  return write_file(folder / "paper.warc.gz", file).string();
}

// What live strategies are told of changes is what the laboratory tells them.
TEST(Lockstep, ChangesMatterLiveAsTheyDoInTheLaboratory) {
  const TempDir folder;
  const std::string path = write_paper(folder);
  Stage stage(path);
  const auto weighted =
      must(lab::read_history(path, {.importance = lab::Importance::Delta, .dead_links = true}));
  const auto both = stage.world.run(
      {.strategy = "sharc-nested", .delay = 60, .at = stage.world.middle(), .importance = true}, 1);
  EXPECT_EQ(both.difference(), "") << "comparing changes no decision by itself";
  const auto by_path = pages_by_path(weighted);
  std::size_t compared = 0, mattered = 0;
  for (const ToldChange& told : both.told) {
    if (!told.importance) continue;
    const auto page = by_path.find(told.path);
    ASSERT_NE(page, by_path.end()) << told.path;
    const auto* version = weighted.version_at(page->second, told.at);
    EXPECT_NEAR(version->importance, *told.importance, 1e-6) << told.path;
    ++compared;
    mattered += *told.importance > 0 ? 1 : 0;
  }
  EXPECT_GE(compared, 5u);
  EXPECT_GE(mattered, 2u);
  EXPECT_LT(mattered, compared) << "a date alone does not matter";
}

// Audited as crawls usually are, so that the server's word counts.
TEST(Lockstep, WhatCertificatesOfTeletextProveIsTrueButForChangesUndone) {
  const std::string path = shared("teletext");
  if (!exists(path)) GTEST_SKIP() << path << " is not there";
  Stage stage(path);
  Proofs proofs;
  for (const char* strategy : {"sharc-dated", "sharc-bounded", "sharc-threshold"}) {
    const auto both = stage.world.run(
        {.strategy = strategy, .delay = 5, .at = stage.world.middle(), .audit = "5%"}, 1);
    ASSERT_EQ(both.failure, "");
    proofs += both.proofs;
  }
  std::printf("%zu proven, %zu attested, %zu of them over a change undone\n", proofs.proven,
              proofs.attested, proofs.undone);
  EXPECT_EQ(proofs.wrong, 0u) << proofs.first_wrong;
  EXPECT_GT(proofs.proven + proofs.attested, 500u);
}

}  // namespace
}  // namespace asof::test
