#include "rewrite/web_references.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "html/charset.h"

namespace asof::rewrite {
namespace {

bool is_slash(char c) { return c == '/' || c == '\\'; }
bool is_high(char c) { return static_cast<unsigned char>(c) >= 0x80; }
// What the URL parser cuts from both ends.
bool is_cut(char c) { return static_cast<unsigned char>(c) <= ' '; }

std::string_view strip(std::string_view text) {
  while (!text.empty() && is_cut(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_cut(text.back())) text.remove_suffix(1);
  return text;
}

enum class Form { None, Relative, Absolute, Unclear };

// What a reference is at a glance. Unclear: the parser must say, for it takes tabs and line ends
// out of the middle.
Form form_of(std::string_view reference) {
  if (reference.empty() || reference[0] == '#') return Form::None;
  if (reference.substr(0, 12).find_first_of("\t\n\r") != kNone) return Form::Unclear;
  if (is_slash(reference[0])) {
    return reference.size() > 1 && is_slash(reference[1]) ? Form::Absolute : Form::Relative;
  }
  if (!is_alpha(reference[0])) return Form::Relative;
  std::size_t at = 0;
  while (at < reference.size() && (is_alnum(reference[at]) || reference[at] == '+' ||
                                   reference[at] == '-' || reference[at] == '.')) {
    ++at;
  }
  if (at == reference.size()) return Form::Relative;
  if (reference[at] == '\t' || reference[at] == '\n' || reference[at] == '\r') return Form::Unclear;
  if (reference[at] != ':') return Form::Relative;
  const std::string_view scheme = reference.substr(0, at);
  return iequals(scheme, "http") || iequals(scheme, "https") ? Form::Absolute : Form::None;
}

// In another encoding than UTF-8 browsers read the path as characters, and the query as bytes.
std::string in_utf8(std::string_view reference, std::string_view charset) {
  const std::size_t query = std::min(reference.find('?'), reference.size());
  const std::size_t fragment = std::min(reference.find('#'), reference.size());
  const std::size_t path = std::min(query, fragment);
  std::string out = html::to_utf8(reference.substr(0, path), charset);
  out += reference.substr(path, fragment - path);
  out += html::to_utf8(reference.substr(fragment), charset);
  return out;
}

void append_fragment(std::string& out, std::string_view fragment) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  for (char c : fragment) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\t' || c == '\n' || c == '\r') continue;
    if (byte > ' ' && byte < 0x7F && c != '"' && c != '<' && c != '>' && c != '`') {
      out += c;
    } else {
      out += '%';
      out += kDigits[byte >> 4];
      out += kDigits[byte & 15];
    }
  }
}

bool is_web(std::string_view absolute) {
  return absolute.starts_with("http://") || absolute.starts_with("https://");
}

}  // namespace

WebReferences::WebReferences(const Mapper& mapper, const url::Url& base, std::string_view charset,
                             Tally& tally)
    : mapper_(&mapper), base_(base), resolver_(base), charset_(charset), tally_(&tally) {}

std::optional<std::string> WebReferences::map(std::string_view reference, Use use) {
  reference = strip(reference);
  const Form form = form_of(reference);
  if (form == Form::None) return std::nullopt;
  if (form == Form::Relative && mapper_->keeps_relative()) return std::nullopt;
  std::string converted;
  if (!charset_.empty() && std::ranges::any_of(reference, is_high) && !is_utf8(reference)) {
    converted = in_utf8(reference, charset_);
    reference = converted;
  }
  if (!resolver_.resolve(reference, absolute_) || !is_web(absolute_)) return std::nullopt;
  std::string text = mapper_->map(absolute_, use);
  if (text == absolute_) return std::nullopt;
  if (const std::size_t hash = reference.find('#'); hash != kNone) {
    text += '#';
    append_fragment(text, reference.substr(hash + 1));
  }
  if (text.size() > tally_->room) {
    tally_->cut = true;
    return std::nullopt;
  }
  tally_->room -= text.size();
  ++tally_->mapped;
  return text;
}

WebReferences WebReferences::with_base(const url::Url& base) const {
  return {*mapper_, base, charset_, *tally_};
}

WebReferences WebReferences::within(std::string_view reference) const {
  const auto base = url::parse(strip(reference), &base_);
  return with_base(base && base->web() ? *base : base_);
}

}  // namespace asof::rewrite
