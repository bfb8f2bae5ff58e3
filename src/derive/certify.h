// The certifying step: what a crawl proves, computed and written to certificates/. A certificate
// follows from the crawl's WARC files alone; the catalog only says which crawls have ended.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "archive/directory.h"
#include "base/result.h"
#include "catalog/reader.h"
#include "catalog/writer.h"
#include "keep/crawl_description.h"
#include "verify/gather.h"

namespace asof::derive {

// A certificate that was made.
struct Certified {
  std::string crawl;
  std::string path;      // of its JSON; the page for people lies beside it, as .html
  std::string headline;  // what it says, in a sentence or two
  std::uint64_t pages = 0;
};

// A crawl that has ended in this process; its last record is on disk.
struct EndedCrawl {
  keep::CrawlDescription description;  // it says how and why the crawl ended
  bool has_captures = false;           // without any there is nothing to certify
  // Its evidence, where all of it was gathered as it was written; otherwise the files are read.
  std::optional<verify::Gathering> gathered{};
};
// Its rows are settled and, meanwhile, its certificate is made. Only then does its description say
// that it ended: after a kill before that, derive() makes the certificate. Nothing is returned
// where there is nothing to certify.
Result<std::optional<Certified>> end_crawl(archive::Directory& directory, catalog::Writer& catalog,
                                           EndedCrawl crawl);

// Crawls of the archive whose records say that they ended, and whose descriptions do not: those
// that were killed before their certificate was written. Each gets it, and its log is read.
Result<std::vector<Certified>> certify_ended(archive::Directory& directory,
                                             catalog::Writer& catalog);

}  // namespace asof::derive
