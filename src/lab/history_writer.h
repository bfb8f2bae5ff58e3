// Writes a history as a WARC file that holds every version of every page, as read_history() wants
// it. Bodies are placeholders: the page, its version and its links.
#pragma once

#include <string>

#include "base/result.h"
#include "lab/history.h"

namespace asof::lab {

// Into `folder`, which must exist; times of the history are seconds since 1970. Page names must be
// URLs. The path of the file, PREFIX-TIME-SERIAL.warc.gz; the same seed gives the same bytes.
Result<std::string> write_history(const History& history, const std::string& folder,
                                  const std::string& prefix, std::uint64_t seed);

}  // namespace asof::lab
