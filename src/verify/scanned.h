// Scanned: one record of a crawl, read to its end.
#pragma once

#include <optional>
#include <string>

#include "certificate/evidence.h"
#include "warc/reader.h"

namespace asof::verify {

struct Scanned {
  warc::Type type = warc::Type::Unknown;
  std::string url;
  std::optional<Instant> date;
  certificate::Locator record;  // its file is left to the caller

  // Of warcinfo, metadata and request records: the block, as far as it is of use.
  std::string text;
  // Of responses and revisits: what the HTTP head says, and the body.
  std::optional<int> status;
  certificate::Validators validators;
  std::optional<Instant> modified;
  std::string location;     // redirects only
  std::string body_sha256;  // of the bytes here, without transfer coding; responses only
  bool whole = false;       // nothing of the body is missing, by the record and by the HTTP head
  // Revisits only.
  std::string profile;
  std::string refers_to;  // a record id; empty: by URL and date
  std::string refers_to_url;
  std::optional<Instant> refers_to_date;

  std::string fault;  // a digest that does not match, a block that is not whole; empty: none
};

// Reads the record whose head `reader` has just returned, to its end, and computes its digests
// again. An Error only where the source cannot be read.
Result<Scanned> scan(warc::Reader& reader, const warc::Record& head);

// The same of a record that was written a moment ago, its digests from this very block.
struct Fresh {
  std::uint64_t offset = 0;
  std::uint64_t length = 0;
  std::string_view block;
  // Of a response whose body is whole by its head: the SHA-256 of that, 32 bytes; else empty.
  std::string_view payload_sha256;
};
Scanned scan(const warc::Record& head, const Fresh& fresh);

}  // namespace asof::verify
