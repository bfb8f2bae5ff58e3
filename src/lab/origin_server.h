// A small HTTP/1.1 server: reads requests, asks somebody what to answer, sends it in the manner
// asked for. One thread serves all its ports, so answers are given one at a time.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "base/result.h"
#include "lab/origin_site.h"

namespace asof::lab {

class OriginServer final {
 public:
  using Answer = std::function<OriginReply(const OriginRequest&)>;

  OriginServer();
  ~OriginServer();  // stops
  OriginServer(const OriginServer&) = delete;
  OriginServer& operator=(const OriginServer&) = delete;

  // Opens a port: "127.0.0.1:8080", "[::1]:0", "localhost:0"; 0 is any that is free. Where it is
  // reached: "http://127.0.0.1:8080". Errc::Invalid where this is no address, Errc::Busy where the
  // port is taken, Errc::Io else. Connections wait until start().
  Result<std::string> listen(const std::string& address, Answer answer);
  // The same on another free port of the address last listened on.
  Result<std::string> listen_beside(Answer answer);

  // Begins to answer, on a thread of its own. Only once.
  void start();
  // Breaks all connections and returns when no answer is being made. May be called again.
  void stop();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace asof::lab
