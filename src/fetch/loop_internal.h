// Loop: libcurl's multi handles and the epoll loop that drives them.
//
// The cost of a request grows with the connections of a multi handle, so there are several of
// them, the shards; whoever keeps a host's requests in one shard has its connections kept.
#pragma once

#include <curl/curl.h>

#include <chrono>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace asof::fetch {

class Loop final {
 public:
  struct Ended {
    CURL* easy = nullptr;
    CURLcode code = CURLE_OK;
  };

  Loop() = default;
  ~Loop();
  Loop(const Loop&) = delete;
  Loop& operator=(const Loop&) = delete;

  // To be called once, before everything else. Up to `kept` connections, at most 4,096, stay open
  // for further requests.
  Result<void> open(std::size_t kept);
  std::size_t shard_of(std::string_view origin) const;
  void add(std::size_t shard, CURL* easy);
  void remove(std::size_t shard, CURL* easy);
  // Lets transfers go on until some ended, the time has come, or interrupt().
  std::vector<Ended> run(std::chrono::steady_clock::time_point until);
  // From any thread.
  void interrupt() const;

 private:
  struct Shard {
    CURLM* multi = nullptr;
    int epoll = -1;
    std::uint64_t index = 0;
    bool has_timer = false;
    std::chrono::steady_clock::time_point timer;
  };
  static int on_timer(CURLM* multi, long milliseconds, void* shard);
  static int on_interest(CURL* easy, curl_socket_t socket, int what, void* shard, void* known);
  void drive(Shard& shard, curl_socket_t socket, int events, std::vector<Ended>& ended);

  std::vector<Shard> shards_;  // never resized once open, because libcurl points into it
  int epoll_ = -1;
  int event_ = -1;
};

}  // namespace asof::fetch
