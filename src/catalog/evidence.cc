// Evidence: three tables read side by side in the order of their keys. A look-up per capture in
// each would cost several times as much.
#include "catalog/evidence.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "catalog/flawed_internal.h"
#include "catalog/reader.h"
#include "catalog/rows_internal.h"

namespace asof::catalog {
namespace {

// Rows in the order of urlkey, which is their first column, taken one key at a time.
class ByKey final {
 public:
  explicit ByKey(Query query) : query_(std::move(query)) {}

  Result<void> begin() { return next(); }
  bool done() const { return done_; }
  std::string key() const { return query_.string(0); }
  // Calls `take` for the rows of `key`; passes over those of lesser keys.
  template <class Take>
  Result<void> each(const std::string& key, const Take& take) {
    while (!done_ && query_.text(0) <= key) {
      if (query_.text(0) == key) take(query_);
      TRY(next());
    }
    return {};
  }

 private:
  Result<void> next() {
    const bool more = TRY(query_.step());
    done_ = !more;
    return {};
  }

  Query query_;
  bool done_ = false;
};

ShownAnswer shown_at(const Query& row, int column) {
  return {.status = static_cast<int>(row.integer(column)),
          .sha256 = row.string(column + 1),
          .etag = row.string(column + 2),
          .last_modified = row.maybe_instant(column + 3),
          .location = row.string(column + 4)};
}

Witness witness_of(const Query& row) {
  Witness witness{.url = row.string(1),
                  .at = row.instant(2),
                  .where = read_locator(row, 3),
                  .kind = static_cast<Kind>(row.integer(6)),
                  .shown = shown_at(row, 7),
                  .digest = row.string(12),
                  .mime = row.string(13),
                  .truncated = !row.null(15)};
  witness.not_modified = witness.shown.status == 304 || row.text(14) == kNotModified;
  witness.not_stored = row.text(14) == kNotStored;
  if (!row.null(16)) witness.original = shown_at(row, 16);
  return witness;
}

// A request and its answer carry one date and lie in one file. Of several at one instant the record
// belongs to the answer that follows it; where none does (some crawlers write it after the answer)
// to the last before it.
void tell(std::vector<Witness>& witnesses, const Query& row) {
  const auto place = [](const Witness& w) { return std::tuple(w.at, w.where.file); };
  const std::tuple wanted(row.instant(1), row.integer(2));
  const auto first =
      std::lower_bound(witnesses.begin(), witnesses.end(), wanted,
                       [&](const Witness& w, const auto& value) { return place(w) < value; });
  auto chosen = witnesses.end();
  for (auto at = first; at != witnesses.end() && place(*at) == wanted; ++at) {
    chosen = at;
    if (at->where.offset > row.natural(3)) break;
  }
  if (chosen == witnesses.end()) return;
  if (!row.null(4)) chosen->fetch_ms = row.maybe_integer(4);
  if (!row.null(5)) chosen->purpose = row.string(5);
  if (!row.null(6)) chosen->hops = row.maybe_string(6);
}

void weigh(std::vector<Witness>& witnesses, const Query& row) {
  const std::tuple wanted(row.instant(2), read_locator(row, 3));
  const auto at = std::lower_bound(
      witnesses.begin(), witnesses.end(), wanted,
      [](const Witness& w, const auto& value) { return std::tuple(w.at, w.where) < value; });
  if (at != witnesses.end() && std::tuple(at->at, at->where) == wanted && at->url == row.text(1))
    at->importance = row.real(6);
}

struct CrawlSpan {
  Instant first, last;
  std::size_t crawl = kNoCrawl;
};
using CrawlSpans = std::map<FileId, std::vector<CrawlSpan>>;

std::size_t crawl_at(const CrawlSpans& spans, FileId file, Instant at) {
  const auto of_file = spans.find(file);
  if (of_file == spans.end()) return kNoCrawl;
  const auto after =
      std::upper_bound(of_file->second.begin(), of_file->second.end(), at,
                       [](Instant t, const CrawlSpan& span) { return t < span.first; });
  if (after == of_file->second.begin() || std::prev(after)->last < at) return kNoCrawl;
  return std::prev(after)->crawl;
}

Result<CrawlSpans> crawl_spans(Database& database, const std::vector<Crawl>& crawls) {
  std::map<std::string, std::size_t, std::less<>> places;
  for (std::size_t i = 0; i < crawls.size(); ++i) places.emplace(crawls[i].name, i);
  CrawlSpans spans;
  Query query =
      database.query("SELECT file, first, last, crawl FROM crawl_span ORDER BY file, first");
  while (TRY(query.step())) {
    const auto place = places.find(query.text(3));
    if (place != places.end())
      spans[query.integer(0)].push_back({query.instant(1), query.instant(2), place->second});
  }
  return spans;
}

}  // namespace

Result<void> evidence_of(const Reader& reader, std::string_view key_prefix,
                         const std::function<bool(const KeyEvidence&)>& on_key) {
  Database& database = database_of(reader);
  const auto all_crawls = TRY(reader.crawls());
  const auto spans = TRY(crawl_spans(database, all_crawls));
  const Flaws flaws = TRY(Flaws::open(database));
  const std::string end = after_prefix(key_prefix);
  ByKey captures(std::move(
      database
          .query("SELECT a.urlkey, CASE c.url WHEN 0 THEN a.url ELSE c.url END, c.at, c.file,"
                 " c.offset, c.inner, c.kind, c.status,"
                 " c.sha256, c.etag, c.last_modified, c.location, c.digest, c.mime, c.profile,"
                 " c.truncated, o.status, o.sha256, o.etag, o.last_modified, o.location"
                 " FROM address a CROSS JOIN capture_row c ON c.address = a.id"
                 " LEFT JOIN original_row r ON c.kind = 2 AND r.file = c.file"
                 " AND r.offset = c.offset AND r.inner = c.inner"
                 " LEFT JOIN capture_row o ON o.address = r.o_address AND o.at = r.o_at"
                 " AND o.file = r.o_file AND o.offset = r.o_offset AND o.inner = r.o_inner"
                 " WHERE c.kind IN (1, 2, 3) AND a.urlkey >= ?1 AND a.urlkey < ?2"
                 " ORDER BY a.urlkey, c.at, c.file, c.offset, c.inner")
          .bind(key_prefix, end)));
  ByKey metadata(std::move(
      database
          .query("SELECT urlkey, at, file, offset, fetch_ms, purpose, hops FROM metadata"
                 " WHERE urlkey >= ?1 AND urlkey < ?2 ORDER BY urlkey, at, file, offset, inner")
          .bind(key_prefix, end)));
  ByKey weights(
      std::move(database
                    .query("SELECT urlkey, url, first, file, offset, inner, importance FROM change"
                           " WHERE urlkey >= ?1 AND urlkey < ?2 ORDER BY urlkey")
                    .bind(key_prefix, end)));
  TRY(captures.begin());
  TRY(metadata.begin());
  TRY(weights.begin());
  while (!captures.done()) {
    KeyEvidence of_key{.urlkey = captures.key()};
    auto& witnesses = of_key.witnesses;
    TRY(captures.each(of_key.urlkey, [&](const Query& row) {
      witnesses.push_back(witness_of(row));
      witnesses.back().crawl = crawl_at(spans, witnesses.back().where.file, witnesses.back().at);
    }));
    for (Witness& witness : witnesses) {
      const Flawed flawed = TRY(flaws.at(witness.where));
      witness.cut = flawed.is_cut();
      witness.width = flawed.width;
      if (!flaws.any() || witness.kind != Kind::Revisit) continue;
      const auto origin = TRY(reader.original_of(witness.where));
      if (!origin || origin->match == OriginMatch::None) continue;
      const Flawed shown = TRY(flaws.at(origin->where));
      witness.cut = witness.cut || shown.is_cut();
    }
    TRY(metadata.each(of_key.urlkey, [&](const Query& row) { tell(witnesses, row); }));
    TRY(weights.each(of_key.urlkey, [&](const Query& row) { weigh(witnesses, row); }));
    if (!on_key(of_key)) break;
  }
  return {};
}

}  // namespace asof::catalog
