// The parts of `asof check`.
#pragma once

#include <string>

#include "base/result.h"

namespace asof::cli {

// An archive's catalog and all its files: 0 or 1. With `log`, the check is noted in the archive,
// and since when each problem is known.
Result<int> check_whole_archive(const std::string& path, bool log, bool as_json);

}  // namespace asof::cli
