// Random crawls of random histories, judged by the truth: what is called proven was so, and what is
// attested is false no more often than printed.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/random.h"
#include "certificate/certify.h"

namespace asof::certificate {
namespace {

// A page's contents over time: content k from changes[k - 1] on.
struct History {
  std::vector<std::int64_t> changes;  // milliseconds, ascending
  std::vector<std::string> contents;  // one more than changes

  const std::string& at(std::int64_t when) const {
    const auto after = std::upper_bound(changes.begin(), changes.end(), when);
    return contents[static_cast<std::size_t>(after - changes.begin())];
  }
  // Whether it held `content` at every instant of the span.
  bool held(const std::string& content, const Span& span) const {
    if (at(span.from.ms) != content) return false;
    return std::all_of(changes.begin(), changes.end(), [&](std::int64_t change) {
      return change < span.from.ms || change > span.until.ms || at(change) == content;
    });
  }
};

enum class Tags { None, True, Stale };  // Stale: sometimes the tag of the version before

struct Server {
  Tags tags = Tags::True;
  bool dates = false;       // Last-Modified, in whole seconds
  bool conditional = true;  // answers 304 at all
  double lies = 0;          // the share of 304s among answers that should not have been
  std::int64_t slowest = 0;
};

struct World {
  std::vector<History> pages;
  Server server;
  Evidence evidence;
  std::vector<std::vector<std::int64_t>> looked;  // when each sighting saw its page
};

constexpr std::int64_t kLength = 2'000'000;  // of a crawl, about, in milliseconds

History random_history(Rng& rng, bool undone) {
  History history;
  const double rate =
      std::exp(rng.normal() * 1.5 - 16);  // per millisecond; some in ten thousand seconds
  std::int64_t at = -kLength;
  std::size_t version = 0;
  history.contents.push_back("0");
  while (true) {
    at += 1 + static_cast<std::int64_t>(rng.exponential(rate));
    if (at > 2 * kLength) return history;
    version = undone ? rng.below(3) : version + 1;
    history.changes.push_back(at);
    history.contents.push_back(std::to_string(version));
  }
}

Server random_server(Rng& rng) {
  Server server;
  const Tags tags[] = {Tags::None, Tags::True, Tags::True, Tags::True, Tags::Stale};
  server.tags = tags[rng.below(5)];
  server.dates = rng.below(2) == 0;
  server.conditional = rng.below(4) > 0;
  const double lies[] = {0, 0.1, 0.3, 0.6, 1};
  server.lies = lies[rng.below(5)];
  const std::int64_t slow[] = {0, 0, 100, 1'000, 60'000};
  server.slowest = slow[rng.below(5)];
  return server;
}

class Crawler final {
 public:
  Crawler(World& world, Rng& rng) : world_(world), rng_(rng) {
    world_.looked.resize(world_.pages.size());
    for (std::size_t i = 0; i < world_.pages.size(); ++i)
      world_.evidence.pages.push_back({.url = "http://a.example/" + std::to_string(i)});
  }

  // Every page once, then `more` requests at random; audits as the rule asks, and a few more.
  void run(std::size_t more) {
    const auto pages = world_.pages.size();
    const auto pace = kLength / static_cast<std::int64_t>(pages + more);
    std::vector<std::size_t> order(pages);
    for (std::size_t i = 0; i < pages; ++i) order[i] = i;
    rng_.shuffle<std::size_t>(order);
    for (std::size_t i = 0; i < more; ++i) order.push_back(rng_.below(pages));
    const double share = std::min(1.0, std::max(0.06, 40.0 / static_cast<double>(more)));
    for (std::size_t turn = 0; turn < order.size(); ++turn) {
      const bool first = turn < pages;
      ask(order[turn], first ? Purpose::Visit : Purpose::Revisit, !first && rng_.below(3) > 0);
      const bool by_validator =
          world_.evidence.pages[order[turn]].sightings.back().answer == Answer::NotModified;
      if (by_validator && rng_.uniform() < share) {
        now_ += 20;
        ask(order[turn], Purpose::Audit, false);
      }
      now_ += pace;
    }
  }

