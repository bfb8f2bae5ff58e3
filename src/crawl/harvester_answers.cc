// What answers mean: whether to try again, and how they are kept.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "crawl/delivery.h"
#include "crawl/harvester.h"
#include "crawl/message.h"
#include "url/surt.h"

namespace asof::crawl {
namespace {

using Kind = ReplyKind;

bool asks_for_patience(int status) { return status == 429 || status == 503; }

bool is_good(int status) { return status >= 200 && status < 300; }

// What came of a robots.txt says too little.
bool lacks_rules(const Task& task, fetch::Exchange& exchange, int status) {
  if (task.kind != Task::Kind::Robots || !is_good(status)) return false;
  const auto message = exchange.response.bytes();
  return !message || !robots_of_message(*message, exchange.truncated.empty());
}

bool worth_another_try(const Task& task, fetch::Exchange& exchange, int status) {
  if (lacks_rules(task, exchange, status)) return true;
  switch (exchange.failure) {
    case fetch::Failure::Connect:
    case fetch::Failure::Timeout:
    case fetch::Failure::Lost:
    case fetch::Failure::Dns:
      return true;
    case fetch::Failure::None:
      return status == 408 || status == 429 || (status >= 500 && status != 501 && status != 505);
    default:
      return false;
  }
}

}  // namespace

void LiveHarvester::finish(Task task, ReadAnswer read) {
  fetch::Exchange& exchange = read.exchange;
  Answer& answer = read.answer;
  State& state = *states_[task.site];
  for (fetch::Resolved& name : parts_.fetcher.take_resolved())
    parts_.recorder.record(delivery_of(name));
  if (task.kind != Task::Kind::Visit) --own_under_way_;
  const Duration took = on_axis(exchange.ended) - on_axis(exchange.sent);
  // However long it waited to be looked at, the host is not to wait for that.
  if (!task.arrived) state.host.ended(on_axis(exchange.ended), took);
  task.arrived = false;
  // Nobody can say whether the body is whole where its length is contradicted.
  if (answer.odd_length && exchange.truncated.empty()) exchange.truncated = "unspecified";
  if (worth_another_try(task, exchange, answer.status) && try_again(task, exchange, answer, took))
    return;
  if (exchange.failure == fetch::Failure::None && !asks_for_patience(answer.status))
    state.host.recovered();
  if (exchange.failure == fetch::Failure::None) state.answered = true;
  std::optional<NoAnswer> none;
  if (exchange.failure != fetch::Failure::None)
    none = NoAnswer{fetch::crawl_log_status(exchange), exchange.why};
  Reply reply = judge(task, exchange, std::move(answer));
  weigh(task, recalled(std::move(read.weighed)), reply);
  conclude(task, std::move(reply), std::move(exchange), took, none);
}

bool LiveHarvester::try_again(Task& task, const fetch::Exchange& exchange, const Answer& answer,
                              Duration took) {
  State& state = *states_[task.site];
  const bool patience = asks_for_patience(answer.status);
  // A host that is not there is not asked for page after page; one page that fails is no reason to
  // doubt its host.
  const bool host_in_trouble = patience || exchange.failure != fetch::Failure::None;
  const Duration wait =
      host_in_trouble ? state.host.slow_down(now(), patience ? answer.retry_after : std::nullopt)
                      : state.host.pause_after(task.tries);
  // A name that leads nowhere, or a host that never answered, rarely comes to life while one waits.
  const bool hopeless = exchange.failure == fetch::Failure::Dns ||
                        (exchange.failure == fetch::Failure::Connect && !state.answered);
  if (task.tries >= (hopeless ? std::min(2u, parts_.settings.tries) : parts_.settings.tries))
    return false;
  task.due = now() + wait;
  ++counts_.retries;
  VisitEvent event{.task = &task, .at = exchange.sent, .took = took, .again = true};
  if (exchange.failure != fetch::Failure::None)
    event.none = NoAnswer{fetch::crawl_log_status(exchange), exchange.why};
  else if (is_good(answer.status))
    event.none = NoAnswer{answer.status, "it was cut off"};
  else
    event.none = NoAnswer{answer.status, fmt::format("the server answers {}", answer.status)};
  if (parts_.on_event) parts_.on_event(event);
  own_.push_back(std::move(task));
  return true;
}

// The last error of the same address: of this crawl or, where errors of others may be referred to,
// of an earlier one.
std::optional<OriginalError> LiveHarvester::error_before(const Task& task) {
  const OriginalError* seen =
      task.page != kNoNumber ? parts_.frontier.last_error(task.page) : nullptr;
  if (seen != nullptr) return *seen;
  if (!parts_.settings.duplicates) return std::nullopt;
  return recalled(parts_.earlier.last_error(task.url));
}

// How the answer is to be kept.
Reply LiveHarvester::judge(const Task& task, const fetch::Exchange& exchange, Answer answer) {
  Reply reply{.whole = exchange.truncated.empty(), .answer = std::move(answer)};
  if (exchange.failure != fetch::Failure::None) return reply;
  reply.kind = Kind::Response;
  reply.original = {parts_.ids(), task.url, exchange.sent, reply.answer.sha256};
  if (reply.answer.status == 304 && task.asked_for) {
    reply.kind = Kind::NotModified;
    reply.original = *task.asked_for;
    return reply;
  }
  if (!reply.whole || reply.answer.size == 0 || parts_.settings.keep_all) return reply;
  auto refer = [&](const Original& original) {
    reply.kind = Kind::Identical;
    reply.original = original;
  };
  const Instant since{exchange.sent.ms -
                      static_cast<std::int64_t>(parts_.settings.duplicate_age * 1000)};
  if (is_error(reply.answer.status)) {
    const auto before = error_before(task);
    if (before && before->status == reply.answer.status &&
        before->original.sha256 == reply.answer.sha256 && before->original.at >= since)
      refer(before->original);
    return reply;
  }
  if (reply.answer.status != 200) return reply;
  if (task.page != kNoNumber) {
    const LastSeen* seen = parts_.frontier.last_seen(task.page);
    if (seen != nullptr && seen->original != ~std::uint32_t{0} &&
        parts_.frontier.original(seen->original).sha256 == reply.answer.sha256) {
      refer(parts_.frontier.original(seen->original));
      return reply;
    }
  }
  if (!parts_.settings.duplicates) return reply;
  // What its own address showed in an earlier crawl, however short.
  if (task.page == kNoNumber || parts_.frontier.last_seen(task.page) == nullptr) {
    const auto before = recalled(parts_.earlier.last(task.url));
    if (before && before->original.sha256 == reply.answer.sha256 && before->original.at >= since) {
      refer(before->original);
      return reply;
    }
  }
  if (reply.answer.size < parts_.settings.duplicate_from) return reply;
  if (const auto known = parts_.frontier.original_of(reply.answer.sha256)) {
    if (parts_.frontier.original(*known).at >= since) refer(parts_.frontier.original(*known));
  } else if (const auto earlier =
                 recalled(parts_.earlier.with_payload(reply.answer.sha256, since))) {
    refer(*earlier);
  }
  return reply;
}

// Tells the strategy how much a change matters, and leaves out of the archive what matters too
// little. A version that leads to pages the crawl does not know is stored whatever it matters: a
// crawl that goes on after a kill must find them.
void LiveHarvester::weigh(const Task& task, const std::optional<capture::Weighed>& weighed,
                          Reply& reply) {
  if (task.kind != Task::Kind::Visit) return;
  const LastSeen* seen = parts_.frontier.last_seen(task.page);
  if (weighed && seen != nullptr) {
    reply.importance = weighed->importance;
    reply.matters = weighed->matters;
    reply.before = Instant{std::llround(seen->at * 1000)};
  }
  if (!parts_.storing.is_on() || reply.kind != Kind::Response || reply.answer.status != 200 ||
      !reply.whole || reply.answer.size == 0 ||
      !parts_.frontier.knows_links_of(task.page, reply.answer))
    return;
  std::optional<Original> stored;
  if (seen != nullptr && seen->original != ~std::uint32_t{0})
    stored = parts_.frontier.original(seen->original);
  else if (const auto before = recalled(parts_.earlier.last(task.url)); before && seen == nullptr)
    stored = before->original;
  if (!stored || stored->url != task.url) return;
  // Seen before and not stored then: nothing was compared, since nothing changed.
  const bool again = seen != nullptr && seen->content == reply.answer.sha256;
  if (!again && (!weighed || weighed->matters >= parts_.storing.threshold(task.url))) return;
  reply.kind = Kind::NotStored;
  reply.original = *stored;
  if (!again) reply.weighed = weighed;
  reply.answer.page.reset();
}

// Tells whom it concerns, and writes it down.
void LiveHarvester::conclude(const Task& task, Reply reply, fetch::Exchange exchange, Duration took,
                             const std::optional<NoAnswer>& none) {
  const Time sent = on_axis(exchange.sent);
  const Time received = on_axis(exchange.ended);
  const std::uint64_t size = exchange.response.size();
  // A page of an earlier crawl that has not changed has the links it had.
  if (reply.kind == Kind::NotModified && task.page != kNoNumber &&
      parts_.frontier.last_seen(task.page) == nullptr) {
    auto links = recalled(parts_.earlier.links(task.url, reply.original.sha256));
    reply.answer.page = capture::Page{.links = std::move(links)};
  }
  const VisitEvent event{.task = &task,
                         .reply = &reply,
                         .ip = exchange.ip,
                         .at = exchange.sent,
                         .took = took,
                         .size = size,
                         .truncated = exchange.truncated,
                         .none = none};
  std::string message;
  if (task.kind == Task::Kind::Robots || task.kind == Task::Kind::Sitemap)
    if (auto bytes = exchange.response.bytes()) message = *bytes;
  std::string log_line;
  if (parts_.log_line) log_line = parts_.log_line(event);
  if (parts_.on_event) parts_.on_event(event);
  count(task, reply, size);
  bytes_.spend(received, size);
  const auto came = reply.kind == Kind::None ? std::nullopt : std::optional(size);
  capture::Notes notes = notes_of(task, parts_.frontier, took, none, came);
  notes.importance = reply.importance;

  learned_ = received;
  switch (task.kind) {
    case Task::Kind::Visit:
      end_visit(task, reply, sent, received);
      break;
    case Task::Kind::Robots:
      end_robots(task, reply, message, none ? none->reason : "");
      break;
    case Task::Kind::Sitemap:
      end_sitemap(task, message);
      break;
    case Task::Kind::Audit:
      end_audit(task, reply);
      break;
  }
  keep::Delivery delivery = delivery_of(std::move(reply), std::move(exchange));
  delivery.capture.url = task.url;
  delivery.capture.key = url::surt_key(task.url);
  delivery.capture.notes = std::move(notes);
  delivery.log_line = std::move(log_line);
  states_[task.site]->recorded = parts_.recorder.record(std::move(delivery));
}

}  // namespace asof::crawl
