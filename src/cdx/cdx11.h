// CDX: columns named by letters in a header line, " CDX N b a m s k r M S V g".
//
// The first byte of the header is the separator. Known letters: N key, b date, a URL, m MIME type,
// s status, k digest, r redirect, M robot flags, S length, V offset, g file name; columns of other
// letters are skipped when read and "-" when written.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "cdx/line.h"

namespace asof::cdx {

struct CdxLayout {
  std::string letters;
  char separator = ' ';
  bool operator==(const CdxLayout&) const = default;
};

CdxLayout cdx11();  // N b a m s k r M S V g
CdxLayout cdx9();   // N b a m s k r V g

std::string write_cdx_header(const CdxLayout& layout);

// Without line end. Digests lose their label and dates are cut to 14 digits, as CDX readers
// expect; a separator inside a value is percent-encoded.
std::string write_cdx(const Line& line, const CdxLayout& layout);

}  // namespace asof::cdx
