// index: the index lines of WARC files, without an archive.
#pragma once

#include <functional>
#include <string>

#include "base/source.h"
#include "catalog/reader.h"
#include "cdx/line.h"
#include "ingest/item.h"
#include "warc/reader.h"

namespace asof::ingest {

// The line of a record an index has one for; nothing for others, and for one without a date.
// `damage` gets what is to be said of it: that it has no date, that its body is not whole.
std::optional<cdx::Line> index_line(const Item& item, std::string_view filename,
                                    std::vector<warc::Damage>& damage);

// The line of a capture the catalog knows.
cdx::Line index_line(const catalog::Capture& capture, std::string_view filename);

// The same line, with the digest of what it shows where the capture itself has none: a server that
// says "not modified" sends nothing to digest, and an index line must have one.
cdx::Line index_line(const catalog::Capture& capture, const std::optional<catalog::Capture>& shown,
                     std::string_view filename);

struct IndexOptions {
  unsigned threads = 2;
  std::function<void(const warc::Damage&)> on_damage;
  std::function<void(std::uint64_t offset, std::uint64_t size)> on_progress;
};

// Lines in the order of the file, each made by `write` on one of several threads and given to
// `take` on the caller's. The number of records read.
Result<std::uint64_t> index_file(const Source& source, std::string_view filename,
                                 const std::function<void(std::string&, const cdx::Line&)>& write,
                                 const std::function<Result<void>(std::string_view lines)>& take,
                                 const IndexOptions& options);

}  // namespace asof::ingest
