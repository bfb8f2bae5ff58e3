#include "rewrite/path_address.h"

#include <utility>

#include "base/text.h"
#include "url/url.h"

namespace asof::rewrite {
namespace {

constexpr std::size_t kMostDigits = 14;
constexpr std::size_t kFewestInnerDigits = 4;
constexpr std::size_t kModifierSize = 3;
constexpr std::int64_t kSecond = 1000;

Error invalid(std::string what) { return {Errc::Invalid, std::move(what)}; }

std::size_t digits_at_start(std::string_view text) {
  std::size_t size = 0;
  while (size < text.size() && is_digit(text[size])) ++size;
  return size;
}

bool is_modifier(std::string_view text) {
  return text.empty() ||
         (text.size() == kModifierSize && is_lower(text[0]) && is_lower(text[1]) && text[2] == '_');
}

// The time and modifier that a segment of the path holds; nothing where it is none.
struct Stamp {
  std::string_view digits;
  std::string_view modifier;
};
std::optional<Stamp> stamp_of(std::string_view segment) {
  const std::size_t size = digits_at_start(segment);
  if (size == 0 || !is_modifier(segment.substr(size))) return std::nullopt;
  return Stamp{segment.substr(0, size), segment.substr(size)};
}

// The scheme with what is left of its slashes, or nothing.
std::size_t size_of_scheme(std::string_view text) {
  for (std::string_view scheme : {"http:", "https:"}) {
    if (!istarts_with(text, scheme)) continue;
    std::size_t size = scheme.size();
    while (size < text.size() && text[size] == '/') ++size;
    if (size > scheme.size()) return size;
  }
  return 0;
}

bool has_other_scheme(std::string_view text) {
  const std::size_t colon = text.find("://");
  return colon != kNone && text.find_first_of("/?#") > colon;
}

// The URL with scheme and slashes; nothing where it is none that can be archived.
std::optional<std::string> repaired(std::string_view text) {
  const std::size_t scheme = size_of_scheme(text);
  std::string_view rest = text.substr(scheme);
  if (scheme == 0) {
    if (has_other_scheme(text)) return std::nullopt;
    while (rest.starts_with('/')) rest.remove_prefix(1);
  }
  std::string out = istarts_with(text, "https:") && scheme != 0 ? "https://" : "http://";
  out += rest;
  const auto url = url::parse(out);
  if (!url || !url->web() || !url->host || url->host->empty()) return std::nullopt;
  return out;
}

Result<PathAddress> capture_of(PathAddress address, Stamp stamp, std::string_view url) {
  address.form = PathForm::Capture;
  address.digits = stamp.digits;
  address.modifier = stamp.modifier;
  if (stamp.digits.size() > kMostDigits)
    return invalid("a time has at most 14 digits: " + address.digits);
  const auto period = parse_period(stamp.digits);
  if (!period) return invalid("no such time: " + address.digits);
  address.period = *period;
  auto repaired_url = repaired(url);
  if (!repaired_url) return invalid("not a web address: " + std::string(url));
  address.url = *std::move(repaired_url);
  return address;
}

}  // namespace

Instant PathAddress::at() const {
  const std::int64_t last = period.last().ms;
  return {last - ((last % kSecond) + kSecond) % kSecond};
}

std::string PathAddress::text() const {
  std::string out = "/" + collection + "/";
  if (form == PathForm::Capture) out += digits + modifier + "/";
  if (form == PathForm::Calendar) out += "*/";
  out += url;
  if (prefix) out += '*';
  return out;
}

Result<PathAddress> parse_path_address(std::string_view target) {
  if (!target.starts_with('/')) return invalid("a path begins with '/'");
  const std::size_t end = target.find('/', 1);
  if (end == kNone || end == 1) return invalid("a path is /<collection>/<time>/<url>");
  PathAddress address{.collection = std::string(target.substr(1, end - 1))};
  const std::string_view rest = target.substr(end + 1);
  const std::size_t slash = rest.find('/');
  if (slash != kNone) {
    const std::string_view segment = rest.substr(0, slash);
    std::string_view url = rest.substr(slash + 1);
    if (const auto stamp = stamp_of(segment)) return capture_of(std::move(address), *stamp, url);
    if (segment == "*") {
      address.form = PathForm::Calendar;
      address.prefix = url.ends_with('*');
      if (address.prefix) url.remove_suffix(1);
      auto repaired_url = repaired(url);
      if (!repaired_url) return invalid("not a web address: " + std::string(url));
      address.url = *std::move(repaired_url);
      return address;
    }
  }
  auto url = repaired(rest);
  if (!url) return invalid("not a web address: " + std::string(rest));
  address.url = *std::move(url);
  return address;
}

std::optional<PathAddress> inner_wayback(std::string_view url) {
  const std::size_t scheme = size_of_scheme(url);
  if (scheme == 0) return std::nullopt;
  const std::size_t root = url.find('/', scheme);
  if (root == kNone) return std::nullopt;
  for (std::size_t at = root; at != kNone;) {
    const std::size_t next = url.find('/', at + 1);
    if (next == kNone) return std::nullopt;
    const std::string_view segment = url.substr(at + 1, next - at - 1);
    if (segment.find_first_of("?#") != kNone) return std::nullopt;
    const std::string_view inner = url.substr(next + 1);
    const auto stamp = stamp_of(segment);
    if (stamp && stamp->digits.size() >= kFewestInnerDigits && size_of_scheme(inner) != 0) {
      PathAddress address;
      if (at > root) address.collection = url.substr(root + 1, at - root - 1);
      auto found = capture_of(std::move(address), *stamp, inner);
      if (!found) return std::nullopt;
      return *std::move(found);
    }
    at = next;
  }
  return std::nullopt;
}

}  // namespace asof::rewrite
