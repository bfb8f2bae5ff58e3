// Grades on pages for people.
#pragma once

#include <string>

#include "certificate/standing.h"

namespace asof::certificate {

// A mark and a word, coloured.
std::string chip(Grade grade);

}  // namespace asof::certificate
