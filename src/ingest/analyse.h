// analyse: what the catalog keeps of records. Pure: the same stretch always gives the same rows.
#pragma once

#include "catalog/rows.h"
#include "ingest/facts.h"
#include "ingest/item.h"

namespace asof::ingest {

// What is known of an answer's payload already, to the one who received it.
struct Known {
  std::string sha256;  // 32 bytes
  std::uint64_t size = 0;
  catalog::Document* document = nullptr;  // where it is a page; taken
};

// When a capture was made: by its record or, where that has no usable date, by the server.
std::optional<Instant> date_of(const warc::Record& record, const Facts& facts);
// "the record has no usable date ("20240230"); "
std::string without_date(const warc::Record& record);

// Appends the rows of one record. `known`, where given, must be what would be found here: the rows
// are the same, without looking at the payload again.
void analyse(const Item& item, catalog::FileId file, catalog::Batch& batch,
             const Known* known = nullptr);

// Appends the rows of a stretch of the file to the batch: captures with digests, documents with
// links, metadata, damage. Leaves the batch's progress alone.
void analyse(const Stretch& stretch, catalog::FileId file, catalog::Batch& batch);

}  // namespace asof::ingest
