// Going on after a kill: strategies are told again what they were told, from the records. What they
// had asked for and never saw is asked for first.
#include <algorithm>

#include "crawl/harvester.h"

namespace asof::crawl {
namespace {

constexpr std::size_t kMostOwed = 100'000;

}  // namespace

bool LiveHarvester::resume_ask(PageNumber page, const TurnCount& turn, schedule::Visit& visit) {
  const GroupId group = parts_.frontier.group_of(page);
  state_of(parts_.frontier.site_of(page));
  if (!has_joined(group)) join(group);
  const std::uint32_t loop = loop_of(group);
  const auto owed =
      std::find_if(owed_.begin(), owed_.end(), [&](const Task& task) { return task.page == page; });
  if (owed != owed_.end()) {
    visit = owed->visit;
    owed_.erase(owed);
    return true;
  }
  while (owed_.size() < kMostOwed) {
    const auto asked = ask_again(loop, on_axis(turn.at));
    if (!asked) return false;
    Task task{.kind = Task::Kind::Visit,
              .page = parts_.frontier.page(group, asked->page),
              .visit = *asked,
              .turn = turn};
    task.site = parts_.frontier.site_of(task.page);
    if (task.page == page) {
      visit = *asked;
      return true;
    }
    task.url = parts_.frontier.url(task.page);
    owed_.push_back(std::move(task));
  }
  return false;
}

// The allocator spends again what it spent then.
std::optional<schedule::Visit> LiveHarvester::ask_again(std::uint32_t loop, Time at) {
  schedule::Turn turn{.site = loop, .now = at};
  const auto granted =
      parts_.allocator != nullptr ? parts_.allocator->grant({&turn, 1}, at) : std::nullopt;
  const auto visit = strategies_[loop]->next(granted.value_or(turn));
  if (visit && granted) parts_.allocator->spent(*granted);
  return visit;
}

void LiveHarvester::resume_reply(Task task, Reply reply, std::string_view message, Time sent,
                                 Time received, std::uint64_t size) {
  State& state = state_of(task.site);
  state.host.began();
  state.host.ended(received, received - sent);
  count(task, reply, size);
  bytes_.spend(received, size);
  learned_ = received;
  // What a record answers no longer waits to be sent. Where it did not wait, what made it be sent
  // is not in the records.
  auto waiting = task.kind != Task::Kind::Visit ? own_.take_same(task) : std::nullopt;
  const bool waited = waiting.has_value();
  if (waiting) task = std::move(*waiting);
  switch (task.kind) {
    case Task::Kind::Robots:
      return end_robots(task, reply, message,
                        reply.kind == ReplyKind::None ? "no answer came" : "");
    case Task::Kind::Sitemap:
      if (!waited) state.preparation.expect_one();
      return end_sitemap(task, message);
    case Task::Kind::Audit:
      return end_audit(task, reply);
    case Task::Kind::Visit:
      break;
  }
  end_visit(task, reply, sent, received);
  schedule::Seen seen = std::move(ended_.back());
  ended_.pop_back();
  strategies_[seen.site]->observe(seen);
  for (const schedule::Page& page : seen.found) strategies_[seen.site]->learn(page);
  for (const auto& [site, page] : seen.elsewhere) strategies_[site]->learn(page);
  ++told_;
}

// The numbers of turns whose visits were never seen are not given again, since nobody knows them.
// What was under way to a host when the crawl was killed is not known either: all get their pause.
std::uint64_t LiveHarvester::resume_end(std::uint64_t asked) {
  asked_ = asked;
  const std::uint64_t owed = owed_.size();
  for (Task& task : owed_) {
    task.turn.asked = asked_++;
    own_.push_back(std::move(task));
  }
  owed_.clear();
  for (const auto& state : states_) {
    state->host.began();
    state->host.ended(now(), 0);
  }
  return owed;
}

}  // namespace asof::crawl
