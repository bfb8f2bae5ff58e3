// CrawlDescription: what describes a crawl of this archive, in crawls/NAME.json. It is written when
// a crawl begins, and completed once the crawl has ended and has its certificate. It can be made
// again from the crawl's WARC files.
#pragma once

#include <string>
#include <vector>

#include "archive/directory.h"
#include "base/result.h"
#include "base/time.h"

namespace asof::keep {

struct CrawlDescription {
  std::string name;
  Instant began;
  std::string settings;  // JSON, as the crawl's warcinfo record has it
  std::string clock;     // URL of an origin's clock; empty: the system's
  std::string ended;     // "done", "pages"...; empty: it has not, or has no certificate yet
  std::string why;       // it ended; a sentence
};

// By name. Errc::Corrupt names a file that describes no crawl.
Result<std::vector<CrawlDescription>> described_crawls(const archive::Directory& directory);
Result<void> write_description(const archive::Directory& directory,
                               const CrawlDescription& description);
// Writes the descriptions that are missing, from what the crawls' WARC files say.
Result<void> restore_descriptions(const archive::Directory& directory);

}  // namespace asof::keep
