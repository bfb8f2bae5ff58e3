#include "catalog/settle_internal.h"

#include <algorithm>
#include <vector>

#include "base/text.h"
#include "catalog/rows_internal.h"
#include "catalog/schema_internal.h"
#include "catalog/writer.h"
#include "url/suffix.h"

namespace asof::catalog {
namespace {

constexpr int kKeysPerStep = 1000;
constexpr int kSitesPerStep = 50;

// A key that stands in the table as written or expanded is looked at anyway.
Result<void> touch_dependents(Database& database, Query& dependents) {
  Query touch = database.query(
      "INSERT OR IGNORE INTO touched SELECT ?2, ?1 WHERE NOT EXISTS"
      " (SELECT 1 FROM touched WHERE stage IN (0, 2) AND address = ?1)");
  while (TRY(dependents.step())) TRY(touch.again().bind(dependents.integer(0), kDependent).run());
  return {};
}

// Revisits of other keys that refer to this one by address.
Result<void> touch_referring(Database& database, std::int64_t address) {
  Query query = database.query(
      "SELECT address FROM capture_row WHERE kind = 2 AND typeof(refers_to_key) = 'text'"
      " AND refers_to_key = (SELECT urlkey FROM address WHERE id = ?)");
  return touch_dependents(database, query.bind(address));
}

// Revisits of this digest, unless their original is where they say: OriginMatch::Address,
// OriginMatch::Second.
Result<void> touch_alike(Database& database, const std::string& digest) {
  Query query = database.query(
      "SELECT r.address FROM payload AS p CROSS JOIN capture_row AS r"
      " ON (r.file, r.offset, r.inner) = (p.file, p.offset, p.inner)"
      " LEFT JOIN original_row AS o ON (o.file, o.offset, o.inner) = (p.file, p.offset, p.inner)"
      " WHERE p.digest_key = ?1 AND p.revisit = 1 AND r.digest = ?2"
      " AND (o.how IS NULL OR o.how NOT IN (1, 2))");
  return touch_dependents(database, query.bind(hash63(digest), digest));
}

Result<void> touch_alike(Database& database, const std::vector<std::int64_t>& keys) {
  std::vector<std::string> digests;
  Query query = database.query(
      "SELECT digest FROM capture_row WHERE address = ? AND kind IN (1, 3) AND digest IS NOT NULL");
  for (const std::int64_t key : keys) {
    query.again().bind(key);
    while (TRY(query.step())) digests.push_back(query.string(0));
  }
  std::sort(digests.begin(), digests.end());
  digests.erase(std::unique(digests.begin(), digests.end()), digests.end());
  for (const std::string& digest : digests) TRY(touch_alike(database, digest));
  return {};
}

}  // namespace

Result<std::vector<std::int64_t>> some_touched(Database& database, int stage) {
  Query query =
      database.query("SELECT address FROM touched WHERE stage = ? ORDER BY address LIMIT ?");
  query.bind(stage, kKeysPerStep);
  std::vector<std::int64_t> addresses;
  while (TRY(query.step())) addresses.push_back(query.integer(0));
  return addresses;
}

Result<void> strike_touched(Database& database, int stage, std::int64_t last) {
  return database.query("DELETE FROM touched WHERE stage = ? AND address <= ?")
      .bind(stage, last)
      .run();
}

Result<std::uint64_t> expand_some(Database& database) {
  Transaction transaction = TRY(Transaction::begin(database));
  int stage = kWritten;
  auto keys = TRY(some_touched(database, stage));
  if (keys.empty()) {
    stage = kDependent;
    keys = TRY(some_touched(database, stage));
  }
  if (keys.empty()) return std::uint64_t{0};
  Query done = database.query("INSERT OR IGNORE INTO touched VALUES (?, ?)");
  for (const std::int64_t key : keys) TRY(done.again().bind(kExpanded, key).run());
  TRY(strike_touched(database, stage, keys.back()));
  for (const std::int64_t key : keys) TRY(touch_referring(database, key));
  // A dependent key has no new content: only who refers to its revisits can be affected.
  if (stage == kWritten) TRY(touch_alike(database, keys));
  TRY(transaction.commit());
  return std::uint64_t{keys.size()};
}

std::string_view site_key(std::string_view urlkey) {
  std::size_t end = urlkey.find(')');
  if (end == std::string_view::npos) end = urlkey.find(':');
  return urlkey.substr(0, end == std::string_view::npos ? end : end + 1);
}

std::string host_of(std::string_view site_key) {
  if (!site_key.ends_with(')')) return {};
  site_key.remove_suffix(1);
  std::size_t colon = site_key.rfind(':');
  std::string_view port = colon == std::string_view::npos ? "" : site_key.substr(colon);
  auto labels = split(site_key.substr(0, colon), ',');
  std::string host;
  for (auto label = labels.rbegin(); label != labels.rend(); ++label) {
    if (label->empty()) continue;
    if (!host.empty()) host += '.';
    host += *label;
  }
  return host.append(port);
}

Result<std::uint64_t> settle_some_sites(Database& database) {
  Transaction transaction = TRY(Transaction::begin(database));
  std::vector<std::string> keys;
  {
    Query query = database.query("SELECT key FROM touched_site ORDER BY key LIMIT ?");
    query.bind(kSitesPerStep);
    while (TRY(query.step())) keys.push_back(query.string(0));
  }
  Query remove = database.query("DELETE FROM site WHERE key = ?");
  Query insert = database.query(
      "INSERT INTO site SELECT ?1, ?3, ?4, count(*), sum(captures), sum(versions), min(first),"
      " max(last) FROM page WHERE urlkey >= ?1 AND urlkey < ?2 HAVING count(*) > 0");
  Query strike = database.query("DELETE FROM touched_site WHERE key = ?");
  for (const std::string& key : keys) {
    std::string end = after_prefix(key);
    std::string host = host_of(key);
    std::string domain = url::registrable_domain(host.substr(0, host.rfind(':')));
    TRY(remove.again().bind(key).run());
    TRY(insert.again().bind(key, end, host, domain).run());
    TRY(strike.again().bind(key).run());
  }
  TRY(transaction.commit());
  return std::uint64_t{keys.size()};
}

std::string_view name_of(Phase phase) {
  constexpr std::string_view kNames[] = {"dependents", "pages",  "sites",
                                         "files",      "crawls", "paths"};
  return kNames[static_cast<std::size_t>(phase)];
}

namespace {

// Settles the phases up to `last`.
Result<SettleResult> settle(Database& database, Phase last, const OnStep& on_step) {
  struct Work {
    Phase phase;
    Result<std::uint64_t> (*some)(Database&);
    const char* left;
  };
  constexpr Work kWork[] = {
      {Phase::Dependents, expand_some, "SELECT count(*) FROM touched WHERE stage < 2"},
      {Phase::Pages, settle_some_pages, "SELECT count(*) FROM touched"},
      {Phase::Sites, settle_some_sites, "SELECT count(*) FROM touched_site"},
      {Phase::Files, settle_some_files, "SELECT count(*) FROM touched_file WHERE stage = 0"},
      {Phase::Crawls, settle_crawls, "SELECT 0"},
      {Phase::Paths, settle_some_paths, "SELECT count(*) FROM touched_crawl"},
  };
  SettleResult result;
  for (const Work& work : kWork) {
    if (work.phase > last) break;
    Step step{.phase = work.phase};
    if (on_step) {
      const auto left = TRY(database.integer(work.left));
      step.left = static_cast<std::uint64_t>(left);
    }
    std::uint64_t expected = step.left;
    for (;;) {
      std::uint64_t some = TRY(work.some(database));
      if (some == 0) break;
      step.done += some;
      step.left = expected > step.done ? expected - step.done : 0;
      if (work.phase == Phase::Pages) result.pages += some;
      if (on_step && !on_step(step)) return result;
    }
  }
  result.finished = true;
  return result;
}

}  // namespace

Result<SettleResult> Writer::settle(const OnStep& on_step) {
  return catalog::settle(database(), Phase::Paths, on_step);
}

Result<void> Writer::settle_pages() {
  TRY(catalog::settle(database(), Phase::Pages, {}));
  return {};
}

Result<SettleResult> Writer::rebuild(const OnStep& on_step) {
  TRY(forget_derived(database()));
  return settle(on_step);
}

}  // namespace asof::catalog
