// Printing for people: whatever text comes from a file or from the web is shown, never obeyed.
//
//   print("{}: {}\n", capture.url, change.reason);
//
// Every text among the arguments passes through printable(), so that no name, address or type can
// command the terminal or begin a line of its own. The format itself is ours and stays as it is.
// What is for machines (JSON, CDXJ) has its own escapes and is printed with fmt::print.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <type_traits>

#include "base/printable.h"

namespace asof::cli {

template <class T>
constexpr bool kIsText = std::is_convertible_v<const T&, std::string_view>;
template <class T>
using Shown = std::conditional_t<kIsText<T>, std::string, const T&>;

template <class T>
Shown<T> shown(const T& value) {
  if constexpr (kIsText<T>) {
    return printable(value);
  } else {
    return value;
  }
}

template <class... Args>
std::string formatted(fmt::format_string<Shown<Args>...> format, const Args&... args) {
  return fmt::format(fmt::runtime(fmt::string_view(format)), shown(args)...);
}

template <class... Args>
void print(fmt::format_string<Shown<Args>...> format, const Args&... args) {
  fmt::print(fmt::runtime(fmt::string_view(format)), shown(args)...);
}

}  // namespace asof::cli
