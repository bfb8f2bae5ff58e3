// The certificate as a page for people: one HTML file that needs nothing else, no script either.
//
// It lists at most kListedPages pages, those in doubt first, and draws at most kDrawnPages; the
// rest is counted. Whatever URLs and servers say is shown as text.
#pragma once

#include <cstddef>
#include <string>

#include "certificate/certify.h"

namespace asof::certificate {

inline constexpr std::size_t kListedPages = 2000;
inline constexpr std::size_t kDrawnPages = 200;

std::string page(const Certificate& certificate);

}  // namespace asof::certificate