 private:
  void ask(std::size_t index, Purpose purpose, bool conditionally) {
    auto& sightings = world_.evidence.pages[index].sightings;
    const Server& server = world_.server;
    Sighting sighting{.sent = {now_}, .purpose = purpose};
    const auto slow = static_cast<std::uint64_t>(server.slowest) + 1;
    const auto took = static_cast<std::int64_t>(rng_.below(slow));
    sighting.received = {now_ + took};
    const auto looked =
        now_ + static_cast<std::int64_t>(rng_.below(static_cast<std::uint64_t>(took) + 1));
    now_ += took;
    world_.looked[index].push_back(looked);
    if (rng_.below(20) == 0) {
      sightings.push_back(sighting);  // failed
      return;
    }
    const History& history = world_.pages[index];
    sighting.validators = validators(history, looked);
    if (!sighting.validators.last_modified.empty())
      sighting.modified = Instant{last_change(history, looked) / 1000 * 1000};
    if (conditionally) sighting.asked = last_validators(sightings);
    const bool equal = !sighting.asked.empty() && sighting.asked == sighting.validators;
    const bool lie = !sighting.asked.empty() && rng_.uniform() < server.lies;
    if (server.conditional && (equal || lie)) {
      sighting.answer = Answer::NotModified;
      sighting.content.status = 304;
      sighting.validators = {};
    } else {
      sighting.answer = Answer::Whole;
      sighting.content = {.status = 200, .sha256 = history.at(looked)};
    }
    sightings.push_back(sighting);
  }

  Validators validators(const History& history, std::int64_t looked) {
    Validators sent;
    const auto after = std::upper_bound(history.changes.begin(), history.changes.end(), looked);
    auto version = static_cast<std::size_t>(after - history.changes.begin());
    if (world_.server.dates && version > 0)
      sent.last_modified = std::to_string(history.changes[version - 1] / 1000);
    if (world_.server.tags == Tags::Stale && version > 0 && rng_.below(4) == 0) --version;
    if (world_.server.tags != Tags::None) sent.etag = history.contents[version];
    return sent;
  }

  // Where there was one.
  static std::int64_t last_change(const History& history, std::int64_t looked) {
    return *(std::upper_bound(history.changes.begin(), history.changes.end(), looked) - 1);
  }

  static Validators last_validators(const std::vector<Sighting>& sightings) {
    for (auto i = sightings.size(); i-- > 0;)
      if (!sightings[i].validators.empty()) return sightings[i].validators;
    return {};
  }

