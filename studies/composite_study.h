// Composite pages: how well the parts that each policy chooses fit the page that shows them.
//
// The history is made of the instants at which a real site changed. A style sheet, a script and six
// images are on every page; they change at some of the instants at which the template did (many
// pages at once), and at some others, alone. Half of the parts carry Last-Modified. Pages and parts
// are captured irregularly, each by itself, as an archive has them that was filled by many crawls.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "lab/history.h"
#include "lab/statistics.h"
#include "navigate/composite.h"

namespace asof::studies {

struct CompositeOptions {
  Duration mean_gap = 24 * 3600.0;
  std::uint64_t seeds = 5;  // archives drawn, each with its own changes of parts
  std::uint64_t first_seed = 1;
  std::size_t pages = 40;        // of the site, those that changed most
  std::size_t composites = 400;  // looked at in each archive
};

// Shares of composites, over archives.
struct CompositeRow {
  std::string policy;
  std::array<lab::Estimate, navigate::kComposites> states;  // by the worst part
  lab::Estimate apart;     // the truth: at no instant were the page and all parts online
  lab::Estimate elsewhen;  // the truth: not all of them at the instant of the page's capture
  lab::Estimate apart_over_nearest;  // paired
};

// nearest, first-after, recent, likelihood, and snapshot: all parts for one instant, the page's
// (navigate/snapshot.h), as the guide chooses them. Deterministic.
std::vector<CompositeRow> composite_study(const lab::History& site,
                                          const CompositeOptions& options);

}  // namespace asof::studies
