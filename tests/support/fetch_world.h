// What tests of the Fetcher share: a clock that moves by itself, and one exchange at a time.
#pragma once

#include <atomic>
#include <memory>
#include <ostream>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "fetch/fetcher.h"
#include "support/result.h"

namespace asof::fetch {

// A millisecond passes each time it is looked at.
class TickingClock final : public Clock {
 public:
  Instant now() const override { return {++ms_}; }

 private:
  mutable std::atomic<std::int64_t> ms_ = 1'000'000;
};

// A Fetcher and its clock. Requests that hang end soon, by limits much shorter than the defaults;
// tests of other things never come near them.
class World final {
 public:
  explicit World(Options options = {})
      : fetcher_(test::must(Fetcher::open(std::move(options), clock_))) {}

  Fetcher& fetcher() { return *fetcher_; }
  // The next exchange, which must come.
  Exchange next() {
    while (true) {
      auto exchange = fetcher_->wait(std::chrono::seconds(1));
      if (exchange) return std::move(*exchange);
      CHECK(fetcher_->under_way() > 0);
    }
  }
  Exchange fetch(Request request) {
    fetcher_->start(std::move(request));
    return next();
  }
  Exchange fetch(std::string url) { return fetch(Request{.url = std::move(url)}); }

 private:
  TickingClock clock_;
  std::unique_ptr<Fetcher> fetcher_;
};

inline std::string bytes_of(Exchange& exchange) {
  return std::string(test::must(exchange.response.bytes()));
}
inline std::string head_of(Exchange& exchange) {
  return bytes_of(exchange).substr(0, exchange.head);
}
inline std::string body_of(Exchange& exchange) { return bytes_of(exchange).substr(exchange.head); }

// "none", "lost: the connection ...", "none, length: the body ...".
inline std::string outcome_of(const Exchange& exchange) {
  std::string text(name_of(exchange.failure));
  if (!exchange.truncated.empty()) text += ", " + exchange.truncated;
  if (!exchange.why.empty()) text += ": " + exchange.why;
  return text;
}

}  // namespace asof::fetch
