// libidn2 does UTS 46 but adds checks of its own. In non-transitional mode it also applies IDNA
// 2008's table, which disallows symbols such as U+2603 that the URL Standard allows; in
// transitional mode it does not. The two modes differ otherwise only for the four deviation
// characters, so a label without them that is disallowed gets a second chance. In both modes it
// refuses labels with hyphens at an end or in places 3 and 4, and labels over 63 bytes, which the
// standard accepts; docs/conformance-urls.md says so. Labels are converted one by one, and ASCII
// ones are never shown to it.
#include <idn2.h>

#include <utility>

#include "base/text.h"
#include "url/idna_internal.h"

namespace asof::url {
namespace {

bool is_ascii(std::string_view text) {
  for (char c : text) {
    if (static_cast<unsigned char>(c) >= 0x80) return false;
  }
  return true;
}

struct Conversion {
  int code = IDN2_ENCODING_ERROR;
  std::string ascii;
};

Conversion convert(const std::string& text, int flags) {
  Conversion out;
  // The library takes a C string.
  if (text.find('\0') != std::string::npos) return out;
  char* ascii = nullptr;
  out.code =
      idn2_to_ascii_8z(text.c_str(), &ascii, flags | IDN2_NFC_INPUT | IDN2_NO_ALABEL_ROUNDTRIP);
  if (out.code == IDN2_OK) out.ascii = ascii;
  idn2_free(ascii);
  return out;
}

bool has_deviation(std::string_view label) {
  for (std::string_view character : {"\u00DF", "\u03C2", "\u200C", "\u200D", "\u1E9E"}) {
    if (label.find(character) != std::string_view::npos) return true;
  }
  return false;
}

std::optional<std::string> label_to_ascii(const std::string& label) {
  Conversion out = convert(label, IDN2_NONTRANSITIONAL);
  if (out.code == IDN2_DISALLOWED && !has_deviation(label)) out = convert(label, IDN2_TRANSITIONAL);
  if (out.code != IDN2_OK) return std::nullopt;
  return std::move(out.ascii);
}

// The length of the full stop at the front of `text`, ASCII or one of those mapped to it.
std::size_t full_stop_length(std::string_view text) {
  if (text.starts_with('.')) return 1;
  if (text.starts_with("\u3002") || text.starts_with("\uFF0E") || text.starts_with("\uFF61")) {
    return 3;
  }
  return 0;
}

}  // namespace

std::optional<std::string> domain_to_ascii(std::string_view domain) {
  if (is_ascii(domain)) return lower(domain);
  if (!is_utf8(domain)) return std::nullopt;
  std::string out;
  std::size_t start = 0;
  for (std::size_t i = 0; i <= domain.size(); ++i) {
    std::size_t stop = i < domain.size() ? full_stop_length(domain.substr(i)) : 0;
    if (stop == 0 && i < domain.size()) continue;
    std::string label(domain.substr(start, i - start));
    if (is_ascii(label)) {
      out += lower(label);
    } else {
      auto ascii = label_to_ascii(label);
      if (!ascii) return std::nullopt;
      out += *ascii;
    }
    if (i < domain.size()) out += '.';
    if (stop > 1) i += stop - 1;
    start = i + 1;
  }
  return out;
}

std::optional<std::string> label_to_ascii_2003(std::string_view label) {
  if (!is_utf8(label)) return std::nullopt;
  Conversion out = convert(std::string(label), IDN2_TRANSITIONAL);
  if (out.code != IDN2_OK) return std::nullopt;
  return std::move(out.ascii);
}

}  // namespace asof::url
