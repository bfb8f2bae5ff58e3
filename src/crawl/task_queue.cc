#include "crawl/task_queue.h"

#include <algorithm>

namespace asof::crawl {

std::optional<Task> TaskQueue::take(std::deque<Task>& tasks, std::deque<Task>::iterator task) {
  if (task == tasks.end()) return std::nullopt;
  std::optional<Task> taken = std::move(*task);
  tasks.erase(task);
  --size_;
  return taken;
}

std::optional<Task> TaskQueue::take_due(schedule::SiteId site, Time now) {
  std::deque<Task>& tasks = of(site);
  return take(tasks, std::find_if(tasks.begin(), tasks.end(),
                                  [&](const Task& task) { return task.due <= now; }));
}

std::optional<Task> TaskQueue::take_same(const Task& task) {
  std::deque<Task>& tasks = of(task.site);
  return take(tasks, std::find_if(tasks.begin(), tasks.end(), [&](const Task& waiting) {
                return waiting.kind == task.kind && waiting.url == task.url &&
                       (task.kind != Task::Kind::Robots || waiting.origin == task.origin);
              }));
}

Time TaskQueue::first_due(schedule::SiteId site) const {
  Time due = kNever;
  if (site >= sites_.size()) return due;
  for (const Task& task : sites_[site]) {
    due = std::min(due, task.due);
    if (due == -kNever) break;
  }
  return due;
}

}  // namespace asof::crawl
