#include "page/document.h"

#include <fmt/format.h>

namespace asof::page {

std::string document(const Document& document) {
  return fmt::format(
      "<!doctype html>\n<html lang='en'><head><meta charset='utf-8'>"
      "<meta name='viewport' content='width=device-width,initial-scale=1'>"
      "<meta http-equiv='Content-Security-Policy' content=\"default-src 'none';style-src "
      "'unsafe-inline'{}\">\n<title>{}</title><style>{}{}</style></head>"
      "<body><main>\n{}</main></body></html>\n",
      document.has_pictures ? ";img-src data:" : "", escaped(document.title), style(),
      document.more_style, document.body_html);
}

std::string chip(std::string_view kind, std::string_view text) {
  return fmt::format("<span class='chip {}'>{}</span>", escaped(kind), escaped(text));
}

std::string tally(std::span<const Figure> figures) {
  std::string out = "<ul class='tally'>";
  for (const Figure& figure : figures) {
    out += fmt::format("<li class='{}'>{}<b>{}</b>", escaped(figure.kind), figure.name_html,
                       escaped(figure.value));
    if (!figure.meaning.empty())
      out += fmt::format("<span class='soft'>{}</span>", escaped(figure.meaning));
    out += "</li>";
  }
  return out + "</ul>\n";
}

std::string table(const std::vector<std::string>& heading_html, std::string_view rows_html,
                  std::string_view kind) {
  std::string out = "<div class='scroll'><table";
  if (!kind.empty()) out += fmt::format(" class='{}'", escaped(kind));
  out += ">";
  if (!heading_html.empty()) {
    out += "<thead><tr>";
    for (const std::string& cell : heading_html) out += fmt::format("<th>{}</th>", cell);
    out += "</tr></thead>";
  }
  return fmt::format("{}<tbody>\n{}</tbody></table></div>\n", out, rows_html);
}

}  // namespace asof::page
