// The method is in the header.
#include "navigate/circle.h"

#include <algorithm>

#include "base/check.h"

namespace asof::navigate {
namespace {

void sort_unique(Circle& circle) {
  std::sort(circle.begin(), circle.end());
  circle.erase(std::unique(circle.begin(), circle.end()), circle.end());
}

}  // namespace

std::vector<Circle> circles_of(std::size_t pages, std::span<const PageLink> links) {
  std::vector<Circle> linked(pages);
  for (const PageLink& link : links) {
    CHECK(link.from < pages && link.to < pages);
    if (link.from == link.to) continue;
    linked[link.from].push_back(link.to);
    linked[link.to].push_back(link.from);
  }
  for (Circle& circle : linked) sort_unique(circle);
  std::vector<Circle> circles(pages);
  for (std::uint32_t page = 0; page < pages; ++page) {
    if (linked[page].empty()) continue;
    Circle& circle = circles[page];
    circle.push_back(page);
    for (const std::uint32_t near : linked[page]) {
      circle.push_back(near);
      if (linked[near].size() > kIndexLinks) continue;
      circle.insert(circle.end(), linked[near].begin(), linked[near].end());
    }
    sort_unique(circle);
    if (2 * circle.size() > pages) circle.clear();
  }
  return circles;
}

void add_circle_activity(std::span<Page> pages, std::span<const Circle> circles,
                         const ActivityOptions& coarse, const ActivityOptions& fine) {
  CHECK(circles.size() == pages.size());
  // All are learned before any pattern changes, so that the order of pages does not matter.
  std::vector<std::vector<double>> activity(pages.size());
  for (std::size_t p = 0; p < pages.size(); ++p) {
    if (circles[p].empty()) continue;
    std::vector<const Page*> members;
    for (const std::uint32_t member : circles[p]) members.push_back(&pages[member]);
    activity[p] = refine(learn_activity(members, coarse), coarse, fine);
  }
  for (std::size_t p = 0; p < pages.size(); ++p)
    if (!activity[p].empty()) pages[p].changes = with_activity(pages[p].changes, activity[p], fine);
}

}  // namespace asof::navigate
