// WorkerPool: threads that share one piece of work with whoever gives it to them.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace asof {

// How many threads may help one: it keeps a processor of its own.
std::size_t helpers();

class WorkerPool final {
 public:
  // `who` is 0 for the thread that calls share(), and 1 to others() for the pool's own.
  using Work = std::function<void(std::size_t index, std::size_t who)>;

  explicit WorkerPool(std::size_t others);
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  std::size_t others() const { return threads_.size(); }
  // Calls work(0), ... work(count - 1), each once, on whichever thread has time. All are done when
  // it returns. One call at a time.
  void share(std::size_t count, const Work& work);

 private:
  void run(std::size_t who);
  // Does what is left, one after another. Called with the lock, and returns with it.
  void help(std::unique_lock<std::mutex>& lock, std::size_t who);

  std::mutex mutex_;
  std::condition_variable begun_, done_;
  const Work* work_ = nullptr;  // null: none
  std::size_t next_ = 0, count_ = 0;
  std::size_t helping_ = 0;
  bool stopped_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace asof
