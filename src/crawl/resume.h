// resume: brings a harvester that has made no request yet to where a killed crawl was, from the
// crawl's own WARC files.
#pragma once

#include <string>

#include "archive/directory.h"
#include "crawl/harvester.h"

namespace asof::crawl {

struct Resumed {
  std::uint64_t visits = 0;  // read back
  std::uint64_t owed = 0;    // asked for and not seen
  Instant last;              // when the last answer came
  std::uint64_t lost = 0;    // visits whose records could not be understood
};

// `harvester` and `frontier` belong together and know the seeds.
Result<Resumed> resume(const archive::Directory& directory, std::string_view crawl,
                       Frontier& frontier, Past& past, LiveHarvester& harvester);

}  // namespace asof::crawl
