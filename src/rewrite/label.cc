#include "rewrite/label.h"

#include "base/digest.h"
#include "base/text.h"
#include "url/url.h"

namespace asof::rewrite {
namespace {

constexpr std::size_t kTimeDigits = 14;
constexpr std::uint64_t kLastSecond = 253'402'300'799;  // of the year 9999
constexpr std::size_t kHashBytes = 16;
constexpr std::size_t kHashSize = 26;
constexpr std::string_view kPolicies = "nrfpl";

// Whether '.' -> '-' and '-' -> '--' can be undone, and a browser takes the result for a host. A
// ".-" would read as "-.", a ".." as "-".
bool is_plain_host(std::string_view host) {
  if (host.empty() || host.back() == '.' || host.back() == '-') return false;
  char before = 0;
  for (char c : host) {
    if (!is_lower(c) && !is_digit(c) && c != '.' && c != '-' && c != '_') return false;
    if (before == '.' && (c == '.' || c == '-')) return false;
    before = c;
  }
  return true;
}

void append_plain_host(std::string& out, std::string_view host) {
  for (char c : host) {
    if (c == '.') {
      out += '-';
    } else if (c == '-') {
      out += "--";
    } else {
      out += c;
    }
  }
}

std::string plain_host(std::string_view text) {
  std::string host;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '-') {
      host += text[at];
    } else if (at + 1 < text.size() && text[at + 1] == '-') {
      host += '-';
      ++at;
    } else {
      host += '.';
    }
  }
  return host;
}

// "[2001:db8::1]" -> "2001-db8-0-0-0-0-0-1". The address is serialised: at most one "::".
void append_address(std::string& out, std::string_view host) {
  const std::string_view inner = host.substr(1, host.size() - 2);
  const std::size_t gap = inner.find("::");
  std::size_t groups = gap == kNone ? 0 : 1;
  for (std::size_t at = 0; at < inner.size(); ++at) {
    if (inner[at] != ':' && (at == 0 || inner[at - 1] == ':')) ++groups;
  }
  std::size_t missing = gap == kNone ? 0 : 9 - groups;
  const std::size_t begin = out.size();
  for (std::size_t at = 0; at < inner.size(); ++at) {
    if (inner[at] != ':') {
      out += inner[at];
      continue;
    }
    if (at != gap) {
      if (out.size() > begin && out.back() != '-') out += '-';
      continue;
    }
    for (; missing > 0; --missing) {
      if (out.size() > begin && out.back() != '-') out += '-';
      out += '0';
    }
    if (at + 2 < inner.size()) out += '-';
    ++at;
  }
}

// The host as URLs have it, or nothing: the parser is the judge of what is a host.
bool is_serialised(const Origin& origin) {
  const auto url = url::parse(origin.text() + "/");
  return url && url->host == origin.host && url->port == origin.port && url->username.empty() &&
         url->password.empty() && url->path == "/" && !url->query && !url->fragment;
}

std::string hash_of(const Origin& origin) {
  const std::string bytes = digest_of(Algorithm::Sha256, origin.text()).substr(0, kHashBytes);
  return lower(base32(bytes)).substr(0, kHashSize);
}

// Takes "c8443" from the front; false where there is no good port.
bool take_port(std::string_view& rest, std::optional<std::uint16_t>& port) {
  if (!rest.starts_with('c')) return true;
  rest.remove_prefix(1);
  std::size_t size = 0;
  while (size < rest.size() && is_digit(rest[size])) ++size;
  const auto number = parse_uint(rest.substr(0, size));
  if (!number || *number > 65535 || (size > 1 && rest[0] == '0')) return false;
  port = static_cast<std::uint16_t>(*number);
  rest.remove_prefix(size);
  return true;
}

// Takes "x1654041600" from the front; false where there are no good seconds.
bool take_version(std::string_view& rest, std::optional<Instant>& version) {
  if (!rest.starts_with('x')) return true;
  rest.remove_prefix(1);
  std::size_t size = 0;
  while (size < rest.size() && is_digit(rest[size])) ++size;
  const auto seconds = parse_uint(rest.substr(0, size));
  if (!seconds || *seconds > kLastSecond || (size > 1 && rest[0] == '0')) return false;
  version = Instant{static_cast<std::int64_t>(*seconds) * 1000};
  rest.remove_prefix(size);
  return true;
}

bool take_origin(std::string_view rest, Origin& origin) {
  if (rest.starts_with('s')) {
    origin.https = true;
    rest.remove_prefix(1);
  }
  if (!take_port(rest, origin.port)) return false;
  const bool address = rest.starts_with("v-");
  if (!address && !rest.starts_with('-')) return false;
  rest.remove_prefix(address ? 2 : 1);
  if (!address) {
    origin.host = plain_host(rest);
    return is_plain_host(origin.host) && is_serialised(origin);
  }
  std::string text = "http://[";
  for (char c : rest) text += c == '-' ? ':' : c;
  const auto url = url::parse(text + "]/");
  if (!url || !url->host || !url->host->starts_with('[')) return false;
  origin.host = *url->host;
  return is_serialised(origin);
}

}  // namespace

