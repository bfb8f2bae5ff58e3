#include "base/worker_pool.h"

#include <algorithm>

namespace asof {

std::size_t helpers() { return std::clamp(std::thread::hardware_concurrency(), 2U, 8U) - 1; }

WorkerPool::WorkerPool(std::size_t others) {
  threads_.reserve(others);
  for (std::size_t i = 0; i < others; ++i) threads_.emplace_back([this, i] { run(i + 1); });
}

WorkerPool::~WorkerPool() {
  {
    std::lock_guard lock(mutex_);
    stopped_ = true;
  }
  begun_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void WorkerPool::share(std::size_t count, const Work& work) {
  std::unique_lock lock(mutex_);
  work_ = &work;
  next_ = 0;
  count_ = count;
  if (count > 1) begun_.notify_all();
  help(lock, 0);
  // Who comes late finds nothing left, and nothing to look at.
  work_ = nullptr;
  done_.wait(lock, [&] { return helping_ == 0; });
}

void WorkerPool::help(std::unique_lock<std::mutex>& lock, std::size_t who) {
  const Work& work = *work_;
  while (next_ < count_) {
    const std::size_t index = next_++;
    lock.unlock();
    work(index, who);
    lock.lock();
  }
}

void WorkerPool::run(std::size_t who) {
  std::unique_lock lock(mutex_);
  for (;;) {
    begun_.wait(lock, [&] { return stopped_ || (work_ != nullptr && next_ < count_); });
    if (stopped_) return;
    ++helping_;
    help(lock, who);
    if (--helping_ == 0) done_.notify_one();
  }
}

}  // namespace asof
