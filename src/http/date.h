// HTTP dates: the three standard forms and what servers send instead.
#pragma once

#include <optional>
#include <string_view>

#include "base/time.h"

namespace asof::http {

// IMF-fixdate, RFC 850, asctime and ISO 8601; also with the zone missing or unknown (taken as
// GMT), a numeric or North American zone (applied), two-digit years (70-99 are 19xx, 00-69 20xx),
// a wrong or missing weekday, months in any case or in full, any separators, a fraction, AM/PM and
// a leap second (told as second 59). Nothing where no such day or time exists, and for "0" or "-1".
std::optional<Instant> parse_date(std::string_view text);

}  // namespace asof::http
