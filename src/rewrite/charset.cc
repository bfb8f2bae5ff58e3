#include <optional>

#include "base/text.h"
#include "rewrite/charset_internal.h"

namespace asof::rewrite {
namespace {

std::string_view of_mark_or_label(std::string_view bytes, std::string_view header_label) {
  if (bytes.starts_with("\xEF\xBB\xBF")) return "utf-8";
  if (bytes.starts_with("\xFF\xFE")) return "utf-16le";
  if (bytes.starts_with("\xFE\xFF")) return "utf-16be";
  return html::encoding_of_label(header_label).value_or("");
}

}  // namespace

std::string_view page_charset(std::string_view bytes, std::string_view header_label) {
  const std::string_view found = of_mark_or_label(bytes, header_label);
  return found.empty() ? html::prescan_charset(bytes) : found;
}

// CSS Syntax 3.2: "@charset" counts only in exactly this form, and never means UTF-16.
std::string_view css_charset(std::string_view bytes, std::string_view header_label) {
  const std::string_view found = of_mark_or_label(bytes, header_label);
  constexpr std::string_view kRule = "@charset \"";
  if (!found.empty() || !bytes.starts_with(kRule)) return found;
  const std::string_view rest = bytes.substr(kRule.size(), 128);
  const std::size_t end = rest.find("\";");
  if (end == kNone) return {};
  const auto named = html::encoding_of_label(rest.substr(0, end)).value_or("");
  return named.starts_with("utf-16") ? "utf-8" : named;
}

bool keeps_ascii(std::string_view charset) {
  return !charset.starts_with("utf-16") && charset != "iso-2022-jp";
}

std::string_view legacy_charset(std::string_view charset) {
  return charset == "utf-8" || !keeps_ascii(charset) || charset == "replacement"
             ? std::string_view()
             : charset;
}

}  // namespace asof::rewrite
