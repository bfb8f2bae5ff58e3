#include "fetch/address.h"

#include <arpa/inet.h>

#include <algorithm>
#include <cstring>

#include "base/text.h"

namespace asof::fetch {
namespace {

constexpr int kAllBits = 128;
constexpr int kMappedBits = 96;  // of ::ffff:0:0/96, where IPv4 lives

// The special-purpose registries of IANA (RFC 6890 and its successors): what is not globally
// reachable. 192.88.99.0/24 and 2001::/32 lead to relays that are, or were.
constexpr std::string_view kPrivate[] = {
    "0.0.0.0/8",        // this network
    "10.0.0.0/8",       // private
    "100.64.0.0/10",    // shared by a carrier
    "127.0.0.0/8",      // loopback
    "169.254.0.0/16",   // link-local, and the metadata services of clouds
    "172.16.0.0/12",    // private
    "192.0.0.0/24",     // protocol assignments
    "192.0.2.0/24",     // documentation
    "192.88.99.0/24",   // 6to4 relays
    "192.168.0.0/16",   // private
    "198.18.0.0/15",    // benchmarks
    "198.51.100.0/24",  // documentation
    "203.0.113.0/24",   // documentation
    "224.0.0.0/4",      // multicast
    "240.0.0.0/4",      // reserved, and broadcast
    "::/128",           // unspecified
    "::1/128",          // loopback
    "64:ff9b:1::/48",   // gateways of local use
    "100::/64",         // discard
    "2001::/23",        // protocol assignments, Teredo among them
    "2001:db8::/32",    // documentation
    "3fff::/20",        // documentation
    "5f00::/16",        // segment routing
    "fc00::/7",         // private
    "fe80::/10",        // link-local
    "fec0::/10",        // site-local
    "ff00::/8",         // multicast
};

bool is_ipv4(const AddressRange& range) {
  constexpr std::uint8_t kMapped[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
  return range.bits >= kMappedBits && std::memcmp(range.bytes, kMapped, sizeof kMapped) == 0;
}

// The range of the addresses whose bits after `prefix` are those of an IPv4 range.
AddressRange held_in(std::span<const std::uint8_t> prefix, const AddressRange& ipv4) {
  AddressRange range;
  std::ranges::copy(prefix, range.bytes);
  std::memcpy(range.bytes + prefix.size(), ipv4.bytes + 12, 4);
  range.bits = static_cast<int>(prefix.size() * 8) + ipv4.bits - kMappedBits;
  return range;
}

}  // namespace

std::optional<Address> parse_address(std::string_view text) {
  const std::string terminated(text);
  if (terminated.size() != std::strlen(terminated.c_str())) return std::nullopt;
  Address address = {};
  if (inet_pton(AF_INET6, terminated.c_str(), address.data()) == 1) return address;
  address = {};
  address[10] = address[11] = 0xff;
  if (inet_pton(AF_INET, terminated.c_str(), address.data() + 12) == 1) return address;
  return std::nullopt;
}

Result<AddressRange> parse_range(std::string_view text) {
  const auto wrong = [text](std::string_view what) {
    return Error{Errc::Invalid,
                 "\"" + std::string(text) + "\" is no range of addresses: " + std::string(what)};
  };
  const auto slash = text.find('/');
  const auto written = text.substr(0, slash);
  const auto address = parse_address(written);
  if (!address) return wrong("it should look like 10.0.0.0/8 or fe80::/10");
  AddressRange range;
  std::ranges::copy(*address, range.bytes);
  if (slash == std::string_view::npos) return range;

  const bool ipv4 = written.find(':') == std::string_view::npos;
  const auto bits = parse_uint(text.substr(slash + 1));
  const auto most = static_cast<std::uint64_t>(ipv4 ? kAllBits - kMappedBits : kAllBits);
  if (!bits || *bits > most)
    return wrong("a number of bits from 0 to " + std::to_string(most) + " follows the slash");
  range.bits = static_cast<int>(*bits) + (ipv4 ? kMappedBits : 0);
  return range;
}

bool contains(const AddressRange& range, const Address& address) {
  const auto whole = static_cast<std::size_t>(range.bits / 8);
  if (std::memcmp(range.bytes, address.data(), whole) != 0) return false;
  const int rest = range.bits % 8;
  if (rest == 0) return true;
  return ((range.bytes[whole] ^ address[whole]) >> (8 - rest)) == 0;
}

bool contains(const AddressRange& range, std::string_view address) {
  const auto parsed = parse_address(address);
  return parsed && contains(range, *parsed);
}

std::vector<AddressRange> with_ipv6_forms(std::span<const AddressRange> ranges) {
  constexpr std::uint8_t kGateway[12] = {0, 0x64, 0xff, 0x9b};
  constexpr std::uint8_t kSixToFour[2] = {0x20, 0x02};
  constexpr std::uint8_t kCompatible[12] = {};
  std::vector<AddressRange> all(ranges.begin(), ranges.end());
  all.reserve(ranges.size() * 4);
  for (const auto& range : ranges) {
    if (!is_ipv4(range)) continue;
    all.push_back(held_in(kGateway, range));
    all.push_back(held_in(kSixToFour, range));
    all.push_back(held_in(kCompatible, range));
  }
  return all;
}

std::span<const AddressRange> private_ranges() {
  static const std::vector<AddressRange> kRanges = [] {
    std::vector<AddressRange> ranges;
    ranges.reserve(std::size(kPrivate));
    for (auto text : kPrivate) ranges.push_back(parse_range(text).value());
    return with_ipv6_forms(ranges);
  }();
  return kRanges;
}

}  // namespace asof::fetch
