// Reading raw rows.
#include "catalog/reader.h"
#include "catalog/rows_internal.h"

namespace asof::catalog {
namespace {

// The kinds a reader may be shown: response, revisit, resource.
#define ASOF_SHOWN "c.kind BETWEEN 1 AND 3"
#define ASOF_MATCHES "(?3 = '' OR " ASOF_CAPTURE_URL " = ?3) AND (?4 = 0 OR c.status = ?4)"

Result<std::optional<File>> one_file(Query& query) {
  if (!TRY(query.step())) return std::optional<File>();
  return std::optional<File>(read_file_row(query));
}

}  // namespace

Result<std::optional<File>> Reader::file(FileId id) const {
  Query query = database_->query(ASOF_FILES "WHERE id = ?");
  return one_file(query.bind(id));
}

Result<std::optional<File>> Reader::file_by_name(std::string_view name) const {
  Query query = database_->query(ASOF_FILES "WHERE name = ?");
  return one_file(query.bind(name));
}

Result<std::optional<File>> Reader::file_by_sha256(std::string_view sha256) const {
  Query query = database_->query(ASOF_FILES "WHERE sha256 = ? ORDER BY name LIMIT 1");
  return one_file(query.bind(Blob{sha256}));
}

Result<std::vector<File>> Reader::files() const {
  Query query = database_->query(ASOF_FILES "ORDER BY name");
  std::vector<File> files;
  while (TRY(query.step())) files.push_back(read_file_row(query));
  return files;
}

Result<void> Reader::damage(const On<Damage>& on_damage) const {
  Query query = database_->query("SELECT * FROM damage ORDER BY 1, 2, 3");
  return each_row<Damage>(query, on_damage);
}

Result<std::optional<Capture>> Reader::at_or_before(std::string_view urlkey, Instant at,
                                                    const Filter& filter) const {
  Query query =
      database_->query("SELECT" ASOF_CAPTURE_COLUMNS
                       "WHERE urlkey = ?1 AND at <= ?2 AND " ASOF_SHOWN " AND " ASOF_MATCHES
                       " ORDER BY urlkey DESC, at DESC, file DESC, offset DESC, inner DESC"
                       " LIMIT 1");
  return one_row<Capture>(query.bind(urlkey, at, filter.url, filter.status));
}

Result<std::optional<Capture>> Reader::at_or_after(std::string_view urlkey, Instant at,
                                                   const Filter& filter) const {
  Query query = database_->query(
      "SELECT" ASOF_CAPTURE_COLUMNS "WHERE urlkey = ?1 AND at >= ?2 AND " ASOF_SHOWN
      " AND " ASOF_MATCHES " ORDER BY urlkey, at, file, offset, inner LIMIT 1");
  return one_row<Capture>(query.bind(urlkey, at, filter.url, filter.status));
}

Result<void> Reader::captures_of(std::string_view urlkey, const On<Capture>& on_capture,
                                 const Filter& filter) const {
  Query query =
      database_->query("SELECT" ASOF_CAPTURE_COLUMNS "WHERE urlkey = ?1 AND ?2 = 0 AND " ASOF_SHOWN
                       " AND " ASOF_MATCHES " ORDER BY urlkey, at, file, offset, inner");
  query.bind(urlkey, 0, filter.url, filter.status);
  return each_row<Capture>(query, on_capture);
}

Result<void> Reader::captures_with_prefix(std::string_view key_prefix,
                                          const OnNamedCapture& on_capture) const {
  Query query = database_->query(
      "SELECT (SELECT name FROM file WHERE id = c.file)," ASOF_CAPTURE_COLUMNS
      "WHERE urlkey >= ?1 AND urlkey < ?2 ORDER BY urlkey, at, file, offset, inner");
  std::string end = after_prefix(key_prefix);
  query.bind(key_prefix, end);
  while (TRY(query.step())) {
    if (!on_capture(read_row<Capture>(query, 1), query.text(0))) break;
  }
  return {};
}

Result<std::optional<Capture>> Reader::capture_at(const Locator& where) const {
  Query query = database_->query("SELECT" ASOF_CAPTURE_COLUMNS
                                 "WHERE file = ? AND offset = ? AND inner = ?"
                                 " ORDER BY urlkey, at LIMIT 1");
  return one_row<Capture>(query.bind(where.file, where.offset, where.inner));
}

Result<void> Reader::captures_in_file(FileId file, const On<Capture>& on_capture) const {
  Query query =
      database_->query("SELECT" ASOF_CAPTURE_COLUMNS "WHERE file = ? ORDER BY file, offset, inner");
  return each_row<Capture>(query.bind(file), on_capture);
}

Result<std::optional<Capture>> Reader::content_with_digest(std::string_view digest) const {
  Query query = database_->query(
      "SELECT * FROM capture WHERE (file, offset, inner) IN (SELECT file, offset, inner FROM "
      "payload"
      "  WHERE digest_key = ?1 AND revisit = 0) AND kind IN (1, 3) AND digest = ?2"
      " ORDER BY at, urlkey, file, offset, inner LIMIT 1");
  return one_row<Capture>(query.bind(hash63(digest), digest));
}

Result<std::optional<Document>> Reader::document(std::string_view urlkey, std::string_view url,
                                                 std::string_view sha256) const {
  Query query =
      database_->query("SELECT * FROM document WHERE urlkey = ? AND url = ? AND sha256 = ?");
  return one_row<Document>(query.bind(urlkey, url, Blob{sha256}));
}

Result<void> Reader::documents(std::string_view key_prefix, const On<Document>& on_document) const {
  Query query = database_->query(
      "SELECT * FROM document WHERE urlkey >= ? AND urlkey < ? ORDER BY urlkey, url, sha256");
  std::string end = after_prefix(key_prefix);
  query.bind(key_prefix, end);
  return each_row<Document>(query, on_document);
}

Result<std::vector<Link>> Reader::links_from(std::string_view urlkey, std::string_view url,
                                             std::string_view sha256) const {
  Query query =
      database_->query("SELECT links FROM document WHERE urlkey = ? AND url = ? AND sha256 = ?");
  query.bind(urlkey, url, Blob{sha256});
  if (!TRY(query.step())) return std::vector<Link>();
  auto links = unpack_links(query.text(0));
  if (!links)
    return std::move(links).error().within(database_->path() + ": links of " + std::string(url));
  return links;
}

Result<std::vector<Link>> Reader::recorded_links(std::string_view urlkey, std::string_view url,
                                                 Instant at) const {
  Query query = database_->query(
      "SELECT links FROM metadata WHERE urlkey = ?1 AND url = ?2 AND links IS NOT NULL"
      " ORDER BY abs(at - ?3), at, file, offset, inner LIMIT 1");
  query.bind(urlkey, url, at);
  if (!TRY(query.step())) return std::vector<Link>();
  auto links = unpack_links(query.text(0));
  if (!links)
    return std::move(links).error().within(database_->path() + ": links of " + std::string(url));
  return links;
}

Result<void> Reader::links_to(
    std::string_view target, std::string_view key_prefix,
    const std::function<bool(const Document& from, const Link& link)>& on_link) const {
  std::optional<Error> failed;
  TRY(documents(key_prefix, [&](const Document& document) {
    auto links = unpack_links(document.links);
    if (!links) {
      failed = std::move(links).error().within(database_->path() + ": links of " + document.url);
      return false;
    }
    for (const Link& link : *links) {
      std::string_view url = link.url;
      if (url.substr(0, url.find('#')) == target && !on_link(document, link)) return false;
    }
    return true;
  }));
  if (failed) return std::move(*failed);
  return {};
}

Result<void> Reader::metadata_of(std::string_view urlkey, const On<Metadata>& on_metadata) const {
  Query query =
      database_->query("SELECT * FROM metadata WHERE urlkey = ? ORDER BY at, file, offset, inner");
  return each_row<Metadata>(query.bind(urlkey), on_metadata);
}

Result<void> Reader::metadata_in_file(FileId file, const On<Metadata>& on_metadata) const {
  Query query = database_->query("SELECT * FROM metadata WHERE file = ? ORDER BY offset, inner");
  return each_row<Metadata>(query.bind(file), on_metadata);
}

Result<void> Reader::log_of(std::string_view urlkey, const On<LogEntry>& on_entry) const {
  Query query = database_->query("SELECT * FROM log WHERE urlkey = ? ORDER BY at, log, line");
  return each_row<LogEntry>(query.bind(urlkey), on_entry);
}

}  // namespace asof::catalog
