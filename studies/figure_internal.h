// The experiments, one function each.
#pragma once

#include "studies/reproduce.h"

namespace asof::studies {

Result<Figure> sharc_figure_3(const Setting& setting);   // organ pipes
Result<Figure> sharc_figure_4(const Setting& setting);   // other online strategies
Result<Figure> sharc_figure_5(const Setting& setting);   // a worst case
Result<Figure> sharc_figure_6(const Setting& setting);   // worst cases
Result<Figure> sharc_figure_7(const Setting& setting);   // the penalty of two visits
Result<Figure> sharc_figure_8(const Setting& setting);   // SHARC-threshold
Result<Figure> sharc_figure_9(const Setting& setting);   // crawl durations, real histories
Result<Figure> sharc_figure_10(const Setting& setting);  // observation intervals
Result<Figure> sharc_figure_11(const Setting& setting);  // wrong rates
Result<Figure> sharc_table_1(const Setting& setting);    // depth-first
Result<Figure> sharc_table_2(const Setting& setting);    // breadth-first
Result<Figure> sharc_table_3(const Setting& setting);    // SHARC-online
Result<Figure> sharc_table_4(const Setting& setting);    // sharp pages
Result<Figure> dexa_figure_7(const Setting& setting);    // weighted completeness
Result<Figure> dexa_figure_8(const Setting& setting);    // weighted coherence
Result<Figure> tpdl_figure_6(const Setting& setting);    // collections off peak
Result<Figure> tpdl_figure_7(const Setting& setting);    // navigation
Result<Figure> jcdl_figure_4(const Setting& setting);    // series
Result<Figure> jcdl_figure_5(const Setting& setting);    // patterns
Result<Figure> jcdl_figure_6(const Setting& setting);    // a threshold of indexing
Result<Figure> jcdl_figure_7(const Setting& setting);    // how long a period should be
Result<Figure> jcdl_figure_8(const Setting& setting);    // completeness
Result<Figure> jcdl_figure_9(const Setting& setting);    // weighted completeness
Result<Figure> rate_predictor(const Setting& setting);   // rates of pages nobody has watched
Result<Figure> real_navigation(const Setting& setting);  // links on real histories

}  // namespace asof::studies