std::string Origin::text() const {
  std::string out = https ? "https://" : "http://";
  out += host;
  if (port) out += ":" + std::to_string(*port);
  return out;
}

std::optional<OriginOf> origin_of(std::string_view absolute_url) {
  OriginOf out;
  out.origin.https = absolute_url.starts_with("https://");
  if (!out.origin.https && !absolute_url.starts_with("http://")) return std::nullopt;
  const std::size_t begin = out.origin.https ? 8 : 7;
  out.size = absolute_url.find_first_of("/?#\\", begin);
  if (out.size == kNone) out.size = absolute_url.size();
  std::string_view host = absolute_url.substr(begin, out.size - begin);
  if (const std::size_t user = host.rfind('@'); user != kNone) host.remove_prefix(user + 1);
  const std::size_t colon = host.rfind(':');
  if (colon != kNone && !host.ends_with(']')) {
    const auto port = parse_uint(host.substr(colon + 1));
    if (!port || *port > 65535) return std::nullopt;
    out.origin.port = static_cast<std::uint16_t>(*port);
    host = host.substr(0, colon);
  }
  if (host.empty()) return std::nullopt;
  out.origin.host = host;
  return out;
}

std::string LabelTable::add(const Origin& origin) {
  std::string hash = hash_of(origin);
  const std::lock_guard lock(mutex_);
  if (!origins_.try_emplace(hash, origin).second) return hash;
  order_.push_back(hash);
  if (order_.size() > most_) {
    origins_.erase(order_.front());
    order_.pop_front();
  }
  return hash;
}

std::optional<Origin> LabelTable::find(std::string_view hash) const {
  const std::lock_guard lock(mutex_);
  const auto found = origins_.find(std::string(hash));
  if (found == origins_.end()) return std::nullopt;
  return found->second;
}

std::string encode_label(const Label& label, LabelTable& table) {
  std::string out = "t" + digits14(label.at);
  if (label.policy != Policy::Default) out += static_cast<char>(label.policy);
  if (label.version) out += "x" + std::to_string(label.version->ms / 1000);
  const std::size_t head = out.size();
  const Origin& origin = label.origin;
  const bool address = origin.host.starts_with('[');
  if (address || is_plain_host(origin.host)) {
    if (origin.https) out += 's';
    if (origin.port) out += "c" + std::to_string(*origin.port);
    out += address ? "v-" : "-";
    if (address) {
      append_address(out, origin.host);
    } else {
      append_plain_host(out, origin.host);
    }
    if (out.size() <= kLongestLabel) return out;
    out.resize(head);
  }
  return out + "h-" + table.add(origin);
}

std::optional<Label> decode_label(std::string_view label, const LabelTable& table) {
  if (label.size() > kLongestLabel || label.size() < kTimeDigits + 3) return std::nullopt;
  const std::string small = lower(label);
  std::string_view rest = small;
  if (!rest.starts_with('t')) return std::nullopt;
  const std::string_view digits = rest.substr(1, kTimeDigits);
  for (char c : digits) {
    if (!is_digit(c)) return std::nullopt;
  }
  const auto at = parse_digits(digits);
  if (!at) return std::nullopt;
  Label out{.at = *at};
  rest.remove_prefix(1 + kTimeDigits);
  if (kPolicies.find(rest.front()) != kNone) {
    out.policy = Policy{rest.front()};
    rest.remove_prefix(1);
  }
  if (!take_version(rest, out.version)) return std::nullopt;
  if (rest.starts_with("h-")) {
    auto origin = table.find(rest.substr(2));
    if (!origin) return std::nullopt;
    out.origin = *std::move(origin);
    return out;
  }
  if (rest.find('.') != kNone || !take_origin(rest, out.origin)) return std::nullopt;
  // An address of groups that are not as they are written is another label for the same origin.
  if (out.origin.host.starts_with('[')) {
    std::string again;
    append_address(again, out.origin.host);
    if (!rest.ends_with("v-" + again)) return std::nullopt;
  }
  return out;
}

std::optional<std::string_view> label_of_host(std::string_view host, std::string_view domain) {
  if (const std::size_t colon = host.find(':'); colon != kNone) host = host.substr(0, colon);
  if (host.ends_with('.')) host.remove_suffix(1);
  if (host.size() < domain.size() + 2) return std::nullopt;
  const std::size_t dot = host.size() - domain.size() - 1;
  if (host[dot] != '.' || !iequals(host.substr(dot + 1), domain)) return std::nullopt;
  const std::string_view label = host.substr(0, dot);
  if (label.find('.') != kNone) return std::nullopt;
  return label;
}

}  // namespace asof::rewrite
