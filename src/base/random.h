// Rng: a seeded source of chance, a value that is passed along. The same seed gives the same
// numbers on every machine and with every compiler, which the standard's distributions do not
// promise.
#pragma once

#include <cstdint>
#include <span>
#include <utility>

namespace asof {

class Rng final {
 public:
  explicit Rng(std::uint64_t seed);

  // An independent source for part `stream` of an experiment.
  Rng fork(std::uint64_t stream) const;

  std::uint64_t next();                      // 64 random bits
  double uniform();                          // [0, 1)
  double uniform(double low, double high);   // [low, high)
  std::uint64_t below(std::uint64_t limit);  // [0, limit), limit > 0
  double normal();                           // mean 0, deviation 1
  double exponential(double rate);           // mean 1 / rate, rate > 0
  std::uint64_t poisson(double mean);        // mean >= 0
  double gamma(double shape);                // scale 1, shape > 0
  double beta(double a, double b);
  double pareto(double shape);  // minimum 1

  template <class T>
  void shuffle(std::span<T> values) {
    for (std::size_t i = values.size(); i > 1; --i) std::swap(values[i - 1], values[below(i)]);
  }

 private:
  std::uint64_t state_[4];
};

}  // namespace asof
