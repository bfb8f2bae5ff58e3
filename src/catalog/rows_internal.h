// Reading rows from queries; the column lists and the readers belong together.
#pragma once

#include "catalog/database_internal.h"
#include "catalog/derived.h"
#include "catalog/rows.h"

namespace asof::catalog {

#define ASOF_CAPTURE_COLUMNS                                                                   \
  "capture.urlkey, capture.at, capture.file, capture.offset, capture.inner, capture.url, "     \
  "capture.kind, capture.status, capture.mime, capture.size, capture.length, capture.digest, " \
  "capture.sha256, capture.etag, capture.last_modified, capture.location, "                    \
  "capture.record_id, capture.refers_to, capture.refers_to_key, capture.refers_to_url, "       \
  "capture.refers_to_at, capture.profile, capture.truncated, capture.ip, capture.page_id, "    \
  "capture.resource_type, capture.fetch_ms, capture.purpose"
inline constexpr int kCaptureColumns = 28;

#define ASOF_FILE_COLUMNS                                                            \
  "name, base, size, sha256, format, compression, records, state, progress, about, " \
  "(SELECT min(activity.first) FROM activity WHERE activity.file = file.id), "       \
  "(SELECT max(activity.last) FROM activity WHERE activity.file = file.id)"

#define ASOF_SITE_COLUMNS "key, host, domain, pages, captures, versions, first, last"
#define ASOF_CRAWL_COLUMNS "name, label, first, last, files, captures"

Capture read_capture(const Query& query);
File read_file_row(const Query& query, int column = 0);
Locator read_locator(const Query& query, int column);
Document read_document(const Query& query);
Site read_site(const Query& query);
Crawl read_crawl(const Query& query);

// The least key that is greater than all keys beginning with `prefix`.
std::string after_prefix(std::string_view prefix);

}  // namespace asof::catalog
