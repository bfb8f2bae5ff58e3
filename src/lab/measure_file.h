// What `asof lab measure` reads and says: the changes and captures of some sites as JSON, and every
// measure of them. The readings are those of quality's headers; names are keys, so no two sites and
// no two pages may share one.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "quality/coherence.h"
#include "quality/track.h"

namespace asof::lab {

struct MeasureFile {
  quality::Interval observation;
  Time as_of = 0;  // the middle of the observation where the file does not say
  std::vector<std::string> site_names;
  std::vector<std::vector<std::string>> page_names;  // of each site
  std::vector<quality::SiteTrack> sites;             // in the order of the names
  std::vector<Time> queries;
};

// Changes and captures may come in any order. Errc::Invalid names the field and the value: a
// capture outside the observation, an importance below zero, a name used twice, an unknown field.
Result<MeasureFile> parse_measure_file(const std::string& text);

struct MeasuredPage {
  std::optional<double> blur;          // none: never captured
  std::optional<double> completeness;  // none: nothing to capture
  bool sharp = false;
};

struct MeasuredSite {
  std::vector<MeasuredPage> pages;
  std::optional<double> completeness;
  std::vector<quality::Coherence> queries;  // one for each
  std::optional<double> coherence;          // none without queries
};

struct Measured {
  std::vector<MeasuredSite> sites;
  double blur = 0;
  std::size_t sharp_pages = 0;
  std::optional<double> completeness;  // of the archive
  std::optional<double> global_completeness;
  std::optional<double> unweighted_completeness;
  std::optional<double> coherence;
};

Measured measure(const MeasureFile& file);

// One JSON object, without a newline; and a table for people.
std::string measured_json(const MeasureFile& file, const Measured& measured);
std::string measured_table(const MeasureFile& file, const Measured& measured);

}  // namespace asof::lab
