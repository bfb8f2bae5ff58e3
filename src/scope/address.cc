#include <algorithm>

#include "base/text.h"
#include "scope/address_internal.h"
#include "url/url.h"

namespace asof::scope {
namespace {

// "www." says nothing about which site it is, unless it is all there is before the suffix.
std::string_view without_www(std::string_view authority) {
  constexpr std::string_view kWww = "www.";
  bool more = authority.starts_with(kWww) && authority.find('.', kWww.size()) != kNone;
  return more ? authority.substr(kWww.size()) : authority;
}

// A name, and a port that no scheme implies: there is one way only to write that.
bool is_plain(std::string_view authority) {
  std::size_t colon = std::min(authority.find(':'), authority.size());
  std::string_view name = authority.substr(0, colon);
  std::string_view port = authority.substr(colon);
  if (!port.empty()) {
    port.remove_prefix(1);
    if (port.empty() || port == "80" || port == "443" || port.front() == '0') return false;
  }
  return std::all_of(port.begin(), port.end(), is_digit) &&
         std::all_of(name.begin(), name.end(), [](char c) {
           return is_lower(c) || is_digit(c) || c == '.' || c == '-' || c == '_';
         });
}

bool is_any(std::string_view) { return true; }

// Nothing where the URL has no host and path, or a host that is not `accepted`.
std::optional<Address> split(std::string_view url, bool (*accepted)(std::string_view)) {
  std::size_t scheme = url.starts_with("https://") ? 8 : url.starts_with("http://") ? 7 : 0;
  if (scheme == 0) return std::nullopt;
  Address address;
  address.url = url.substr(0, url.find('#'));
  std::string_view rest = address.url.substr(scheme);
  std::size_t slash = rest.find('/');
  if (slash == kNone || slash == 0) return std::nullopt;
  std::string_view authority = rest.substr(0, slash);
  if (!accepted(authority)) return std::nullopt;
  if (std::size_t user = authority.rfind('@'); user != kNone) authority.remove_prefix(user + 1);
  std::size_t port = authority.find(':', authority.starts_with('[') ? authority.find(']') : 0);
  address.host = authority.substr(0, port);
  std::size_t shorter = authority.size() - without_www(authority).size();
  address.key = rest.substr(slash - authority.size() + shorter);
  std::string_view target = rest.substr(slash);
  std::size_t question = target.find('?');
  address.path = target.substr(0, question);
  if (question != kNone) address.query = target.substr(question + 1);
  return address;
}

}  // namespace

std::optional<Address> read_address(std::string_view url, std::string& buffer) {
  if (auto address = split(url, is_plain)) return address;
  auto parsed = url::parse(url);
  if (!parsed || !parsed->web()) return std::nullopt;
  buffer = parsed->href(false);
  return split(buffer, is_any);
}

}  // namespace asof::scope
