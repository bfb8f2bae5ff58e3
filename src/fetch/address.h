// Ranges of network addresses, such as those a crawl must not be led into.
#pragma once

#include <cstdint>
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

// Whether an address, written as text, lies in the range. False for what is no address.
bool contains(const AddressRange& range, std::string_view address);

// Loopback, private, link-local, shared, multicast, reserved, and the IPv6 forms that hold such an
// IPv4 address: what nobody on the public Internet has.
std::span<const AddressRange> private_ranges();

}  // namespace asof::fetch
