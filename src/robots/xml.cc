#include <algorithm>

#include "base/text.h"
#include "html/charset.h"
#include "html/references.h"
#include "robots/xml_internal.h"

namespace asof::robots {
namespace {

// Where the tag that begins at the front ends: at the next '>' that no quotes hold. Quotes that do
// not close hold nothing.
std::size_t end_of_tag(std::string_view text) {
  for (std::size_t at = 1; at < text.size(); ++at) {
    char c = text[at];
    if (c == '>') return at;
    if (c == '<') return kNone;
    if (c != '"' && c != '\'') continue;
    std::size_t close = text.find_first_of(c == '"' ? "\"<" : "'<", at + 1);
    if (close == kNone) return kNone;
    if (text[close] == c) at = close;
  }
  return kNone;
}

bool is_name(char c) { return !is_space(c) && c != '/' && c != '>' && c != '=' && c != '<'; }

std::string_view take_name(std::string_view& text) {
  auto end = std::find_if_not(text.begin(), text.end(), is_name);
  std::string_view name = text.substr(0, static_cast<std::size_t>(end - text.begin()));
  text.remove_prefix(name.size());
  return name;
}

void skip_space(std::string_view& text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
}

std::string_view take_value(std::string_view& text) {
  if (text.empty()) return {};
  char quote = text.front();
  bool quoted = quote == '"' || quote == '\'';
  if (quoted) text.remove_prefix(1);
  std::size_t end = quoted ? text.find(quote) : text.find_first_of(" \t\r\n");
  std::string_view value = text.substr(0, end);
  text.remove_prefix(std::min(text.size(), value.size() + 1));
  return value;
}

}  // namespace

bool XmlScanner::next(XmlEvent& event) {
  while (!rest_.empty()) {
    std::size_t open = rest_.find('<');
    if (open != 0) {
      event = {};
      event.text = rest_.substr(0, open);
      rest_.remove_prefix(event.text.size());
      return true;
    }
    if (take_markup(event)) return true;
  }
  return false;
}

// The markup at the front; true where it is an event.
bool XmlScanner::take_markup(XmlEvent& event) {
  constexpr std::string_view kCdata = "<![CDATA[";
  event = {};
  if (rest_.starts_with("<!--")) return skip_past("-->", 4);
  if (rest_.starts_with("<?")) return skip_past("?>", 2);
  if (rest_.starts_with(kCdata)) {
    rest_.remove_prefix(kCdata.size());
    std::size_t end = rest_.find("]]>");
    event.text = rest_.substr(0, end);
    event.literal = true;
    rest_.remove_prefix(end == kNone ? rest_.size() : end + 3);
    return true;
  }
  if (rest_.starts_with("<!")) {
    skip_doctype();
    return false;
  }
  bool closing = rest_.starts_with("</");
  std::size_t start = closing ? 2 : 1;
  if (start >= rest_.size() || !(is_alpha(rest_[start]) || rest_[start] == '_')) {
    event.text = rest_.substr(0, start);  // a '<' that begins nothing
    rest_.remove_prefix(start);
    return true;
  }
  std::size_t end = end_of_tag(rest_);
  if (end == kNone) {  // cut, or another tag begins inside it
    rest_.remove_prefix(std::min(rest_.find('<', 1), rest_.size()));
    return false;
  }
  std::string_view inside = rest_.substr(start, end - start);
  rest_.remove_prefix(end + 1);
  event.kind = closing ? XmlEvent::Kind::End : XmlEvent::Kind::Start;
  event.empty = !closing && inside.ends_with('/');
  if (event.empty) inside.remove_suffix(1);
  event.name = take_name(inside);
  event.attributes = inside;
  return true;
}

bool XmlScanner::skip_past(std::string_view end, std::size_t from) {
  std::size_t at = rest_.find(end, from);
  rest_.remove_prefix(at == kNone ? rest_.size() : at + end.size());
  return false;
}

// Declarations in square brackets may hold a '>'.
void XmlScanner::skip_doctype() {
  std::size_t end = rest_.find_first_of("[>");
  if (end != kNone && rest_[end] == '[') {
    end = rest_.find(']', end);
    if (end != kNone) end = rest_.find('>', end);
  }
  rest_.remove_prefix(end == kNone ? rest_.size() : end + 1);
}

void append_xml_text(std::string& out, std::string_view raw) {
  constexpr std::size_t kLongestName = 40;
  while (!raw.empty()) {
    std::size_t mark = std::min(raw.find('&'), raw.size());
    out += raw.substr(0, mark);
    raw.remove_prefix(mark);
    if (raw.empty()) return;
    std::size_t end = raw.substr(0, kLongestName).find(';');
    std::size_t taken = 0;
    if (end != kNone) {
      std::string meaning;
      taken = html::append_reference(meaning, raw.substr(0, end + 1), false);
      if (taken == end + 1) out += meaning;
      if (taken != end + 1) taken = 0;
    }
    if (taken == 0) out += '&';
    raw.remove_prefix(std::max<std::size_t>(taken, 1));
  }
}

std::string_view local_name(std::string_view name) { return name.substr(name.rfind(':') + 1); }

std::string_view prefix_of(std::string_view name) {
  std::size_t colon = name.rfind(':');
  return colon == kNone ? std::string_view() : name.substr(0, colon);
}

std::optional<std::string> xml_attribute(std::string_view attributes, std::string_view name) {
  while (skip_space(attributes), !attributes.empty()) {
    std::string_view found = take_name(attributes);
    skip_space(attributes);
    if (!attributes.starts_with('=')) {
      if (found.empty() && !attributes.empty()) attributes.remove_prefix(1);
      continue;
    }
    attributes.remove_prefix(1);
    skip_space(attributes);
    std::string_view value = take_value(attributes);
    if (!iequals(local_name(found), name)) continue;
    std::string out;
    append_xml_text(out, value);
    return out;
  }
  return std::nullopt;
}

std::string xml_to_utf8(std::string_view bytes) {
  if (bytes.starts_with("\xEF\xBB\xBF")) return std::string(bytes.substr(3));
  using namespace std::string_view_literals;
  std::string_view wide;
  if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("<\0"sv)) wide = "utf-16le";
  if (bytes.starts_with("\xFE\xFF") || bytes.starts_with("\0<"sv)) wide = "utf-16be";
  if (!wide.empty()) {
    std::string text = html::to_utf8(bytes, wide);
    return text.starts_with("\xEF\xBB\xBF") ? text.substr(3) : text;
  }
  std::string_view head = bytes.substr(0, bytes.find("?>"));
  if (head.size() > 1024 || !trim(head).starts_with("<?xml")) return std::string(bytes);
  auto label = html::encoding_of_label(xml_attribute(head, "encoding").value_or(""));
  // Who can read the declaration as bytes knows that they are not two wide.
  if (!label || *label == "utf-8" || label->starts_with("utf-16")) return std::string(bytes);
  return html::to_utf8(bytes, *label);
}

}  // namespace asof::robots
