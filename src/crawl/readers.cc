#include "crawl/readers.h"

namespace asof::crawl {
namespace {

// Handing an answer over costs as much as examining one of this size.
constexpr std::uint64_t kShort = 4096;
// Answers waiting for each thread, at most: a few, so that none has to wait for the next.
constexpr std::size_t kMostWaiting = 8;

}  // namespace

ReadAnswer Readers::read(fetch::Exchange exchange) const {
  ReadAnswer read{.exchange = std::move(exchange)};
  if (read.exchange.failure == fetch::Failure::None)
    if (auto message = read.exchange.response.bytes())
      read.answer = capture::read_answer(read.exchange.url, *message, {.at = read.exchange.ended});
  if (importance_ != nullptr) read.weighed = importance_->of(read.exchange, read.answer);
  return read;
}

Readers::Readers(fetch::Fetcher& fetcher, const ReadersOptions& options)
    : fetcher_(fetcher), announces_(options.announces), importance_(options.importance) {
  threads_.reserve(options.threads);
  for (std::size_t i = 0; i < options.threads; ++i) threads_.emplace_back([this] { run(); });
}

Readers::~Readers() {
  {
    std::lock_guard lock(mutex_);
    stopped_ = true;
  }
  work_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

std::optional<ReadAnswer> Readers::wait(std::chrono::milliseconds at_most) {
  for (;;) {
    if (auto done = take_done()) return done;
    auto exchange = fetcher_.wait(at_most);
    // Woken by a reader, perhaps.
    if (!exchange) return take_done();
    if (!is_worth_a_thread(*exchange)) return read(std::move(*exchange));
    ++reading_;
    if (announces_) arrived_.push_back({exchange->token, exchange->sent, exchange->ended});
    {
      std::lock_guard lock(mutex_);
      waiting_.push_back(std::move(*exchange));
    }
    work_.notify_one();
    if (announces_) return std::nullopt;
  }
}

// One that is alone keeps everybody waiting, wherever it is examined; and whoever asks for patience
// is to be heard before the next request.
bool Readers::is_worth_a_thread(const fetch::Exchange& exchange) const {
  const bool asks_for_patience = exchange.status == 429 || exchange.status >= 500;
  // Comparing takes as long as many pauses between requests to other hosts.
  if (importance_ != nullptr && importance_->expects(exchange.token) && !asks_for_patience)
    return !threads_.empty();
  return under_way() > 0 && reading_ < kMostWaiting * threads_.size() && !asks_for_patience &&
         exchange.response.size() > kShort;
}

std::optional<ReadAnswer> Readers::take_done() {
  if (reading_ == 0) return std::nullopt;
  std::lock_guard lock(mutex_);
  if (done_.empty()) return std::nullopt;
  std::optional<ReadAnswer> done = std::move(done_.front());
  done_.pop_front();
  --reading_;
  return done;
}

void Readers::run() {
  std::unique_lock lock(mutex_);
  for (;;) {
    work_.wait(lock, [&] { return stopped_ || !waiting_.empty(); });
    if (stopped_) return;
    fetch::Exchange exchange = std::move(waiting_.front());
    waiting_.pop_front();
    lock.unlock();
    ReadAnswer examined = read(std::move(exchange));
    lock.lock();
    const bool alone = done_.empty();
    done_.push_back(std::move(examined));
    if (!alone) continue;  // it was told of those before and takes this one with them
    lock.unlock();
    fetcher_.wake();
    lock.lock();
  }
}

}  // namespace asof::crawl
