// How strategies look in figures: one label, one family of colours and one shade each, the same in
// every figure.
#pragma once

#include <string_view>

#include "lab/statistics.h"
#include "studies/report.h"

namespace asof::studies {

// A series without points. A name the table does not know is shown as it is.
page::Series series_of(std::string_view strategy);
std::string label_of(std::string_view strategy);

page::Point point_at(double x, const lab::Estimate& estimate);
std::string with_interval(const lab::Estimate& estimate);
Cell cell_of(const lab::Estimate& estimate);
// "20 %"
std::string percent(double share, int digits = 0);

}  // namespace asof::studies
