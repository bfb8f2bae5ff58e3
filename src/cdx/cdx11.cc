#include "cdx/cdx11.h"

#include <algorithm>

#include "base/text.h"

namespace asof::cdx {
namespace {

std::string column(const Line& line, char letter) {
  auto number = [](const auto& value) { return value ? std::to_string(*value) : std::string(); };
  switch (letter) {
    case 'N':
      return line.key;
    case 'b':
      return line.timestamp.substr(0, 14);
    case 'a':
      return line.url;
    case 'm':
      return line.mime;
    case 's':
      return number(line.status);
    case 'k':
      return line.digest.substr(line.digest.find(':') + 1);
    case 'r':
      return line.redirect;
    case 'M':
      return line.robot_flags;
    case 'S':
      return number(line.length);
    case 'V':
      return number(line.offset);
    case 'g':
      return line.filename;
    default:
      return {};
  }
}

}  // namespace

CdxLayout cdx11() { return {"NbamskrMSVg", ' '}; }
CdxLayout cdx9() { return {"NbamskrVg", ' '}; }

std::string write_cdx_header(const CdxLayout& layout) {
  std::string out(1, layout.separator);
  out += "CDX";
  for (char letter : layout.letters) {
    out += layout.separator;
    out += letter;
  }
  return out;
}

std::string write_cdx(const Line& line, const CdxLayout& layout) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string out;
  for (char letter : layout.letters) {
    if (!out.empty()) out += layout.separator;
    std::string value = column(line, letter);
    if (value.empty()) out += '-';
    for (char c : value) {
      if (c == layout.separator || is_space(c)) {
        auto byte = static_cast<unsigned char>(c);
        out += '%';
        out += kHex[byte >> 4];
        out += kHex[byte & 15];
      } else {
        out += c;
      }
    }
  }
  return out;
}

}  // namespace asof::cdx
