// The connections of one thread: whose time is up, which gives way to another, which are left.
#pragma once

#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <list>
#include <memory>

#include "server/server.h"

namespace asof::server {

class Connection;

// What a connection waits for.
enum class Wait {
  Request,  // its first byte: nothing is lost if the connection is closed
  Client,   // the rest of a request, or that the client takes more of the reply
  End,      // that the client closes, too
  Nothing,  // it is closed and will go when the system has said so
};

// All of it runs on the thread of its io_context.
class Connections final {
 public:
  // `options` must stay.
  Connections(boost::asio::io_context& io, const ServerOptions& options, std::size_t most);
  ~Connections();  // breaks them

  // Begins to serve a client, or tells it that there is no room.
  void add(boost::asio::ip::tcp::socket socket, const Answer& answer);
  // Closes the connection that waits longest for a request. False where none does.
  bool make_room();
  // Closes those that wait for a request; from now on each ends with its reply.
  void drain();

  // For connections. From now on it waits for this, so long as options say.
  void waits(Connection& connection, Wait wait);
  void drop(Connection& connection);  // and destroys it
  const ServerOptions& options() const { return options_; }
  bool draining() const { return draining_; }

  struct Entry {
    std::unique_ptr<Connection> connection;
    Wait wait = Wait::Request;
    std::chrono::steady_clock::time_point since{};
  };
  using Place = std::list<Entry>::iterator;

 private:
  using Time = std::chrono::steady_clock::time_point;

  std::list<Entry>& all(Wait wait) { return lists_[static_cast<std::size_t>(wait)]; }
  std::chrono::milliseconds most_of(Wait wait) const;  // 0: for ever
  void cut(Place place);
  void sweep();
  void wake_at(Time time);

  const ServerOptions& options_;
  const std::size_t most_;  // 0: any number
  bool draining_ = false;
  boost::asio::steady_timer timer_;
  Time wakes_ = Time::max();
  // One list for each Wait. In each the longest waiting is first, and all have the same time: so
  // only the first needs a timer.
  std::array<std::list<Entry>, 4> lists_;
};

}  // namespace asof::server
