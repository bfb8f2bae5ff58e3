#include "server/server.h"

#include <fmt/format.h>

#include <boost/asio/post.hpp>
#include <condition_variable>
#include <list>
#include <mutex>
#include <thread>

#include "base/check.h"
#include "base/text.h"
#include "server/port_internal.h"

namespace asof::server {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

namespace {

Result<tcp::endpoint> endpoint_of(const std::string& address) {
  const auto colon = address.rfind(':');
  std::string host = address.substr(0, colon);
  if (host == "localhost") host = "127.0.0.1";
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  const auto port = colon == std::string::npos
                        ? std::nullopt
                        : parse_uint(std::string_view(address).substr(colon + 1));
  error_code error;
  const auto parsed = asio::ip::make_address(host, error);
  if (error || !port || *port > 65535)
    return Error{
        Errc::Invalid,
        fmt::format("\"{}\" is no address to listen on; one is 127.0.0.1:8080, with port 0 "
                    "for any that is free",
                    address)};
  return tcp::endpoint(parsed, static_cast<std::uint16_t>(*port));
}

std::string address_of(const tcp::endpoint& endpoint) {
  std::string host = endpoint.address().to_string();
  if (endpoint.address().is_v6()) host = "[" + host + "]";
  return fmt::format("http://{}:{}", host, endpoint.port());
}

}  // namespace

// One thread and what it serves. Connections go first, then ports, then the engine both run on.
struct Server::Worker {
  Worker(const ServerOptions& options, std::size_t most) : connections(io, options, most) {}

  void drain() {
    for (Port& port : ports) port.close();
    connections.drain();
  }

  asio::io_context io{1};
  std::list<Port> ports;
  Connections connections;
  std::thread thread;
};

struct Server::State {
  explicit State(ServerOptions given) : options(std::move(given)) {
    CHECK(options.threads > 0);
    const std::size_t share = (options.most_connections + options.threads - 1) / options.threads;
    for (unsigned i = 0; i < options.threads; ++i) workers.emplace_back(options, share);
  }

  Result<std::string> listen(tcp::endpoint endpoint, const std::function<Answer()>& make) {
    CHECK(!started);
    Share share = options.threads > 1 ? Share::First : Share::Alone;
    std::size_t opened = 0;
    for (Worker& worker : workers) {
      worker.ports.emplace_back(worker.io, worker.connections, make());
      ++opened;
      auto bound = worker.ports.back().listen(endpoint, share);
      if (!bound) {
        for (auto at = workers.begin(); opened > 0; ++at, --opened) at->ports.pop_back();
        return std::move(bound).error();
      }
      endpoint = *bound;
      share = Share::Other;
    }
    last = endpoint;
    return address_of(last);
  }

  void run(Worker& worker) {
    worker.io.run();
    const std::lock_guard lock(mutex);
    --running;
    changed.notify_all();
  }

  // True when all have ended.
  bool wait(std::chrono::milliseconds most) {
    std::unique_lock lock(mutex);
    return changed.wait_for(lock, most, [this] { return running == 0; });
  }

  const ServerOptions options;
  std::list<Worker> workers;
  tcp::endpoint last;
  bool started = false;
  std::mutex mutex;
  std::condition_variable changed;
  unsigned running = 0;  // threads; guarded by the mutex
};

Server::Server(ServerOptions options) : state_(std::make_unique<State>(std::move(options))) {}

Server::~Server() { stop(); }

Result<std::string> Server::listen_each(const std::string& address,
                                        const std::function<Answer()>& make) {
  const tcp::endpoint endpoint = TRY(endpoint_of(address));
  return state_->listen(endpoint, make);
}

Result<std::string> Server::listen_beside_each(const std::function<Answer()>& make) {
  return state_->listen(tcp::endpoint(state_->last.address(), 0), make);
}

Result<std::string> Server::listen(const std::string& address, Answer answer) {
  CHECK(state_->options.threads == 1);
  return listen_each(address, [&] { return std::move(answer); });
}

Result<std::string> Server::listen_beside(Answer answer) {
  CHECK(state_->options.threads == 1);
  return listen_beside_each([&] { return std::move(answer); });
}

void Server::start() {
  CHECK(!state_->started);
  state_->started = true;
  state_->running = state_->options.threads;
  for (Worker& worker : state_->workers) {
    for (Port& port : worker.ports) port.accept();
    worker.thread = std::thread([this, &worker] { state_->run(worker); });
  }
}

// A thread ends when nothing is left for it to wait for.
bool Server::drain(std::chrono::milliseconds most) {
  for (Worker& worker : state_->workers) asio::post(worker.io, [&worker] { worker.drain(); });
  const bool all = !state_->started || state_->wait(most);
  stop();
  return all;
}

void Server::stop() {
  for (Worker& worker : state_->workers) worker.io.stop();
  for (Worker& worker : state_->workers)
    if (worker.thread.joinable()) worker.thread.join();
  state_->workers.clear();
}

}  // namespace asof::server
