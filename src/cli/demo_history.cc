// The demo's newspaper over two weeks, every version of every page: what a strategy is tried on.
#include <fmt/format.h>

#include "base/file.h"
#include "base/random.h"
#include "cli/demo_site_internal.h"
#include "lab/history.h"
#include "lab/history_writer.h"

namespace asof::cli {
namespace {

constexpr int kSections = 6;
constexpr int kStoriesEach = 20;
constexpr double kDay = 86400;

// Readers are awake from 6 to 22 o'clock, and so are editors.
bool awake(Time at) {
  const double hour = at / 3600 - 24 * static_cast<double>(static_cast<long>(at / kDay));
  return hour >= 6 && hour < 22;
}

void live(lab::HistoryPage& page, const lab::History& history, double changes_a_day,
          std::uint32_t links, Rng rng) {
  page.versions.push_back({history.from, 1, links, 0});
  for (Time at = history.from; changes_a_day > 0;) {
    at += rng.exponential(changes_a_day * 1.5 / kDay);  // a third of them falls asleep
    if (at > history.until) return;
    if (awake(at)) page.versions.push_back({at, page.versions.back().content + 1, links, 1});
  }
}

}  // namespace

Result<std::string> write_demo_history(const std::string& folder, std::uint64_t seed) {
  TRY(make_directories(folder));
  lab::History history{.name = "the-daily-example, every version"};
  history.from = on_axis(*from_civil(2026, 10, 1, 0, 0, 0));
  history.until = history.from + 14 * kDay;
  const Rng rng(seed);
  std::vector<double> rates = {60};
  history.pages.push_back({.name = "https://daily.example/"});
  history.links.resize(2);
  for (int s = 0; s < kSections; ++s) {
    history.links[1].push_back(static_cast<std::uint32_t>(history.pages.size()));
    history.pages.push_back({.name = fmt::format("https://daily.example/section/{}", s)});
    rates.push_back(12);
  }
  for (int s = 0; s < kSections; ++s) {
    lab::Links stories;
    for (int i = 0; i < kStoriesEach; ++i) {
      stories.push_back(static_cast<std::uint32_t>(history.pages.size()));
      history.pages.push_back(
          {.name = fmt::format("https://daily.example/story/{}", s * kStoriesEach + i)});
      rates.push_back(i < 4 ? 4 : i < 10 ? 0.5 : 0);
    }
    history.links.push_back(std::move(stories));
  }
  for (std::uint32_t page = 0; page < history.pages.size(); ++page)
    live(history.pages[page], history, rates[page], page <= kSections ? page + 1 : 0,
         rng.fork(page));
  return lab::write_history(history, folder, "EVERY-VERSION", seed);
}

}  // namespace asof::cli
