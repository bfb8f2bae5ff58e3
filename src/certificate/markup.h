// Grades on pages for people.
#pragma once

#include <string>

#include "certificate/standing.h"

namespace asof::certificate {

// A mark and a word, coloured. `label` stands for the usual word.
std::string chip(Grade grade);
std::string chip(Grade grade, std::string_view label);

}  // namespace asof::certificate
