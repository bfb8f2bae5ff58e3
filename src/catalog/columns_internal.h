// The columns of every table whose rows are values, listed once and in the order of the table.
//
//   each_column(capture, [](const char* name, auto& value, Sql sql) { ... });
//
// Statements, binding and reading come from these lists; a test compares them with the schema.
#pragma once

#include <concepts>
#include <type_traits>

#include "catalog/change.h"
#include "catalog/derived.h"
#include "catalog/rows.h"

namespace asof::catalog {

// How a value is stored.
enum class Sql {
  NotNull,
  OrNull,  // an empty text or optional is null
  Blob,
  BlobOrNull,  // empty bytes are null
  Profile,     // OrNull, and shortened
  RecordId,    // OrNull, and a UUID as its bytes
  // In tables whose rows have an Address:
  Key,          // the number of the address
  Url,          // 0: that of the address
  RefersToKey,  // OrNull, 0: the key of the row
  RefersToUrl,  // OrNull, 0: the URL of the row
};

// A row to be read into, or a const one to be written.
template <class T, class Row>
concept A = std::same_as<std::remove_const_t<T>, Row>;

template <class Visit>
void each_column(A<Locator> auto& where, Visit&& visit) {
  visit("file", where.file, Sql::NotNull);
  visit("offset", where.offset, Sql::NotNull);
  visit("inner", where.inner, Sql::NotNull);
}

// Without its id, which is a function of the name and stands first.
template <class Visit>
void each_column(A<File> auto& row, Visit&& visit) {
  visit("name", row.name, Sql::NotNull);
  visit("base", row.base, Sql::NotNull);
  visit("size", row.size, Sql::NotNull);
  visit("sha256", row.sha256, Sql::BlobOrNull);
  visit("format", row.format, Sql::NotNull);
  visit("compression", row.compression, Sql::NotNull);
  visit("records", row.records, Sql::NotNull);
  visit("state", row.state, Sql::NotNull);
  visit("progress", row.progress, Sql::NotNull);
  visit("about", row.about, Sql::OrNull);
}

template <class Visit>
void each_column(A<Capture> auto& row, Visit&& visit) {
  visit("urlkey", row.urlkey, Sql::Key);
  visit("at", row.at, Sql::NotNull);
  each_column(row.where, visit);
  visit("url", row.url, Sql::Url);
  visit("kind", row.kind, Sql::NotNull);
  visit("status", row.status, Sql::NotNull);
  visit("mime", row.mime, Sql::OrNull);
  visit("size", row.size, Sql::NotNull);
  visit("length", row.length, Sql::NotNull);
  visit("digest", row.digest, Sql::OrNull);
  visit("sha256", row.sha256, Sql::BlobOrNull);
  visit("etag", row.etag, Sql::OrNull);
  visit("last_modified", row.last_modified, Sql::OrNull);
  visit("location", row.location, Sql::OrNull);
  visit("record_id", row.record_id, Sql::RecordId);
  visit("refers_to", row.refers_to, Sql::RecordId);
  visit("refers_to_key", row.refers_to_key, Sql::RefersToKey);
  visit("refers_to_url", row.refers_to_url, Sql::RefersToUrl);
  visit("refers_to_at", row.refers_to_at, Sql::OrNull);
  visit("profile", row.profile, Sql::Profile);
  visit("truncated", row.truncated, Sql::OrNull);
  visit("ip", row.ip, Sql::OrNull);
  visit("page_id", row.page_id, Sql::OrNull);
  visit("resource_type", row.resource_type, Sql::OrNull);
  visit("fetch_ms", row.fetch_ms, Sql::OrNull);
  visit("purpose", row.purpose, Sql::NotNull);
  visit("links", row.links, Sql::BlobOrNull);
  visit("nofollow", row.nofollow, Sql::NotNull);
}

template <class Visit>
void each_column(A<Document> auto& row, Visit&& visit) {
  visit("urlkey", row.urlkey, Sql::Key);
  visit("url", row.url, Sql::Url);
  visit("sha256", row.sha256, Sql::Blob);
  visit("title", row.title, Sql::OrNull);
  visit("charset", row.charset, Sql::OrNull);
  visit("canonical", row.canonical, Sql::OrNull);
  visit("link_count", row.link_count, Sql::NotNull);
  visit("links", row.links, Sql::BlobOrNull);
  visit("nofollow", row.nofollow, Sql::NotNull);
  visit("cut", row.cut, Sql::NotNull);
}

template <class Visit>
void each_column(A<Metadata> auto& row, Visit&& visit) {
  visit("urlkey", row.urlkey, Sql::Key);
  visit("at", row.at, Sql::NotNull);
  each_column(row.where, visit);
  visit("url", row.url, Sql::Url);
  visit("via", row.via, Sql::OrNull);
  visit("hops", row.hops, Sql::OrNull);
  visit("seed", row.seed, Sql::NotNull);
  visit("fetch_ms", row.fetch_ms, Sql::OrNull);
  visit("source_tag", row.source_tag, Sql::OrNull);
  visit("concurrent_to", row.concurrent_to, Sql::RecordId);
  visit("links", row.links, Sql::BlobOrNull);
  visit("purpose", row.purpose, Sql::OrNull);
  visit("turn", row.turn, Sql::OrNull);
  visit("about", row.about, Sql::OrNull);
  visit("received", row.received, Sql::OrNull);
  visit("status", row.status, Sql::OrNull);
  visit("reason", row.reason, Sql::OrNull);
}

template <class Visit>
void each_column(A<LogEntry> auto& row, Visit&& visit) {
  visit("urlkey", row.urlkey, Sql::NotNull);
  visit("at", row.at, Sql::NotNull);
  visit("log", row.log, Sql::NotNull);
  visit("line", row.line, Sql::NotNull);
  visit("url", row.url, Sql::NotNull);
  visit("status", row.status, Sql::NotNull);
  visit("size", row.size, Sql::OrNull);
  visit("hops", row.hops, Sql::OrNull);
  visit("via", row.via, Sql::OrNull);
  visit("mime", row.mime, Sql::OrNull);
  visit("begin", row.begin, Sql::OrNull);
  visit("duration_ms", row.duration_ms, Sql::OrNull);
  visit("digest", row.digest, Sql::OrNull);
  visit("source_tag", row.source_tag, Sql::OrNull);
  visit("annotations", row.annotations, Sql::OrNull);
}

template <class Visit>
void each_column(A<Damage> auto& row, Visit&& visit) {
  visit("file", row.file, Sql::NotNull);
  visit("offset", row.offset, Sql::NotNull);
  visit("what", row.what, Sql::NotNull);
}

template <class Visit>
void each_column(A<Flawed> auto& row, Visit&& visit) {
  each_column(row.where, visit);
  visit("cut", row.cut, Sql::NotNull);
  visit("width", row.width, Sql::NotNull);
}

template <class Visit>
void each_column(A<Undated> auto& row, Visit&& visit) {
  visit("urlkey", row.urlkey, Sql::NotNull);
  each_column(row.where, visit);
  visit("url", row.url, Sql::NotNull);
  visit("kind", row.kind, Sql::NotNull);
  visit("status", row.status, Sql::NotNull);
  visit("mime", row.mime, Sql::OrNull);
  visit("size", row.size, Sql::NotNull);
  visit("digest", row.digest, Sql::OrNull);
  visit("record_id", row.record_id, Sql::OrNull);
  visit("date", row.date, Sql::NotNull);
}

template <class Visit>
void each_column(A<Version> auto& row, Visit&& visit) {
  visit("urlkey", row.urlkey, Sql::Key);
  visit("url", row.url, Sql::Url);
  visit("first", row.first, Sql::NotNull);
  each_column(row.where, visit);
  visit("last", row.last, Sql::NotNull);
  visit("captures", row.captures, Sql::NotNull);
  visit("status", row.status, Sql::NotNull);
  visit("sha256", row.sha256, Sql::BlobOrNull);
  visit("digest", row.digest, Sql::OrNull);
  visit("mime", row.mime, Sql::OrNull);
  visit("size", row.size, Sql::NotNull);
}

template <class Visit>
void each_column(A<PageRow> auto& row, Visit&& visit) {
  visit("urlkey", row.urlkey, Sql::Key);
  visit("url", row.url, Sql::Url);
  visit("captures", row.captures, Sql::NotNull);
  visit("versions", row.versions, Sql::NotNull);
  visit("first", row.first, Sql::NotNull);
  visit("last", row.last, Sql::NotNull);
}

template <class Visit>
void each_column(A<Site> auto& row, Visit&& visit) {
  visit("key", row.key, Sql::NotNull);
  visit("host", row.host, Sql::NotNull);
  visit("domain", row.domain, Sql::NotNull);
  visit("pages", row.pages, Sql::NotNull);
  visit("captures", row.captures, Sql::NotNull);
  visit("versions", row.versions, Sql::NotNull);
  visit("first", row.first, Sql::NotNull);
  visit("last", row.last, Sql::NotNull);
}

template <class Visit>
void each_column(A<Crawl> auto& row, Visit&& visit) {
  visit("name", row.name, Sql::NotNull);
  visit("label", row.label, Sql::NotNull);
  visit("first", row.first, Sql::NotNull);
  visit("last", row.last, Sql::NotNull);
  visit("files", row.files, Sql::NotNull);
  visit("captures", row.captures, Sql::NotNull);
}

template <class Visit>
void each_column(A<Path> auto& row, Visit&& visit) {
  visit("crawl", row.crawl, Sql::NotNull);
  visit("urlkey", row.urlkey, Sql::Key);
  visit("url", row.url, Sql::Url);
  visit("parent", row.parent, Sql::OrNull);
  visit("hops", row.hops, Sql::NotNull);
  visit("depth", row.depth, Sql::NotNull);
  visit("source", row.source, Sql::NotNull);
}

template <class Visit>
void each_column(A<Change> auto& row, Visit&& visit) {
  visit("urlkey", row.urlkey, Sql::NotNull);
  visit("url", row.fresh.url, Sql::NotNull);
  visit("first", row.fresh.first, Sql::NotNull);
  each_column(row.fresh.where, visit);
  visit("o_first", row.old_first, Sql::NotNull);
  visit("o_file", row.old_where.file, Sql::NotNull);
  visit("o_offset", row.old_where.offset, Sql::NotNull);
  visit("o_inner", row.old_where.inner, Sql::NotNull);
  visit("since", row.since, Sql::NotNull);
  visit("until", row.until, Sql::NotNull);
  visit("last_modified", row.last_modified, Sql::OrNull);
  visit("importance", row.importance, Sql::NotNull);
  visit("stage", row.stage, Sql::NotNull);
  visit("reason", row.reason, Sql::NotNull);
  visit("basis", row.basis, Sql::NotNull);
  visit("algorithm", row.algorithm, Sql::NotNull);
  visit("engine", row.engine, Sql::NotNull);
  visit("matters", row.matters, Sql::NotNull);
  visit("replaced", row.replaced, Sql::NotNull);
}

}  // namespace asof::catalog
