// CDXJ: "<key> <timestamp> {json}", one capture a line. docs/formats/cdxj.md tells the format and
// how other tools write it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "cdx/line.h"

namespace asof::cdx {

enum class JsonStyle {
  Spaced,   // {"url": "x", "mime": "y"}: pywb, cdxj-indexer
  Compact,  // {"url":"x","mime":"y"}: warcio for JavaScript
};

// Appends the line without its line end: url, mime, status, digest, length, offset, filename,
// recordDigest, method, requestBody, then the others; numbers as strings; absent fields left out.
// The key must have no spaces at its ends and no line ends; what has is percent-encoded.
void append_cdxj(std::string& out, const Line& line, JsonStyle style = JsonStyle::Spaced);
std::string write_cdxj(const Line& line, JsonStyle style = JsonStyle::Spaced);

// Reads a line, with or without its line end. Numbers may be strings or numbers; of repeated
// fields the last counts. Corrupt, with the line number given and what is wrong, for all else.
Result<Line> parse_cdxj(std::string_view text, std::uint64_t line_number);

// Whether the line is no capture: empty, "!meta ...", or the header of a CDX file.
bool is_directive(std::string_view text);

}  // namespace asof::cdx
