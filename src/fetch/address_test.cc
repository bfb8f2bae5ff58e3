#include "fetch/address.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "base/random.h"
#include "support/result.h"

namespace asof::fetch {
namespace {

using test::fails_with;
using test::must;

struct RangeCase {
  std::string_view rule, range, address;
  bool inside;
};

constexpr RangeCase kRangeCases[] = {
    {"the first address is in", "10.0.0.0/8", "10.0.0.0", true},
    {"the last address is in", "10.0.0.0/8", "10.255.255.255", true},
    {"the one after is not", "10.0.0.0/8", "11.0.0.0", false},
    {"the one before is not", "10.0.0.0/8", "9.255.255.255", false},
    {"bits need not end with a byte", "100.64.0.0/10", "100.127.255.255", true},
    {"nor be rounded", "100.64.0.0/10", "100.128.0.0", false},
    {"bits after the counted ones do not matter", "10.1.2.3/8", "10.200.0.1", true},
    {"an address alone is itself", "192.0.2.1", "192.0.2.1", true},
    {"and nothing else", "192.0.2.1", "192.0.2.2", false},
    {"no bits are all of IPv4", "0.0.0.0/0", "203.0.113.9", true},
    {"but not of IPv6", "0.0.0.0/0", "2001:db8::1", false},
    {"all of IPv6 has IPv4 in it", "::/0", "203.0.113.9", true},
    {"IPv6 compares alike", "fe80::/10", "febf::1", true},
    {"and ends alike", "fe80::/10", "fec0::1", false},
    {"a mapped address is the IPv4 address", "127.0.0.0/8", "::ffff:127.0.0.1", true},
    {"in hexadecimal, too", "127.0.0.0/8", "::ffff:7f00:1", true},
    {"as a range, too", "::ffff:127.0.0.0/104", "127.1.2.3", true},
    {"what is no address is in no range", "::/0", "example.org", false},
    {"nor is nothing", "::/0", "", false},
    {"nor an address with more behind it", "::/0", std::string_view("127.0.0.1\0x", 11), false},
    {"nor one of few numbers", "::/0", "127.1", false},
};

TEST(AddressRange, ContainsWhatItsLeadingBitsSay) {
  for (const auto& [rule, range, address, inside] : kRangeCases) {
    SCOPED_TRACE(rule);
    EXPECT_EQ(contains(must(parse_range(range)), address), inside) << range << " " << address;
  }
}

TEST(AddressRange, RefusesWhatIsNone) {
  for (std::string_view text :
       {"", "10", "10.0.0.0/", "10.0.0.0/33", "::/129", "10.0.0.0/-1", "/8", "10.0.0.0/8 ",
        "example.org", "10.0.0.0/8/8", "[::1]", "fe80::1%lo"}) {
    EXPECT_TRUE(fails_with(parse_range(text), Errc::Invalid, "is no range of addresses")) << text;
  }
}

TEST(AddressRange, ComparesLikeBitByBit) {
  Rng rng(7);
  for (int round = 0; round < 20'000; ++round) {
    AddressRange range;
    Address address = {};
    for (std::size_t i = 0; i < 16; ++i) {
      range.bytes[i] = static_cast<std::uint8_t>(rng.below(256));
      // Mostly equal, so that long ranges are tried as well.
      address[i] = rng.below(8) == 0 ? static_cast<std::uint8_t>(rng.below(256)) : range.bytes[i];
    }
    range.bits = static_cast<int>(rng.below(129));
    bool equal = true;
    for (int bit = 0; bit < range.bits; ++bit) {
      const auto byte = static_cast<std::size_t>(bit / 8);
      const auto mask = 0x80 >> (bit % 8);
      equal = equal && (range.bytes[byte] & mask) == (address[byte] & mask);
    }
    ASSERT_EQ(contains(range, address), equal) << "round " << round << ", bits " << range.bits;
  }
}

bool is_private(std::string_view address) {
  return std::ranges::any_of(private_ranges(),
                             [address](const auto& range) { return contains(range, address); });
}

TEST(PrivateRanges, HoldWhatNobodyOutsideHas) {
  for (std::string_view address :
       {"127.0.0.1", "0.0.0.0", "10.1.2.3", "100.64.0.1", "169.254.169.254", "172.16.0.1",
        "172.31.255.255", "192.168.1.1", "192.0.2.7", "198.19.0.1", "224.0.0.1", "255.255.255.255",
        "::", "::1", "fc00::1", "fd12:3456::1", "fe80::1", "ff02::1", "2001:db8::1"}) {
    EXPECT_TRUE(is_private(address)) << address;
  }
}

TEST(PrivateRanges, HoldTheIpv6FormsOfThem) {
  for (std::string_view address :
       {"::ffff:127.0.0.1", "::ffff:a9fe:a9fe", "::127.0.0.1", "::10.0.0.1", "64:ff9b::10.0.0.1",
        "64:ff9b::a9fe:a9fe", "64:ff9b:1::808:808", "2002:7f00:1::", "2002:c0a8:101::1",
        "2002:a00:1:2:3:4:5:6"}) {
    EXPECT_TRUE(is_private(address)) << address;
  }
}

TEST(PrivateRanges, LeaveThePublicInternetAlone) {
  for (std::string_view address :
       {"8.8.8.8", "1.1.1.1", "172.15.255.255", "172.32.0.0", "192.167.255.255", "100.63.255.255",
        "100.128.0.0", "223.255.255.255", "2606:4700::1111", "2a00:1450:4001::1",
        "64:ff9b::8.8.8.8", "2002:808:808::1", "::ffff:8.8.8.8"}) {
    EXPECT_FALSE(is_private(address)) << address;
  }
}

TEST(Ipv6Forms, AreAddedForIpv4Only) {
  const AddressRange ranges[] = {must(parse_range("203.0.113.0/24")),
                                 must(parse_range("2001:db8::/32"))};
  const auto all = with_ipv6_forms(ranges);
  EXPECT_EQ(all.size(), 5u);
  const auto reached = [&all](std::string_view address) {
    return std::ranges::any_of(all, [address](const auto& r) { return contains(r, address); });
  };
  EXPECT_TRUE(reached("64:ff9b::203.0.113.200"));
  EXPECT_FALSE(reached("64:ff9b::203.0.114.0"));
  EXPECT_TRUE(reached("2002:cb00:71ff::1"));
  EXPECT_FALSE(reached("2002:cb00:7200::1"));
}

}  // namespace
}  // namespace asof::fetch
