#include "base/random.h"

#include <bit>
#include <cmath>
#include <numbers>

namespace asof {
namespace {

// SplitMix64, to spread a seed over the state (Steele, Lea, Flood 2014).
std::uint64_t split_mix(std::uint64_t& x) {
  x += 0x9E3779B97F4A7C15ull;
  std::uint64_t z = x;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
  return z ^ (z >> 31);
}

}  // namespace

Rng::Rng(std::uint64_t seed) {
  for (std::uint64_t& word : state_) word = split_mix(seed);
}

Rng Rng::fork(std::uint64_t stream) const {
  return Rng(state_[0] ^ std::rotl(state_[3], 17) ^ (stream * 0xD1342543DE82EF95ull + 1));
}

// xoshiro256** (Blackman and Vigna 2018).
std::uint64_t Rng::next() {
  const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
  const std::uint64_t t = state_[1] << 17;
  state_[2] ^= state_[0];
  state_[3] ^= state_[1];
  state_[1] ^= state_[2];
  state_[0] ^= state_[3];
  state_[2] ^= t;
  state_[3] = std::rotl(state_[3], 45);
  return result;
}

double Rng::uniform() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

double Rng::uniform(double low, double high) { return low + (high - low) * uniform(); }

std::uint64_t Rng::below(std::uint64_t limit) {
  // Rejecting the ragged end keeps every value equally likely.
  const std::uint64_t ragged = (0 - limit) % limit;
  for (;;) {
    const std::uint64_t value = next();
    if (value >= ragged) return value % limit;
  }
}

double Rng::normal() {
  // Marsaglia's polar method; the second value is dropped so that no state hides here.
  for (;;) {
    const double x = uniform(-1, 1);
    const double y = uniform(-1, 1);
    const double square = x * x + y * y;
    if (square > 0 && square < 1) return x * std::sqrt(-2 * std::log(square) / square);
  }
}

double Rng::exponential(double rate) { return -std::log1p(-uniform()) / rate; }

std::uint64_t Rng::poisson(double mean) {
  // Counting arrivals costs their number; halving keeps exp(-mean) from underflowing.
  if (mean > 256) return poisson(mean / 2) + poisson(mean / 2);
  const double stop = std::exp(-mean);
  std::uint64_t count = 0;
  for (double product = uniform(); product > stop; product *= uniform()) ++count;
  return count;
}

// Marsaglia and Tsang 2000.
double Rng::gamma(double shape) {
  if (shape < 1) return gamma(shape + 1) * std::pow(1 - uniform(), 1 / shape);
  const double d = shape - 1.0 / 3;
  const double c = 1 / std::sqrt(9 * d);
  for (;;) {
    const double x = normal();
    const double v = std::pow(1 + c * x, 3);
    if (v > 0 && std::log(1 - uniform()) < 0.5 * x * x + d - d * v + d * std::log(v)) return d * v;
  }
}

double Rng::beta(double a, double b) {
  const double x = gamma(a);
  return x / (x + gamma(b));
}

double Rng::pareto(double shape) { return std::pow(1 - uniform(), -1 / shape); }

}  // namespace asof
