// The regret of every order of a capture, cell by cell: how much more blur than the least of the
// cell and how many sharp pages fewer than the most, where the difference is beyond chance (95 %,
// over the same starts). Then which order has the least worst regret, with each history left out.
//
//   regret FOLDER EARLIER STARTS STRATEGY...
//
// FOLDER holds the histories, EARLIER is the number of captures that rates are known from (0: a
// first capture), STARTS the captures of a cell.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>

#include "lab/entries.h"
#include "lab/history_reader.h"
#include "lab/run.h"

namespace asof {
namespace {

constexpr std::array<const char*, 4> kHistories = {"teletext", "frontpages", "incubator", "flink"};
constexpr std::array kDelays = {5.0, 60.0, 300.0};

struct Regret {
  double blur = 0;   // share of the least blur that it has more
  double sharp = 0;  // share of the most sharp pages that it has fewer
  double worse() const { return std::max(blur, sharp); }
};

struct Cell {
  std::size_t history = 0;
  std::string name;
  std::vector<lab::Grades> grades;
  std::vector<Regret> regrets;  // by strategy
};

std::vector<Regret> regrets_of(const std::vector<lab::Grades>& grades) {
  const auto calmest =
      std::ranges::min_element(grades, {}, [](const lab::Grades& g) { return g.blur.mean; });
  const auto sharpest =
      std::ranges::max_element(grades, {}, [](const lab::Grades& g) { return g.sharp.mean; });
  std::vector<Regret> regrets;
  for (const lab::Grades& g : grades) {
    Regret regret;
    if (calmest->blur.mean > 0 && lab::paired(g.blurs, calmest->blurs).low() > 0)
      regret.blur = g.blur.mean / calmest->blur.mean - 1;
    if (sharpest->sharp.mean > 0 && lab::paired(sharpest->sharps, g.sharps).low() > 0)
      regret.sharp = 1 - g.sharp.mean / sharpest->sharp.mean;
    regrets.push_back(regret);
  }
  return regrets;
}

// The worst regret of a strategy; over all histories but one, or, where `only`, over that one.
double worst(const std::vector<Cell>& cells, std::size_t strategy, std::size_t history, bool only) {
  double most = 0;
  for (const Cell& cell : cells)
    if ((cell.history == history) == only) most = std::max(most, cell.regrets[strategy].worse());
  return most;
}

void print_cell(const Cell& cell) {
  for (std::size_t s = 0; s < cell.grades.size(); ++s) {
    const lab::Grades& g = cell.grades[s];
    const auto percent = [](double share) {
      return share > 0 ? fmt::format("{:.1f} %", 100 * share) : std::string("-");
    };
    fmt::print("{:<18} {:<22} {:>9.3f} {:>9} {:>9.1f} {:>9} {:>9.0f}\n", s == 0 ? cell.name : "",
               g.strategy, g.blur.mean, percent(cell.regrets[s].blur), g.sharp.mean,
               percent(cell.regrets[s].sharp), g.downloads.mean);
  }
  std::fflush(stdout);
}

void print_choice(const std::vector<Cell>& cells, const std::vector<std::string>& strategies) {
  fmt::print("\n{:<22} {:>9}", "worst regret", "all");
  for (const char* history : kHistories) fmt::print(" {:>20}", fmt::format("without {}", history));
  fmt::print("\n");
  for (std::size_t s = 0; s < strategies.size(); ++s) {
    fmt::print("{:<22} {:>7.1f} %", strategies[s], 100 * worst(cells, s, kHistories.size(), false));
    for (std::size_t h = 0; h < kHistories.size(); ++h)
      fmt::print(" {:>18.1f} %", 100 * worst(cells, s, h, false));
    fmt::print("\n");
  }
  for (std::size_t h = 0; h < kHistories.size(); ++h) {
    std::size_t chosen = 0;
    for (std::size_t s = 1; s < strategies.size(); ++s)
      if (worst(cells, s, h, false) < worst(cells, chosen, h, false)) chosen = s;
    fmt::print("Without {}: {} is chosen; on {} its worst regret is {:.1f} %.\n", kHistories[h],
               strategies[chosen], kHistories[h], 100 * worst(cells, chosen, h, true));
  }
}

Result<void> run(const std::string& folder, std::uint32_t earlier, std::size_t starts,
                 const std::vector<std::string>& strategies) {
  std::vector<Cell> cells;
  fmt::print("{:<18} {:<22} {:>9} {:>9} {:>9} {:>9} {:>9}\n", "cell", "strategy", "blur", "more",
             "sharp", "fewer", "requests");
  for (std::size_t h = 0; h < kHistories.size(); ++h) {
    lab::History history =
        TRY(lab::read_history(fmt::format("{}/{}.warc.gz", folder, kHistories[h])));
    const std::string each(lab::kEachHost);
    TRY(lab::set_entries(history, std::span(&each, 1)));
    for (const double delay : kDelays) {
      auto comparison = TRY(lab::compare_captures(history, {.strategies = strategies,
                                                            .tuning = {},
                                                            .delay = delay,
                                                            .starts = starts,
                                                            .earlier = earlier}));
      Cell cell{.history = h,
                .name = fmt::format("{} {:.0f} s", kHistories[h], delay),
                .grades = std::move(comparison.strategies),
                .regrets = {}};
      cell.regrets = regrets_of(cell.grades);
      print_cell(cell);
      cells.push_back(std::move(cell));
    }
  }
  print_choice(cells, strategies);
  return {};
}

}  // namespace
}  // namespace asof

int main(int count, char** words) {
  const std::vector<std::string> given(words + 1, words + count);
  if (given.size() < 4) {
    fmt::print(stderr, "regret FOLDER EARLIER STARTS STRATEGY...\n");
    return 2;
  }
  const auto ran = asof::run(given[0], static_cast<std::uint32_t>(std::atoi(given[1].c_str())),
                             static_cast<std::size_t>(std::atoi(given[2].c_str())),
                             {given.begin() + 3, given.end()});
  if (ran) return 0;
  fmt::print(stderr, "regret: {}\n", ran.error().what);
  return 2;
}
