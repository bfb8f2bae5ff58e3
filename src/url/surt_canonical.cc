// The two canonical forms behind a SURT key, and the splitting that precedes them.
#include <algorithm>
#include <utility>
#include <vector>

#include "base/text.h"
#include "url/host_internal.h"
#include "url/idna_internal.h"
#include "url/percent_internal.h"
#include "url/surt_internal.h"

namespace asof::url {
namespace {

std::string escape_once(std::string_view text) { return escape_invisible(text, "#%"); }

// White space cut from both ends, line breaks and tabs taken out, "http://" put in front of what
// has no scheme, and only the last of several "http://" kept.
std::string clean(std::string_view url) {
  auto is_edge = [](char c) { return is_space(c) || c == '\v'; };
  while (!url.empty() && is_edge(url.front())) url.remove_prefix(1);
  while (!url.empty() && is_edge(url.back())) url.remove_suffix(1);
  std::string out;
  std::remove_copy_if(url.begin(), url.end(), std::back_inserter(out),
                      [](char c) { return c == '\n' || c == '\r' || c == '\t'; });
  if (out.empty()) return out;
  if (scheme_length(out) == kNone) out.insert(0, "http://");
  std::size_t last = 0;
  std::size_t at = 0;
  while (true) {
    std::string_view rest = std::string_view(out).substr(at);
    std::size_t length = rest.starts_with("http://") ? 7 : rest.starts_with("https://") ? 8 : 0;
    if (length == 0) break;
    last = at;
    at += length;
  }
  out.erase(0, last);
  return out;
}

// Host and port of an authority. False where the port is none.
bool split_authority(std::string_view authority, LooseUrl& url) {
  while (authority.ends_with(':')) authority.remove_suffix(1);
  authority.remove_prefix(authority.rfind('@') + 1);
  std::string_view port;
  std::string_view host;
  std::size_t open = authority.find('[');
  if (open != kNone) {
    host = authority.substr(open + 1);
    std::size_t close = std::min(host.find(']'), host.size());
    port = host.substr(close);
    host = host.substr(0, close);
    std::size_t colon = port.find(':');
    port = colon == kNone ? std::string_view() : port.substr(colon + 1);
  } else {
    std::size_t colon = authority.find(':');
    host = authority.substr(0, colon);
    if (colon != kNone) port = authority.substr(colon + 1);
  }
  url.host = host;
  if (port.empty()) return true;
  // Any number of leading zeros may precede a port.
  if (!std::all_of(port.begin(), port.end(), is_digit)) return false;
  while (port.size() > 1 && port[0] == '0') port.remove_prefix(1);
  auto number = parse_uint(port);
  if (!number || *number > 65535) return false;
  if (*number != 0) url.port = static_cast<std::uint16_t>(*number);
  return true;
}

// The well-formed characters of `bytes`; the others vanish.
std::string drop_ill_formed(std::string_view bytes) {
  std::string out;
  for (std::size_t i = 0; i < bytes.size();) {
    auto lead = static_cast<unsigned char>(bytes[i]);
    std::size_t length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    std::string_view character = bytes.substr(i, length);
    if (is_utf8(character)) {
      out += character;
      i += length;
    } else {
      ++i;
    }
  }
  return out;
}

// A name as Python's codec "idna" writes it; nullopt where that raises.
std::optional<std::string> name_to_ascii(std::string_view bytes) {
  std::string name;
  std::string characters = drop_ill_formed(bytes);
  for (std::size_t i = 0; i < characters.size();) {
    std::string_view rest = std::string_view(characters).substr(i);
    bool stop =
        rest.starts_with("\u3002") || rest.starts_with("\uFF0E") || rest.starts_with("\uFF61");
    name += stop ? '.' : characters[i];
    i += stop ? 3 : 1;
  }
  if (name.empty()) return name;
  auto labels = split(name, '.');
  std::string out;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (i > 0) out += '.';
    bool last = i + 1 == labels.size();
    if (labels[i].empty() && last && i > 0) break;
    bool ascii = std::all_of(labels[i].begin(), labels[i].end(),
                             [](char c) { return static_cast<unsigned char>(c) < 0x80; });
    auto label = ascii ? std::string(labels[i]) : label_to_ascii_2003(labels[i]);
    if (!label || label->empty() || label->size() > 63) return std::nullopt;
    out += *label;
  }
  return out;
}

std::string canonical_host(std::string_view host) {
  std::string name = percent_decode_repeatedly(host);
  bool ascii = std::all_of(name.begin(), name.end(),
                           [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  if (!ascii) {
    if (auto converted = name_to_ascii(name)) name = *std::move(converted);
  }
  // Pairs of dots become one, once over; what is left at the ends goes.
  std::string dotted;
  for (std::size_t i = 0; i < name.size(); ++i) {
    dotted += name[i];
    if (name[i] == '.' && i + 1 < name.size() && name[i + 1] == '.') ++i;
  }
  std::string_view view = dotted;
  while (view.starts_with('.')) view.remove_prefix(1);
  while (view.ends_with('.')) view.remove_suffix(1);
  if (auto address = address_of(view)) return *std::move(address);
  return escape_once(lower(view));
}

}  // namespace

std::size_t scheme_length(std::string_view url) {
  if (url.empty() || !is_alpha(url[0])) return kNone;
  std::size_t colon = url.find(':');
  for (char c : url.substr(0, colon)) {
    if (!is_alnum(c) && c != '+' && c != '-' && c != '.') return kNone;
  }
  return colon;
}

std::optional<LooseUrl> split_loosely(std::string_view text) {
  std::string cleaned = clean(text);
  std::string_view rest = cleaned;
  std::size_t colon = scheme_length(rest);
  if (colon == kNone) return std::nullopt;
  LooseUrl url;
  url.scheme = rest.substr(0, colon);
  rest = rest.substr(colon + 1);
  rest = rest.substr(0, rest.find('#'));
  if (rest.starts_with("//")) {
    rest.remove_prefix(2);
    std::string_view authority = rest.substr(0, rest.find_first_of("/?"));
    rest.remove_prefix(authority.size());
    if (!split_authority(authority, url)) return std::nullopt;
  }
  std::size_t question = rest.find('?');
  url.path = rest.substr(0, question);
  if (question != kNone) url.query = rest.substr(question + 1);
  url.ends_in_question_mark = url.query.empty() && cleaned.ends_with('?');

  // "http:////////www.example.org" means a host all the same.
  if (url.scheme.starts_with("http") && url.host.empty() && !url.path.empty()) {
    std::string path = std::exchange(url.path, "/");
    std::size_t start = std::min(path.find_first_not_of('/'), path.size());
    std::size_t slash = path.find('/', start);
    url.host = path.substr(start, slash - start);
    if (slash != kNone) url.path += path.substr(slash + 1);
  }
  return url;
}

std::optional<std::string> address_of(std::string_view host) {
  if (host.empty() || !is_digit(host[0])) return std::nullopt;
  if (std::all_of(host.begin(), host.end(), is_digit)) {
    // Whatever is over 32 bits is cut off, as in the tools.
    std::uint32_t address = 0;
    for (char c : host) address = address * 10 + static_cast<std::uint32_t>(c - '0');
    return format_ipv4(address);
  }
  bool dotted =
      std::all_of(host.begin(), host.end(), [](char c) { return is_digit(c) || c == '.'; });
  if (!dotted || host.ends_with('.')) return std::nullopt;
  auto address = parse_ipv4(host);
  if (!address) return std::nullopt;
  return format_ipv4(*address);
}

std::string normalize_path(std::string_view path) {
  if (path.empty()) return "/";
  std::vector<std::string_view> kept;
  auto segments = split(path, '/');
  for (std::size_t i = 1; i < segments.size(); ++i) {
    if (segments[i] == ".") continue;
    // Dots that lead above the root stay, as the tools leave them.
    if (segments[i] == ".." && !kept.empty()) {
      kept.pop_back();
    } else {
      kept.push_back(segments[i]);
    }
  }
  std::string out = "/";
  for (std::size_t i = 0; i < kept.size(); ++i) {
    bool last = i + 1 == kept.size();
    if (kept[i].empty()) continue;
    out += kept[i];
    if (!last) out += '/';
  }
  return out;
}

std::string sort_arguments(std::string_view query) {
  if (query.size() <= 1) return std::string(query);
  auto arguments = split(query, '&');
  // By name, then no value before an empty one, then by value.
  std::stable_sort(arguments.begin(), arguments.end(), [](std::string_view a, std::string_view b) {
    std::size_t a_mark = std::min(a.find('='), a.size());
    std::size_t b_mark = std::min(b.find('='), b.size());
    int order = a.substr(0, a_mark).compare(b.substr(0, b_mark));
    return order != 0 ? order < 0 : a.substr(a_mark) < b.substr(b_mark);
  });
  std::string out;
  out.reserve(query.size());
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (i > 0) out += '&';
    out += arguments[i];
  }
  return out;
}

std::string_view strip_www(std::string_view host) {
  if (!host.starts_with("www")) return host;
  std::size_t end = 3;
  while (end < host.size() && is_digit(host[end])) ++end;
  return end < host.size() && host[end] == '.' ? host.substr(end + 1) : host;
}

void canonicalize_google(LooseUrl& url) {
  if (!url.query.empty()) url.query = escape_once(percent_decode_repeatedly(url.query));
  if (!url.host.empty()) url.host = canonical_host(url.host);
  std::string path = percent_decode_repeatedly(url.path);
  // Without a host the path is free text.
  if (!url.host.empty()) path = normalize_path(path);
  url.path = escape_once(path);
}

void canonicalize_archive(LooseUrl& url) {
  url.host = lower(url.host);
  if (url.scheme != "dns") url.host = std::string(strip_www(url.host));
  std::string scheme = lower(url.scheme);
  if ((scheme == "http" && url.port == 80) || (scheme == "https" && url.port == 443)) {
    url.port.reset();
  }
  url.path = strip_path_session(lower(url.path));
  if (url.path.size() > 1 && url.path.ends_with('/')) url.path.pop_back();
  url.query = sort_arguments(lower(strip_query_session(std::move(url.query))));
  url.ends_in_question_mark = false;
}

}  // namespace asof::url
