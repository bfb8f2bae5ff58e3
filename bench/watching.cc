// Watching real histories, learning from visits alone: how complete every strategy is, cell by
// cell, and how far each is behind the best of the cell (its regret).
//
//   watching run FOLDER dated|undated STRATEGY... > LINES
//   watching table LINES STRATEGY...
//
// FOLDER holds the histories; "site-clock=0.2" is site-clock with that floor. With `undated`
// servers do not say when pages were modified. Lines are tab-separated: history, budget in per cent
// of the pages an hour, strategy, form (which reading it aims at), completeness as a mean over
// pages, the same of all changes, coherence, and both of the clairvoyant. The table is in shares of
// the clairvoyant; of the strategies named behind LINES the one with the least worst regret is
// chosen, with each history left out in turn.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <map>

#include "lab/history_reader.h"
#include "lab/run.h"

namespace asof {
namespace {

struct Subject {
  const char* name;
  std::vector<double> budgets;  // per cent of the pages an hour
};
const std::array kSubjects = {Subject{"teletext", {1, 5, 20}}, Subject{"frontpages", {1, 5, 20}},
                              Subject{"incubator", {0.5, 1, 2, 5}},
                              Subject{"flink", {0.5, 1, 2, 5}}};

// Does it aim at either reading of completeness, as it is told to?
bool has_forms(const std::string& name) {
  return std::ranges::any_of(
             std::array{"loss-index", "margin-index", "lagrange", "site-clock", "watch-default"},
             [&](std::string_view each) { return name.starts_with(each); }) &&
         !name.ends_with("-global");
}

Result<void> run(const std::string& folder, bool dates, const std::vector<std::string>& names) {
  for (const Subject& subject : kSubjects) {
    const lab::History history =
        TRY(lab::read_history(fmt::format("{}/{}.warc.gz", folder, subject.name)));
    for (const double budget : subject.budgets)
      for (const std::string& name : names)
        for (const bool global : {false, true}) {
          if (global && !has_forms(name)) continue;
          schedule::Tuning tuning{.global = global};
          const auto setting = name.find('=');
          if (setting != std::string::npos) tuning.floor = std::stod(name.substr(setting + 1));
          const auto per_period =
              std::max(1.0, std::round(static_cast<double>(history.pages.size()) * budget / 100));
          const auto graded = TRY(
              lab::compare_watching(history, {.strategies = {name.substr(0, setting)},
                                              .tuning = tuning,
                                              .per_period = static_cast<std::uint64_t>(per_period),
                                              .dates = dates}));
          const lab::Grades& g = graded.strategies[0];
          fmt::print("{}\t{}\t{}\t{}\t{:.4f}\t{:.4f}\t{:.4f}\t{:.4f}\t{:.4f}\n", subject.name,
                     budget, name, global ? "global" : "page", g.completeness.mean, g.global.mean,
                     g.coherence.mean, *graded.best_completeness, *graded.best_global);
          std::fflush(stdout);
        }
  }
  return {};
}

struct Figures {
  double page = 0, global = 0, coherence = 0;  // the first two as shares of the clairvoyant
};
struct Cell {
  std::string history, budget;
  double best_page = 0, best_global = 0;  // of the clairvoyant
  std::map<std::string, Figures> figures;
};

std::vector<Cell> read_lines(const std::string& path, std::vector<std::string>& names) {
  std::vector<Cell> cells;
  std::ifstream file(path);
  std::string history, budget, name, form;
  double page = 0, global = 0, coherence = 0, best_page = 0, best_global = 0;
  while (file >> history >> budget >> name >> form >> page >> global >> coherence >> best_page >>
         best_global) {
    auto cell = std::ranges::find_if(
        cells, [&](const Cell& each) { return each.history == history && each.budget == budget; });
    if (cell == cells.end())
      cell = cells.insert(cells.end(), {history, budget, best_page, best_global, {}});
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    Figures& figures = cell->figures[name];
    if (form == "page") figures = {page / best_page, global / best_global, coherence};
    if (form == "global") figures.global = global / best_global;
  }
  std::ranges::stable_sort(cells, {}, [](const Cell& each) {
    const auto* subject = std::ranges::find(
        kSubjects, each.history, [](const Subject& one) { return std::string(one.name); });
    return std::pair(subject - kSubjects.begin(), std::stod(each.budget));
  });
  return cells;
}

bool is_bound(const std::string& name) { return name.ends_with("-told"); }

// How far below the best strategy of the cell, bounds apart; the worse of both readings.
double regret(const Cell& cell, const std::string& name, bool page, bool global) {
  const Figures& own = cell.figures.at(name);
  double most = 0;
  for (const auto& [other, figures] : cell.figures) {
    if (is_bound(other)) continue;
    if (page) most = std::max(most, figures.page - own.page);
    if (global) most = std::max(most, figures.global - own.global);
  }
  return most;
}

// Over all histories but one, or over that one only; nothing named: over all.
double worst(const std::vector<Cell>& cells, const std::string& name, const std::string& history,
             bool only) {
  double most = 0;
  for (const Cell& cell : cells)
    if ((cell.history == history) == only) most = std::max(most, regret(cell, name, true, true));
  return most;
}

void print_table(const std::vector<Cell>& cells, const std::vector<std::string>& names) {
  fmt::print("| | ");
  for (const Cell& cell : cells) fmt::print("{} {} % | ", cell.history, cell.budget);
  fmt::print("mean | worst regret |\n|---|");
  for (std::size_t i = 0; i < cells.size() + 2; ++i) fmt::print("---|");
  fmt::print("\n");
  for (const std::string& name : names) {
    fmt::print("| {} | ", name);
    double page = 0, global = 0, page_regret = 0, global_regret = 0;
    for (const Cell& cell : cells) {
      const Figures& figures = cell.figures.at(name);
      fmt::print("{:.3f}/{:.3f} {:.2f} | ", figures.page, figures.global, figures.coherence);
      page += figures.page, global += figures.global;
      page_regret = std::max(page_regret, regret(cell, name, true, false));
      global_regret = std::max(global_regret, regret(cell, name, false, true));
    }
    const auto count = static_cast<double>(cells.size());
    fmt::print("{:.3f}/{:.3f} | {:.3f}/{:.3f} |\n", page / count, global / count, page_regret,
               global_regret);
  }
  fmt::print("| clairvoyant | ");
  for (const Cell& cell : cells) fmt::print("{:.3f}/{:.3f} | ", cell.best_page, cell.best_global);
  fmt::print("1/1 | |\n\n");
}

int table(const std::string& path, const std::vector<std::string>& candidates) {
  std::vector<std::string> names;
  const auto cells = read_lines(path, names);
  print_table(cells, names);
  for (const Subject& subject : kSubjects) {
    if (candidates.empty()) break;
    const auto chosen = *std::ranges::min_element(candidates, {}, [&](const std::string& name) {
      return worst(cells, name, subject.name, false);
    });
    fmt::print("Without {}: {} is chosen, worst regret {:.3f}; on {} its worst regret is {:.3f}.\n",
               subject.name, chosen, worst(cells, chosen, subject.name, false), subject.name,
               worst(cells, chosen, subject.name, true));
  }
  for (const std::string& name : candidates) {
    double page = 0, global = 0;
    for (const Cell& cell : cells) {
      if (!cell.figures.contains("site-clock-told")) continue;
      const Figures& told = cell.figures.at("site-clock-told");
      page += cell.figures.at(name).page / told.page;
      global += cell.figures.at(name).global / told.global;
    }
    const auto count = static_cast<double>(cells.size());
    fmt::print("{}: {:.3f} of the index told true rates over pages, {:.3f} globally.\n", name,
               page / count, global / count);
  }
  return 0;
}

}  // namespace
}  // namespace asof

int main(int count, char** words) {
  const std::vector<std::string> given(words + 1, words + count);
  if (given.size() >= 2 && given[0] == "table")
    return asof::table(given[1], {given.begin() + 2, given.end()});
  if (given.size() < 4 || given[0] != "run") {
    fmt::print(stderr,
               "watching run FOLDER dated|undated STRATEGY...\nwatching table LINES STRATEGY...\n");
    return 2;
  }
  const auto ran = asof::run(given[1], given[2] == "dated", {given.begin() + 3, given.end()});
  if (ran) return 0;
  fmt::print(stderr, "watching: {}\n", ran.error().what);
  return 2;
}
