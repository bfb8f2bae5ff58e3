// Readers: answers from a Fetcher, examined. Where several are under way at once, threads of its
// own examine them while others are fetched; the caller then only decides.
//
// An answer comes out once it has been examined, so whoever counts what is under way counts it
// until then. With no threads, for answers that are short or alone, and where the threads have
// enough to do, the caller's thread examines: then they come out in the order in which they ended.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "capture/answer.h"
#include "crawl/change_importance.h"
#include "fetch/fetcher.h"

namespace asof::crawl {

struct ReadAnswer {
  fetch::Exchange exchange;
  capture::Answer answer;  // nothing in it where there was none
  // Of the change it shows; nothing where nobody asked, or nothing changed.
  Result<std::optional<capture::Weighed>> weighed = std::optional<capture::Weighed>();
};

// An answer that is whole and waits to be read.
struct Arrival {
  std::uint64_t token = 0;
  Instant sent, ended;
};

struct ReadersOptions {
  std::size_t threads = 0;
  bool announces = false;  // wait() returns without an answer where it gave one to a thread
  ChangeImportance* importance = nullptr;  // compares the answers it expects; must outlive this
};

class Readers final {
 public:
  // The fetcher must outlive it, and belongs to the thread that calls wait().
  Readers(fetch::Fetcher& fetcher, const ReadersOptions& options);
  ~Readers();  // what is being read is lost
  Readers(const Readers&) = delete;
  Readers& operator=(const Readers&) = delete;

  // The next answer. Nothing when the time has passed, or after the fetcher's wake().
  std::optional<ReadAnswer> wait(std::chrono::milliseconds at_most);
  // Those given to threads since it was asked last, if it announces them.
  std::vector<Arrival> take_arrived() { return std::exchange(arrived_, {}); }
  // Being fetched, or being read.
  std::size_t under_way() const { return fetcher_.under_way() + reading_; }

 private:
  void run();
  ReadAnswer read(fetch::Exchange exchange) const;
  bool is_worth_a_thread(const fetch::Exchange& exchange) const;
  std::optional<ReadAnswer> take_done();

  fetch::Fetcher& fetcher_;
  const bool announces_;
  ChangeImportance* const importance_;
  std::vector<Arrival> arrived_;
  std::size_t reading_ = 0;  // given to threads and not taken back

  std::mutex mutex_;
  std::condition_variable work_;
  std::deque<fetch::Exchange> waiting_;
  std::deque<ReadAnswer> done_;
  bool stopped_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace asof::crawl
