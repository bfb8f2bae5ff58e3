// Ranges of network addresses, such as those a crawl must not be led into.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace asof::fetch {

// An address, IPv4 as ::ffff:a.b.c.d, and how many of its leading bits count.
struct AddressRange {
  std::uint8_t bytes[16] = {};
  int bits = 128;
};

// "10.0.0.0/8", "fe80::/10", "192.0.2.1". Errc::Invalid says what is wrong.
Result<AddressRange> parse_range(std::string_view text);

// An address as it is in a range, from text. Nothing for what is no address.
using Address = std::array<std::uint8_t, 16>;
std::optional<Address> parse_address(std::string_view text);

bool contains(const AddressRange& range, const Address& address);
// Whether an address, written as text, lies in the range. False for what is no address.
bool contains(const AddressRange& range, std::string_view address);

// The ranges and, for those of IPv4, the IPv6 addresses that lead into them: through a gateway
// (64:ff9b::/96), by 6to4 (2002::/16), or as ::a.b.c.d.
std::vector<AddressRange> with_ipv6_forms(std::span<const AddressRange> ranges);

// Loopback, private, link-local, shared, multicast, reserved, and the IPv6 forms that hold such an
// IPv4 address: what nobody on the public Internet has.
std::span<const AddressRange> private_ranges();

}  // namespace asof::fetch
