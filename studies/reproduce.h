// Reproducing the papers: every figure and table as an experiment, a row of one registry.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "studies/report.h"

namespace asof::lab {
struct History;
}

namespace asof::studies {

enum class Effort : std::uint8_t {
  Tiny,   // only to see that it runs
  Quick,  // all experiments in a minute or two
  Full,   // as many repetitions and pages as the papers
};

// How an experiment is to be run. The same setting gives the same figure, byte for byte.
struct Setting {
  Effort effort = Effort::Full;
  std::uint64_t seed = 1;
  std::span<const lab::History> histories{};     // real ones, in place of the authors'
  std::function<void(double)> on_progress = {};  // the share of the experiment that is done

  std::size_t choose(std::size_t tiny, std::size_t quick, std::size_t full) const {
    return effort == Effort::Tiny ? tiny : effort == Effort::Quick ? quick : full;
  }
  void progress(double share) const {
    if (on_progress) on_progress(share);
  }
};

enum class Needs : std::uint8_t {
  Nothing,
  History,  // a real one; without it nothing is measured, and the figure says so
};

struct Experiment {
  std::string_view name;   // "sharc-figure-10"
  std::string_view paper;  // "SHARC, Figure 10"
  std::string_view title;
  std::string_view claim;  // what the paper says it shows, in one line
  double cost;             // seconds of a full run, about: for the time left
  Result<Figure> (*run)(const Setting&);
  Needs needs = Needs::Nothing;
};

std::span<const Experiment> experiments();

// The experiments of these names; all of them for "all" or no name. Errc::Invalid names the nearest
// where there is no such one.
Result<std::vector<const Experiment*>> find_experiments(std::span<const std::string> names);

struct ReproduceOptions {
  std::vector<std::string> names{};
  std::vector<std::string> histories{};  // WARC files
  std::string out;                       // a directory, made where there is none
  Effort effort = Effort::Full;
  std::uint64_t seed = 1;
  // In thousandths of the whole.
  std::function<void(std::string_view what, std::uint64_t done, std::uint64_t total)> on_progress{};
};

// Runs experiments and writes <name>.csv of each that measured something into `out`, and last
// report.html, each file whole or not at all; a report that stood there before is removed first, so
// that none stands beside numbers of another run. Mistakes in the options are found before anything
// is run or written.
Result<std::vector<Figure>> reproduce(const ReproduceOptions& options);

}  // namespace asof::studies
