// crawl.log: one line for each visit, as Heritrix writes it.
#pragma once

#include <string>

#include "crawl/harvester.h"

namespace asof::crawl {

std::string log_line(const Happened& happened, const Frontier& frontier);

}  // namespace asof::crawl
