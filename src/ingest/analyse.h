// analyse: what the catalog keeps of records. Pure: the same stretch always gives the same rows.
#pragma once

#include "catalog/rows.h"
#include "ingest/item.h"

namespace asof::ingest {

// Appends the rows of a stretch of the file to the batch: captures with digests, documents with
// links and text, metadata, damage. Leaves the batch's progress alone.
void analyse(const Stretch& stretch, catalog::FileId file, catalog::Batch& batch);

}  // namespace asof::ingest
