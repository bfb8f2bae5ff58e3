// StillClock: a clock for `asof crawl --clock` that stands still until the crawl moves it, as that
// of `asof lab origin` does: what a crawl waits for passes at once, and to the millisecond.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>

#include "support/raw_server.h"

namespace asof::test {

class StillClock final {
 public:
  std::string url() const { return server_.url(); }

 private:
  void behave(RawConnection& connection) {
    for (auto head = connection.read_head(); !head.empty(); head = connection.read_head()) {
      const auto length = head.find("Content-Length: ");
      const auto size = std::strtoul(head.c_str() + length + 16, nullptr, 10);
      const auto body = connection.read_body(size);  // {"to":1.234}
      const std::lock_guard lock(mutex_);
      if (head.starts_with("POST ")) now_ = std::strtod(body.c_str() + 6, nullptr);
      char json[64];
      std::snprintf(json, sizeof json, "{\"now\":%.3f,\"speed\":0}", now_);
      const std::string said = json;
      if (!connection.send("HTTP/1.1 200 OK\r\nContent-Length: " + std::to_string(said.size()) +
                           "\r\n\r\n" + said))
        return;
    }
  }

  std::mutex mutex_;  // protects the following
  double now_ = 1.6e9;
  RawServer server_{[this](RawConnection& connection) { behave(connection); }};  // last
};

}  // namespace asof::test
