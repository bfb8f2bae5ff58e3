#include "lab/run.h"

#include <fmt/format.h>

#include "lab/run_internal.h"

namespace asof::lab {

Result<void> check_strategies(std::span<const std::string> names, const schedule::Tuning& tuning,
                              Mode mode, bool known) {
  if (names.empty()) return Error{Errc::Invalid, "no strategy was named"};
  for (const std::string& name : names) {
    const auto made = schedule::make_strategy(name, tuning);
    if (!made) return Error{made.error().code, made.error().what};
    const schedule::Row* row = schedule::find_strategy(name.substr(0, name.find('+')));
    if (mode == Mode::Capture && (row->needs & schedule::kCollections) != 0)
      return Error{Errc::Invalid, fmt::format("{} chooses among collections, and a history is one "
                                              "site",
                                              name)};
    if (mode == Mode::Capture && (row->needs & schedule::kPeriods) != 0)
      return Error{Errc::Invalid, fmt::format("{} watches pages and needs a budget per period: "
                                              "--period and --per-period",
                                              name)};
    // Of those that capture, only this one goes round again.
    if (mode == Mode::Watch && (row->needs & schedule::kPeriods) == 0 && row->name != "round-robin")
      return Error{Errc::Invalid,
                   fmt::format("{} captures a site once; leave out --period to let it", name)};
    if (mode == Mode::Capture && known && (row->needs & schedule::kLinks) != 0)
      return Error{Errc::Invalid,
                   fmt::format("{} follows links: leave out --known to let it", name)};
  }
  return {};
}

bool needs_all_pages(const std::string& strategy) {
  const schedule::Row* row = schedule::find_strategy(strategy.substr(0, strategy.find('+')));
  return row != nullptr && (row->needs & schedule::kAllPages) != 0;
}

bool knows_the_future(const std::string& strategy) {
  const schedule::Row* row = schedule::find_strategy(strategy.substr(0, strategy.find('+')));
  return row != nullptr && (row->needs & (schedule::kTrueRates | schedule::kChanges)) != 0;
}

Beliefs::Beliefs(const History& history, Time from, Time until)
    : history_(history), training_(train(history, from, until)), patterns_(training_.patterns) {
  for (std::uint32_t page = 0; page < history.pages.size(); ++page)
    changes_.push_back(change_times(history, page));
}

void Beliefs::set_rates(std::vector<double> rates) {
  training_.rates = std::move(rates);
  rates_only_ = true;
}

Believe Beliefs::of(const std::string& strategy) const {
  const schedule::Row* row = schedule::find_strategy(strategy.substr(0, strategy.find('+')));
  const bool future = row != nullptr && (row->needs & schedule::kChanges) != 0;
  return [this, future](schedule::SiteId, std::uint32_t page) {
    return schedule::Page{.weight = history_.pages[page].weight,
                          .rate = training_.rates[page],
                          .pattern = rates_only_ ? schedule::kNoPattern : page,
                          .changes = future ? &changes_[page] : nullptr};
  };
}

}  // namespace asof::lab
