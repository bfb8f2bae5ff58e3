// The side that faces the loop: who may be asked, what is started, where time passes.
#include "crawl/harvester.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"

namespace asof::crawl {
namespace {

constexpr std::chrono::milliseconds kLongestSleep(1000);
// Visits that wait for their hosts. No strategy is asked for more.
constexpr std::size_t kMostWaiting = 10'000;

Instant instant_of(Time at) { return {std::llround(at * 1000)}; }

// On a clock that stands still the order of answers is the order they ended in, or a crawl could
// not be repeated.
std::size_t reading_threads(const Timekeeper& time) {
  return time.real_seconds() == 0 ? 0 : helpers();
}

}  // namespace

LiveHarvester::LiveHarvester(Parts parts)
    : parts_(std::move(parts)),
      readers_(parts_.fetcher, {.threads = reading_threads(parts_.time),
                                .announces = parts_.settings.parallel > 1,
                                .importance = parts_.importance}),
      learned_(on_axis(parts_.began)),
      bytes_(parts_.settings.watch.byte_budget, parts_.settings.watch.period) {}

std::span<const schedule::Turn> LiveHarvester::polite() {
  turns_.clear();
  polite_at_ = parts_.time.now();
  const Time now = on_axis(polite_at_);
  if (own_.size() >= kMostWaiting || bytes_.next() > now) return turns_;
  for (schedule::SiteId loop = 0; loop < joined_.size(); ++loop) {
    const auto sites = parts_.frontier.sites_of(joined_[loop]);
    if (std::any_of(sites.begin(), sites.end(),
                    [&](schedule::SiteId site) { return is_free(site, now); }))
      turns_.push_back({.site = loop, .now = now});
  }
  return turns_;
}

bool LiveHarvester::is_free(schedule::SiteId site, Time now) const {
  return own_.first_due(site) > now && states_[site]->host.polite(now);
}

Time LiveHarvester::next_polite() const {
  const Time now = this->now();
  if (bytes_.next() > now) return bytes_.next();
  Time next = kNever;
  for (const GroupId group : joined_)
    for (const schedule::SiteId site : parts_.frontier.sites_of(group)) {
      const State& state = *states_[site];
      // A host with tasks of its own that are due by then is polite to the strategy after those.
      if (own_.first_due(site) <= state.host.next()) continue;
      if (state.host.next() > now) next = std::min(next, state.host.next());
    }
  return next;
}

// As long as there is something to do that no strategy asked for, the crawl is not over.
Time LiveHarvester::next_site() const {
  if (own_under_way_ > 0) return now();
  if (own_.size() == 0) return kNever;
  return std::max(now(), next_own());
}

void LiveHarvester::start(schedule::SiteId loop, const schedule::Visit& visit) {
  Task task{.kind = Task::Kind::Visit,
            .page = parts_.frontier.page(joined_[loop], visit.page),
            .visit = visit,
            .turn = {asked_++, told_, polite_at_}};
  task.site = parts_.frontier.site_of(task.page);
  task.url = parts_.frontier.url(task.page);
  // In a watch a group has several hosts, and may want a page of one that has to be left alone.
  if (!parts_.settings.watch.on() || is_free(task.site, now()))
    begin_visit(std::move(task));
  else
    own_.push_back(std::move(task));
}

Result<std::optional<schedule::Seen>> LiveHarvester::wait(Time until) {
  const bool still = parts_.time.real_seconds() == 0;
  for (;;) {
    if (auto error = parts_.recorder.error()) return std::move(*error);
    if (failure_) return *failure_;
    const bool stopping = parts_.stopping && parts_.stopping();
    if (!stopping) send_own();
    if (!ended_.empty()) {
      std::optional<schedule::Seen> seen = std::move(ended_.front());
      ended_.pop_front();
      ++told_;
      return seen;
    }
    const Time now = this->now();
    const bool flying = readers_.under_way() > 0;
    if (!flying && (stopping || until <= now)) return std::optional<schedule::Seen>();
    const Time target = std::min(until, next_own());
    if (!flying && still) {
      CHECK(target < kNever);
      TRY(parts_.time.move_to(instant_of(target)));
      if (this->now() >= until) return std::optional<schedule::Seen>();
      continue;
    }
    auto sleep = kLongestSleep;
    if (!still) {
      const double left = std::max(0.0, target - now) * parts_.time.real_seconds() * 1000;
      if (left < static_cast<double>(sleep.count()))
        sleep = std::chrono::milliseconds(static_cast<std::int64_t>(std::ceil(left)));
    }
    auto read = readers_.wait(sleep);
    const bool may_go_on = free_connections();
    if (read) {
      const auto found = under_way_.find(read->exchange.token);
      CHECK(found != under_way_.end());
      Task task = std::move(found->second);
      under_way_.erase(found);
      finish(std::move(task), std::move(*read));
      // What ended may have let a site join, or be a visit: either way the loop wants to know.
      if (ended_.empty() && !stopping) return std::optional<schedule::Seen>();
      continue;
    }
    if (may_go_on && !stopping) return std::optional<schedule::Seen>();
    if (!still && this->now() >= until) return std::optional<schedule::Seen>();
    if (stopping && until < kNever) return std::optional<schedule::Seen>();
  }
}

// Where several requests to a host may be under way, the next need not wait until what came is
// read.
bool LiveHarvester::free_connections() {
  const auto arrived = readers_.take_arrived();
  for (const Arrival& arrival : arrived) {
    Task& task = under_way_.at(arrival.token);
    task.arrived = true;
    const Time ended = on_axis(arrival.ended);
    states_[task.site]->host.ended(ended, ended - on_axis(arrival.sent));
  }
  return !arrived.empty();
}

// -- sites

LiveHarvester::State& LiveHarvester::state_of(schedule::SiteId site) {
  while (states_.size() <= site)
    states_.push_back(std::make_unique<State>(parts_, own_, states_.size()));
  return *states_[site];
}

void LiveHarvester::meet_sites() {
  const bool watching = parts_.settings.watch.on();
  for (; met_ < parts_.frontier.sites(); ++met_) {
    const auto site = static_cast<schedule::SiteId>(met_);
    State& state = state_of(site);
    if (parts_.frontier.pages_of(site) == 0) continue;
    const GroupId group = parts_.frontier.group_of(parts_.frontier.first_page_of(site));
    if (has_joined(group) && !watching) continue;
    if (!state.preparation.begin() && !watching) join(group);
  }
  // Allocators of a watch know its groups by their numbers: the first is the first in the loop.
  if (watching)
    for (auto group = static_cast<GroupId>(joined_.size()); group < parts_.frontier.groups();
         ++group)
      join(group);
}

void LiveHarvester::prepared(schedule::SiteId site) {
  const GroupId group = parts_.frontier.group_of(parts_.frontier.first_page_of(site));
  if (states_[site]->preparation.end_one() && !has_joined(group)) join(group);
}

void LiveHarvester::join(GroupId group) {
  CHECK(!has_joined(group));
  for (const schedule::SiteId site : parts_.frontier.sites_of(group)) state_of(site);
  if (loops_.size() <= group) loops_.resize(group + 1, kNotJoined);
  loops_[group] = static_cast<std::uint32_t>(joined_.size());
  joined_.push_back(group);
  auto strategy = parts_.strategy(group, learned_);
  for (schedule::PageId id = 0; id < parts_.frontier.pages_in(group); ++id)
    strategy->learn(parts_.frontier.described(parts_.frontier.page(group, id)));
  parts_.frontier.begin(group);
  strategies_.push_back(std::move(strategy));
}

}  // namespace asof::crawl
