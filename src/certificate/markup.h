// Pieces of pages for people, shared by the certificate's page and others that show grades.
#pragma once

#include <string>
#include <string_view>

#include "certificate/standing.h"

namespace asof::certificate {

// A mark and a word, coloured.
std::string chip(Grade grade);
// The style sheet: light and dark, grades by class names of their own.
std::string_view page_style();

}  // namespace asof::certificate
