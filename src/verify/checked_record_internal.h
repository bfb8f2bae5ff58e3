// A record of a crawl, read to its end and its digests computed again.
#pragma once

#include <optional>
#include <string>

#include "capture/capture.h"
#include "warc/reader.h"

namespace asof::verify {

struct CheckedRecord {
  std::string url;
  capture::RecordName name;                 // with what is wrong with the record
  std::optional<capture::Capture> capture;  // nothing for records that hold none
  std::string warcinfo;                     // the block of such a record
};

// Reads the record whose head `reader` has just returned, to its end. An Error only where the
// source cannot be read.
Result<CheckedRecord> read_checked(warc::Reader& reader, const warc::Record& head);

}  // namespace asof::verify
