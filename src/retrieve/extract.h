// extract: one record, or what it carries, out of a WARC file.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "base/source.h"
#include "warc/record.h"

namespace asof::retrieve {

enum class Extract {
  Record,   // head and block, uncompressed
  Headers,  // head, and the HTTP head
  Payload,  // the content, with transfer and content codings undone
};

using Write = std::function<Result<void>(std::string_view)>;

// Writes what was asked for of the record at `where`, and gives what is to be said of it, or
// nothing: file and offset, and what remark_on() says of the payload.
// Errc::NotFound when no record starts there; Errc::Corrupt, after what could be read was written,
// when it is damaged; Errc::Limit when its payload unpacks to more than a body may.
Result<std::string> extract(const Source& source, warc::Position where, Extract what,
                            const Write& write);

}  // namespace asof::retrieve
