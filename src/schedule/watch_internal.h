// Strategies that watch many pages under a budget per period.
#pragma once

#include "schedule/registry.h"

namespace asof::schedule {

// Fixed orders, round and round (watch_rounds.cc).
std::unique_ptr<Strategy> make_relevance(const Tuning& tuning);
std::unique_ptr<Strategy> make_coherence(const Tuning& tuning);
std::unique_ptr<Strategy> make_sharc_repeat(const Tuning& tuning);
std::unique_ptr<Strategy> make_off_peak(const Tuning& tuning);
std::unique_ptr<Strategy> make_off_peak_two_zone(const Tuning& tuning);

// Urgency times the time since the last visit (watch_urgency.cc).
std::unique_ptr<Strategy> make_importance(const Tuning& tuning);
std::unique_ptr<Strategy> make_pattern(const Tuning& tuning);
std::unique_ptr<Strategy> make_importance_pattern(const Tuning& tuning);
std::unique_ptr<Strategy> make_importance_pattern_fair(const Tuning& tuning);

// Visits at frequencies worked out beforehand, or found on the way (watch_due.cc).
std::unique_ptr<Strategy> make_frequency(const Tuning& tuning);
std::unique_ptr<Strategy> make_nutch_adaptive(const Tuning& tuning);
std::unique_ptr<Strategy> make_lambda_crawl(const Tuning& tuning);
std::unique_ptr<Strategy> make_lambda_crawl_online(const Tuning& tuning);

// Ours.
std::unique_ptr<Strategy> make_loss_index(const Tuning& tuning);
std::unique_ptr<Strategy> make_margin_index(const Tuning& tuning);
std::unique_ptr<Strategy> make_loss_index_online(const Tuning& tuning);
std::unique_ptr<Strategy> make_loss_index_events(const Tuning& tuning);
std::unique_ptr<Strategy> make_loss_index_announced(const Tuning& tuning);
std::unique_ptr<Strategy> make_lagrange(const Tuning& tuning);

// Pages on the clock of their host (watch_site_clock.cc).
std::unique_ptr<Strategy> make_site_clock(const Tuning& tuning);
std::unique_ptr<Strategy> make_site_clock_global(const Tuning& tuning);
std::unique_ptr<Strategy> make_site_clock_told(const Tuning& tuning);

}  // namespace asof::schedule
