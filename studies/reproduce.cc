#include "studies/reproduce.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/file.h"
#include "base/suggest.h"
#include "lab/history_reader.h"
#include "studies/figure_internal.h"

namespace asof::studies {
namespace {

constexpr std::array kExperiments = {
    Experiment{"sharc-figure-3", "SHARC, Figure 3", "Organ pipes",
               "the hottest pages in the middle of the crawl give the least blur", 0.1,
               sharc_figure_3},
    Experiment{"sharc-table-1", "SHARC, Table 1", "Depth-first crawl strategy",
               "the order of a depth-first crawl", 0.1, sharc_table_1},
    Experiment{"sharc-table-2", "SHARC, Table 2", "Breadth-first crawl strategy",
               "the order of a breadth-first crawl", 0.1, sharc_table_2},
    Experiment{"sharc-table-3", "SHARC, Table 3", "SHARC-online crawl strategy",
               "ascending, middle and descending phase", 0.1, sharc_table_3},
    Experiment{"sharc-figure-4", "SHARC, Figure 4", "Other online strategies",
               "without a middle phase an online crawl is two times worse", 1, sharc_figure_4},
    Experiment{"sharc-figure-5", "SHARC, Figure 5", "A worst case",
               "four of ten pages misplaced cost about 20 %", 0.1, sharc_figure_5},
    Experiment{"sharc-figure-6", "SHARC, Figure 6", "Worst-case analysis",
               "skew matters most, the first misplaced pages are the costliest", 0.1,
               sharc_figure_6},
    Experiment{"sharc-figure-7", "SHARC, Figure 7", "Penalty of a visit and a revisit",
               "one minimum; the pairs lie on a diagonal", 0.1, sharc_figure_7},
    Experiment{"sharc-figure-8", "SHARC, Figure 8", "SHARC-threshold",
               "giving up one page makes others sharp", 0.5, sharc_figure_8},
    Experiment{"sharc-figure-9", "SHARC, Figure 9", "Blur in varying crawls",
               "SHARC wins on real sites, most in long crawls", 40, sharc_figure_9, Needs::History},
    Experiment{"sharc-figure-10", "SHARC, Figure 10", "Blur for observation periods",
               "SHARC wins, less so for long observation intervals", 33, sharc_figure_10},
    Experiment{"sharc-table-4", "SHARC, Table 4", "Number of sharp pages",
               "SHARC-threshold has the most sharp pages", 7, sharc_table_4},
    Experiment{"sharc-figure-11", "SHARC, Figure 11", "Change rate approximation error",
               "SHARC wins while half of the rates are right", 40, sharc_figure_11},
    Experiment{"dexa-figure-7", "DEXA, Figure 7", "Weighted completeness",
               "importance and patterns bring 20 % more completeness", 280, dexa_figure_7},
    Experiment{"dexa-figure-8", "DEXA, Figure 8", "Weighted coherence",
               "importance and patterns bring 10 % more coherence", 80, dexa_figure_8},
    Experiment{"tpdl-figure-6", "TPDL, Figure 6", "Weighted coherence",
               "crawling collections off peak brings 10 % more coherence", 15, tpdl_figure_6},
    Experiment{"tpdl-figure-7", "TPDL, Figure 7", "Coherence-oriented navigation",
               "patterns lead to coherent versions more often than the nearest does", 5,
               tpdl_figure_7},
    Experiment{"jcdl-figure-4", "JCDL, Figure 4", "Samples of time series",
               "days of one page resemble each other", 0.5, jcdl_figure_4},
    Experiment{"jcdl-figure-5", "JCDL, Figure 5", "Samples of discovered patterns",
               "averages of series discover patterns", 1, jcdl_figure_5},
    Experiment{"jcdl-figure-6", "JCDL, Figure 6", "Example of indexing threshold",
               "the mean of a pattern tells which versions matter", 0.5, jcdl_figure_6},
    Experiment{"jcdl-figure-7", "JCDL, Figure 7", "Pattern time periods",
               "periods of an hour are short enough", 60, jcdl_figure_7},
    Experiment{"jcdl-figure-8", "JCDL, Figure 8", "Completeness",
               "patterns bring 10 % more completeness", 70, jcdl_figure_8},
    Experiment{"jcdl-figure-9", "JCDL, Figure 9", "Weighted completeness",
               "importance and patterns bring 20 % more", 65, jcdl_figure_9},
    Experiment{"rate-predictor", "Ours, rates", "Rates of pages nobody has watched",
               "a page's like tell its rate", 20, rate_predictor, Needs::History},
    Experiment{"real-navigation", "Ours, navigation", "Links on real histories",
               "likelihood is ahead of nearest, and says how sure it is", 200, real_navigation,
               Needs::History},
};

// The whole file under its name, or nothing.
Result<void> write_whole(const std::string& path, std::string_view text) {
  const std::string draft = path + ".open";
  if (exists(draft)) TRY(remove_file(draft));
  auto sink = FileSink::create(draft);
  if (!sink) return std::move(sink).error();
  auto written = sink->write(text);
  if (written) written = sink->sync();
  if (written) written = rename_synced(draft, path);
  if (written) return {};
  (void)remove_file(draft);
  return std::move(written).error();
}

// A directory that takes files, found out before an hour is spent.
Result<void> prepare(const std::string& directory) {
  if (exists(directory) && !is_directory(directory))
    return Error{Errc::Invalid, fmt::format("--out: {} is not a directory", directory)};
  auto made = make_directories(directory);
  if (!made) return std::move(made).error().within("--out");
  const std::string probe = directory + "/report.html.open";
  if (exists(probe)) TRY(remove_file(probe));
  auto sink = FileSink::create(probe);
  if (!sink) return std::move(sink).error().within("--out");
  const std::string report = directory + "/report.html";
  if (exists(report)) TRY(remove_file(report));
  return remove_file(probe);
}

std::string command_of(const ReproduceOptions& options) {
  std::string command = "asof lab reproduce";
  if (options.names.empty()) command += " all";
  for (const std::string& name : options.names) command += " " + name;
  if (options.effort == Effort::Quick) command += " --quick";
  command += fmt::format(" --seed {}", options.seed);
  for (const std::string& history : options.histories)
    command += " --history " + std::string(file_name(history));
  return command + " --out DIR";
}

Result<Figure> run_one(const Experiment& experiment, const Setting& setting) {
  auto figure = experiment.run(setting);
  if (!figure) return std::move(figure).error().within(std::string(experiment.name));
  return figure;
}

}  // namespace

std::span<const Experiment> experiments() { return kExperiments; }

Result<std::vector<const Experiment*>> find_experiments(std::span<const std::string> names) {
  std::vector<const Experiment*> found;
  const bool all = names.empty() || (names.size() == 1 && names[0] == "all");
  for (const Experiment& experiment : kExperiments)
    if (all || std::ranges::count(names, experiment.name) > 0) found.push_back(&experiment);
  if (all) return found;
  for (const std::string& name : names) {
    if (std::ranges::count(kExperiments, name, &Experiment::name) > 0) continue;
    std::vector<std::string_view> all_names;
    all_names.reserve(std::size(kExperiments));
    for (const Experiment& experiment : kExperiments) all_names.push_back(experiment.name);
    return Error{Errc::Invalid,
                 fmt::format("there is no figure '{}'; {}'asof lab reproduce --list' lists them",
                             name, did_you_mean(name, all_names))};
  }
  return found;
}

Result<std::vector<Figure>> reproduce(const ReproduceOptions& options) {
  const auto chosen = TRY(find_experiments(options.names));
  std::vector<lab::History> histories;
  for (const std::string& path : options.histories) {
    auto history = lab::read_history(path);
    if (!history) return std::move(history).error();
    histories.push_back(*std::move(history));
  }
  TRY(prepare(options.out));
  double total = 0;
  for (const Experiment* experiment : chosen) total += experiment->cost;
  double done = 0;
  std::vector<Figure> figures;
  for (const Experiment* experiment : chosen) {
    Setting setting{options.effort, options.seed, histories};
    setting.on_progress = [&](double share) {
      if (!options.on_progress) return;
      const double part = (done + share * experiment->cost) / total;
      options.on_progress(experiment->paper, static_cast<std::uint64_t>(part * 1000), 1000);
    };
    setting.progress(0);
    auto figure = TRY(run_one(*experiment, setting));
    const std::string csv = to_csv(figure);
    if (!csv.empty()) TRY(write_whole(options.out + "/" + figure.name + ".csv", csv));
    figures.push_back(std::move(figure));
    done += experiment->cost;
  }
  const ReportOptions report{"What the papers found, measured again", command_of(options),
                             options.effort != Effort::Full};
  TRY(write_whole(options.out + "/report.html", to_html(figures, report)));
  return figures;
}

}  // namespace asof::studies
