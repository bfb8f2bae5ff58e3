#include "layout/attributes_internal.h"

#include <algorithm>

#include "base/text.h"
#include "layout/names_internal.h"

namespace asof::layout {

namespace {

constexpr std::size_t kLongestValue = 8'192;
constexpr int kMostSpan = 100;

void write_plainly(std::string& out, std::string_view name, std::string_view value) {
  out.append(" ").append(name).append("=\"");
  write_escaped(out, is_utf8(value) ? std::string(value) : to_utf8(value));
  out.push_back('"');
}

// WHATWG HTML 2.3.4.4: digits, then perhaps a percent sign; nothing else counts.
std::string bounded_dimension(std::string_view value) {
  value = trim(value);
  std::string_view digits = value.substr(0, value.find_first_not_of("0123456789"));
  if (digits.empty()) return {};
  const bool percent = value.substr(digits.size()).find('%') != std::string_view::npos;
  const auto number = digits.size() > 6 ? std::uint64_t{20'000} : parse_uint(digits).value_or(0);
  return std::to_string(std::min<std::uint64_t>(number, percent ? 100 : 20'000)) +
         (percent ? "%" : "");
}

void write_classes(std::string& out, std::string_view value, Vocabulary& names) {
  std::string plain;
  bool same = true;
  std::size_t at = 0;
  while (at < value.size()) {
    if (is_space(value[at])) {
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < value.size() && !is_space(value[end])) ++end;
    const std::string name(value.substr(at, end - at));
    at = end;
    ++names.classes[name];
    if (!plain.empty()) plain.push_back(' ');
    const std::string written = plain_name(name);
    same = same && written == name;
    plain.append(written);
  }
  write_plainly(out, "class", plain);
  if (!same) write_plainly(out, kOriginalClass, value);
}

}  // namespace

bool is_plain_attribute(std::string_view name) {
  if (name.empty() || name.size() > 64 || name.starts_with("asof-")) return false;
  return std::all_of(name.begin(), name.end(), [](char c) {
    return is_alnum(c) || c == '-' || c == '_' || c == ':' || c == '.';
  });
}

void write_attribute(std::string& out, const std::string& name, std::string value,
                     Vocabulary& names, const Window& window) {
  if (value.size() > kLongestValue) value.resize(kLongestValue);
  if (name == "style") {
    value = clean_declarations(strip_comments(value), {}, window);
  } else if (name == "class") {
    write_classes(out, value, names);
    return;
  } else if (name == "id") {
    ++names.ids[value];
    const std::string plain = plain_name(value);
    if (plain != value) write_plainly(out, kOriginalId, value);
    value = plain;
  } else if (name == "colspan" || name == "rowspan") {
    const auto span = parse_uint(trim(value));
    value = span ? std::to_string(std::clamp<std::uint64_t>(*span, 1, kMostSpan)) : "1";
  } else if (name == "width" || name == "height" || name == "border" || name == "cellspacing" ||
             name == "cellpadding" || name == "size" || name == "hspace" || name == "vspace") {
    value = bounded_dimension(value);
    if (value.empty()) return;
  }
  write_plainly(out, name, value);
}

void write_escaped(std::string& out, std::string_view text) {
  for (const char c : text) {
    switch (c) {
      case '&':
        out.append("&amp;");
        break;
      case '<':
        out.append("&lt;");
        break;
      case '>':
        out.append("&gt;");
        break;
      case '"':
        out.append("&quot;");
        break;
      case '\0':
      case '\r':
        break;
      default:
        out.push_back(c);
    }
  }
}

}  // namespace asof::layout
