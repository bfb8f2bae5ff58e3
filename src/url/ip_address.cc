// IPv4 and IPv6 addresses as the URL Standard reads (3.5) and writes (3.6) them.
#include <algorithm>

#include "base/text.h"
#include "url/host_internal.h"

namespace asof::url {
namespace {

constexpr std::uint64_t kTooBig = std::uint64_t{1} << 32;

// A part of an IPv4 address: decimal, octal with a leading 0, hexadecimal with 0x. Saturates.
std::optional<std::uint64_t> parse_ipv4_number(std::string_view text) {
  if (text.empty()) return std::nullopt;
  unsigned base = 10;
  if (text.size() >= 2 && text[0] == '0') {
    bool hexadecimal = text[1] == 'x' || text[1] == 'X';
    base = hexadecimal ? 16 : 8;
    text.remove_prefix(hexadecimal ? 2 : 1);
  }
  std::uint64_t value = 0;
  for (char c : text) {
    int digit = hex_value(c);
    if (digit < 0 || static_cast<unsigned>(digit) >= base) return std::nullopt;
    value = std::min(value * base + static_cast<unsigned>(digit), kTooBig);
  }
  return value;
}

}  // namespace

bool ends_in_number(std::string_view domain) {
  if (domain.ends_with('.')) domain.remove_suffix(1);
  std::string_view last = domain.substr(domain.rfind('.') + 1);
  if (last.empty() || !is_digit(last[0])) return false;
  return std::all_of(last.begin(), last.end(), is_digit) || parse_ipv4_number(last).has_value();
}

std::optional<std::uint32_t> parse_ipv4(std::string_view text) {
  if (text.ends_with('.')) text.remove_suffix(1);
  std::uint64_t address = 0;
  for (std::size_t count = 1;; ++count) {
    std::size_t dot = text.find('.');
    auto number = parse_ipv4_number(text.substr(0, dot));
    if (!number) return std::nullopt;
    if (dot == std::string_view::npos) {
      // The last number fills all bytes that are left.
      std::uint64_t room = std::uint64_t{1} << (8 * (5 - count));
      if (*number >= room) return std::nullopt;
      return static_cast<std::uint32_t>(address + *number);
    }
    if (*number > 255 || count == 4) return std::nullopt;
    address += *number << (8 * (4 - count));
    text.remove_prefix(dot + 1);
  }
}

std::string format_ipv4(std::uint32_t address) {
  std::string out;
  for (int shift = 24; shift >= 0; shift -= 8) {
    out += std::to_string((address >> shift) & 255);
    if (shift > 0) out += '.';
  }
  return out;
}

namespace {

// The dotted tail of an IPv6 address: exactly four decimal bytes without leading zeros.
bool parse_ipv4_tail(std::string_view text, std::uint16_t& high, std::uint16_t& low) {
  auto parts = split(text, '.');
  if (parts.size() != 4) return false;
  unsigned bytes[4];
  for (std::size_t i = 0; i < 4; ++i) {
    if (parts[i].empty() || parts[i].size() > 3) return false;
    if (parts[i].size() > 1 && parts[i][0] == '0') return false;
    auto value = parse_uint(parts[i]);
    if (!value || *value > 255) return false;
    bytes[i] = static_cast<unsigned>(*value);
  }
  high = static_cast<std::uint16_t>(bytes[0] * 256 + bytes[1]);
  low = static_cast<std::uint16_t>(bytes[2] * 256 + bytes[3]);
  return true;
}

}  // namespace

std::optional<std::array<std::uint16_t, 8>> parse_ipv6(std::string_view text) {
  std::array<std::uint16_t, 8> address{};
  std::size_t count = 0;
  std::optional<std::size_t> gap;  // the piece "::" stands before
  if (text.starts_with(':')) {
    if (!text.starts_with("::")) return std::nullopt;
    text.remove_prefix(2);
    gap = 0;
  }
  while (!text.empty()) {
    if (count == 8) return std::nullopt;
    if (text[0] == ':') {
      if (gap) return std::nullopt;
      text.remove_prefix(1);
      gap = count;
      continue;
    }
    std::size_t length = 0;
    unsigned value = 0;
    while (length < 4 && length < text.size() && hex_value(text[length]) >= 0) {
      value = value * 16 + static_cast<unsigned>(hex_value(text[length++]));
    }
    if (length < text.size() && text[length] == '.') {
      if (length == 0 || count > 6) return std::nullopt;
      if (!parse_ipv4_tail(text, address[count], address[count + 1])) return std::nullopt;
      count += 2;
      break;
    }
    if (length == 0) return std::nullopt;
    text.remove_prefix(length);
    if (!text.empty()) {
      if (text[0] != ':' || text.size() == 1) return std::nullopt;
      text.remove_prefix(1);
    }
    address[count++] = static_cast<std::uint16_t>(value);
  }
  if (!gap) return count == 8 ? std::optional(address) : std::nullopt;
  if (count == 8) return std::nullopt;
  auto middle = address.begin() + static_cast<std::ptrdiff_t>(*gap);
  std::rotate(middle, address.begin() + static_cast<std::ptrdiff_t>(count), address.end());
  return address;
}

std::string format_ipv6(const std::array<std::uint16_t, 8>& address) {
  // The first longest run of two or more zero pieces is written "::".
  std::size_t best = 8;
  std::size_t best_length = 1;
  for (std::size_t i = 0; i < 8;) {
    std::size_t end = i;
    while (end < 8 && address[end] == 0) ++end;
    if (end - i > best_length) {
      best = i;
      best_length = end - i;
    }
    i = end + 1;
  }
  constexpr char kDigits[] = "0123456789abcdef";
  std::string out;
  for (std::size_t i = 0; i < 8; ++i) {
    if (i == best) {
      out += i == 0 ? "::" : ":";
      i += best_length - 1;
      continue;
    }
    bool started = false;
    for (int shift = 12; shift >= 0; shift -= 4) {
      unsigned digit = (address[i] >> shift) & 15u;
      started = started || digit != 0 || shift == 0;
      if (started) out += kDigits[digit];
    }
    if (i < 7) out += ':';
  }
  return out;
}

}  // namespace asof::url
