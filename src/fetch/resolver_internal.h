// Resolver: finds the addresses of names on a few threads of its own, so that thousands of hosts
// do not start thousands of threads, and remembers them.
//
// One thread owns it. The system's resolver cannot be interrupted, so the destructor waits for the
// questions being asked, for as long as the system lets them take.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

namespace asof::fetch {

struct Addresses {
  std::vector<std::string> list;  // in the order to be tried; empty: the name has none
  std::string why;                // where it is empty, what the system said
  std::uint64_t generation = 0;   // another one each time a name was asked for
};

class Resolver final {
 public:
  // `ready` is called on any thread when take() has something.
  explicit Resolver(std::function<void()> ready);
  ~Resolver();
  Resolver(const Resolver&) = delete;
  Resolver& operator=(const Resolver&) = delete;

  // What is known of a name, for an hour (a minute where it has no address). Null: ask() for it.
  const Addresses* known(const std::string& host) const;
  // Begins to find out; nothing happens when it is already being asked for.
  void ask(const std::string& host);
  // Names that have become known since the last call.
  std::vector<std::string> take();

 private:
  struct Entry {
    bool pending = false;
    std::chrono::steady_clock::time_point until;
    Addresses addresses;
  };
  void work();

  const std::function<void()> ready_;
  std::unordered_map<std::string, Entry> entries_;
  std::uint64_t asked_ = 0;

  std::mutex mutex_;  // protects the following
  std::condition_variable wanted_;
  std::deque<std::string> questions_;
  std::vector<std::pair<std::string, Addresses>> answers_;
  std::size_t idle_ = 0;
  bool stopping_ = false;

  std::vector<std::thread> threads_;  // started as they are needed
};

}  // namespace asof::fetch
