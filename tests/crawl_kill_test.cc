// A crawl killed at any instant, again and again: what it acknowledged is there, nothing but what
// was under way is asked for twice, and in the end nobody can tell it was ever interrupted.
#include <algorithm>
#include <chrono>
#include <random>
#include <set>
#include <thread>

#include <gtest/gtest.h>

#include "base/text.h"
#include "catalog/reader.h"
#include "crawl_world.h"
#include "durability.h"
#include "support/child.h"
#include "support/result.h"

namespace asof::test {
namespace {

namespace fs = std::filesystem;
using Name = std::pair<std::string, std::string>;  // of a visit: its URL and instant

std::string value_of(std::string_view line, const std::string& name) {
  const std::size_t at = line.find("\"" + name + "\":");
  if (at == std::string_view::npos) return "";
  std::string_view rest = line.substr(at + name.size() + 3);
  if (rest.starts_with('"')) return std::string(rest.substr(1, rest.find('"', 1) - 1));
  return std::string(rest.substr(0, rest.find_first_of(",}")));
}

// What a run with --json said of itself.
struct Said {
  std::vector<Name> visits;
  std::size_t acknowledged = 0;

  explicit Said(const std::string& out) {
    for (std::string_view line : split(out, '\n')) {
      const std::string event = value_of(line, "event");
      if (event == "visit") visits.emplace_back(value_of(line, "url"), value_of(line, "at"));
      if (event == "acknowledged") acknowledged += std::stoul(value_of(line, "visits"));
    }
  }
};

std::set<Name> names_of(const std::vector<HeldVisit>& visits) {
  std::set<Name> names;
  for (const HeldVisit& visit : visits) names.emplace(visit.url, visit.at);
  return names;
}

// A crawl in an archive of its own, and how often it was killed.
class KilledCrawl final {
 public:
  // `first`: visits before the first kill, at least.
  KilledCrawl(fs::path archive, Paths words, std::uint64_t seed, std::size_t first)
      : archive_(std::move(archive)), words_(std::move(words)), first_(first), random_(seed) {}

