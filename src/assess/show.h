// An assessment shown: to people on a terminal, to programs, to people on a page.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "assess/assess.h"

namespace asof::assess {

// Lines for a terminal: at most `rows` crawls and sites, the latest and the largest.
std::string to_text(const Assessment& assessment, std::size_t rows);

// Every number, as a JSON object on one line; null where there is no value.
std::string to_json(const Assessment& assessment);

// One HTML file that needs nothing else, no script either. Whatever the archive says is shown as
// text. At most kDrawnRows crawls and sites are drawn; the rest is counted.
inline constexpr std::size_t kDrawnRows = 200;
// `more_html` stands below the assessment.
std::string to_page(const Assessment& assessment, std::string_view title,
                    std::string_view more_html = {});

// "62 % (with 95 % probability 51 % to 73 %)", "at most 95 %; at most 45 % if pages change at
// random times", "unknown"
std::string describe(const std::optional<quality::ShareCaught>& share);

}  // namespace asof::assess
