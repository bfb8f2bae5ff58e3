// Spool: bytes that came from outside, in memory while they are few, else in an unnamed temporary
// file that is mapped once they are all there. Movable; a string_view of it lives as long as it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"

namespace asof {

class Spool final {
 public:
  explicit Spool(std::size_t in_memory = std::size_t{1} << 20);
  Spool(Spool&&) noexcept;
  Spool& operator=(Spool&&) noexcept;
  ~Spool();

  // A guess at how much there will be, to spare copying.
  void expect(std::uint64_t size);
  // Errc::Full, Errc::Io when the temporary file fails.
  Result<void> append(std::string_view bytes);
  std::uint64_t size() const;
  // All of it, in one piece. Nothing may be appended afterwards. Errc::Io when it cannot be mapped.
  Result<std::string_view> bytes();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace asof
