// How strategies look in figures: one label, one family of colours and one shade each, the same in
// every figure.
#pragma once

#include <string_view>

#include "lab/report.h"
#include "lab/statistics.h"

namespace asof::lab {

// A series without points. A name the table does not know is shown as it is.
Series series_of(std::string_view strategy);
std::string label_of(std::string_view strategy);

Point point_at(double x, const Estimate& estimate);
std::string with_interval(const Estimate& estimate);
Cell cell_of(const Estimate& estimate);
// "20 %"
std::string percent(double share, int digits = 0);

}  // namespace asof::lab
