// Host names of archived origins: one DNS label says which origin, at what time, by what policy.
//
//   t20220601000000s-flink-apache-org          https://flink.apache.org
//   t20220601000000-my--site-example-org       http://my-site.example.org
//   t20220601000000rsc8443-example-org         https://example.org:8443, policy recent
//   t20220601000000v-2001-db8-0-0-0-0-0-1      http://[2001:db8::1]
//   t20220601000000x1654041600-example-org     http://example.org in the version of that second
//   t20220601000000h-ouzbq2b3kqr3m5ivu3cihr5awe   an origin in the table
//
// In the order of the label: 't', 14 digits of time, perhaps the letter of a policy (n r f p l),
// perhaps 'x' and the version shown in seconds since 1970,
// perhaps 's' for https, perhaps 'c' and a port that is not the scheme's own, perhaps 'v' for an
// IPv6 address, '-', the host. In the host '.' is '-' and '-' is '--'; read from the left, two '-'
// are always one '-'. An IPv6 address has its eight groups written out.
//
// A host that this cannot hold (above 63 octets, an empty label, a label with '-' at its start
// after a dot, a final dot or '-', characters that are rare in hosts) gets 'h' and 26 characters of
// the origin's SHA-256 in Base32. Only the table that made such a label can read it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/time.h"

namespace asof::rewrite {

inline constexpr std::size_t kLongestLabel = 63;

// How the capture for a time is chosen. The letter stands in the label.
enum class Policy : char {
  Default = 0,
  Nearest = 'n',
  Recent = 'r',
  FirstAfter = 'f',
  Pattern = 'p',
  Likelihood = 'l',
};

// An origin of the web as url::Url has it: the host serialised, no port that is the scheme's own.
struct Origin {
  bool https = false;
  std::string host;  // "example.org", "1.2.3.4", "[2001:db8::1]"
  std::optional<std::uint16_t> port;

  std::string text() const;  // "https://example.org:8443"
  bool operator==(const Origin&) const = default;
};

// The origin of an absolute URL, and how many bytes of it they are, user name and password
// included. Nothing where the URL is not serialised or no web address.
struct OriginOf {
  Origin origin;
  std::size_t size = 0;
};
std::optional<OriginOf> origin_of(std::string_view absolute_url);

struct Label {
  Instant at;  // whole seconds
  Policy policy = Policy::Default;
  // The version of the page itself, where it is not the one that the time alone leads to: the
  // instant of its capture, in whole seconds since 1970.
  std::optional<Instant> version{};
  Origin origin{};

  bool operator==(const Label&) const = default;
};

// Origins whose labels are hashes. The oldest is forgotten where there are too many, so that a page
// cannot fill the memory. Safe on any thread.
class LabelTable final {
 public:
  explicit LabelTable(std::size_t most = 100'000) : most_(most) {}

  // Notes the origin and returns its 26 characters.
  std::string add(const Origin& origin);
  std::optional<Origin> find(std::string_view hash) const;

 private:
  mutable std::mutex mutex_;
  std::unordered_map<std::string, Origin> origins_;
  std::deque<std::string> order_;
  std::size_t most_;
};

// The label; what it cannot hold is noted in the table.
std::string encode_label(const Label& label, LabelTable& table);
// What a label says; nothing where it is none, or a hash the table does not have. ASCII case does
// not matter. encode_label() of the result is the label in lower case.
std::optional<Label> decode_label(std::string_view label, const LabelTable& table);

// The label in a request's Host field: "t2022...-x-org.localhost:8080" under "localhost". Nothing
// where the host is not exactly one label below the domain.
std::optional<std::string_view> label_of_host(std::string_view host, std::string_view domain);

}  // namespace asof::rewrite
