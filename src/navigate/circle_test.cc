#include "navigate/circle.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/random.h"

namespace asof::navigate {
namespace {

constexpr std::size_t kPages = 25;
using Linked = std::array<std::array<bool, kPages>, kPages>;

// The definition: a way of one link, or of two through a page that is no index.
bool belongs(const Linked& linked, std::size_t a, std::size_t b) {
  const auto degree = [&](std::size_t x) {
    return static_cast<std::size_t>(std::count(linked[x].begin(), linked[x].end(), true));
  };
  if (a == b) return degree(a) > 0;
  if (linked[a][b]) return true;
  for (std::size_t x = 0; x < kPages; ++x)
    if (degree(x) <= kIndexLinks && linked[a][x] && linked[x][b]) return true;
  return false;
}

TEST(Circle, FollowsItsDefinition) {
  Rng rng(4);
  for (int round = 0; round < 20; ++round) {
    std::vector<PageLink> links;
    const auto indexed = static_cast<std::uint32_t>(rng.below(kPages));
    for (std::uint32_t p = 1; p <= indexed; ++p) links.push_back({0, p});
    for (std::uint64_t k = rng.below(20); k > 0; --k)
      links.push_back({static_cast<std::uint32_t>(rng.below(kPages)),
                       static_cast<std::uint32_t>(rng.below(kPages))});
    Linked linked{};
    for (const PageLink& link : links)
      if (link.from != link.to) linked[link.from][link.to] = linked[link.to][link.from] = true;
    const std::vector<Circle> circles = circles_of(kPages, links);
    ASSERT_EQ(circles.size(), kPages);
    for (std::uint32_t a = 0; a < kPages; ++a) {
      Circle expected;
      for (std::uint32_t b = 0; b < kPages; ++b)
        if (belongs(linked, a, b)) expected.push_back(b);
      if (2 * expected.size() > kPages) expected.clear();  // it is the site, not a part of it
      ASSERT_EQ(circles[a], expected) << round << " " << a;
    }
  }
}

// Sections of eight pages each with lively hours of its own, ten times the rate of the others.
struct Sections {
  std::vector<Page> pages;
  std::vector<std::vector<Time>> changes;  // the truth
  std::vector<PageLink> links;
};

constexpr ActivityOptions kHours{.from = 0, .until = 480, .slot = 1};
constexpr ActivityOptions kSomeHours{.from = 0, .until = 480, .slot = 3, .doubt = 0.25};

Sections draw_sections(Rng& rng) {
  Sections world;
  for (std::uint32_t section = 0; section < 10; ++section) {
    std::vector<double> rates(480, 0.04);
    for (int episode = 0; episode < 12; ++episode)
      for (std::size_t k = rng.below(476), end = k + 4; k < end; ++k) rates[k] = 0.4;
    for (std::uint32_t p = 0; p < 8; ++p) {
      const std::uint32_t index = section * 8 + p;
      if (p > 0) world.links.push_back({section * 8, index});
      Page page;
      page.changes.cycle = 24;
      page.changes.rates.assign(24, 0.076);
      std::vector<Time> changes;
      for (std::size_t k = 0; k < rates.size(); ++k)
        if (rng.uniform() < rates[k]) changes.push_back(static_cast<double>(k) + rng.uniform());
      for (Time at = rng.uniform(0, 6); at < 480; at += rng.uniform(3, 9)) {
        const auto after = std::upper_bound(changes.begin(), changes.end(), at);
        page.captures.push_back({at, static_cast<std::uint64_t>(after - changes.begin()), {}});
      }
      world.pages.push_back(std::move(page));
      world.changes.push_back(std::move(changes));
    }
  }
  return world;
}

// Of the changes that truly happened, a change.
double log_likelihood(const Sections& world, const std::vector<Page>& pages) {
  double sum = 0;
  double count = 0;
  for (std::size_t p = 0; p < pages.size(); ++p) {
    const Time last = pages[p].captures.back().at;
    sum -= pages[p].changes.expected(0, last);
    for (const Time at : world.changes[p]) {
      if (at >= last) continue;
      sum += std::log(pages[p].changes.rates[pages[p].changes.slot_at(at)]);
      ++count;
    }
  }
  return sum / count;
}

TEST(Circle, FindsTheLivelyHoursOfASectionWhereTheSiteHasNone) {
  Rng rng(5);
  const Sections world = draw_sections(rng);
  std::vector<Page> by_site = world.pages;
  const std::vector<double> site = learn_activity(world.pages, kHours);
  for (Page& page : by_site) page.changes = with_activity(page.changes, site, kHours);
  std::vector<Page> by_section = by_site;
  add_circle_activity(by_section, circles_of(world.pages.size(), world.links), kSomeHours, kHours);
  EXPECT_GT(log_likelihood(world, by_section), log_likelihood(world, by_site) + 0.2);

  // Circles of pages that have nothing in common do not find it.
  std::vector<PageLink> foreign;
  for (const PageLink& link : world.links)
    foreign.push_back({link.from, (link.to + 8 * (link.to % 8)) % 80});
  std::vector<Page> by_chance = by_site;
  add_circle_activity(by_chance, circles_of(world.pages.size(), foreign), kSomeHours, kHours);
  EXPECT_LT(log_likelihood(world, by_chance), log_likelihood(world, by_section) - 0.1);
}

TEST(Circle, APageWithoutLinksKeepsItsPattern) {
  Rng rng(6);
  const Sections world = draw_sections(rng);
  std::vector<Page> pages = world.pages;
  add_circle_activity(pages, circles_of(pages.size(), {}), kSomeHours, kHours);
  for (std::size_t p = 0; p < pages.size(); ++p)
    EXPECT_EQ(pages[p].changes.rates, world.pages[p].changes.rates);
}

}  // namespace
}  // namespace asof::navigate
