#include "lab/origin.h"

#include <fmt/format.h>

#include <cmath>
#include <mutex>

#include "base/json_read.h"
#include "lab/origin_clock.h"
#include "lab/origin_site.h"
#include "server/server.h"

namespace asof::lab {
namespace {

Result<double> time_to(std::string_view body) {
  const json::Document document = TRY(json::parse(body));
  return document.root("body").number_at("to");
}

Result<void> move(OriginClock& clock, const server::Request& request) {
  const Time to = TRY(time_to(request.body));
  return request.target == "/advance" ? clock.advance(to) : clock.restart(to);
}

server::Reply tell(OriginClock& clock, const server::Request& request) {
  constexpr std::string_view kJson = "Content-Type: application/json\r\n";
  const bool moves = request.target == "/advance" || request.target == "/restart";
  if (request.target != "/" && !moves)
    return plain_reply(404, clock.now(), "", "GET /, POST /advance, POST /restart\n");
  if (request.method != (moves ? "POST" : "GET"))
    return plain_reply(405, clock.now(), "", moves ? "only POST\n" : "only GET\n");
  if (moves)
    if (const auto moved = move(clock, request); !moved)
      return plain_reply(400, clock.now(), "Content-Type: text/plain\r\n",
                         moved.error().what + "\n");
  return plain_reply(200, clock.now(), kJson, clock.json());
}

void count(OriginCounts& counts, const server::Request& request, const server::Reply& reply) {
  if (request.fields.find("If-None-Match") || request.fields.find("If-Modified-Since"))
    ++counts.conditional;
  if (reply.manner == server::Reply::Manner::Reset || reply.status == 429 || reply.status >= 500)
    ++counts.failed;
  else if (reply.status == 304)
    ++counts.not_modified;
  else if (reply.status >= 400)
    ++counts.missing;
  else if (reply.status >= 300)
    ++counts.moved;
  else
    ++counts.whole;
}

}  // namespace

struct Origin::State {
  State(std::unique_ptr<OriginPages> pages, const OriginOptions& options)
      : site(std::move(pages), options.faults),
        clock(site.pages().history().from, site.pages().history().until,
              options.from.value_or(site.pages().history().from), options.speed),
        keep_log(options.keep_log) {}

  server::Reply answer(const server::Request& request) {
    const Time now = clock.now();
    server::Reply reply = site.answer(request, now);
    const std::lock_guard lock(mutex);
    count(counts, request, reply);
    if (keep_log)
      log.push_back({now, std::string(request.target),
                     reply.manner == server::Reply::Manner::Reset ? 0 : reply.status});
    return reply;
  }

  OriginSite site;
  OriginClock clock;
  const bool keep_log;
  std::mutex mutex;  // counts and log are read from other threads
  OriginCounts counts;
  std::vector<OriginVisit> log;
  std::string base, url, clock_url;
  server::Server server;  // last: it stops before what it asks is gone
};

Origin::Origin(std::unique_ptr<State> state) : state_(std::move(state)) {}
Origin::~Origin() = default;

Result<std::unique_ptr<Origin>> Origin::open(const OriginOptions& options) {
  auto pages = TRY(OriginPages::open(options.history, {.on_progress = options.on_progress}));
  const History& history = pages->history();
  if (options.from && !(*options.from >= history.from && *options.from <= history.until)) {
    auto said = [](Time at) { return iso8601_seconds({.ms = std::llround(at * 1000)}); };
    return Error{Errc::Invalid, fmt::format("{} is not in the history {}, which goes from {} to {}",
                                            said(*options.from), options.history,
                                            said(history.from), said(history.until))};
  }
  auto state = std::make_unique<State>(std::move(pages), options);
  State* const here = state.get();
  here->base = TRY(here->server.listen(
      options.listen, [here](const server::Request& request) { return here->answer(request); }));
  const std::string clock = TRY(here->server.listen_beside([here](const server::Request& request) {
    {
      const std::lock_guard lock(here->mutex);
      ++here->counts.clock;
    }
    return tell(here->clock, request);
  }));
  here->site.serve_at(here->base);
  here->url = here->base + here->site.pages().entry_target();
  here->clock_url = clock + "/";
  here->server.start();
  return std::unique_ptr<Origin>(new Origin(std::move(state)));
}

const std::string& Origin::url() const { return state_->url; }
const std::string& Origin::clock_url() const { return state_->clock_url; }
const std::string& Origin::base() const { return state_->base; }
const History& Origin::history() const { return state_->site.pages().history(); }
Time Origin::now() const { return state_->clock.now(); }
Result<void> Origin::advance(Time to) { return state_->clock.advance(to); }
Result<void> Origin::restart(Time at) { return state_->clock.restart(at); }

OriginCounts Origin::counts() const {
  const std::lock_guard lock(state_->mutex);
  return state_->counts;
}

std::vector<OriginVisit> Origin::take_log() {
  const std::lock_guard lock(state_->mutex);
  return std::exchange(state_->log, {});
}

void Origin::stop() { state_->server.stop(); }

}  // namespace asof::lab
