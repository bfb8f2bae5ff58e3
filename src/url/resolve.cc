// Resolution without parsing, for the references nearly all pages hold: nothing to decode, encode,
// lower or shorten, so that the result is a copy of pieces. Anything else goes to the parser;
// fuzz_url and url_test check that both agree.
#include <algorithm>
#include <array>

#include "base/text.h"
#include "url/parser_internal.h"
#include "url/percent_internal.h"

namespace asof::url {
namespace {

constexpr std::array<bool, 256> make_plain_table() {
  std::array<bool, 256> table{};
  for (std::size_t i = 0; i < 256; ++i) {
    char c = static_cast<char>(i);
    table[i] = !in_set(c, kEncodePath | kEncodeSpecialQuery | kForbiddenDomain) || c == '?' ||
               c == '%' || c == '/' || c == ':' || c == '@' || c == '[' || c == ']' || c == '|';
  }
  table['\\'] = false;
  return table;
}

constexpr std::array<bool, 256> kPlain = make_plain_table();

// Nothing the parser would change wherever it stands in a path or query.
bool is_plain_reference(std::string_view text) {
  for (char c : text) {
    if (!kPlain[static_cast<unsigned char>(c)]) return false;
  }
  return true;
}

// Whether a segment may be "." or "..", in any spelling; may be true for others.
bool may_have_dots(std::string_view path) {
  bool starts_segment = true;
  for (char c : path) {
    if (starts_segment && (c == '.' || c == '%')) return true;
    starts_segment = c == '/';
  }
  return false;
}

// A lower-case domain that is certainly no number.
bool is_plain_domain(std::string_view host) {
  for (char c : host) {
    if (!is_lower(c) && !is_digit(c) && c != '-' && c != '.') return false;
  }
  std::size_t last = host.rfind('.') + 1;
  return last < host.size() && is_lower(host[last]);
}

// A reference with a host at `authority`; `scheme` is put in front.
bool resolve_absolute(std::string_view scheme, std::string_view reference, std::size_t authority,
                      std::string& out) {
  std::size_t end = std::min(reference.find_first_of("/?", authority), reference.size());
  if (!is_plain_domain(reference.substr(authority, end - authority))) return false;
  std::size_t query = std::min(reference.find('?', end), reference.size());
  if (may_have_dots(reference.substr(end, query - end))) return false;
  out = scheme;
  out += reference.substr(0, end);
  if (end == query) out += '/';
  out += reference.substr(end);
  return true;
}

// The folder above one that ends in '/'; the root is above itself.
std::string_view folder_above(std::string_view folder) {
  return folder.size() == 1 ? folder : folder.substr(0, folder.rfind('/', folder.size() - 2) + 1);
}

bool resolve_relative(const Url& base, std::string_view reference, std::string& out) {
  std::string_view folder = std::string_view(base.path).substr(0, base.path.rfind('/') + 1);
  const bool climbs = reference.starts_with("../");
  for (; reference.starts_with("../"); reference.remove_prefix(3)) folder = folder_above(folder);
  std::string_view path = reference.substr(0, reference.find('?'));
  if (may_have_dots(path)) return false;
  // A colon may end a scheme, unless a slash comes first.
  std::size_t mark = path.find_first_of("/:");
  if (!climbs && mark != std::string_view::npos && path[mark] == ':') return false;
  out.clear();
  append_authority(out, base);
  if (climbs || (!path.empty() && path[0] != '/')) {
    out += folder;
  } else if (path.empty()) {
    out += base.path;
    if (reference.empty() && base.query) {
      out += '?';
      out += *base.query;
    }
  }
  out += reference;
  return true;
}

bool resolve_plain(const Url& base, std::string_view reference, std::string& out) {
  while (!reference.empty() && is_space(reference.front())) reference.remove_prefix(1);
  while (!reference.empty() && is_space(reference.back())) reference.remove_suffix(1);
  reference = reference.substr(0, reference.find('#'));
  if (!is_plain_reference(reference)) return false;
  if (reference.starts_with("https://")) return resolve_absolute("", reference, 8, out);
  if (reference.starts_with("http://")) return resolve_absolute("", reference, 7, out);
  if (reference.starts_with("//") && base.web()) {
    return resolve_absolute(base.scheme == "http" ? "http:" : "https:", reference, 2, out);
  }
  return base.web() && base.path.starts_with('/') && resolve_relative(base, reference, out);
}

}  // namespace

bool resolve(const Url& base, std::string_view reference, std::string& out) {
  if (resolve_plain(base, reference, out)) return true;
  auto url = parse(reference, &base);
  if (!url) return false;
  out = url->href(false);
  return true;
}

}  // namespace asof::url
