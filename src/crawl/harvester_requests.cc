// The side that faces the network: what is asked, in which order, under which conditions.
#include <algorithm>

#include "base/check.h"
#include "crawl/harvester.h"
#include "crawl/message.h"
#include "url/url.h"

namespace asof::crawl {
namespace {

constexpr Duration kRulesHold = 86400;  // RFC 9309 §2.4

// What is asked for in a request: path and query.
std::string target_of(std::string_view address) {
  const auto url = url::parse(address);
  if (!url) return "/";
  return url->query ? url->path + "?" + *url->query : url->path;
}

// Whatever --max-size says, all of a robots.txt is wanted that is read.
std::uint64_t longest_body(Task::Kind kind, std::uint64_t most) {
  return kind == Task::Kind::Robots ? kLongestRobots : std::min(most, kLongestSitemap);
}

}  // namespace

std::string LiveHarvester::origin_of(std::string_view address) const {
  const auto url = url::parse(address);
  return url ? url->origin() : std::string(address);
}

void LiveHarvester::want_rules(schedule::SiteId site, const std::string& origin,
                               const std::string& url, unsigned redirects) {
  State& state = *states_[site];
  if (redirects == 0) state.fetching.push_back(origin);
  state.own.push_front({.kind = Task::Kind::Robots,
                        .site = site,
                        .url = url,
                        .origin = origin,
                        .redirects = redirects});
  ++own_waiting_;
}

// A visit is sent at once, unless its origin's rules are not known yet or refuse it.
void LiveHarvester::begin_visit(Task task) {
  State& state = *states_[task.site];
  if (parts_.settings.robots) {
    const std::string origin = origin_of(task.url);
    const auto read = state.rules_read.find(origin);
    const bool stale = read != state.rules_read.end() && now() - read->second > kRulesHold;
    if (state.host.rules(origin) == nullptr || stale) {
      if (std::find(state.fetching.begin(), state.fetching.end(), origin) == state.fetching.end())
        want_rules(task.site, origin, origin + "/robots.txt", 0);
      state.parked.push_back(std::move(task));
      return;
    }
    if (refused_by_robots(task)) return;
  }
  send(std::move(task));
}

bool LiveHarvester::refused_by_robots(const Task& task) {
  const robots::Rules* rules = states_[task.site]->host.rules(origin_of(task.url));
  if (rules == nullptr) return false;
  const robots::Answer answer = rules->ask(target_of(task.url));
  if (answer.allowed) return false;
  NoAnswer none{capture::kRefusedByRobots, "robots.txt refuses it"};
  if (answer.line != 0)
    none.reason += " in line " + std::to_string(answer.line) + ": " + std::string(answer.rule);
  else if (!answer.rule.empty())
    none.reason = "not asked for without its robots.txt: " + std::string(answer.rule);
  parts_.frontier.refuse(task.page, none.reason);
  fetch::Exchange nothing;
  nothing.url = task.url;
  nothing.sent = nothing.answered = nothing.ended = parts_.time.now();
  conclude(task, {}, std::move(nothing), 0, none);
  return true;
}

void LiveHarvester::add_condition(Task& task, fetch::Request& request) {
  task.asked_for.reset();
  if (!parts_.settings.conditional || !states_[task.site]->validators) return;
  if (task.kind != Task::Kind::Visit || task.visit.purpose == schedule::Purpose::Audit) return;
  std::string etag;
  std::optional<Instant> last_modified;
  if (const LastSeen* seen = parts_.frontier.last_seen(task.page)) {
    if (seen->original == ~std::uint32_t{0}) return;
    etag = seen->etag;
    last_modified = seen->last_modified;
    task.asked_for = parts_.frontier.original(seen->original);
  } else if (const auto past = recalled(parts_.past.last(task.url))) {
    etag = past->etag;
    last_modified = past->last_modified;
    task.asked_for = past->original;
  }
  // Bytes of another address cannot stand for this one's.
  if (!task.asked_for || task.asked_for->url != task.url) return task.asked_for.reset();
  if (!etag.empty()) request.fields.emplace_back("If-None-Match", etag);
  if (last_modified) request.fields.emplace_back("If-Modified-Since", http_date(*last_modified));
  if (request.fields.empty()) task.asked_for.reset();
}

void LiveHarvester::send(Task task) {
  State& state = *states_[task.site];
  // Where there is a pause anyway, a kill shall lose nothing but what is under way.
  if (parts_.settings.delay > 0) parts_.recorder.wait_written(state.recorded);
  state.host.began();
  ++task.tries;
  fetch::Request request{.token = next_token_++, .url = task.url};
  add_condition(task, request);
  if (task.kind == Task::Kind::Robots || task.kind == Task::Kind::Sitemap) {
    request.limits = parts_.settings.fetch.limits;
    request.limits->body = longest_body(task.kind, request.limits->body);
  }
  request.may_be_private = parts_.may_be_private(task.site);
  if (task.kind != Task::Kind::Visit) ++own_under_way_;
  under_way_.emplace(request.token, std::move(task));
  parts_.fetcher.start(std::move(request));
}

// Tasks that are not due yet do not keep a host from others.
Time LiveHarvester::first_due(const State& state) {
  Time due = kNever;
  for (const Task& task : state.own) {
    due = std::min(due, task.due);
    if (due == -kNever) break;
  }
  return due;
}

// When the first of a host's own tasks may go out.
Time LiveHarvester::next_own() const {
  Time next = kNever;
  if (own_waiting_ == 0) return next;
  for (const auto& state : states_) {
    if (state->own.empty()) continue;
    next = std::min(next, std::max(first_due(*state), state->host.next()));
  }
  return next;
}

void LiveHarvester::send_own() {
  if (own_waiting_ == 0) return;
  const Time now = this->now();
  for (const auto& state : states_) {
    while (!state->own.empty() && state->host.polite(now)) {
      const auto ready = std::find_if(state->own.begin(), state->own.end(),
                                      [&](const Task& task) { return task.due <= now; });
      if (ready == state->own.end()) break;
      Task task = std::move(*ready);
      state->own.erase(ready);
      --own_waiting_;
      if (task.kind == Task::Kind::Visit && task.tries == 0)
        begin_visit(std::move(task));
      else
        send(std::move(task));
    }
  }
}

}  // namespace asof::crawl