  World& world_;
  Rng& rng_;
  std::int64_t now_ = 0;
};

World random_world(std::uint64_t seed, bool undone) {
  Rng rng(seed);
  World world;
  world.pages.resize(5 + rng.below(100));
  for (History& history : world.pages) history = random_history(rng, undone);
  world.server = random_server(rng);
  Crawler(world, rng).run(world.pages.size() * (1 + rng.below(4)));
  return world;
}

// 304s that were not true when they were given.
std::uint64_t false_answers(const World& world) {
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < world.pages.size(); ++i)
    for (const Statement& statement : statements(world.evidence.pages[i]))
      if (statement.by_validator &&
          world.pages[i].at(world.looked[i][statement.sighting]) != statement.content.sha256)
        ++count;
  return count;
}

// Rates play no part here: those of rules 1 are quick.
constexpr Options kQuick{.version = 1};

TEST(Certify, ProvesNothingFalseWhereNoChangeIsUndone) {
  std::uint64_t proven = 0;
  for (std::uint64_t seed = 1; seed <= 600; ++seed) {
    const World world = random_world(seed, false);
    const auto certificate = certify(world.evidence, kQuick);
    const auto* site = find_site(certificate.sites, "a.example");
    const bool trusted = site != nullptr && site->granted();
    for (std::size_t i = 0; i < world.pages.size(); ++i) {
      const PageVerdict& verdict = certificate.pages[i];
      for (const Held& held : verdict.proven) {
        ++proven;
        ASSERT_TRUE(world.pages[i].held(held.content.sha256, held.span)) << seed << ' ' << i;
      }
      if (verdict.grade == Grade::Proven) {
        ASSERT_TRUE(world.pages[i].held(verdict.content->sha256, certificate.as_of.span));
      }
      // And every change seen did happen where it is said to have.
      for (const ChangeSeen& change : verdict.changes) {
        if (trusted) continue;  // may rest on a false 304
        const auto& changes = world.pages[i].changes;
        ASSERT_TRUE(std::any_of(changes.begin(), changes.end(),
                                [&](std::int64_t at) { return change.within.holds(Instant{at}); }))
            << seed << ' ' << i;
      }
    }
  }
  EXPECT_GT(proven, 5'000U);
}

TEST(Certify, FalseAttestationsStayWithinThePrintedBound) {
  int granted = 0;
  int granted_liars = 0;
  int withdrawn = 0;
  int beyond = 0;        // more false answers than the bound
  int beyond_pages = 0;  // more falsely attested pages than allowed
  for (std::uint64_t seed = 1001; seed <= 4000; ++seed) {
    const World world = random_world(seed, false);
    const auto certificate = certify(world.evidence, kQuick);
    const auto* site = find_site(certificate.sites, "a.example");
    if (site == nullptr || site->answers == 0) continue;
    if (!site->wrong.empty()) ++withdrawn;
    if (!site->granted()) continue;
    ++granted;
    const auto wrong = static_cast<double>(false_answers(world));
    if (wrong > 0) ++granted_liars;
    if (wrong > site->bound * static_cast<double>(site->answers)) ++beyond;
    double pages = 0;
    for (std::size_t i = 0; i < world.pages.size(); ++i) {
      const PageVerdict& verdict = certificate.pages[i];
      if (verdict.grade == Grade::Attested &&
          !world.pages[i].held(verdict.content->sha256, certificate.as_of.span))
        ++pages;
    }
    if (pages > site->allowed) ++beyond_pages;
  }
  RecordProperty("granted", granted);
  RecordProperty("granted_liars", granted_liars);
  RecordProperty("beyond", beyond);
  // The test says something only where trust is given, sometimes wrongly, and sometimes taken.
  EXPECT_GT(granted, 300);
  EXPECT_GT(granted_liars, 20);
  EXPECT_GT(withdrawn, 200);
  // 5 % and three standard deviations of a count of that size.
  const double most = 0.05 * granted + 3 * std::sqrt(0.05 * 0.95 * granted);
  EXPECT_LE(beyond, most);
  EXPECT_LE(beyond_pages, most);
}

TEST(Certify, EveryFalseProofIsAChangeThatWasUndone) {
  std::uint64_t false_proofs = 0;
  for (std::uint64_t seed = 5001; seed <= 5300; ++seed) {
    const World world = random_world(seed, true);
    const auto certificate = certify(world.evidence, kQuick);
    for (std::size_t i = 0; i < world.pages.size(); ++i)
      for (const Held& held : certificate.pages[i].proven) {
        const History& history = world.pages[i];
        if (history.held(held.content.sha256, held.span)) continue;
        ++false_proofs;
        // It was seen before, it was seen after, and not because anybody lied.
        bool before = false;
        bool after = false;
        for (std::size_t k = 0; k < world.looked[i].size(); ++k) {
          const auto at = world.looked[i][k];
          if (history.at(at) != held.content.sha256) continue;
          before = before || at <= held.span.from.ms;
          after = after || at >= held.span.until.ms;
        }
        ASSERT_TRUE(before && after) << seed << ' ' << i;
      }
  }
  EXPECT_GT(false_proofs, 50U) << "without any, the test shows nothing";
}

}  // namespace
}  // namespace asof::certificate
