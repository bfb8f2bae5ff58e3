// Result<T>: a value or an Error. The way a failing environment or bad input is reported.
//
// What the web does (a 404, a timeout) is data, not an Error; a bug is a CHECK. The names follow
// std::expected, which g++ 12 and clang 14 do not share, so that a later swap is an alias.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "base/check.h"

namespace asof {

// Only kinds somebody branches on.
enum class Errc {
  Invalid,   // the caller's or the user's input is wrong
  NotFound,  // what was named does not exist
  Corrupt,   // bytes that are not what they claim to be
  Io,        // the operating system refused
  Full,      // no space left: retry after making room
  Busy,      // somebody else holds the archive
  Limit,     // a bound set on foreign input was reached
};

struct [[nodiscard]] Error {
  Errc code = Errc::Invalid;
  std::string what;

  // The same error, said with its surroundings: "reading a.warc.gz: unexpected end".
  Error within(const std::string& surroundings) && {
    return {code, surroundings + ": " + std::move(what)};
  }
};

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}
  Result(Error error) : error_(std::move(error)) {}

  bool has_value() const { return value_.has_value(); }
  explicit operator bool() const { return has_value(); }

  T& value() & { return check(), *value_; }
  const T& value() const& { return check(), *value_; }
  // By value, so that `for (auto& x : *f())` does not outlive what it walks over.
  T value() && { return check(), std::move(*value_); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  const Error& error() const& { return CHECK(!value_), error_; }
  Error&& error() && { return CHECK(!value_), std::move(error_); }

 private:
  void check() const { CHECK(value_.has_value()); }

  std::optional<T> value_;
  Error error_;
};

template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : error_(std::move(error)) {}

  bool has_value() const { return !error_; }
  explicit operator bool() const { return has_value(); }
  void value() const { CHECK(!error_); }
  const Error& error() const& { return CHECK(error_.has_value()), *error_; }
  Error&& error() && { return CHECK(error_.has_value()), std::move(*error_); }

 private:
  std::optional<Error> error_;
};

}  // namespace asof

// The value of a Result, or a return of its error from the enclosing function. May only be a whole
// statement or a whole initialiser: inside a braced list, g++ 12 and clang 14 leak what was
// already built of it.
#define TRY(...)                                           \
  __extension__({                                          \
    auto try_result = (__VA_ARGS__);                       \
    if (!try_result) return std::move(try_result).error(); \
    std::move(try_result).value();                         \
  })
