// Reading rows from queries and writing them; the column lists and the readers belong together.
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

// As many as the tables have columns.
#define ASOF_CAPTURE_VALUES "?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?"
#define ASOF_DOCUMENT_VALUES "?,?,?,?,?,?,?,?"
#define ASOF_METADATA_VALUES "?,?,?,?,?,?,?,?,?,?,?,?,?,?"

// One content may come with different headers, hence a different charset and title; which row is
// kept must not depend on the order: the least.
#define ASOF_LEAST_DOCUMENT                                                                   \
  " ON CONFLICT DO UPDATE SET title = excluded.title, charset = excluded.charset,"            \
  " canonical = excluded.canonical, link_count = excluded.link_count, links = excluded.links" \
  " WHERE (coalesce(excluded.charset, ''), coalesce(excluded.title, ''),"                     \
  "  coalesce(excluded.canonical, ''), coalesce(excluded.links, ''))"                         \
  " < (coalesce(document.charset, ''), coalesce(document.title, ''),"                         \
  "  coalesce(document.canonical, ''), coalesce(document.links, ''))"

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

// Runs a statement that takes all columns of a table in their order.
Result<void> insert(Query& statement, const Capture& row);
Result<void> insert(Query& statement, const Document& row);
Result<void> insert(Query& statement, const Metadata& row);

// The least key that is greater than all keys beginning with `prefix`.
std::string after_prefix(std::string_view prefix);

}  // namespace asof::catalog
