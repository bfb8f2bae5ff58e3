// Text for pages of HTML.
#pragma once

#include <string>
#include <string_view>

namespace asof::page {

// Text as HTML shows it, between tags or in a quoted attribute, whatever bytes it has: always
// UTF-8. Control characters become spaces: HTML has no way to write them, and terminals obey them.
std::string escaped(std::string_view text);

}  // namespace asof::page
