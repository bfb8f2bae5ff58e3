// Regular expressions of the user's, many at once, in time linear in the URL.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace asof::scope {

class Patterns final {
 public:
  static constexpr std::size_t kLongest = 4096;  // bytes of one pattern
  static constexpr std::size_t kMost = 10'000;

  // Errc::Invalid for a pattern that RE2 cannot read, and for too many or too large ones.
  static Result<Patterns> make(const std::vector<std::string>& patterns);

  Patterns(Patterns&&) noexcept;
  Patterns& operator=(Patterns&&) noexcept;
  ~Patterns();

  bool empty() const;
  // The first pattern that fits anywhere in `url`; nullptr where none does.
  const std::string* find(std::string_view url) const;

 private:
  struct Compiled;
  explicit Patterns(std::unique_ptr<Compiled> compiled);
  std::unique_ptr<Compiled> compiled_;
};

}  // namespace asof::scope
