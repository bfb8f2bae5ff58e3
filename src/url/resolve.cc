// Resolution without parsing, for the references nearly all pages hold: nothing to decode, encode,
// lower or shorten, so that the result is a copy of pieces. Anything else goes to the parser;
// fuzz_url and url_test check that both agree.
#include <algorithm>
#include <array>
#include <utility>

#include "base/text.h"
#include "url/parser_internal.h"
#include "url/percent_internal.h"

namespace asof::url {
namespace {

// What a byte of a reference may mean.
enum class Mark : std::uint8_t {
  Ordinary,  // nothing the parser would change, wherever it stands in a path or query
  Slash,
  Colon,
  Dot,  // or a percent sign, which may hide one
  Query,
  Fragment,
  Odd,  // something for the parser
};

constexpr std::array<Mark, 256> make_marks() {
  std::array<Mark, 256> marks{};
  for (std::size_t i = 0; i < 256; ++i) {
    const char c = static_cast<char>(i);
    const bool plain = !in_set(c, kEncodePath | kEncodeSpecialQuery | kForbiddenDomain) ||
                       c == '@' || c == '[' || c == ']' || c == '|';
    marks[i] = plain ? Mark::Ordinary : Mark::Odd;
  }
  marks['/'] = Mark::Slash;
  marks[':'] = Mark::Colon;
  marks['.'] = marks['%'] = Mark::Dot;
  marks['?'] = Mark::Query;
  marks['#'] = Mark::Fragment;
  marks['\\'] = Mark::Odd;
  return marks;
}

constexpr std::array<Mark, 256> kMarks = make_marks();

// A reference without its fragment, looked at once.
struct Shape {
  std::string_view text;
  std::size_t query = 0;     // where its query begins, with the '?', or its end
  bool plain = true;         // the parser would change no byte of it
  bool dots = false;         // a segment of its path may be "." or "..", in any spelling
  bool colon_first = false;  // before any slash: it may end a scheme
};

Shape shape_of(std::string_view reference) {
  Shape shape;
  std::size_t at = 0;
  bool slash = false;
  for (; at < reference.size(); ++at) {
    const Mark mark = kMarks[static_cast<unsigned char>(reference[at])];
    if (mark == Mark::Ordinary) continue;
    if (mark >= Mark::Query) break;
    if (mark == Mark::Dot && (at == 0 || reference[at - 1] == '/')) shape.dots = true;
    if (mark == Mark::Colon && !slash) shape.colon_first = true;
    if (mark == Mark::Slash) slash = true;
  }
  shape.query = at;
  if (at < reference.size() && reference[at] == '?')
    while (++at < reference.size() &&
           kMarks[static_cast<unsigned char>(reference[at])] < Mark::Fragment) {
    }
  shape.plain = at == reference.size() || reference[at] == '#';
  shape.text = reference.substr(0, at);
  return shape;
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
bool resolve_absolute(std::string_view scheme, const Shape& shape, std::size_t authority,
                      std::string& out) {
  const std::string_view path = shape.text.substr(0, shape.query);
  const std::size_t end = std::min(path.find('/', authority), path.size());
  if (shape.dots || !is_plain_domain(path.substr(authority, end - authority))) return false;
  out = scheme;
  out += path.substr(0, end);
  if (end == path.size()) out += '/';
  out += shape.text.substr(end);
  return true;
}

// Who climbs higher is left to the parser.
constexpr std::size_t kMostFolders = 64;

// The folder above one that ends in '/'; the root is above itself.
std::string_view folder_above(std::string_view folder) {
  return folder.size() == 1 ? folder : folder.substr(0, folder.rfind('/', folder.size() - 2) + 1);
}

}  // namespace

Resolver::Resolver(Url base) : base_(std::move(base)) {
  append_authority(origin_, base_);
  hierarchical_ = base_.web() && base_.path.starts_with('/');
  if (!hierarchical_) return;
  std::string_view folder = std::string_view(base_.path).substr(0, base_.path.rfind('/') + 1);
  folders_ = origin_ + std::string(folder);
  for (;; folder = folder_above(folder)) {
    ends_.push_back(origin_.size() + folder.size());
    if (folder.size() == 1 || ends_.size() == kMostFolders) break;
  }
}

bool Resolver::resolve_relative(std::string_view reference, std::string& out) const {
  std::size_t climbs = 0;
  for (; reference.starts_with("../"); reference.remove_prefix(3)) ++climbs;
  if (climbs >= kMostFolders) return false;
  const Shape shape = shape_of(reference);
  if (!shape.plain || shape.dots || (shape.colon_first && climbs == 0)) return false;
  if (climbs > 0 || (shape.query > 0 && reference[0] != '/')) {
    out.assign(folders_, 0, ends_[std::min(climbs, ends_.size() - 1)]);
  } else {
    out = origin_;
  }
  if (climbs == 0 && shape.query == 0) {
    out += base_.path;
    if (shape.text.empty() && base_.query) {
      out += '?';
      out += *base_.query;
    }
  }
  out += shape.text;
  return true;
}

bool Resolver::resolve_plain(std::string_view reference, std::string& out) const {
  while (!reference.empty() && is_space(reference.front())) reference.remove_prefix(1);
  while (!reference.empty() && is_space(reference.back())) reference.remove_suffix(1);
  const bool https = reference.starts_with("https://");
  const bool other = reference.starts_with("//");
  if (!https && !other && !reference.starts_with("http://"))
    return hierarchical_ && resolve_relative(reference, out);
  if (other && !base_.web()) return false;
  const Shape shape = shape_of(reference);
  if (!shape.plain) return false;
  if (other) return resolve_absolute(base_.scheme == "http" ? "http:" : "https:", shape, 2, out);
  return resolve_absolute("", shape, https ? 8 : 7, out);
}

bool Resolver::resolve(std::string_view reference, std::string& out) const {
  if (resolve_plain(reference, out)) return true;
  auto url = parse(reference, &base_);
  if (!url) return false;
  out = url->href(false);
  return true;
}

bool resolve(const Url& base, std::string_view reference, std::string& out) {
  return Resolver(base).resolve(reference, out);
}

}  // namespace asof::url
