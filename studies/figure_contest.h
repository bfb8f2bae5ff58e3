// Contests on SHARC's synthetic site: strategies capture the same histories in several situations.
#pragma once

#include <string>
#include <vector>

#include "studies/figure_checks.h"
#include "studies/reproduce.h"

namespace asof::studies {

struct Contender {
  std::string_view strategy;  // of the registry, perhaps with +revisit
  double extra = -1;          // downloads beyond one of each page, as a share of the pages
  std::string label{};        // where the strategy's own does not say enough
};

struct Situation {
  std::string name;
  double observe = 1;      // length of the observation over that of the capture, same middle
  double wrong = 0;        // share of pages whose rate is believed to be 1 - lambda
  double rate_factor = 1;  // on all rates
  double skew = 1.75;
};

struct Contest {
  std::vector<Contender> contenders;
  std::vector<Situation> situations;
  std::size_t n = 1024;  // n + 1 pages
  std::size_t repetitions = 10;
};

struct Outcome {
  std::vector<Sample> blur;       // by contender: exact
  std::vector<Sample> sharp;      // pages proven as of the middle
  std::vector<double> downloads;  // by contender
};

// The setting of a part of an experiment, from one share of it to another.
Setting part(const Setting& setting, double from, double to);

// By situation. Repetition r draws the same changes for every contender, and for every situation
// whose rates are the same.
std::vector<Outcome> hold(const Contest& contest, const Setting& setting);

page::Series series_of(const Contender& contender);
// The samples of the contenders whose series belong to these families.
std::vector<Sample> of_kin(const Contest& contest, const std::vector<Sample>& samples,
                           page::Kin kin);
const Sample& sample_of(const std::vector<Sample>& samples, std::string_view name);

// No schedule of as many requests as the most that any contender made, one after the other, has
// more expected sharp pages as of their middle.
double sharp_bound_of(const Contest& contest, std::size_t situation, const Outcome& outcome);

// A line per contender over situations, and the bound on the expected blur of the largest number of
// downloads any of them takes.
page::Chart chart_of(std::string title, const Contest& contest,
                     const std::vector<Outcome>& outcomes, std::string_view x_label);

}  // namespace asof::studies
