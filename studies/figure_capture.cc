#include "studies/figure_capture.h"

#include <algorithm>

#include "base/check.h"
#include "lab/simulate.h"
#include "quality/blur.h"
#include "quality/sharp.h"
#include "schedule/dry_run.h"

namespace asof::studies {
namespace {

bool knows_all(std::string_view strategy) {
  const schedule::Row* row = schedule::find_strategy(strategy.substr(0, strategy.find('+')));
  return row != nullptr && (row->needs & schedule::kAllPages) != 0;
}

}  // namespace

Captures capture(const lab::Synthetic& site, const CaptureTask& task) {
  const std::size_t pages = site.history.pages.size();
  std::vector<std::vector<Time>> truth(pages);
  for (std::uint32_t page = 0; page < pages; ++page)
    truth[page] = lab::change_times(site.history, page);
  const std::vector<double>& rates = task.believed.empty() ? site.rates : task.believed;

  lab::SiteRun run;
  run.history = &site.history;
  run.strategy = schedule::make_strategy(task.strategy, task.tuning).value();
  run.outlook.pages = pages;
  run.outlook.start = task.start;
  if (task.observe) {
    run.outlook.observe_from = task.observe->from;
    run.outlook.observe_until = task.observe->to;
  }
  if (knows_all(task.strategy)) {
    for (std::uint32_t page = 0; page < pages; ++page) run.known.push_back(page);
  } else {
    run.known.push_back(site.history.entry);
  }
  run.believe = [&](schedule::SiteId, std::uint32_t page) {
    schedule::Page belief;
    belief.rate = rates[page];
    belief.changes = &truth[page];
    return belief;
  };
  schedule::EveryAllocator allocator;
  return lab::simulate(std::move(run), allocator);
}

quality::Interval span_of(const Captures& captures) {
  quality::Interval span{kNever, -kNever};
  for (const auto& times : captures) {
    if (times.empty()) continue;
    span.from = std::min(span.from, times.front());
    span.to = std::max(span.to, times.back());
  }
  return span;
}

std::size_t downloads_of(const Captures& captures) {
  std::size_t count = 0;
  for (const auto& times : captures) count += times.size();
  return count;
}

double blur_of(const lab::Synthetic& site, const Captures& captures,
               quality::Interval observation) {
  return quality::exact_blur(lab::tracks(site.history, captures), observation);
}

double sharp_of(const lab::Synthetic& site, const Captures& captures, Time as_of) {
  return static_cast<double>(quality::sharp_pages(lab::tracks(site.history, captures), as_of));
}

Captures schedule_known(std::string_view strategy, const std::vector<double>& rates,
                        const schedule::Tuning& tuning) {
  auto planner = schedule::make_strategy(strategy, tuning).value();
  planner->expect({.pages = rates.size()});
  for (std::size_t i = 0; i < rates.size(); ++i)
    planner->learn({.id = static_cast<schedule::PageId>(i), .rate = rates[i]});
  schedule::EveryAllocator allocator;
  Captures captures(rates.size());
  for (const auto& planned : schedule::dry_run(std::move(planner), allocator))
    captures[planned.visit.page].push_back(planned.at);
  return captures;
}

}  // namespace asof::studies
