// The side that faces the network: what is asked, in which order, under which conditions.
#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "crawl/harvester.h"
#include "crawl/message.h"

namespace asof::crawl {
namespace {

// Whatever --max-size says, all of a robots.txt is wanted that is read.
std::uint64_t longest_body(Task::Kind kind, std::uint64_t most) {
  return kind == Task::Kind::Robots ? kLongestRobots : std::min(most, kLongestSitemap);
}

}  // namespace

// A visit is sent at once, unless its origin's rules are not known yet or refuse it.
void LiveHarvester::begin_visit(Task task) {
  SitePreparation& preparation = states_[task.site]->preparation;
  if (preparation.park(task, now())) return;
  const auto refusal = preparation.refusal(task.url);
  if (!refusal) return send(std::move(task));
  parts_.frontier.refuse(task.page, refusal->reason);
  fetch::Exchange nothing;
  nothing.url = task.url;
  nothing.sent = nothing.answered = nothing.ended = parts_.time.now();
  conclude(task, {}, std::move(nothing), 0, refusal);
}

void LiveHarvester::add_condition(Task& task, fetch::Request& request) {
  task.asked_for.reset();
  if (!parts_.settings.conditional || !states_[task.site]->audits.believes()) return;
  if (task.kind != Task::Kind::Visit || task.visit.purpose == schedule::Purpose::Audit) return;
  std::string etag;
  std::optional<Instant> last_modified;
  if (const LastSeen* seen = parts_.frontier.last_seen(task.page)) {
    if (seen->original == ~std::uint32_t{0}) return;
    etag = seen->etag;
    last_modified = seen->last_modified;
    task.asked_for = parts_.frontier.original(seen->original);
  } else if (const auto earlier = recalled(parts_.earlier.last(task.url))) {
    etag = earlier->etag;
    last_modified = earlier->last_modified;
    task.asked_for = earlier->original;
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
  if (parts_.importance != nullptr && task.kind == Task::Kind::Visit) {
    if (const LastSeen* seen = parts_.frontier.last_seen(task.page))
      parts_.importance->expect(request.token, Instant{std::llround(seen->at * 1000)},
                                seen->content);
    else if (const auto earlier =
                 parts_.storing.is_on() ? recalled(parts_.earlier.last(task.url)) : std::nullopt)
      parts_.importance->expect(request.token, earlier->original.at, earlier->original.sha256);
  }
  if (task.kind == Task::Kind::Robots || task.kind == Task::Kind::Sitemap) {
    request.limits = parts_.settings.fetch.limits;
    request.limits->body = longest_body(task.kind, request.limits->body);
  }
  request.may_be_private = parts_.may_be_private(task.site);
  if (task.kind != Task::Kind::Visit) ++own_under_way_;
  under_way_.emplace(request.token, std::move(task));
  parts_.fetcher.start(std::move(request));
}

// When the first of a host's own tasks may go out.
Time LiveHarvester::next_own() const {
  Time next = kNever;
  if (own_.size() == 0) return next;
  for (schedule::SiteId site = 0; site < states_.size(); ++site) {
    const Time due = own_.first_due(site);
    if (due < kNever) next = std::min(next, std::max(due, states_[site]->host.next()));
  }
  return next;
}

void LiveHarvester::send_own() {
  if (own_.size() == 0) return;
  const Time now = this->now();
  for (schedule::SiteId site = 0; site < states_.size(); ++site) {
    while (states_[site]->host.polite(now)) {
      auto task = own_.take_due(site, now);
      if (!task) break;
      if (task->kind == Task::Kind::Visit && task->tries == 0)
        begin_visit(std::move(*task));
      else
        send(std::move(*task));
    }
  }
}

}  // namespace asof::crawl
