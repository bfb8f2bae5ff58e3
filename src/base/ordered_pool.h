// OrderedPool: work done by several threads, its results handed out in the order it was given.
//
// One thread gives (put, close), any number of the pool's own threads work, one thread takes.
// What is in flight is bounded by weight: put() waits while more than `most` is under way. Whoever
// takes may cancel(); put() then returns false and the giver should stop.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace asof {

template <class Task, class Outcome>
class OrderedPool final {
 public:
  OrderedPool(unsigned threads, std::uint64_t most, std::function<Outcome(Task)> work)
      : work_(std::move(work)), most_(most) {
    for (unsigned i = 0; i < threads; ++i) threads_.emplace_back([this] { run(); });
  }
  ~OrderedPool() {
    cancel();
    for (std::thread& thread : threads_) thread.join();
  }
  OrderedPool(const OrderedPool&) = delete;
  OrderedPool& operator=(const OrderedPool&) = delete;

  bool put(Task task, std::uint64_t weight) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return cancelled_ || weight_ == 0 || weight_ + weight <= most_; });
    if (cancelled_) return false;
    weight_ += weight;
    slots_.push_back(std::make_unique<Slot>(std::move(task), weight));
    changed_.notify_all();
    return true;
  }

  // Nothing more will be put.
  void close() {
    std::lock_guard lock(mutex_);
    closed_ = true;
    changed_.notify_all();
  }

  void cancel() {
    std::lock_guard lock(mutex_);
    cancelled_ = closed_ = true;
    changed_.notify_all();
  }

  // The next result, in order; nothing once all has been taken or the pool was cancelled.
  std::optional<Outcome> take() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] {
      return cancelled_ || (slots_.empty() ? closed_ : slots_.front()->outcome.has_value());
    });
    if (cancelled_ || slots_.empty()) return std::nullopt;
    std::optional<Outcome> outcome = std::move(slots_.front()->outcome);
    weight_ -= slots_.front()->weight;
    slots_.pop_front();
    --begun_;
    changed_.notify_all();
    return outcome;
  }

 private:
  struct Slot {
    Slot(Task t, std::uint64_t w) : task(std::move(t)), weight(w) {}
    Task task;
    std::uint64_t weight;
    std::optional<Outcome> outcome;
  };

  void run() {
    std::unique_lock lock(mutex_);
    for (;;) {
      changed_.wait(lock, [&] { return cancelled_ || begun_ < slots_.size() || closed_; });
      if (cancelled_ || begun_ >= slots_.size()) return;
      Slot& slot = *slots_[begun_++];
      lock.unlock();
      Outcome outcome = work_(std::move(slot.task));
      lock.lock();
      slot.outcome = std::move(outcome);
      changed_.notify_all();
    }
  }

  const std::function<Outcome(Task)> work_;
  const std::uint64_t most_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::unique_ptr<Slot>> slots_;  // guarded by mutex_, as is all below
  std::size_t begun_ = 0;                    // slots at the front that a thread has taken
  std::uint64_t weight_ = 0;
  bool closed_ = false;
  bool cancelled_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace asof
