// The rows of a batch, each table in the order of its key: neighbours then share a page.
#include <algorithm>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

#include "catalog/rows_internal.h"
#include "catalog/settle_internal.h"

namespace asof::catalog {
namespace {

const std::string kPutCapture =
    "INSERT OR REPLACE INTO capture_row VALUES " + parameters<Capture>();
// One content may come with different headers, hence a different charset and title; which row is
// kept must not depend on the order: the least.
const std::string kPutDocument =
    "INSERT INTO document_row VALUES " + parameters<Document>() + R"sql(
  ON CONFLICT DO UPDATE SET title = excluded.title, charset = excluded.charset,
    canonical = excluded.canonical, link_count = excluded.link_count, links = excluded.links,
    nofollow = excluded.nofollow, cut = excluded.cut
  WHERE (coalesce(excluded.charset, ''), coalesce(excluded.title, ''),
      coalesce(excluded.canonical, ''), coalesce(excluded.links, ''), excluded.nofollow,
      excluded.cut)
    < (coalesce(charset, ''), coalesce(title, ''), coalesce(canonical, ''), coalesce(links, ''),
      nofollow, cut))sql";
const std::string kPutDamage = "INSERT OR IGNORE INTO damage VALUES " + parameters<Damage>();
const std::string kPutFlawed = "INSERT OR REPLACE INTO flawed VALUES " + parameters<Flawed>();
const std::string kPutUndated = "INSERT OR REPLACE INTO undated VALUES " + parameters<Undated>();
const std::string kPutMetadata =
    "INSERT OR REPLACE INTO metadata_row VALUES " + parameters<Metadata>();

// In the order of a table's key; of equal ones, as they came: the later row replaces the earlier.
template <class Row, class Key>
std::vector<const Row*> sorted(const std::vector<Row>& rows, Key key) {
  std::vector<const Row*> order;
  order.reserve(rows.size());
  for (const Row& row : rows) order.push_back(&row);
  std::stable_sort(order.begin(), order.end(),
                   [&](const Row* a, const Row* b) { return key(*a) < key(*b); });
  return order;
}

// Captures and metadata.
constexpr auto kByRecord = [](const auto& row) { return std::tie(row.urlkey, row.at, row.where); };
constexpr auto kByContent = [](const Document& row) {
  return std::tie(row.urlkey, row.url, row.sha256);
};

template <class Row>
Result<void> put_at(Query statement, Addresses& addresses, const std::vector<const Row*>& rows) {
  for (const Row* row : rows) {
    const Address* address = TRY(addresses.of(row->urlkey, row->url));
    TRY(run_at(statement.again(), *address, *row));
  }
  return {};
}

struct Payload {
  std::int64_t digest_key = 0;
  bool revisit = false;
  Instant at;
  Locator where;
  auto operator<=>(const Payload&) const = default;
};

bool has_content(const Capture& capture) {
  return capture.kind == Kind::Response || capture.kind == Kind::Resource;
}

// Of each capture, the key of its digest.
using DigestKeys = std::vector<std::optional<std::int64_t>>;

DigestKeys digest_keys(const std::vector<Capture>& captures) {
  DigestKeys keys(captures.size());
  for (std::size_t i = 0; i < captures.size(); ++i)
    if (!captures[i].digest.empty()) keys[i] = hash63(captures[i].digest);
  return keys;
}

// A record that is not whole is nobody's original: its payload need not be that of its digest.
Result<void> put_payloads(Database& database, const Batch& batch, const DigestKeys& digests) {
  const std::vector<Capture>& captures = batch.captures;
  std::set<Locator> cut;
  for (const Flawed& flawed : batch.flawed)
    if (flawed.is_cut_record()) cut.insert(flawed.where);
  std::vector<Payload> payloads;
  payloads.reserve(captures.size());
  for (std::size_t i = 0; i < captures.size(); ++i) {
    const Capture& c = captures[i];
    const bool revisit = c.kind == Kind::Revisit;
    if (digests[i] && (revisit || (has_content(c) && !cut.contains(c.where))))
      payloads.push_back({*digests[i], revisit, c.at, c.where});
  }
  std::sort(payloads.begin(), payloads.end());
  Query put = database.query("INSERT OR IGNORE INTO payload VALUES (?, ?, ?, ?, ?, ?)");
  for (const Payload& p : payloads) {
    put.again().bind(p.digest_key, static_cast<int>(p.revisit), p.at, p.where.file, p.where.offset,
                     p.where.inner);
    TRY(put.run());
  }
  return {};
}

// A key whose new captures no revisit depends on is settled by itself (kAlone).
Result<void> touch_keys(Database& database, Addresses& addresses,
                        const std::vector<Capture>& captures, const DigestKeys& digests) {
  Query touch = database.query(
      "INSERT OR IGNORE INTO touched SELECT iif("
      "  EXISTS (SELECT 1 FROM capture_row WHERE kind = 2 AND typeof(refers_to_key) = 'text'"
      "    AND refers_to_key = ?1)"
      "  OR EXISTS (SELECT 1 FROM payload WHERE digest_key = ?2 AND revisit = 1), 0, 3), ?3");
  for (std::size_t i = 0; i < captures.size(); ++i) {
    const Address* address = TRY(addresses.of(captures[i].urlkey, captures[i].url));
    const std::optional<std::int64_t> digest = has_content(captures[i]) ? digests[i] : std::nullopt;
    TRY(touch.again().bind(captures[i].urlkey, digest, address->id).run());
  }
  return {};
}

// A document concerns the crawls that captured it; where its key was never settled, their files are
// touched.
Result<void> put_documents(Database& database, Addresses& addresses,
                           const std::vector<const Document*>& documents) {
  Query touch = database.query(
      "INSERT OR IGNORE INTO touched_document SELECT ?1, ?2, ?3 WHERE EXISTS"
      " (SELECT 1 FROM page_row WHERE address = ?1) AND NOT EXISTS (SELECT 1 FROM document_row"
      "  WHERE (address, sha256, url) = (?1, ?3, ?5) AND links IS ?4)");
  for (const Document* d : documents) {
    const Address* address = TRY(addresses.of(d->urlkey, d->url));
    touch.again().bind(address->id, d->url, Blob{d->sha256}, optional_blob(d->links));
    put_url(touch, 5, d->url, *address);
    TRY(touch.run());
  }
  TRY(database.query("INSERT OR IGNORE INTO touched SELECT 3, address FROM touched_document")
          .run());
  return put_at(database.query(kPutDocument.c_str()), addresses, documents);
}

// Links that a crawler recorded serve captures of any file.
Result<void> touch_recorded(Database& database, Addresses& addresses,
                            const std::vector<Metadata>& metadata) {
  Query touch = database.query(
      "INSERT OR REPLACE INTO touched_file SELECT DISTINCT file, 0 FROM capture_row"
      " WHERE address = ?");
  for (const Metadata& row : metadata) {
    if (row.links.empty()) continue;
    const Address* address = TRY(addresses.of(row.urlkey, row.url));
    TRY(touch.again().bind(address->id).run());
  }
  return {};
}

}  // namespace

Result<void> put_rows(Database& database, const Batch& batch) {
  Addresses addresses(database);
  TRY(put_at(database.query(kPutCapture.c_str()), addresses, sorted(batch.captures, kByRecord)));
  const DigestKeys digests = digest_keys(batch.captures);
  TRY(put_payloads(database, batch, digests));
  TRY(touch_keys(database, addresses, batch.captures, digests));
  TRY(put_documents(database, addresses, sorted(batch.documents, kByContent)));
  TRY(put_at(database.query(kPutMetadata.c_str()), addresses, sorted(batch.metadata, kByRecord)));
  TRY(touch_recorded(database, addresses, batch.metadata));
  TRY(put_all(database.query(kPutFlawed.c_str()), batch.flawed));
  TRY(put_all(database.query(kPutUndated.c_str()), batch.undated));
  return put_all(database.query(kPutDamage.c_str()), batch.damage);
}

}  // namespace asof::catalog
