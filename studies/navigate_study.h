// Studies of navigation: how often each policy leads to a version that stood beside the source, and
// whether its probabilities are true. On made-up pages (TPDL Figure 7, with the
// likelihood beside it; whole sites at one instant) and on real histories.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lab/history.h"
#include "lab/statistics.h"
#include "navigate/calibration.h"
#include "navigate/coherence.h"

namespace asof::studies {

// Share of links that led to a coherent version, by column.
struct NavigationRow {
  std::size_t links = 0;                  // per source page; 0: all together
  std::vector<lab::Estimate> coherent;    // over seeds, by column
  lab::Estimate likelihood_over_pattern;  // paired differences
  lab::Estimate pattern_over_nearest;
  lab::Estimate nearest_over_recent;
};

struct NavigationTable {
  std::vector<std::string> columns;
  std::vector<NavigationRow> rows;  // 10, 40, 70, 100 links, then all together
  navigate::Reliability digests;    // of likelihood, all runs and digests
  navigate::Reliability modified;   // and with Last-Modified on half of the pages
};

// TPDL Figure 7. Each seed is one source page for each number of links. 8,400 links a row are about
// 38 seeds. quick: a quarter of the seeds.
NavigationTable navigation_figure(std::uint64_t seeds, bool quick = false);

// Weighted coherence of a 50-page site at one instant, by way of choosing.
struct SnapshotTable {
  std::vector<std::string> columns;  // nearest, recent, likelihood at t, within 6 h, 12 h, oracle
  std::vector<lab::Estimate> coherence;
};
SnapshotTable snapshot_figure(std::uint64_t seeds, double changes_per_day = 7, double gap = 10);

struct RealNavigationOptions {
  Duration mean_gap = 6 * 3600.0;  // between captures of a page; irregular, .4 to 1.6 of it
  std::uint64_t seeds = 5;         // archives drawn
  std::uint64_t first_seed = 1;  // figures in docs/navigation.md use seeds no setting was chosen on
  std::size_t links = 4000;      // links followed in each
  double modified_share = 0;     // of pages whose captures carry Last-Modified
  double hidden = 0.2;           // share of captures hidden to learn the correction
  std::size_t questions = 1500;  // asked of each host each time
};

struct RealNavigation {
  std::vector<std::string> columns;       // policies, then oracle
  std::vector<lab::Estimate> coherent;    // over archives
  lab::Estimate likelihood_over_nearest;  // paired over archives
  navigate::Together joint_share;         // learned, mean over archives
  navigate::Reliability apart;            // pages held to change independently
  navigate::Reliability joint;            // joint changes modelled
  navigate::Reliability corrected;        // and corrected on the archive's own evidence
  navigate::Reliability shown;            // those of them that are shown as a percentage
  double uncertain = 0;                   // share of links that are not certain
  double shown_share = 0;                 // and of links that get a percentage
};

// Links of the history's own pages whose destination changed, followed from captures of the source;
// all that is known of rates is learned from the captures. Deterministic.
RealNavigation navigate_history(const lab::History& history, const RealNavigationOptions& options);

}  // namespace asof::studies
