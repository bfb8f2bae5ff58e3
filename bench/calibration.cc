// calibration HISTORY FIRST ARCHIVES [MODIFIED] [GAP] [LINKS]: are probabilities of navigation true
// on a real history? Archives are drawn with the seeds FIRST and on, captures about every GAP hours
// (6) and LINKS links each (12000), a share MODIFIED (0) of the pages with Last-Modified.
//
// Prints tab-separated, for every decile of the probabilities before and after their correction:
// cases, stated, observed, the difference and its standard error, which takes the archives as
// units: cases of one archive share pages and are not independent; the same of those that are
// shown as a percentage, and how many these are. Then the share of links that each policy led to a
// coherent version, and how far it is ahead of nearest, with the half of its 95 % interval.
#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <span>
#include <string>
#include <vector>

#include "lab/history_reader.h"
#include "studies/navigate_study.h"

namespace asof::studies {
namespace {

// A decile, of each archive. The ratio of two sums over archives, its error by the residuals.
void print_decile(const std::string& name, std::span<const navigate::Decile> archives) {
  double count = 0;
  double stated = 0;
  double happened = 0;
  for (const navigate::Decile& decile : archives) {
    const auto cases = static_cast<double>(decile.count);
    count += cases;
    stated += cases * decile.stated;
    happened += cases * decile.happened;
  }
  if (!(count > 0)) return;
  const double difference = (stated - happened) / count;
  double squares = 0;
  for (const navigate::Decile& decile : archives) {
    const double residual =
        static_cast<double>(decile.count) * (decile.stated - decile.happened - difference);
    squares += residual * residual;
  }
  const auto units = static_cast<double>(archives.size());
  const double error = units > 1 ? std::sqrt(squares * units / (units - 1)) / count : 0;
  fmt::print("{}\t{}\t{:.3f}\t{:.3f}\t{:+.3f}\t{:.3f}\n", name, count, stated / count,
             happened / count, difference, error);
}

void print_table(const std::string& name, std::span<const navigate::Reliability> archives) {
  for (std::size_t d = 0; d < 10; ++d) {
    std::vector<navigate::Decile> of_archives;
    of_archives.reserve(archives.size());
    for (const auto& table : archives) of_archives.push_back(table.deciles[d]);
    print_decile(fmt::format("{} .{}", name, d), of_archives);
  }
  std::vector<navigate::Decile> certain;
  certain.reserve(archives.size());
  for (const auto& table : archives) certain.push_back(table.certain);
  print_decile(name + " 1", certain);
}

int run(const std::string& path, RealNavigationOptions options) {
  const auto history = lab::read_history(path);
  if (!history) {
    fmt::print(stderr, "{}\n", history.error().what);
    return 1;
  }
  std::vector<navigate::Reliability> joint, corrected, shown;
  std::vector<std::string> columns;
  std::vector<std::vector<double>> coherent;  // by column, then archive
  double uncertain = 0, percentages = 0;
  const std::uint64_t archives = options.seeds;
  for (options.seeds = 1; joint.size() < archives; ++options.first_seed) {
    const RealNavigation result = navigate_history(*history, options);
    joint.push_back(result.joint);
    corrected.push_back(result.corrected);
    shown.push_back(result.shown);
    uncertain += result.uncertain;
    percentages += result.shown_share;
    coherent.resize(result.columns.size());
    columns = result.columns;
    for (std::size_t c = 0; c < coherent.size(); ++c)
      coherent[c].push_back(result.coherent[c].mean);
    fmt::print(stderr, "{}/{}\n", joint.size(), archives);
  }
  print_table("modelled", joint);
  print_table("corrected", corrected);
  print_table("shown", shown);
  fmt::print("links not certain\t{:.3f}\nlinks with a percentage\t{:.3f}\n",
             uncertain / static_cast<double>(archives),
             percentages / static_cast<double>(archives));
  const std::size_t nearest = 2;
  for (std::size_t c = 0; c < coherent.size(); ++c) {
    const lab::Estimate lead = lab::paired(coherent[c], coherent[nearest]);
    fmt::print("coherent {}\t{:.4f}\tover nearest\t{:+.4f}\t{:.4f}\n", columns[c],
               lab::estimate(coherent[c]).mean, lead.mean, lead.half);
  }
  return 0;
}

}  // namespace
}  // namespace asof::studies

int main(int count, char** arguments) {
  if (count < 4) {
    fmt::print(stderr, "usage: calibration HISTORY FIRST ARCHIVES [MODIFIED] [GAP] [LINKS]\n");
    return 2;
  }
  asof::studies::RealNavigationOptions options{
      .seeds = std::strtoull(arguments[3], nullptr, 10),
      .first_seed = std::strtoull(arguments[2], nullptr, 10),
      .links = 12000};
  if (count > 4) options.modified_share = std::strtod(arguments[4], nullptr);
  if (count > 5) options.mean_gap = 3600 * std::strtod(arguments[5], nullptr);
  if (count > 6) options.links = std::strtoull(arguments[6], nullptr, 10);
  return asof::studies::run(arguments[1], options);
}
