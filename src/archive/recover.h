// recover: what a writer left behind that was killed. An .open file is cut back to its last whole
// record and gets its final name: everything that was ever synced is in it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "archive/directory.h"

namespace asof::archive {

struct Recovered {
  std::string name;           // without .open
  std::uint64_t records = 0;  // whole ones
  std::uint64_t cut = 0;      // bytes of a record that was not
};

// The directory must be open for writing, so that nobody is still at it. A file without a whole
// record is removed.
Result<std::vector<Recovered>> recover(const Directory& directory);

}  // namespace asof::archive
