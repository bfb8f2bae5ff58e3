// Which encoding a rewriter reads a text in. The names are those of html/charset.h.
#pragma once

#include <string_view>

#include "html/charset.h"

namespace asof::rewrite {

// Byte order mark, the transport's word, the text's own word; else empty. A page is not sniffed:
// what sniffing finds keeps ASCII.
std::string_view page_charset(std::string_view bytes, std::string_view header_label);
std::string_view css_charset(std::string_view bytes, std::string_view header_label);

// False for UTF-16, and for ISO-2022-JP, where a '<' may be half of a character.
bool keeps_ascii(std::string_view charset);
// The name where bytes above 0x7F are not UTF-8; else empty.
std::string_view legacy_charset(std::string_view charset);

}  // namespace asof::rewrite
