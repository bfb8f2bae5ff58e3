// Strategies that capture a whole site, and what their plans share.
#pragma once

#include <span>
#include <vector>

#include "schedule/registry.h"

namespace asof::schedule {

// A page as plans see it.
struct Known {
  double rate = 0;
  PageId id = 0;
};

// Sorts by rate, the lowest first; of equal pages the one known earlier.
void sort_coldest_first(std::span<Known> pages);

// What a plan is made for.
struct Occasion {
  Outlook outlook;
  Time now = 0;
  std::uint64_t left = ~std::uint64_t{0};  // requests allowed
};

// What to request in which slot; slot k is at first + k * step.
struct Plan {
  Time first = 0;
  Duration step = 1;
  std::vector<PageId> slots;            // kNoPage: left empty
  bool sparse = false;                  // has slots left empty: slots wait for their time
  Purpose again = Purpose::Capture;     // of visits to a page that was visited before
  std::string_view why = "as planned";  // for people
  bool revisits_late = true;            // also pages found after it, where it revisits
};

using Planner = Plan (*)(std::vector<Known> pages, const Occasion& occasion, const Tuning& tuning);

// A strategy that plans when it is first asked and then follows the plan. Pages that become known
// later are visited after it, once, or twice where the plan revisits them, too.
std::unique_ptr<Strategy> make_planned(Planner planner, const Tuning& tuning);

// The first slot of `downloads` requests: as soon as possible, or, where the observation is given
// and not over by then, so that the middle slot is at its middle (SHARC Theorem 4.7).
Time first_slot(const Occasion& occasion, std::uint64_t downloads);

Plan plan_sharc_offline(std::vector<Known> pages, const Occasion& occasion, const Tuning& tuning);
Plan plan_sharc_revisits(std::vector<Known> pages, const Occasion& occasion, const Tuning& tuning);
Plan plan_sharc_threshold(std::vector<Known> pages, const Occasion& occasion, const Tuning& tuning);

Plan plan_sharc_multi(std::vector<Known> pages, const Occasion& occasion, const Tuning& tuning);
Plan plan_sharc_bounded(std::vector<Known> pages, const Occasion& occasion, const Tuning& tuning);
Plan plan_sharc_unified(std::vector<Known> pages, const Occasion& occasion, const Tuning& tuning);

std::unique_ptr<Strategy> make_round_robin(const Tuning& tuning);
std::unique_ptr<Strategy> make_breadth_first(const Tuning& tuning);
std::unique_ptr<Strategy> make_random(const Tuning& tuning);
std::unique_ptr<Strategy> make_depth_first(const Tuning& tuning);
std::unique_ptr<Strategy> make_hottest_first(const Tuning& tuning);
std::unique_ptr<Strategy> make_coldest_first(const Tuning& tuning);
std::unique_ptr<Strategy> make_pipes(const Tuning& tuning);
std::unique_ptr<Strategy> make_olston_pandey(const Tuning& tuning);
std::unique_ptr<Strategy> make_sharc_online(const Tuning& tuning);
std::unique_ptr<Strategy> make_multi_adaptive(const Tuning& tuning);
std::unique_ptr<Strategy> make_multi_online(const Tuning& tuning);
std::unique_ptr<Strategy> make_nested(const Tuning& tuning);
std::unique_ptr<Strategy> make_dated(const Tuning& tuning);
std::unique_ptr<Strategy> make_dated_known(const Tuning& tuning);

}  // namespace asof::schedule
