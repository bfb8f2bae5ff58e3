// The certificate as JSON (docs/formats/certificate.md): keys in one order, one line a page, so
// that the same certificate always gives the same bytes.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "certificate/certify.h"

namespace asof::certificate {

// Version 1 is without `left_out`: of crawls that do not say what they left out. 1 and 2 are made
// by rules 1; from 3 on a certificate says by which.
inline constexpr int kVersion = 3;

std::string to_json(const Certificate& certificate);

// Reads what to_json() wrote. Errc::Invalid says where and what for anything else: another format
// or version, a key that is missing or unknown, a value that cannot be.
Result<Certificate> parse(std::string_view json);

}  // namespace asof::certificate
