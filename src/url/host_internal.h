// Hosts: the host parser of the URL Standard (section 3.5), and the two kinds of address in it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace asof::url {

// The serialised host that `input` means. `special` asks for a domain or an IPv4 address, else the
// host is opaque. Nullopt is failure. Not called with an empty input for special schemes.
std::optional<std::string> parse_host(std::string_view input, bool special);

// Whether the last label makes the standard treat `domain` as an IPv4 address.
bool ends_in_number(std::string_view domain);
// "192.0x00A80001" -> 0xC0A80001.
std::optional<std::uint32_t> parse_ipv4(std::string_view text);
std::string format_ipv4(std::uint32_t address);

// Without brackets.
std::optional<std::array<std::uint16_t, 8>> parse_ipv6(std::string_view text);
std::string format_ipv6(const std::array<std::uint16_t, 8>& address);

}  // namespace asof::url
