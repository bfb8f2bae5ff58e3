#include "catalog/page_links.h"

#include "catalog/links.h"
#include "catalog/rows_internal.h"

namespace asof::catalog {
namespace {

// The latest version of an address with an answer: its URL, its content, where it redirects to.
constexpr const char* kLatest =
    "SELECT v.url, coalesce(v.sha256, c.sha256), c.location, v.first,"
    " v.file, v.offset, v.inner"
    " FROM version_row AS v LEFT JOIN capture_row AS c ON c.address = v.address AND c.at = v.first"
    "  AND c.file = v.file AND c.offset = v.offset AND c.inner = v.inner"
    " WHERE v.address = ? AND (coalesce(v.status, c.status) = 0"
    "  OR coalesce(v.status, c.status) BETWEEN 200 AND 303"
    "  OR coalesce(v.status, c.status) BETWEEN 305 AND 399)"
    " ORDER BY v.first DESC, v.file DESC, v.offset DESC, v.inner DESC LIMIT 1";

Result<void> read_links(Database& database, const Reader& reader, std::int64_t address,
                        const Query& latest, PageLinks& page) {
  Query document = database.query(
      "SELECT d.links FROM document_row AS d JOIN address AS a ON a.id = d.address"
      " WHERE d.address = ?1 AND d.sha256 = ?2"
      " AND CASE d.url WHEN 0 THEN a.url ELSE d.url END = ?3");
  const std::string sha256 = latest.string(1);
  document.bind(address, Blob{sha256}, page.url);
  if (TRY(document.step())) {
    page.document = true;
    if (document.null(0)) return {};
    auto unpacked = unpack_all(document.text(0));
    if (!unpacked)
      return std::move(unpacked).error().within(database.path() + ": links of " + page.url);
    page.links = std::move(*unpacked);
    return {};
  }
  if (const std::string location = latest.string(2); !location.empty()) {
    page.links.add({.kind = capture::LinkKind::Redirect, .context = "location", .url = location});
    return {};
  }
  const auto recorded = TRY(reader.recorded_links(page.urlkey, page.url, latest.instant(3)));
  page.document = !recorded.empty();
  for (const Link& link : recorded)
    page.links.add({.kind = link.kind, .context = link.context, .url = link.url});
  return {};
}

}  // namespace

Result<void> page_links(const Reader& reader, std::string_view key_prefix,
                        const On<PageLinks>& on_page) {
  Database& database = database_of(reader);
  Query pages = database.query(
      "SELECT a.id, a.urlkey, a.url FROM address AS a JOIN page_row AS p ON p.address = a.id"
      " WHERE a.urlkey >= ?1 AND a.urlkey < ?2 ORDER BY a.urlkey");
  const std::string end = after_prefix(key_prefix);
  pages.bind(key_prefix, end);
  Query latest = database.query(kLatest);
  while (TRY(pages.step())) {
    latest.again().bind(pages.integer(0));
    if (!TRY(latest.step())) continue;
    const bool first_url = latest.type(0) == SQLITE_INTEGER;
    PageLinks page{pages.string(1), first_url ? pages.string(2) : latest.string(0),
                   read_locator(latest, 4)};
    TRY(read_links(database, reader, pages.integer(0), latest, page));
    if (!on_page(page)) break;
  }
  return {};
}

}  // namespace asof::catalog
