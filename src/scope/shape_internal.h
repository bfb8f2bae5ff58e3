// Shapes of URLs: what is left of one when dates, or session identifiers, are taken out.
//
// URLs of one shape are what an endless calendar, or a site that puts its sessions into addresses,
// makes of one page. A shape is its 64-bit hash; nothing where there is nothing to take out.
#pragma once

#include <cstdint>
#include <optional>

#include "scope/address_internal.h"

namespace asof::scope {

struct Shapes {
  std::optional<std::uint64_t> without_dates;  // sessions are taken out too
  std::optional<std::uint64_t> without_sessions;
};

// A date is a year with its month ("2026/11", "15.11.2026"), eight digits that are one, or what an
// argument called year, month, date ... holds. A year alone is a number like others. A session is a
// long value of an argument or path parameter with one of the usual names, or ASP.NET's "(S(...))".
Shapes shapes_of(const Address& address);

}  // namespace asof::scope
