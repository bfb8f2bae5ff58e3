#include <array>

#include "schedule/rows_internal.h"
#include "schedule/watch_internal.h"

namespace asof::schedule {
namespace {

constexpr std::string_view kRank = "O(n) a period";

constexpr std::array kWatchRows = {
    Row{"relevance", "most important pages first, again and again", "Cho et al. 1998, DEXA 7",
        kPeriods, false, "O(1)", "O(n log n) a round", make_relevance},
    Row{"coherence", "pages that change least first, again and again", "WICOW 2009, DEXA 7",
        kPeriods | kRates, false, "O(1)", "O(n log n) a round", make_coherence},
    Row{"sharc-repeat", "the whole site again and again, hottest in the middle", "SHARC 4, DEXA 7",
        kPeriods | kRates, false, "O(1)", "O(n log n) a round", make_sharc_repeat},
    Row{"off-peak", "collections when little changes, what changes most first", "TPDL 5",
        kPeriods | kPatterns | kCollections, false, "O(1)", "O(n log n) a round", make_off_peak},
    Row{"off-peak-two-zone", "collections when little changes, hottest pages in the middle",
        "TPDL 5, order ours", kPeriods | kPatterns | kCollections, false, "O(1)",
        "O(n^2) a round up to 256 pages, then O(n log n)", make_off_peak_two_zone},
    Row{"frequency", "at the frequencies that keep most pages fresh; gives up hot pages",
        "Cho and Garcia-Molina 2003", kPeriods | kRates, false, "O(log n)",
        "O(60 n) once, O(n) a period", make_frequency},
    Row{"importance", "importance of changes, whatever the time, times time since the last visit",
        "DEXA 6", kPeriods | kPatterns, false, "O(log n)", kRank, make_importance},
    Row{"pattern", "changes expected in the period times time since the last visit", "DEXA 6",
        kPeriods | kPatterns, false, "O(log n)", kRank, make_pattern},
    Row{"importance-pattern", "importance expected in the period times time since the last visit",
        "DEXA 6", kPeriods | kPatterns, false, "O(log n)", kRank, make_importance_pattern},
    Row{"importance-pattern-fair", "the same, relative to all the page is expected to bring",
        "DEXA 6, for Definition 5.13", kPeriods | kPatterns, false, "O(log n)", kRank,
        make_importance_pattern_fair},
    Row{"nutch-adaptive", "intervals that shrink with each change and grow without",
        "Apache Nutch, AdaptiveFetchSchedule", kPeriods, false, "O(log n)", kRank,
        make_nutch_adaptive},
    Row{"lambda-crawl", "random visits at the frequencies of least harmonic staleness",
        "Kolobov et al. 2019", kPeriods | kRates, false, "O(log n)", "O(60 n) once, O(n) a period",
        make_lambda_crawl},
    Row{"lambda-crawl-online", "the same with rates estimated from its own visits",
        "Kolobov et al. 2019", kPeriods, false, "O(log n)", "O(4000 n) a round, O(n) a period",
        make_lambda_crawl_online},
    Row{"loss-index", "what waiting for the next turn is expected to lose", "ours",
        kPeriods | kPatterns, false, "O(log n)", kRank, make_loss_index},
    Row{"margin-index", "what a visit now gains beyond what regular visits would", "ours",
        kPeriods | kPatterns, false, "O(log n)", kRank, make_margin_index},
    Row{"loss-index-online", "the margin index with rates that follow what visits show", "ours",
        kPeriods | kPatterns, false, "O(log n)", kRank, make_loss_index_online},
    Row{"loss-index-events", "the same; pages that changed together before are visited together",
        "ours", kPeriods | kPatterns, false, "O(log n)",
        "O(n) a period, O(pages of 4 events) an event", make_loss_index_events},
    Row{"loss-index-announced", "the same; pages that other pages announce as changed are visited",
        "ours", kPeriods | kPatterns, false, "O(log n)",
        "O(n) a period, O(pages of 4 events) an event, O(1) an announcement",
        make_loss_index_announced},
    Row{"lagrange", "what a visit now gains over the best plan without it, under prices", "ours",
        kPeriods | kPatterns, false, "O(log n)",
        "O(150 n h) once, O(40 n h) every h/2 periods, O(n h) a period; h = horizon",
        make_lagrange},
    Row{"site-clock", "what a visit gains, by beliefs over rates and a clock for each host", "ours",
        kPeriods, false, "O(log n)", "O(24 n) a period, O(120 n) a day", make_site_clock},
    Row{"site-clock-global", "the same for all changes in one ratio instead of a mean over pages",
        "ours", kPeriods, false, "O(log n)", "O(24 n) a period, O(120 n) a day",
        make_site_clock_global},
    Row{"site-clock-told", "site-clock told each page's true rate; a bound, not for use", "ours",
        kPeriods | kTrueRates, false, "O(log n)", "O(n) a period", make_site_clock_told},
};

}  // namespace

std::span<const Row> watch_rows() { return kWatchRows; }

}  // namespace asof::schedule
