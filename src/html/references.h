// Decoding of what a token holds: character references, line ends, NUL, case of names.
//
// WHATWG HTML 13.2.5.72 to 13.2.5.80 for references, 13.2.3.5 for line ends. Input and output are
// UTF-8 or any other encoding that keeps ASCII; bytes above 0x7F pass unchanged.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "html/token.h"

namespace asof::html {

// True where decoding would change the bytes at all; otherwise the raw slice is the value.
bool needs_decoding(std::string_view raw);

void append_text(std::string& out, std::string_view raw, TextKind kind);
void append_attribute_value(std::string& out, std::string_view raw);

std::string decode_text(std::string_view raw, TextKind kind = TextKind::Data);
std::string decode_attribute_value(std::string_view raw);
// Names of elements, attributes and doctypes: lower case.
std::string decode_name(std::string_view raw);
// Comments and doctype identifiers: line ends and NUL only.
std::string decode_literal(std::string_view raw);

// Decodes the reference at the start of `text`, which starts with '&'. Returns the bytes it takes,
// or 0 where the ampersand stands for itself and nothing was appended.
std::size_t append_reference(std::string& out, std::string_view text, bool in_attribute);

}  // namespace asof::html
