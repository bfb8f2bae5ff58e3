#include "crawl/plan.h"

#include <algorithm>
#include <cmath>

#include "crawl/crawl_internal.h"
#include "schedule/dry_run.h"
#include "schedule/watch_bound.h"

namespace asof::crawl {

// Each group by itself, from now on, as if nothing changed and every request were answered at once.
Result<Plan> Run::plan(bool resuming, Instant until) {
  TRY(open_catalog());
  TRY(look_back());
  TRY(fill_frontier());
  fetcher_ = TRY(fetch::Fetcher::open(settings_.fetch, *time_));
  TRY(start(resuming));
  if (resuming) TRY(read_back());
  Plan plan{.strategy = choice_.name, .from = time_->now(), .until = until};
  const Time now = on_axis(plan.from);
  std::vector<std::vector<Time>> captures(frontier_->size());
  for (std::uint32_t loop = 0; loop < harvester_->strategies().size(); ++loop) {
    const GroupId group = harvester_->group(loop);
    const auto allocator = this->allocator();
    const auto planned =
        schedule::plan(*harvester_->strategies()[loop], *allocator,
                       {.start = now, .delay = settings_.delay, .until = on_axis(until)});
    for (const schedule::Planned& one : planned) {
      const PageNumber page = frontier_->page(group, one.visit.page);
      captures[page].push_back(one.at);
      std::string why = harvester_->strategies()[loop]->explain(one.visit.page, one.at);
      if (why.empty()) why = one.visit.why;
      plan.visits.push_back({.at = {std::llround(one.at * 1000)},
                             .url = std::string(frontier_->url(page)),
                             .why = std::move(why),
                             .score = one.visit.score});
    }
  }
  std::ranges::stable_sort(plan.visits, {}, &PlannedVisit::at);
  expect(plan, captures);
  return plan;
}

void Run::expect(Plan& plan, const std::vector<std::vector<Time>>& captures) const {
  std::vector<schedule::Watched> pages;
  bool known = false;
  for (PageNumber page = 0; page < frontier_->size(); ++page) {
    const schedule::Page told = frontier_->described(page);
    pages.push_back({.course = schedule::course_of(told, &*patterns_), .weight = told.weight});
    known = known || pages.back().course.pattern != nullptr;
  }
  const Watching& watch = settings_.watch;
  const double periods = std::floor((on_axis(plan.until) - on_axis(plan.from)) / watch.period);
  if (!known || periods < 1 || watch.whole_collections > 0) return;
  const schedule::Watch asked{.start = on_axis(plan.from),
                              .period = watch.period,
                              .periods = static_cast<std::size_t>(periods),
                              .per_period = static_cast<double>(watch.budget)};
  const schedule::Ratio ratio = watch.global ? schedule::Ratio::Global : schedule::Ratio::PerPage;
  plan.expected = schedule::expected_completeness(pages, captures, asked, ratio);
  plan.bound = std::max(*plan.expected, schedule::completeness_bound(pages, asked, ratio));
}

}  // namespace asof::crawl
