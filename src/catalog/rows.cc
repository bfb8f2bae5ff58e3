#include "catalog/rows.h"

#include "base/digest.h"
#include "catalog/rows_internal.h"

namespace asof::catalog {

std::int64_t hash63(std::string_view text) {
  std::string digest = digest_of(Algorithm::Sha256, text);
  std::uint64_t id = 0;
  for (char byte : digest.substr(0, 8)) id = id << 8 | static_cast<unsigned char>(byte);
  return static_cast<std::int64_t>(id & 0x7fff'ffff'ffff'ffff);
}

std::string short_profile(std::string_view profile) {
  for (std::string_view known : {kIdenticalPayload, kNotModified}) {
    if (profile.ends_with(known)) return std::string(known);
  }
  return std::string(profile);
}

Locator read_locator(const Query& query, int column) {
  return {query.integer(column), query.natural(column + 1), query.natural(column + 2)};
}

Capture read_capture(const Query& query) {
  Capture capture;
  capture.urlkey = query.text(0);
  capture.at = query.instant(1);
  capture.where = read_locator(query, 2);
  capture.url = query.text(5);
  capture.kind = static_cast<Kind>(query.integer(6));
  capture.status = static_cast<int>(query.integer(7));
  capture.mime = query.text(8);
  capture.size = query.natural(9);
  capture.length = query.natural(10);
  capture.digest = query.text(11);
  capture.sha256 = query.text(12);
  capture.etag = query.text(13);
  capture.last_modified = query.maybe_instant(14);
  capture.location = query.text(15);
  capture.record_id = query.text(16);
  capture.refers_to = query.text(17);
  capture.refers_to_key = query.text(18);
  capture.refers_to_url = query.text(19);
  capture.refers_to_at = query.maybe_instant(20);
  capture.profile = query.text(21);
  capture.truncated = query.text(22);
  capture.ip = query.text(23);
  capture.page_id = query.text(24);
  capture.resource_type = query.text(25);
  capture.fetch_ms = query.maybe_integer(26);
  capture.purpose = static_cast<Purpose>(query.integer(27));
  return capture;
}

File read_file_row(const Query& query, int column) {
  File file;
  file.name = query.text(column);
  file.base = query.natural(column + 1);
  file.size = query.natural(column + 2);
  file.sha256 = query.text(column + 3);
  file.format = query.text(column + 4);
  file.compression = query.text(column + 5);
  file.records = query.natural(column + 6);
  file.state = static_cast<FileState>(query.integer(column + 7));
  file.progress = query.natural(column + 8);
  file.about = query.text(column + 9);
  file.first = query.maybe_instant(column + 10);
  file.last = query.maybe_instant(column + 11);
  return file;
}

Document read_document(const Query& query) {
  Document document;
  document.urlkey = query.text(0);
  document.url = query.text(1);
  document.sha256 = query.text(2);
  document.title = query.text(3);
  document.charset = query.text(4);
  document.canonical = query.text(5);
  document.link_count = query.natural(6);
  document.links = query.text(7);
  return document;
}

Site read_site(const Query& query) {
  return {query.string(0),  query.string(1),  query.string(2),  query.natural(3),
          query.natural(4), query.natural(5), query.instant(6), query.instant(7)};
}

Crawl read_crawl(const Query& query) {
  return {query.string(0),  query.string(1),  query.instant(2),
          query.instant(3), query.natural(4), query.natural(5)};
}

Result<void> insert(Query& statement, const Capture& c) {
  const std::string profile = short_profile(c.profile);
  statement.bind(c.urlkey, c.at, c.where.file, c.where.offset, c.where.inner, c.url,
                 static_cast<int>(c.kind), c.status, optional_text(c.mime), c.size, c.length,
                 optional_text(c.digest), optional_blob(c.sha256), optional_text(c.etag),
                 c.last_modified, optional_text(c.location), optional_text(c.record_id),
                 optional_text(c.refers_to), optional_text(c.refers_to_key),
                 optional_text(c.refers_to_url), c.refers_to_at, optional_text(profile),
                 optional_text(c.truncated), optional_text(c.ip), optional_text(c.page_id),
                 optional_text(c.resource_type), c.fetch_ms, static_cast<int>(c.purpose));
  return statement.run();
}

Result<void> insert(Query& statement, const Document& d) {
  statement.bind(d.urlkey, d.url, Blob{d.sha256}, optional_text(d.title), optional_text(d.charset),
                 optional_text(d.canonical), d.link_count, optional_blob(d.links));
  return statement.run();
}

Result<void> insert(Query& statement, const Metadata& m) {
  statement.bind(m.urlkey, m.at, m.where.file, m.where.offset, m.where.inner, m.url,
                 optional_text(m.via), m.hops, static_cast<int>(m.seed), m.fetch_ms,
                 optional_text(m.source_tag), optional_text(m.concurrent_to),
                 optional_blob(m.links), optional_text(m.purpose));
  return statement.run();
}

std::string after_prefix(std::string_view prefix) {
  std::string after(prefix);
  while (!after.empty() && after.back() == '\xff') after.pop_back();
  if (after.empty()) return "\xff\xff\xff\xff";  // No UTF-8 text begins with this byte.
  after.back() = static_cast<char>(static_cast<unsigned char>(after.back()) + 1);
  return after;
}

}  // namespace asof::catalog
