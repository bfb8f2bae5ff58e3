#include "url/canonical.h"

#include <algorithm>
#include <vector>

#include "base/text.h"
#include "url/host_internal.h"
#include "url/idna_internal.h"
#include "url/parser_internal.h"
#include "url/percent_internal.h"
#include "url/surt_internal.h"

namespace asof::url {

std::size_t scheme_length(std::string_view url) {
  if (url.empty() || !is_alpha(url[0])) return kNone;
  std::size_t colon = url.find(':');
  for (char c : url.substr(0, colon)) {
    if (!is_alnum(c) && c != '+' && c != '-' && c != '.') return kNone;
  }
  return colon;
}

namespace {

struct Parts {
  std::string scheme;
  bool special = false;
  bool slashes = false;  // "//" stands before host and path
  std::string host;
  std::string port;
  std::string path;
  std::optional<std::string> query;
  std::optional<std::string> fragment;
};

// Undoes all escapes, then writes those needed.
std::string recode(std::string_view text, std::string_view also) {
  return escape_invisible(percent_decode_repeatedly(text), also);
}

void split_authority(std::string_view authority, Parts& parts) {
  authority.remove_prefix(authority.rfind('@') + 1);
  std::size_t close = authority.starts_with('[') ? authority.find(']') : 0;
  std::size_t colon = close == kNone ? kNone : authority.rfind(':');
  bool has_port = colon != kNone && colon >= close &&
                  std::all_of(authority.begin() + static_cast<std::ptrdiff_t>(colon) + 1,
                              authority.end(), is_digit);
  parts.host = authority.substr(0, has_port ? colon : kNone);
  if (!has_port) return;
  std::string_view digits = authority.substr(colon + 1);
  while (digits.size() > 1 && digits[0] == '0') digits.remove_prefix(1);
  auto implied = default_port(parts.scheme);
  if (!implied || std::to_string(*implied) != digits) parts.port = digits;
}

Parts split_url(std::string_view text) {
  Parts parts;
  std::size_t colon = scheme_length(text);
  parts.scheme = colon == kNone ? "http" : lower(text.substr(0, colon));
  if (colon != kNone) text.remove_prefix(colon + 1);
  parts.special = is_special(parts.scheme);
  std::size_t hash = text.find('#');
  if (hash != kNone) parts.fragment = text.substr(hash + 1);
  text = text.substr(0, hash);
  std::size_t question = text.find('?');
  if (question != kNone) parts.query = text.substr(question + 1);
  text = text.substr(0, question);

  const char* const slash = parts.special ? "/\\" : "/";
  bool file = parts.scheme == "file";
  std::size_t skip = std::min(text.find_first_not_of(slash), text.size());
  bool has_authority = parts.special && !file ? true : skip >= 2;
  parts.slashes = has_authority || file;
  if (!has_authority) {
    parts.path = text;
    return parts;
  }
  if (!parts.special || file) {
    text.remove_prefix(2);
    std::string_view authority = text.substr(0, text.find_first_of(slash));
    parts.path = text.substr(authority.size());
    parts.host = authority;
    if (!file) split_authority(authority, parts);
    return parts;
  }
  // Slashes count for nothing before a host, so an empty one is passed over like them.
  while (parts.host.empty() && !text.empty()) {
    text.remove_prefix(std::min(text.find_first_not_of(slash), text.size()));
    std::string_view authority = text.substr(0, text.find_first_of(slash));
    text.remove_prefix(authority.size());
    split_authority(authority, parts);
    if (parts.host.empty()) parts.port.clear();
  }
  parts.path = text;
  return parts;
}

std::string canonical_host(std::string_view text, bool special) {
  std::string host = percent_decode_repeatedly(text);
  // Conversion comes first: it may bring forth dots and digits.
  if (special) {
    auto ascii = domain_to_ascii(host);
    host = ascii && !ascii->empty() ? *std::move(ascii) : lower(host);
  }
  std::string name;
  for (char c : host) {
    if (c != '.' || (!name.empty() && name.back() != '.')) name += c;
  }
  if (name.ends_with('.')) name.pop_back();
  // Nothing but dots is the address 0, as urlcanon has it; with no host the path would take its
  // place next time.
  if (name.empty() && !host.empty()) name = "0";
  if (auto address = parse_ipv4(name)) return format_ipv4(*address);
  if (name.starts_with('[') && name.ends_with(']')) {
    auto address = parse_ipv6(std::string_view(name).substr(1, name.size() - 2));
    if (address) return "[" + format_ipv6(*address) + "]";
  }
  return escape_invisible(name, "#%/?@:\\[]");
}

// Dots resolved; for special schemes backslashes become slashes, and several slashes one.
std::string canonical_path(std::string_view text, bool special) {
  std::string path = recode(text, "#%?");
  if (special) std::replace(path.begin(), path.end(), '\\', '/');
  if (!path.starts_with('/')) {
    if (!special) return path;
    path.insert(0, "/");
  }
  std::string out;
  auto segments = split(path, '/');
  for (std::size_t i = 1; i < segments.size(); ++i) {
    bool last = i + 1 == segments.size();
    if (segments[i] == "..") out.resize(std::min(out.rfind('/'), out.size()));
    if (segments[i] == "." || segments[i] == "..") {
      if (last) out += '/';
      continue;
    }
    out += '/';
    out += segments[i];
  }
  if (special) {
    out.erase(
        std::unique(out.begin(), out.end(), [](char a, char b) { return a == '/' && b == '/'; }),
        out.end());
  }
  return out;
}

std::string join_sorted(std::vector<std::string> arguments) {
  std::sort(arguments.begin(), arguments.end());
  std::string out;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (i > 0) out += '&';
    out += arguments[i];
  }
  return out;
}

std::string canonical_query(std::string_view query) {
  std::vector<std::string> arguments;
  for (std::string_view argument : split(query, '&')) {
    std::size_t mark = argument.find('=');
    std::string out = recode(argument.substr(0, mark), "#%&=");
    if (mark != kNone) out += "=" + recode(argument.substr(mark + 1), "#%&=");
    arguments.push_back(std::move(out));
  }
  return join_sorted(std::move(arguments));
}

Parts canonical_parts(std::string_view url) {
  std::string storage;
  Parts parts = split_url(strip_input(url, storage));
  parts.host = canonical_host(parts.host, parts.special);
  parts.path = canonical_path(parts.path, parts.special);
  if (parts.query) parts.query = canonical_query(*parts.query);
  if (parts.fragment) parts.fragment = recode(*parts.fragment, "#%");
  return parts;
}

std::string join(const Parts& parts) {
  std::string out = parts.scheme + ":";
  if (parts.slashes) {
    out += "//";
  } else if (parts.path.starts_with("//")) {
    out += "/.";  // lest the path read as a host
  }
  out += parts.host;
  if (!parts.port.empty()) out += ":" + parts.port;
  out += parts.path;
  if (parts.query) out += "?" + *parts.query;
  if (parts.fragment) out += "#" + *parts.fragment;
  return out;
}

// A session argument: its name and the shortest value that is certainly no word.
struct Session {
  std::string_view name;
  std::size_t shortest;
};

constexpr Session kSessions[] = {
    {"jsessionid=", 10}, {"sessionid=", 16}, {"phpsessid=", 16}, {"sid=", 16}};

bool is_session(std::string_view argument) {
  auto is_value = [](char c) { return is_alnum(c) || c == '$'; };
  for (const auto& [name, shortest] : kSessions) {
    if (!argument.starts_with(name)) continue;
    std::string_view value = argument.substr(name.size());
    return value.size() >= shortest && std::all_of(value.begin(), value.end(), is_value);
  }
  constexpr std::string_view kAsp = "aspsessionid";
  constexpr std::size_t kLetters = 8;
  if (!argument.starts_with(kAsp) || argument.find('=') != kAsp.size() + kLetters) return false;
  std::string_view value = argument.substr(kAsp.size() + kLetters + 1);
  return value.size() >= 16 && std::all_of(value.begin(), value.end(), is_alnum);
}

std::string strip_arguments(std::string_view query) {
  auto all = split(query, '&');
  auto has = [&all](std::string_view name) {
    return std::any_of(all.begin(), all.end(),
                       [name](std::string_view argument) { return argument.starts_with(name); });
  };
  bool cold_fusion = has("cfid=") && has("cftoken=");
  std::vector<std::string> kept;
  for (std::string_view argument : all) {
    bool pair = argument.starts_with("cfid=") || argument.starts_with("cftoken=");
    if (argument.empty() || is_session(argument) || (cold_fusion && pair)) continue;
    kept.emplace_back(argument);
  }
  return join_sorted(std::move(kept));
}

// ";jsessionid=" and 32 letters or digits at the end.
void strip_java_session(std::string& path) {
  constexpr std::string_view kName = ";jsessionid=";
  constexpr std::size_t kLength = 32;
  if (path.size() < kName.size() + kLength) return;
  std::string_view tail = std::string_view(path).substr(path.size() - kName.size() - kLength);
  std::string_view value = tail.substr(kName.size());
  if (!tail.starts_with(kName) || !std::all_of(value.begin(), value.end(), is_alnum)) return;
  path.resize(path.size() - tail.size());
}

}  // namespace

// A host that is no domain until it has been written out once may be one then (a letter and an
// escape that only together fail), so the form is taken again until it stays.
std::string semantic(std::string_view url) {
  std::string form = join(canonical_parts(url));
  for (int i = 0; i < 8; ++i) {
    std::string next = join(canonical_parts(form));
    if (next == form) break;
    form = std::move(next);
  }
  return form;
}

std::string aggressive(std::string_view url) {
  Parts parts = canonical_parts(url);
  parts.fragment.reset();
  if (parts.scheme == "https") parts.scheme = "http";
  if (parts.scheme == "http" && parts.port == "80") parts.port.clear();
  parts.host = std::string(strip_www(parts.host));
  parts.path = strip_path_session(lower(parts.path));
  strip_java_session(parts.path);
  if (parts.path.size() > 1 && parts.path.ends_with('/')) parts.path.pop_back();
  if (parts.query) parts.query = strip_arguments(lower(*parts.query));
  if (parts.query && parts.query->empty()) parts.query.reset();
  return join(parts);
}

}  // namespace asof::url
