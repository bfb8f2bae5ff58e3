#include "rewrite/fields.h"

#include <vector>

#include "base/text.h"
#include "html/link_rules.h"
#include "rewrite/web_references.h"

namespace asof::rewrite {
namespace {

// The links of a field: commas in <...> and in quotes do not separate.
std::vector<std::string_view> links_of(std::string_view field) {
  std::vector<std::string_view> links;
  std::size_t begin = 0;
  char until = 0;
  for (std::size_t at = 0; at < field.size(); ++at) {
    const char c = field[at];
    if (until != 0) {
      if (c == '\\' && until == '"') ++at;
      if (c == until) until = 0;
    } else if (c == '<') {
      until = '>';
    } else if (c == '"') {
      until = '"';
    } else if (c == ',') {
      links.push_back(trim(field.substr(begin, at - begin)));
      begin = at + 1;
    }
  }
  links.push_back(trim(field.substr(begin)));
  return links;
}

// The value of a parameter, without quotes.
std::string parameter(std::string_view link, std::string_view name) {
  for (auto part : split(link, ';')) {
    const std::size_t equals = part.find('=');
    if (equals == kNone || !iequals(trim(part.substr(0, equals)), name)) continue;
    std::string_view value = trim(part.substr(equals + 1));
    if (value.starts_with('"')) value = value.substr(1, value.find('"', 1) - 1);
    return lower(value);
  }
  return {};
}

Use use_of(std::string_view link) {
  const std::string rel = parameter(link, "rel");
  const std::string as = parameter(link, "as");
  if (html::has_token(rel, "stylesheet") || as == "style") return Use::Style;
  if (html::has_token(rel, "modulepreload") || as == "script") return Use::Script;
  if (as == "image" || html::has_token(rel, "icon")) return Use::Image;
  return html::has_token(rel, "preload") ? Use::Other : Use::Page;
}

}  // namespace

std::string rewrite_location(std::string_view value, const Mapper& mapper, const url::Url& base) {
  Tally tally;
  auto text = WebReferences(mapper, base, {}, tally).map(value, Use::Page);
  return text ? *std::move(text) : std::string(value);
}

std::string rewrite_link_field(std::string_view value, const Mapper& mapper, const url::Url& base) {
  Tally tally;
  WebReferences references(mapper, base, {}, tally);
  std::string out;
  for (auto link : links_of(value)) {
    const std::size_t close = link.find('>');
    if (!link.starts_with('<') || close == kNone) continue;
    const std::string_view parameters = link.substr(close + 1);
    const std::string rel = parameter(parameters, "rel");
    if (html::has_token(rel, "preconnect") || html::has_token(rel, "dns-prefetch")) continue;
    const std::string_view reference = link.substr(1, close - 1);
    if (!out.empty()) out += ", ";
    out += '<';
    out += references.map(reference, use_of(parameters)).value_or(std::string(reference));
    out += '>';
    out += parameters;
  }
  return out;
}

}  // namespace asof::rewrite
