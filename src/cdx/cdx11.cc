#include "cdx/cdx11.h"

#include <algorithm>

#include "base/text.h"

namespace asof::cdx {
namespace {

constexpr std::size_t kMaxColumns = 64;

Error corrupt(std::uint64_t line_number, const std::string& what) {
  return {Errc::Corrupt, "CDX line " + std::to_string(line_number) + ": " + what};
}

std::string_view without_line_end(std::string_view text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.remove_suffix(1);
  return text;
}

// Stores one column; false where it is not what its letter says.
bool set_column(Line& line, char letter, std::string_view value) {
  if (letter == 'b') {
    line.timestamp = value;
    bool digits = std::all_of(value.begin(), value.end(), is_digit);
    return digits && value.size() >= 14 && value.size() <= 17 && line.instant();
  }
  if (value == "-") return true;
  auto number = parse_uint(value);
  switch (letter) {
    case 'N':
      line.key = value;
      return true;
    case 'a':
      line.url = value;
      return true;
    case 'm':
      line.mime = value;
      return true;
    case 's':
      if (!number || *number > 9999) return false;
      line.status = static_cast<int>(*number);
      return true;
    case 'k':
      line.digest = value;
      return true;
    case 'r':
      line.redirect = value;
      return true;
    case 'M':
      line.robot_flags = value;
      return true;
    case 'S':
      line.length = number;
      return number.has_value();
    case 'V':
      line.offset = number;
      return number.has_value();
    case 'g':
      line.filename = value;
      return true;
    default:
      return true;
  }
}

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

bool is_cdx_header(std::string_view text) {
  return text.size() > 5 && text.substr(1, 3) == "CDX" && text[4] == text[0] && !is_alnum(text[0]);
}

Result<CdxLayout> parse_cdx_header(std::string_view text) {
  text = without_line_end(text);
  if (!is_cdx_header(text)) return Error{Errc::Invalid, "no CDX header"};
  CdxLayout layout{"", text[0]};
  for (std::string_view letter : split(text.substr(5), layout.separator)) {
    if (letter.empty()) continue;
    if (letter.size() != 1 || layout.letters.size() == kMaxColumns) {
      return Error{Errc::Invalid, "CDX header with a column that is no letter"};
    }
    layout.letters += letter;
  }
  bool useful = layout.letters.find('b') != std::string::npos &&
                layout.letters.find_first_of("aN") != std::string::npos;
  if (!useful) return Error{Errc::Invalid, "CDX header without URL or date"};
  return layout;
}

std::string write_cdx_header(const CdxLayout& layout) {
  std::string out(1, layout.separator);
  out += "CDX";
  for (char letter : layout.letters) {
    out += layout.separator;
    out += letter;
  }
  return out;
}

Result<CdxLayout> guess_cdx_layout(std::string_view text) {
  auto columns = std::count(text.begin(), text.end(), ' ') + 1;
  if (columns == 11) return cdx11();
  if (columns == 9) return cdx9();
  return Error{Errc::Invalid,
               "a CDX line of " + std::to_string(columns) + " columns needs a header"};
}

Result<Line> parse_cdx(std::string_view text, const CdxLayout& layout, std::uint64_t line_number) {
  text = without_line_end(text);
  Line line;
  std::size_t start = 0;
  for (std::size_t i = 0; i < layout.letters.size(); ++i) {
    bool last = i + 1 == layout.letters.size();
    std::size_t end = std::min(text.find(layout.separator, start), text.size());
    if (last != (end == text.size())) {
      auto count = std::count(text.begin(), text.end(), layout.separator) + 1;
      return corrupt(line_number, std::to_string(count) + " columns, not " +
                                      std::to_string(layout.letters.size()));
    }
    if (!set_column(line, layout.letters[i], text.substr(start, end - start))) {
      return corrupt(line_number,
                     std::string("column ") + layout.letters[i] + " has a wrong value");
    }
    start = end + 1;
  }
  return line;
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
