#include "url/host_internal.h"

#include "base/text.h"
#include "url/idna_internal.h"
#include "url/percent_internal.h"

namespace asof::url {
namespace {

bool any_in_set(std::string_view text, unsigned set) {
  for (char c : text) {
    if (in_set(c, set)) return true;
  }
  return false;
}

// A domain that needs neither decoding nor mapping: nearly every one.
bool is_plain(std::string_view domain) {
  for (char c : domain) {
    if (static_cast<unsigned char>(c) >= 0x80 || in_set(c, kForbiddenDomain)) return false;
  }
  return true;
}

std::optional<std::string> finish_domain(std::string domain) {
  if (domain.empty() || any_in_set(domain, kForbiddenDomain)) return std::nullopt;
  if (!ends_in_number(domain)) return domain;
  auto address = parse_ipv4(domain);
  if (!address) return std::nullopt;
  return format_ipv4(*address);
}

}  // namespace

std::optional<std::string> parse_host(std::string_view input, bool special) {
  if (input.starts_with('[')) {
    if (!input.ends_with(']')) return std::nullopt;
    auto address = parse_ipv6(input.substr(1, input.size() - 2));
    if (!address) return std::nullopt;
    return "[" + format_ipv6(*address) + "]";
  }
  if (!special) {
    if (any_in_set(input, kForbiddenHost)) return std::nullopt;
    std::string out;
    append_encoded(out, input, kEncodeControl);
    return out;
  }
  if (is_plain(input)) return finish_domain(lower(input));
  auto ascii = domain_to_ascii(percent_decode(input));
  if (!ascii) return std::nullopt;
  return finish_domain(*std::move(ascii));
}

}  // namespace asof::url
