// Live crawls of a recorded history make the visits the laboratory makes, to the second.
#include "support/lockstep.h"

#include <gtest/gtest.h>

#include <map>

#include "support/result.h"
#include "support/temp_dir.h"

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

// Whether what live strategies are told of changes is what the laboratory tells them. A live crawl
// compares with what it saw last, the laboratory with the version before: the same where one change
// lies between two visits.
TEST(Lockstep, ChangesMatterLiveAsTheyDoInTheLaboratory) {
  const std::string path = shared("incubator");
  if (!exists(path)) GTEST_SKIP() << path << " is not there";
  Stage stage(path);
  const auto weighted =
      must(lab::read_history(path, {.importance = lab::Importance::Delta, .dead_links = true}));
  const auto both = stage.world.run(
      {.strategy = "sharc-nested", .delay = 600, .at = stage.world.middle(), .importance = true},
      1);
  EXPECT_EQ(both.difference(), "") << "comparing changes no decision by itself";
  const auto by_path = pages_by_path(weighted);
  std::map<std::string, Time> before;
  std::size_t compared = 0, equal = 0;
  for (const ToldChange& told : both.told) {
    const auto page = by_path.find(told.path);
    ASSERT_NE(page, by_path.end()) << told.path;
    const Time since = std::exchange(before[told.path], told.at);
    if (!told.importance) continue;
    const auto& versions = weighted.pages[page->second].versions;
    const auto between = std::count_if(versions.begin(), versions.end(), [&](const auto& version) {
      return version.at > since && version.at <= told.at;
    });
    if (between != 1) continue;
    ++compared;
    const auto* version = weighted.version_at(page->second, told.at);
    const bool same = std::abs(version->importance - *told.importance) < 1e-6;
    equal += same ? 1 : 0;
    EXPECT_TRUE(same) << told.path << ": lab " << version->importance << ", live "
                      << *told.importance;
  }
  std::printf("%zu changes compared, %zu as in the laboratory\n", compared, equal);
  EXPECT_GT(compared, 3u);
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
