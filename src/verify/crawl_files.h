// crawl_files: which WARC files are a crawl's, and what they say of it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "archive/directory.h"
#include "capture/notes.h"

namespace asof::verify {

// Whether a file is one of a crawl's by its name: NAME-TIMESTAMP-SERIAL.warc.gz or .warc.zst.
bool is_of_crawl(std::string_view name, std::string_view crawl);
// Files of a crawl that are finished, in byte order.
Result<std::vector<std::string>> crawl_files(const archive::Directory& directory,
                                             std::string_view crawl);

// How a crawl ended, by its last record; nothing where it was cut off, or went on and has not ended
// since.
Result<std::optional<capture::CrawlEnd>> end_of_crawl(const archive::Directory& directory,
                                                      const std::string& crawl);

// What a crawl's own records say of it: enough to continue it.
struct RecordedCrawl {
  std::string name;
  std::optional<Instant> began;
  std::string settings;                  // JSON, on one line
  std::optional<capture::CrawlEnd> end;  // nothing where it was cut off
};
// The crawls that asof recorded in the archive, by name, except those named. Files of others and
// files that cannot be read are passed over.
Result<std::vector<RecordedCrawl>> recorded_crawls(const archive::Directory& directory,
                                                   const std::vector<std::string>& except);

}  // namespace asof::verify
