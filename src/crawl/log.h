// crawl.log: one line for each visit, as Heritrix writes it.
#pragma once

#include <string>

#include "base/result.h"
#include "crawl/harvester.h"

namespace asof::crawl {

std::string log_line(const Happened& happened, const Frontier& frontier);

// Cuts off what a kill or a full disk left of a last line, which would spoil the one that follows.
// Nothing happens where there is no such file.
Result<void> mend_log(const std::string& path);

}  // namespace asof::crawl
