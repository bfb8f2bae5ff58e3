// Facts: what an index says of one record: address, type, status, digest.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "http/message.h"
#include "warc/record.h"

namespace asof::ingest {

struct Facts {
  std::string url;           // as recorded
  std::string key;           // its SURT key, with the request's method and body where not a GET
  std::string method;        // empty for GET
  std::string request_body;  // the field requestBody of an index line
  std::optional<http::Response> response;  // views into the block
  int status = 0;                          // 0: not HTTP
  std::string mime;                        // "text/html", without parameters; empty when not stated
  std::string charset;                     // by Content-Type, as written
};

// Whether an index has a line for it: responses, revisits, resources, conversions, and metadata
// that are not WARC fields.
bool is_indexed(const warc::Record& record);

// `block` is the record's block or its beginning, with all of an HTTP head; `request` the request
// it answers, when that is no GET; `key` the SURT key of its address, where that is known. The
// block must outlive the facts.
Facts facts_of(const warc::Record& record, std::string_view block, std::string_view request,
               std::string_view key = {});

}  // namespace asof::ingest
