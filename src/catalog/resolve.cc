#include "catalog/resolve_internal.h"

#include <algorithm>
#include <functional>

#include "catalog/rows_internal.h"

namespace asof::catalog {
namespace {

// A crawler that refers to the revisit before instead of the original makes chains. Each revisit
// walks its own, so their length is bounded; beyond it the digest decides.
constexpr std::size_t kLongestChain = 64;

// Of an id as it is stored: a UUID always as its bytes, so equal ids have equal hashes.
std::size_t record_hash(std::string_view id) {
  return id.empty() ? 0 : std::hash<std::string_view>()(id) | 1;
}

// Two digests of one algorithm that differ cannot be of one payload.
bool contradict(std::string_view a, std::string_view b) {
  if (a.empty() || b.empty() || a == b) return false;
  return a.substr(0, a.find(':')) == b.substr(0, b.find(':'));
}

constexpr std::int64_t second_of(Instant at) { return at.ms - ((at.ms % 1000) + 1000) % 1000; }

// Of the captures in time order at these places, the latest at or before, else the earliest after.
const Sighting* around(const std::vector<Sighting>& all, const std::vector<std::size_t>& places,
                       Instant at, bool before_only) {
  auto after = std::partition_point(places.begin(), places.end(),
                                    [&](std::size_t i) { return all[i].at <= at; });
  if (after != places.begin()) return &all[*std::prev(after)];
  return before_only || after == places.end() ? nullptr : &all[*after];
}

}  // namespace

Result<KeyCaptures> KeyCaptures::load(Database& database, std::int64_t id) {
  auto address = TRY(address_at(database, id));
  const Flaws flaws = TRY(Flaws::open(database));
  KeyCaptures captures(database, flaws, std::move(address));
  Query query = database.query(
      "SELECT at, file, offset, inner, url, kind, status, mime, size, digest, sha256, record_id,"
      " refers_to, refers_to_key, refers_to_url, refers_to_at, profile FROM capture_row"
      " WHERE address = ? AND kind BETWEEN 1 AND 3 ORDER BY at, file, offset, inner");
  query.bind(id);
  while (TRY(query.step())) captures.add(query);
  for (Sighting& sighting : captures.all_) {
    const Flawed flawed = TRY(flaws.at(sighting.where));
    sighting.cut = flawed.is_cut();
    sighting.cut_record = flawed.is_cut_record();
    sighting.width = flawed.width;
  }
  captures.index();
  return captures;
}

void KeyCaptures::add(const Query& row) {
  Sighting sighting;
  sighting.at = row.instant(0);
  sighting.where = read_locator(row, 1);
  sighting.url = keep(row.type(4) == SQLITE_INTEGER ? address_.url : row.text(4));
  sighting.kind = static_cast<Kind>(row.integer(5));
  sighting.status = static_cast<int>(row.integer(6));
  sighting.mime = keep(row.text(7));
  sighting.size = row.natural(8);
  sighting.digest = keep(row.text(9));
  sighting.sha256 = keep(row.text(10));
  sighting.record = record_hash(row.text(11));
  if (sighting.kind == Kind::Revisit) {
    sighting.not_modified = row.text(16) == kNotModified;
    sighting.not_stored = row.text(16) == kNotStored;
    Reference reference{record_hash(row.text(12)), row.string(13), row.string(14),
                        row.maybe_instant(15)};
    if (row.type(13) == SQLITE_INTEGER) reference.key = address_.urlkey;
    if (row.type(14) == SQLITE_INTEGER) reference.url = *sighting.url;
    // A revisit of its own URL need not say so.
    if (reference.url.empty()) reference.key = address_.urlkey;
    if (reference.record != 0 || reference.at) {
      sighting.reference = static_cast<int>(references_.size());
      references_.push_back(std::move(reference));
    }
  }
  all_.push_back(sighting);
}

void KeyCaptures::index() {
  bool revisits = std::any_of(all_.begin(), all_.end(),
                              [](const Sighting& s) { return s.kind == Kind::Revisit; });
  if (!revisits) return;
  for (std::size_t i = 0; i < all_.size(); ++i) {
    const Sighting& sighting = all_[i];
    if (sighting.record != 0) by_record_.emplace(sighting.record, i);
    if (!sighting.has_content()) continue;
    if (!sighting.digest->empty()) by_digest_[sighting.digest].push_back(i);
    if (sighting.cut) continue;
    if (sighting.status == 0 || sighting.status / 100 == 2) by_url_[sighting.url].push_back(i);
  }
}

KeyCaptures::Hop KeyCaptures::hop(const Sighting& sighting) const {
  Hop hop{address_.urlkey, *sighting.digest,       sighting.at, sighting.where,
          sighting.kind,   sighting.has_content(), {}};
  // What it refers to has another digest: that is why it is there.
  if (sighting.not_stored) hop.digest.clear();
  if (sighting.reference >= 0) {
    hop.reference = references_[static_cast<std::size_t>(sighting.reference)];
  }
  return hop;
}

// Of several candidates: the exact instant, the exact URL, content of its own, the first.
Result<std::optional<KeyCaptures::Hop>> KeyCaptures::by_address(const Hop& from,
                                                                OriginMatch& how) const {
  std::optional<Hop> found;
  const Reference& reference = from.reference;
  if (!reference.at || reference.key.empty()) return found;
  Query query = database_->query(
      "SELECT at, file, offset, inner, digest, kind IN (1, 3) AND status <> 304, refers_to,"
      " CASE refers_to_key WHEN 0 THEN a.urlkey ELSE refers_to_key END,"
      " CASE refers_to_url WHEN 0 THEN CASE c.url WHEN 0 THEN a.url ELSE c.url END"
      "  ELSE refers_to_url END, refers_to_at, kind"
      " FROM address AS a CROSS JOIN capture_row AS c ON c.address = a.id"
      " WHERE urlkey = ?1 AND at BETWEEN ?2 AND ?3 AND kind BETWEEN 1 AND 3 ORDER BY at <> ?4,"
      "  ?5 <> '' AND CASE c.url WHEN 0 THEN a.url ELSE c.url END <> ?5, 6 DESC,"
      "  at, file, offset, inner");
  std::int64_t second = second_of(*reference.at);
  query.bind(reference.key, second, second + 999, *reference.at, reference.url);
  while (TRY(query.step())) {
    Locator where = read_locator(query, 1);
    if (where == from.where || contradict(from.digest, query.text(4))) continue;
    const Flawed flawed = TRY(flaws_.at(where));
    if (flawed.is_cut_record()) continue;
    found = Hop{reference.key,
                query.string(4),
                query.instant(0),
                where,
                static_cast<Kind>(query.integer(10)),
                query.integer(5) != 0,
                Reference{record_hash(query.text(6)), query.string(7), query.string(8),
                          query.maybe_instant(9)}};
    if (found->reference.url.empty()) found->reference.key = found->key;
    how = found->at == *reference.at ? OriginMatch::Address : OriginMatch::Second;
    break;
  }
  return found;
}

std::optional<KeyCaptures::Hop> KeyCaptures::by_record(const Hop& from) const {
  if (from.reference.record == 0 || from.key != address_.urlkey) return std::nullopt;
  auto place = by_record_.find(from.reference.record);
  if (place == by_record_.end()) return std::nullopt;
  const Sighting& sighting = all_[place->second];
  if (sighting.where == from.where || sighting.cut_record ||
      contradict(from.digest, *sighting.digest)) {
    return std::nullopt;
  }
  return hop(sighting);
}

Result<std::optional<Origin>> KeyCaptures::by_reference(const Hop& revisit,
                                                        std::vector<Hop>& met) const {
  std::optional<OriginMatch> how;
  Hop at = revisit;
  for (std::size_t length = 0; length < kLongestChain; ++length) {
    OriginMatch found = OriginMatch::RecordId;
    auto next = TRY(by_address(at, found));
    if (!next) next = by_record(at);
    bool again = next && (next->where == revisit.where ||
                          std::any_of(met.begin(), met.end(),
                                      [&](const Hop& hop) { return hop.where == next->where; }));
    if (!next || again) return std::optional<Origin>();
    if (!how) how = found;
    if (next->has_content) {
      return std::optional<Origin>(Origin{*how, next->key, next->at, next->where});
    }
    met.push_back(*next);
    at = std::move(*next);
  }
  met.clear();
  return std::optional<Origin>();
}

std::optional<Origin> KeyCaptures::by_digest(const Sighting& revisit) const {
  auto places = by_digest_.find(revisit.digest);
  if (places == by_digest_.end()) return std::nullopt;
  const Sighting* found = around(all_, places->second, revisit.at, false);
  if (!found) return std::nullopt;
  return Origin{OriginMatch::Digest, address_.urlkey, found->at, found->where};
}

std::optional<Origin> KeyCaptures::by_url(const Sighting& revisit) const {
  if (!revisit.not_modified) return std::nullopt;
  auto places = by_url_.find(revisit.url);
  if (places == by_url_.end()) return std::nullopt;
  const Sighting* found = around(all_, places->second, revisit.at, true);
  if (!found) return std::nullopt;
  return Origin{OriginMatch::Before, address_.urlkey, found->at, found->where};
}

Result<std::optional<Origin>> KeyCaptures::by_any_digest(const std::string& digest,
                                                         Instant at) const {
  if (digest.empty()) return std::optional<Origin>();
#define ASOF_ALIKE                                                                              \
  "SELECT p.at, p.file, p.offset, p.inner, a.urlkey FROM payload AS p"                          \
  " CROSS JOIN capture_row AS c ON (c.file, c.offset, c.inner) = (p.file, p.offset, p.inner)"   \
  " CROSS JOIN address AS a ON a.id = c.address WHERE p.digest_key = ?1 AND p.revisit = 0 AND " \
  "c.digest = ?2 AND c.status <> 304"
  constexpr const char* kBefore = ASOF_ALIKE
      " AND p.at <= ?3 ORDER BY p.at DESC, p.file DESC, p.offset DESC, p.inner DESC LIMIT 1";
  constexpr const char* kAfter =
      ASOF_ALIKE " AND p.at > ?3 ORDER BY p.at, p.file, p.offset, p.inner LIMIT 1";
#undef ASOF_ALIKE
  for (const char* sql : {kBefore, kAfter}) {
    Query query = database_->query(sql);
    query.bind(hash63(digest), digest, at);
    if (TRY(query.step())) {
      return std::optional<Origin>(Origin{OriginMatch::AnyDigest, query.string(4), query.instant(0),
                                          read_locator(query, 1)});
    }
  }
  return std::optional<Origin>();
}

Result<Origin> KeyCaptures::resolve(const Sighting& revisit) const {
  std::vector<Hop> met;
  if (revisit.reference >= 0) {
    auto origin = TRY(by_reference(hop(revisit), met));
    if (origin) return *origin;
  }
  if (revisit.not_stored) return Origin{};
  if (auto origin = by_digest(revisit)) return *origin;
  auto anywhere = TRY(by_any_digest(*revisit.digest, revisit.at));
  if (anywhere) return *anywhere;
  if (auto origin = by_url(revisit)) return *origin;
  for (const Hop& hop : met) {
    // A 304 kept as a response has the digest of an empty body, which is nobody's original.
    if (hop.kind != Kind::Revisit) continue;
    auto origin = TRY(by_any_digest(hop.digest, hop.at));
    if (origin) return *origin;
  }
  return Origin{};
}

Result<Content> KeyCaptures::content_of(const Origin& origin) const {
  Content content;
  Query query = database_->query(
      "SELECT status, sha256, digest, mime, size FROM capture"
      " WHERE urlkey = ? AND at = ? AND file = ? AND offset = ? AND inner = ?");
  query.bind(origin.urlkey, origin.at, origin.where.file, origin.where.offset, origin.where.inner);
  if (TRY(query.step())) {
    content = {static_cast<int>(query.integer(0)), query.string(1), query.string(2),
               query.string(3), query.natural(4)};
    const Flawed flawed = TRY(flaws_.at(origin.where));
    content.cut = flawed.is_cut();
  }
  return content;
}

}  // namespace asof::catalog
