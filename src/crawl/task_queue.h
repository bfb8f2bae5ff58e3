// TaskQueue: requests that no strategy asks for (robots.txt, sitemaps, second tries, audits) and
// that wait until their host may be asked. They go before the requests of a strategy.
#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <vector>

#include "crawl/task.h"

namespace asof::crawl {

class TaskQueue final {
 public:
  // Each site has its own order. A task waits at the end of it, or at the front.
  void push_back(Task task) { of(task.site).push_back(std::move(task)), ++size_; }
  void push_front(Task task) { of(task.site).push_front(std::move(task)), ++size_; }

  // The first task of a site that is due by `now`. Tasks that are not due yet do not keep those
  // behind them from being sent.
  std::optional<Task> take_due(schedule::SiteId site, Time now);
  // The task that makes the same request: of that kind, for that URL (and origin).
  std::optional<Task> take_same(const Task& task);

  // When the first task of a site is due; kNever where none waits.
  Time first_due(schedule::SiteId site) const;
  std::size_t size() const { return size_; }  // of all sites

 private:
  std::deque<Task>& of(schedule::SiteId site) {
    if (sites_.size() <= site) sites_.resize(site + 1);
    return sites_[site];
  }
  std::optional<Task> take(std::deque<Task>& tasks, std::deque<Task>::iterator task);

  std::vector<std::deque<Task>> sites_;
  std::size_t size_ = 0;
};

}  // namespace asof::crawl