  // Starts or goes on, and kills it: after a number of visits, or at any instant from its start.
  // False when it was done before.
  bool kill_once() {
    Child child({.words = words()});
    const std::size_t lines = (kills_ == 0 ? first_ : 0) + 1 + random_() % 40;
    const auto instant = std::chrono::steady_clock::now() +
                         std::chrono::milliseconds(kills_ % 4 == 3 ? random_() % 300 : 60'000);
    while (!child.ended() && std::chrono::steady_clock::now() < instant) {
      const std::string out = child.out();
      if (static_cast<std::size_t>(std::count(out.begin(), out.end(), '\n')) >= lines) break;
      std::this_thread::sleep_for(std::chrono::microseconds(random_() % 3000));
    }
    child.send(SIGKILL);
    const Ran ran = child.wait();
    if (ran.signal != SIGKILL) {
      EXPECT_EQ(ran.code, 0) << ran.err;
      return false;
    }
    ++kills_;
    const Said said(ran.out);
    const auto held = held_visits(archive_);
    expect_acknowledged(said, names_of(held));
    if (kills_ % 3 == 0) drop_unsynced(said, held);
    // Whoever makes the catalog again meanwhile finds what the kill left, and disturbs nothing.
    const Paths reindex = {"reindex", "--archive", archive_.string()};
    EXPECT_TRUE(kills_ % 5 != 0 || asof(reindex).code == 0);
    return true;
  }
  Ran finish() { return run({.words = words()}); }
  std::size_t kills() const { return kills_; }
  std::size_t dropped() const { return dropped_; }

 private:
  Paths words() const {
    Paths all = {ASOF_PROGRAM, "crawl", "--json", "--archive", archive_.string()};
    return has_begun(archive_) ? joined(all, {"--resume"}) : joined(all, words_);
  }

  static void expect_acknowledged(const Said& said, const std::set<Name>& held) {
    ASSERT_LE(said.acknowledged, said.visits.size());
    for (std::size_t i = 0; i < said.acknowledged; ++i)
      EXPECT_TRUE(held.contains(said.visits[i])) << said.visits[i].first << " was acknowledged";
  }

  // How much of a file its catalog relies on: that much was synced, though the program may have
  // been killed before it said so.
  std::uint64_t relied_on(const std::string& file) const {
    const auto catalog = catalog::Reader::open(archive_ / "catalog.sqlite");
    if (!catalog) return 0;
    for (const catalog::File& one : must(catalog->files()))
      if (one.name == file) return one.progress;
    return 0;
  }

  // As a machine that crashes: bytes of the unfinished file after the last acknowledged visit go.
  void drop_unsynced(const Said& said, const std::vector<HeldVisit>& held) {
    for (const auto& entry : fs::directory_iterator(archive_ / "warc")) {
      if (entry.path().extension() != ".open") continue;
      std::uint64_t synced = 0;
      std::size_t later = 0;
      const std::set<Name> kept(said.visits.begin(),
                                said.visits.begin() + static_cast<long>(said.acknowledged));
      for (const HeldVisit& visit : held) {
        if (visit.file + ".open" != entry.path().filename()) continue;
        const bool acknowledged = kept.contains({visit.url, visit.at});
        if (acknowledged) synced = visit.end;
        later = acknowledged ? 0 : later + 1;
      }
      synced = std::max(synced, relied_on(entry.path().stem().string()));
      const std::uint64_t size = fs::file_size(entry.path());
      fs::resize_file(entry.path(), synced + random_() % (size - synced + 1));
      dropped_ += later;
    }
  }

  const fs::path archive_;
  const Paths words_;
  const std::size_t first_;
  std::mt19937_64 random_;
  std::size_t kills_ = 0;
  std::size_t dropped_ = 0;  // visits that were written and dropped, at most
};

struct Trial {
  std::size_t kills;
  std::size_t under_way;  // requests, at most
  Paths words;
  std::size_t first = 0;  // visits before the first kill, at least
};

void kill_often(const Trial& trial, CrawlSite& site, CrawlSite& other) {
  TempDir here;
  const fs::path whole = here / "whole";
  const Paths words = joined({site.url(), other.url()}, trial.words);
  ASSERT_EQ(asof(joined({"crawl", "--archive", whole.string()}, words)).code, 0);
  const auto expected = held_visits(whole);

  const std::size_t before = site.asked() + other.asked();
  const fs::path archive = here / "killed";
  KilledCrawl crawl(archive, words, trial.kills, trial.first);
  while (crawl.kills() < trial.kills && crawl.kill_once()) continue;
  if (crawl.kills() == trial.kills) {
    const Ran ran = crawl.finish();
    ASSERT_EQ(ran.code, 0) << ran.err;
  }
  const auto held = held_visits(archive);
  const std::size_t asked = site.asked() + other.asked() - before;
  std::size_t sent = 0;
  std::set<std::string> turns;
  for (const HeldVisit& visit : held) {
    sent += visit.sent;
    EXPECT_TRUE(visit.turn.empty() || turns.insert(visit.turn).second) << "turn " << visit.turn;
  }
  std::printf("%zu kills, %zu visits, %zu requests, %zu visits dropped\n", crawl.kills(),
              held.size(), asked, crawl.dropped());
  EXPECT_GE(crawl.kills(), trial.kills / 2);
  EXPECT_LE(asked, sent + crawl.kills() * trial.under_way + crawl.dropped());
  EXPECT_EQ(shown(held), shown(expected));
  EXPECT_EQ(unsound(archive), "");
  EXPECT_EQ(leftovers(archive), Paths());
}

TEST(CrawlKill, OneRequestAtATime) {
  CrawlSite site(120), other(20);
  site.link_to(other);
  kill_often({14, 2, {"--delay", "2ms"}}, site, other);
}

TEST(CrawlKill, ManyRequestsAtATimeIntoSmallFiles) {
  CrawlSite site(120), other(60);
  site.link_to(other);
  other.link_to(site);
  kill_often({14, 8, {"--delay", "5ms", "--parallel", "4", "--warc-size", "60KB"}}, site, other);
}

// Most kills come when files start with a dictionary, some before.
TEST(CrawlKill, IntoFilesOfZstdFrames) {
  CrawlSite site(300), other(60);
  site.link_to(other);
  kill_often({14, 8, {"--delay", "2ms", "--parallel", "4", "--compression", "zstd"}, 200}, site,
             other);
}

}  // namespace
}  // namespace asof::test
