// rows: what the catalog keeps of captures. Pure: equal captures give equal rows, whether a crawl
// has just made them or their records were read from a file.
#pragma once

#include <string>

#include "capture/capture.h"
#include "catalog/links.h"
#include "catalog/rows.h"
#include "ingest/item.h"

namespace asof::keep {

// Appends the rows of a capture: one for its notes, one for each answer, one for each page.
void add_rows(const capture::Capture& capture, catalog::FileId file, catalog::Batch& batch,
              catalog::LinkPacker& packer);
// Tells rows that were made before their records were written where these lie now.
void locate_rows(const capture::Capture& capture, catalog::FileId file, catalog::Batch& rows);

// Appends the rows of a stretch of the file to the batch. Leaves the batch's progress alone.
void add_rows(const ingest::Stretch& stretch, catalog::FileId file, catalog::Batch& batch);

// Appends all rows of one batch to another of the same file.
void append_rows(catalog::Batch& to, catalog::Batch&& from);

// The fields of a warcinfo record as a JSON object; of repeated ones the first.
std::string describe_file(std::string_view warcinfo);

}  // namespace asof::keep
