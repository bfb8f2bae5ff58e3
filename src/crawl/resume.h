// resume: brings a harvester that has made no request yet to where a killed crawl was. What the
// crawl saw is read from the rows of the catalog; bodies are read again only of robots.txt, of
// sitemaps, and of pages that showed the body of another address.
#pragma once

#include <string>
#include <vector>

#include "archive/directory.h"
#include "crawl/harvester.h"

namespace asof::crawl {

struct ResumeResult {
  std::uint64_t visits = 0;           // read back
  std::uint64_t owed = 0;             // asked for and not seen
  Instant last;                       // when the last answer came
  std::uint64_t lost = 0;             // visits that tell the crawl as it is now nothing
  std::vector<std::string> unlogged;  // lines that the log should have
};

// `harvester` and `frontier` belong together and know the seeds. `log` is the path of the crawl's.
// The catalog holds the rows of all the crawl's records (keep::catch_up).
Result<ResumeResult> resume(const archive::Directory& directory, const catalog::Reader& catalog,
                            std::string_view crawl, const std::string& log, Frontier& frontier,
                            EarlierCaptures& earlier, LiveHarvester& harvester);

}  // namespace asof::crawl
