// Results in tests: EXPECT_TRUE(is_ok(r)), EXPECT_TRUE(fails_with(r, Errc::Corrupt)), must(r).
// Each says in its failure what the Result held.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <utility>

#include <gtest/gtest.h>

#include "base/result.h"

namespace asof::test {

inline std::string_view name_of(Errc code) {
  switch (code) {
    case Errc::Invalid:
      return "Invalid";
    case Errc::NotFound:
      return "NotFound";
    case Errc::Corrupt:
      return "Corrupt";
    case Errc::Io:
      return "Io";
    case Errc::Full:
      return "Full";
    case Errc::Busy:
      return "Busy";
    case Errc::Limit:
      return "Limit";
  }
  return "?";
}

template <class T>
testing::AssertionResult is_ok(const Result<T>& result) {
  if (result) return testing::AssertionSuccess();
  return testing::AssertionFailure() << name_of(result.error().code) << ": " << result.error().what;
}

// The result is an error of this kind; `part`, when given, occurs in what it says.
template <class T>
testing::AssertionResult fails_with(const Result<T>& result, Errc code,
                                    std::string_view part = "") {
  if (result) return testing::AssertionFailure() << "succeeded; expected " << name_of(code);
  const Error& error = result.error();
  if (error.code == code && error.what.find(part) != std::string::npos) {
    return testing::AssertionSuccess() << name_of(code) << ": " << error.what;
  }
  return testing::AssertionFailure() << name_of(error.code) << ": " << error.what << "; expected "
                                     << name_of(code) << " saying \"" << part << "\"";
}

// The value of a Result that a test needs in order to go on; stops the test program without it.
template <class T>
T must(Result<T> result) {
  if (!result) {
    std::fprintf(stderr, "must: %s\n", result.error().what.c_str());
    std::abort();
  }
  return std::move(result).value();
}
inline void must(Result<void> result) {
  if (!result) {
    std::fprintf(stderr, "must: %s\n", result.error().what.c_str());
    std::abort();
  }
}

}  // namespace asof::test
