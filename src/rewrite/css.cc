#include "rewrite/css.h"

#include "html/css.h"
#include "rewrite/charset_internal.h"

namespace asof::rewrite {
namespace {

// `quote` encloses the reference; 0 in url(...) without quotes.
std::string css_escape(std::string_view text, char quote) {
  std::string out;
  out.reserve(text.size());
  for (char c : text) {
    const bool special = quote != 0 ? c == quote : c == '"' || c == '\'' || c == '(' || c == ')';
    if (special || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

}  // namespace

void edit_css(std::string_view sheet, std::size_t offset, WebReferences& references, Edits& edits) {
  for (const auto& link : html::css_links(sheet, sheet.size())) {
    const auto text = references.map(link.reference, link.is_import ? Use::Style : Use::Image);
    if (!text) continue;
    const char before = link.begin > 0 ? sheet[link.begin - 1] : '\0';
    const char quote = before == '"' || before == '\'' ? before : '\0';
    edits.add(offset + link.begin, offset + link.end, css_escape(*text, quote));
  }
}

CssResult rewrite_css(std::string_view sheet, const Mapper& mapper, const CssOptions& options) {
  CssResult result;
  const std::string_view charset = css_charset(sheet, options.charset);
  std::string converted;
  if (!keeps_ascii(charset)) {
    converted = html::to_utf8(sheet, charset);
    sheet = converted;
    result.charset_changed = true;
  }
  Tally tally;
  WebReferences references(mapper, options.base, legacy_charset(charset), tally);
  Edits edits;
  edit_css(sheet, 0, references, edits);
  result.text = edits.apply(sheet);
  result.mapped = tally.mapped;
  result.cut = tally.cut;
  return result;
}

}  // namespace asof::rewrite
