// Readers: answers from a Fetcher, examined. Where several are under way at once, threads of its
// own examine them while others are fetched; the caller then only decides.
//
// An answer comes out once it has been examined, so whoever counts what is under way counts it
// until then. With no threads, and for answers that are short or alone, the caller's thread
// examines: then they come out in the order in which they ended.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "crawl/examine.h"
#include "fetch/fetcher.h"

namespace asof::crawl {

struct Read {
  fetch::Exchange exchange;
  Answer answer;  // nothing in it where there was none
};

class Readers final {
 public:
  // The fetcher must outlive it, and belongs to the thread that calls wait().
  Readers(fetch::Fetcher& fetcher, std::size_t threads);
  ~Readers();  // what is being read is lost
  Readers(const Readers&) = delete;
  Readers& operator=(const Readers&) = delete;

  // The next answer. Nothing when the time has passed, or after the fetcher's wake().
  std::optional<Read> wait(std::chrono::milliseconds at_most);
  // Being fetched, or being read.
  std::size_t under_way() const { return fetcher_.under_way() + reading_; }

 private:
  void run();
  bool is_worth_a_thread(const fetch::Exchange& exchange) const;
  std::optional<Read> take_done();

  fetch::Fetcher& fetcher_;
  std::size_t reading_ = 0;  // given to threads and not taken back

  std::mutex mutex_;
  std::condition_variable work_;
  std::deque<fetch::Exchange> waiting_;
  std::deque<Read> done_;
  bool stopped_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace asof::crawl
