// Parts of the report.
#pragma once

#include <string>

#include "studies/report.h"

namespace asof::studies {

// A chart's points as a table: a row per series, a column per x. No rows where that says nothing.
Table numbers_of(const page::Chart& chart);
std::string report_style();

}  // namespace asof::studies
