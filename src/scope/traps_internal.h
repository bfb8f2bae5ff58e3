// What looks endless: paths that repeat themselves, calendars, sessions in addresses.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include "scope/address_internal.h"
#include "scope/scope.h"

namespace asof::scope {

inline Verdict refuse(Reason reason, std::string why) { return {false, reason, std::move(why)}; }

// How often each shape was seen. Memory is bounded: at most kMost shapes (about 3 MB); when there
// are more, those seen least often are forgotten until half of them or fewer are left.
class ShapeCounts final {
 public:
  static constexpr std::size_t kMost = 65'536;

  std::uint32_t add(std::uint64_t shape);  // how often now
  std::uint32_t of(std::uint64_t shape) const;
  std::size_t size() const { return counts_.size(); }

 private:
  std::unordered_map<std::uint64_t, std::uint32_t> counts_;
};

class Traps final {
 public:
  explicit Traps(const Options& options) : options_(options) {}

  // Why this URL looks like part of a trap, or nothing. judge() counts it, explain() does not.
  std::optional<Verdict> judge(const Address& address);
  std::optional<Verdict> explain(const Address& address) const;

 private:
  std::optional<Verdict> look(const Address& address) const;

  Options options_;
  ShapeCounts calendars_;
  ShapeCounts sessions_;
};

}  // namespace asof::scope
