#include "crawl/task.h"

#include <cmath>

namespace asof::crawl {

std::string_view purpose_of(const Task& task) {
  switch (task.kind) {
    case Task::Kind::Audit:
      return "audit";
    case Task::Kind::Robots:
      return "robots";
    case Task::Kind::Sitemap:
      return "sitemap";
    case Task::Kind::Visit:
      break;
  }
  switch (task.visit.purpose) {
    case schedule::Purpose::Discover:
      return "discover";
    case schedule::Purpose::Revisit:
      return "revisit";
    case schedule::Purpose::Audit:
      return "audit";
    case schedule::Purpose::Capture:
      break;
  }
  return "capture";
}

capture::Notes notes_of(const Task& task, const Frontier& frontier, Duration took,
                        const std::optional<NoAnswer>& none,
                        std::optional<std::uint64_t> received) {
  capture::Notes notes{.fetch_ms = static_cast<std::uint64_t>(std::ceil(took * 1000 - 1e-6)),
                       .purpose = std::string(purpose_of(task)),
                       .received = received,
                       .none = none};
  if (task.kind == Task::Kind::Visit) {
    notes.why = task.visit.why;
    notes.turn = task.turn;
  }
  if (task.page == kNoNumber) {
    notes.hops = "P";
    notes.about = task.kind == Task::Kind::Robots ? task.origin : frontier.host(task.site);
    return notes;
  }
  const PageNumber via = frontier.via(task.page);
  if (via != kNoNumber) notes.via = frontier.url(via);
  notes.hops = frontier.hops(task.page);
  notes.seed = frontier.is_seed(task.page);
  notes.rate = frontier.rate_of(task.page);
  if (frontier.is_requisite(task.page) && via != kNoNumber) notes.requisite = notes.via;
  return notes;
}

}  // namespace asof::crawl
