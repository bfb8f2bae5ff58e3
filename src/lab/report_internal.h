// Parts of the report.
#pragma once

#include <string>

#include "lab/report.h"

namespace asof::lab {

// A chart's points as a table: a row per series, a column per x. No rows where that says nothing.
Table numbers_of(const Chart& chart);
std::string report_style();

}  // namespace asof::lab
