#include <algorithm>
#include <boost/asio/buffer.hpp>

#include "base/check.h"
#include "server/connection_internal.h"
#include "server/connections_internal.h"
#include "server/head_internal.h"

namespace asof::server {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

namespace {

constexpr std::chrono::milliseconds kMostForEnd = std::chrono::seconds(2);

// What fits the socket's buffer is sent; nobody waits for a client that there is no room for.
void refuse(tcp::socket& socket) {
  const std::string refusal =
      head_of({.status = 503, .fields = "Retry-After: 5\r\n"}, Framing::Length, "close");
  error_code ignored;
  socket.non_blocking(true, ignored);
  socket.write_some(asio::buffer(refusal), ignored);
  socket.shutdown(tcp::socket::shutdown_send, ignored);
}

}  // namespace

Connections::Connections(asio::io_context& io, const ServerOptions& options, std::size_t most)
    : options_(options), most_(most), timer_(io) {}
Connections::~Connections() = default;

void Connections::add(tcp::socket socket, const Answer& answer) {
  const std::size_t open =
      all(Wait::Request).size() + all(Wait::Client).size() + all(Wait::End).size();
  if (most_ > 0 && open >= most_ && !make_room()) return refuse(socket);
  auto& waiting = all(Wait::Request);
  const Place place = waiting.emplace(waiting.end());
  place->connection = std::make_unique<Connection>(*this, place, std::move(socket), answer);
  place->connection->start();
}

bool Connections::make_room() {
  auto& waiting = all(Wait::Request);
  if (waiting.empty()) return false;
  cut(waiting.begin());
  return true;
}

void Connections::drain() {
  draining_ = true;
  while (make_room()) {
  }
  sweep();
}

std::chrono::milliseconds Connections::most_of(Wait wait) const {
  if (wait == Wait::Nothing) return {};
  if (wait != Wait::End) return options_.idle;
  return options_.idle.count() > 0 ? std::min(options_.idle, kMostForEnd) : kMostForEnd;
}

void Connections::waits(Connection& connection, Wait wait) {
  const Place place = connection.place();
  if (place->wait == Wait::Nothing) return;
  auto& to = all(wait);
  to.splice(to.end(), all(place->wait), place);
  place->wait = wait;
  const auto most = most_of(wait);
  if (most.count() == 0) return;
  place->since = std::chrono::steady_clock::now();
  if (place->since + most < wakes_) wake_at(place->since + most);
}

void Connections::drop(Connection& connection) {
  const Place place = connection.place();
  all(place->wait).erase(place);
  // The timer must not keep a thread that has nothing else to do.
  const bool none = std::ranges::all_of(lists_, [](const auto& list) { return list.empty(); });
  if (draining_ && none) timer_.cancel();
}

// The connection's operation under way ends with an error, and it drops itself.
void Connections::cut(Place place) {
  waits(*place->connection, Wait::Nothing);
  place->connection->cut();
}

void Connections::sweep() {
  wakes_ = Time::max();
  const Time now = std::chrono::steady_clock::now();
  Time next = Time::max();
  for (const Wait wait : {Wait::Request, Wait::Client, Wait::End}) {
    const auto most = most_of(wait);
    auto& list = all(wait);
    if (most.count() == 0) continue;
    while (!list.empty() && list.front().since + most <= now) cut(list.begin());
    if (!list.empty()) next = std::min(next, list.front().since + most);
  }
  if (next != Time::max())
    wake_at(next);
  else
    timer_.cancel();
}

void Connections::wake_at(Time time) {
  wakes_ = time;
  timer_.expires_at(time);
  timer_.async_wait([this](error_code error) {
    if (!error) sweep();
  });
}

}  // namespace asof::server
