#include <array>

#include "schedule/capture_internal.h"
#include "schedule/rows_internal.h"

namespace asof::schedule {
namespace {

constexpr std::array kCaptureRows = {
    Row{"round-robin", "pages in the order they became known; when watching, again and again",
        "baseline", kNothing, true, "O(1)", "none", make_round_robin},
    Row{"breadth-first", "the detected page nearest to the entry", "SHARC 5.1, Table 2", kLinks,
        true, "O(log n)", "none", make_breadth_first},
    Row{"depth-first", "the pages found last, before those found earlier", "SHARC 5.1, Table 1",
        kLinks, true, "O(1)", "none", make_depth_first},
    Row{"random", "a detected page drawn at random, by --seed", "baseline", kNothing, true,
        "O(log n)", "none", make_random},
    Row{"hottest-first", "the detected page of the highest rate", "SHARC 8", kRates, true,
        "O(log n)", "none", make_hottest_first},
    Row{"coldest-first", "the detected page of the lowest rate", "SHARC 8", kRates, true,
        "O(log n)", "none", make_coldest_first},
    Row{"pipes", "the coldest detected until half of the site, then the hottest", "SHARC 5.5",
        kRates | kSize, true, "O(log n)", "none", make_pipes},
    Row{"olston-pandey", "the detected page whose changes so far would cause most blur",
        "SHARC 8; Olston and Pandey 2008", kChanges, true, "O(log n)", "O(log n) for each change",
        make_olston_pandey},
    Row{"sharc-offline",
        "organ pipes: the hotter a page, the nearer to the middle of the observation",
        "SHARC 4, Theorems 4.5 and 4.7", kRates | kAllPages, false, "O(1)", "O(n log n)",
        [](const Tuning& tuning) { return make_planned(plan_sharc_offline, tuning); }},
    Row{"sharc-online", "organ pipes of what is detected, in three phases", "SHARC 5.2 to 5.4",
        kRates | kSize, false, "O(log n)", "none", make_sharc_online},
    Row{"sharc-revisits", "organ pipes of visits, then of revisits", "SHARC 7.1, Definition 7.3",
        kRates | kAllPages, false, "O(1)", "O(n log n)",
        [](const Tuning& tuning) { return make_planned(plan_sharc_revisits, tuning); }},
    Row{"sharc-threshold", "a pyramid of visits and revisits, hopeless pages outermost",
        "SHARC 7.2, Definition 7.7", kRates | kAllPages, false, "O(1)", "O(n log n)",
        [](const Tuning& tuning) { return make_planned(plan_sharc_threshold, tuning); }},
    Row{"sharc-nested", "the coldest detected first, then back in reverse order",
        "ours, after SHARC 7.2", kRates, false, "O(log n)", "none", make_nested},
    Row{"sharc-dated", "breadth-first, then again in an order planned from dates",
        "ours, after SHARC 7", kNothing, false, "O(log n)", "O(n log n) for each of ten plans",
        make_dated},
    Row{"sharc-dated-known", "organ pipes of visits, then revisits planned from rates and dates",
        "ours, after SHARC 7", kRates | kAllPages, false, "O(log n)",
        "O(n log n) for each of ten plans", make_dated_known},
    Row{"sharc-bounded", "most sharp pages without more blur than an even order",
        "ours, after SHARC 7.2 and 9", kRates | kAllPages, false, "O(1)",
        "O((n + extra) log n) for each try",
        [](const Tuning& tuning) { return make_planned(plan_sharc_bounded, tuning); }},
    Row{"sharc-multi", "each page as often as the root of its rate, evenly spread",
        "ours, after SHARC 9", kRates | kAllPages, false, "O(1)", "O((n + extra) log n)",
        [](const Tuning& tuning) { return make_planned(plan_sharc_multi, tuning); }},
    Row{"sharc-multi-adaptive", "sharc-multi that trusts what it sees more than the given rates",
        "ours; Olston and Pandey 2008", kRates, false, "O(log^2 n) amortised", "none",
        make_multi_adaptive},
    Row{"sharc-multi-online", "sharc-online with visits to known hot pages between",
        "ours, after SHARC 5 and 9", kRates | kSize, false, "O(log^2 n) amortised", "none",
        make_multi_online},
    Row{"sharc-unified", "the hottest pages often, the others in a pyramid", "ours, after SHARC 9",
        kRates | kAllPages, false, "O(1)", "O((n + extra) log n) for each k",
        [](const Tuning& tuning) { return make_planned(plan_sharc_unified, tuning); }},
};

}  // namespace

std::span<const Row> capture_rows() { return kCaptureRows; }

}  // namespace asof::schedule
