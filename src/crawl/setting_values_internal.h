// Texts of settings, read: times, sizes, shares, and settings that a file holds. Whatever is wrong
// is Errc::Invalid and says what the setting takes.
#pragma once

#include <string>
#include <string_view>

#include "crawl/settings.h"

namespace asof::crawl::setting {

// Errc::Invalid, "takes ..., not ...".
Error wrong(std::string_view takes, std::string_view text);
// "500ms", "2s", "15m", "1h", "2d": seconds.
Result<double> time(std::string_view text);
// The same, above 0.
Result<double> patience(std::string_view text);
// A whole number.
Result<std::uint64_t> count(std::string_view text);
// "500KB", "10MB", "2GB".
Result<std::uint64_t> bytes(std::string_view text);
// "5%", "1.5".
Result<double> share(std::string_view text);
// Text without line breaks and the like.
Result<std::string> one_line(std::string_view text);
// True for `yes`, false for `no`.
Result<bool> choice(std::string_view text, std::string_view yes, std::string_view no);

// -- settings whose text is more than one value
Result<void> set_delay(Settings& s, std::string_view text);
Result<void> set_nofollow(Settings& s, std::string_view text);
Result<void> set_revisit(Settings& s, std::string_view text);
Result<void> set_credentials(Settings& s, std::string_view path);
Result<void> set_rates(Settings& s, std::string_view path);
Result<void> set_known(Settings& s, std::string_view path);
Result<void> set_store(Settings& s, std::string_view text);
Result<void> set_forbid(Settings& s, std::string_view text);
Result<void> set_compression(Settings& s, std::string_view text);

// Puts what Parse makes of a text into a member.
template <auto Parse, class T>
Result<void> put(T& into, std::string_view text) {
  auto value = TRY(Parse(text));
  into = static_cast<T>(value);
  return {};
}

}  // namespace asof::crawl::setting
