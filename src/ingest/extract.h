// extract: one record, or what it carries, out of a WARC file.
#pragma once

#include <functional>
#include <string_view>

#include "base/source.h"
#include "warc/record.h"

namespace asof::ingest {

enum class Extract {
  Record,   // head and block, uncompressed
  Headers,  // head, and the HTTP head
  Payload,  // the content, with transfer and content codings undone
};

// Writes what was asked for of the record at `where`, and gives what is to be said of it, or
// nothing: that it was cut when it was captured, or coded in a way that is not undone.
// Errc::NotFound when no record starts there; Errc::Corrupt, after what could be read was written,
// when it is damaged; Errc::Limit when its payload unpacks to more than a body may.
Result<std::string> extract(const Source& source, warc::Position where, Extract what,
                            const std::function<Result<void>(std::string_view)>& write);

}  // namespace asof::ingest
