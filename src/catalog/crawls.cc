// Crawls: files that say they belong together, cut where nothing was captured for long.
#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "base/text.h"
#include "catalog/rows_internal.h"
#include "catalog/settle_internal.h"

namespace asof::catalog {
namespace {

constexpr std::int64_t kHour = 3'600'000;
constexpr std::int64_t kDay = 24 * kHour;
constexpr std::int64_t kNamedGap = 24 * kHour;
constexpr std::int64_t kUnnamedGap = 6 * kHour;  // also cuts the activity of a file
constexpr std::size_t kLongestLabel = 200;

const std::string kPutCrawl = "INSERT INTO crawl VALUES " + parameters<Crawl>();

struct Group {
  std::string label;
  bool named = false;  // by its warcinfo
};

struct Span {
  FileId file = 0;
  Instant first, last;
  std::uint64_t captures = 0;

  auto place() const { return std::tuple(first, file, last); }
  bool operator==(const Span& other) const { return place() == other.place(); }
};

// Long labels end in a hash of the whole.
std::string shortened(std::string label) {
  if (label.size() <= kLongestLabel) return label;
  std::string hash = std::to_string(hash63(label));
  std::size_t end = kLongestLabel;
  while (end > 0 && (static_cast<unsigned char>(label[end]) & 0xc0) == 0x80) --end;
  return label.substr(0, end) + " " + hash;
}

// "a/rec-#-#.warc.gz" of "a/rec-20260101-00003.warc.gz": files that differ in numbers only were
// most likely written by one crawl.
std::string without_numbers(std::string_view name) {
  std::string label;
  for (char c : name) {
    if (!is_digit(c)) {
      label += c;
    } else if (label.empty() || label.back() != '#') {
      label += '#';
    }
  }
  return label;
}

Result<std::map<FileId, Group>> groups_of_files(Database& database) {
  Query query = database.query(
      "SELECT id, name, about ->> '$.isPartOf', about ->> '$.software', about ->> '$.operator',"
      " about ->> '$.hostname', about ->> '$.description' FROM"
      " (SELECT id, name, iif(json_valid(about), about, '{}') AS about FROM file)");
  std::map<FileId, Group> groups;
  while (TRY(query.step())) {
    Group group{query.string(2), true};
    for (int column = 3; column < 7 && query.text(2).empty(); ++column) {
      if (query.text(column).empty()) continue;
      if (!group.label.empty()) group.label += ", ";
      group.label += query.text(column);
    }
    if (group.label.empty()) group = {without_numbers(query.text(1)), false};
    group.label = shortened(std::move(group.label));
    groups.emplace(query.integer(0), std::move(group));
  }
  return groups;
}

using Crawls = std::map<std::string, std::pair<Crawl, std::vector<Span>>>;

Result<Crawls> find_crawls(Database& database) {
  std::map<FileId, Group> groups = TRY(groups_of_files(database));
  std::map<std::string, std::vector<Span>> by_label;
  std::set<std::string> named;
  Query query = database.query("SELECT file, first, last, captures FROM activity");
  while (TRY(query.step())) {
    auto group = groups.find(query.integer(0));
    if (group == groups.end()) continue;
    by_label[group->second.label].push_back(
        {query.integer(0), query.instant(1), query.instant(2), query.natural(3)});
    if (group->second.named) named.insert(group->second.label);
  }
  Crawls crawls;
  for (auto& [label, spans] : by_label) {
    std::sort(spans.begin(), spans.end(),
              [](const Span& a, const Span& b) { return a.place() < b.place(); });
    std::int64_t gap = named.contains(label) ? kNamedGap : kUnnamedGap;
    std::pair<Crawl, std::vector<Span>>* current = nullptr;
    for (const Span& span : spans) {
      if (!current || span.first.ms - current->first.last.ms > gap) {
        std::string name = label + " " + digits17(span.first);
        current = &crawls[name];
        current->first = {name, label, span.first, span.last, 0, 0};
      }
      current->first.last = std::max(current->first.last, span.last);
      current->first.captures += span.captures;
      current->second.push_back(span);
    }
  }
  for (auto& [name, crawl] : crawls) {
    std::set<FileId> files;
    for (const Span& span : crawl.second) files.insert(span.file);
    crawl.first.files = files.size();
  }
  return crawls;
}

Result<std::map<std::string, std::vector<Span>>> spans_before(Database& database) {
  std::map<std::string, std::vector<Span>> spans;
  Query query =
      database.query("SELECT crawl, file, first, last FROM crawl_span ORDER BY first, file, last");
  while (TRY(query.step())) {
    spans[query.string(0)].push_back({query.integer(1), query.instant(2), query.instant(3), 0});
  }
  return spans;
}

// Paths are out of date in crawls that are new or have other spans, and in those with a file or a
// day of a log that was touched.
Result<void> touch_crawls(Database& database, const Crawls& crawls) {
  auto before = TRY(spans_before(database));
  Query touch = database.query("INSERT OR IGNORE INTO touched_crawl VALUES (?)");
  Query strike = database.query("DELETE FROM touched_crawl WHERE crawl = ?");
  for (const auto& [name, spans] : before) {
    if (crawls.contains(name)) continue;
    TRY(forget_paths(database, name));
    TRY(strike.again().bind(name).run());
  }
  std::set<FileId> files;
  Query touched = database.query("SELECT file FROM touched_file");
  while (TRY(touched.step())) files.insert(touched.integer(0));
  Query day = database.query("SELECT EXISTS (SELECT 1 FROM touched_day WHERE day BETWEEN ? AND ?)");
  for (const auto& [name, crawl] : crawls) {
    auto old = before.find(name);
    bool stale = old == before.end() || old->second != crawl.second;
    for (const Span& span : crawl.second) stale = stale || files.contains(span.file);
    if (!stale) {
      day.again().bind(crawl.first.first.ms / kDay - 1, crawl.first.last.ms / kDay + 1);
      if (TRY(day.step())) stale = day.integer(0) != 0;
    }
    if (stale) TRY(touch.again().bind(name).run());
  }
  return {};
}

}  // namespace

Result<std::uint64_t> settle_some_files(Database& database) {
  Transaction transaction = TRY(Transaction::begin(database));
  Query next = database.query("SELECT file FROM touched_file WHERE stage = 0 ORDER BY 1 LIMIT 1");
  if (!TRY(next.step())) return std::uint64_t{0};
  FileId file = next.integer(0);
  next.again();
  TRY(database.query("DELETE FROM activity WHERE file = ?").bind(file).run());
  Query insert = database.query("INSERT INTO activity VALUES (?, ?, ?, ?)");
  // Files of metadata alone take part in a crawl too.
  Query query = database.query(
      "SELECT at, 1 FROM capture_row WHERE file = ?1 UNION ALL"
      " SELECT at, 0 FROM metadata_row WHERE file = ?1 ORDER BY at");
  query.bind(file);
  std::optional<Span> span;
  while (TRY(query.step())) {
    Instant at = query.instant(0);
    if (span && at.ms - span->last.ms > kUnnamedGap) {
      TRY(insert.again().bind(file, span->first, span->last, span->captures).run());
      span.reset();
    }
    if (!span) span = Span{file, at, at, 0};
    span->last = at;
    span->captures += query.natural(1);
  }
  if (span) TRY(insert.again().bind(file, span->first, span->last, span->captures).run());
  TRY(database.query("UPDATE touched_file SET stage = 1 WHERE file = ?").bind(file).run());
  TRY(transaction.commit());
  return std::uint64_t{1};
}

Result<std::uint64_t> settle_crawls(Database& database) {
  Transaction transaction = TRY(Transaction::begin(database));
  std::int64_t touched = TRY(database.integer(
      "SELECT EXISTS (SELECT 1 FROM touched_file) + EXISTS (SELECT 1 FROM touched_day)"));
  if (touched == 0) return std::uint64_t{0};
  Crawls crawls = TRY(find_crawls(database));
  TRY(touch_crawls(database, crawls));
  TRY(database.execute("DELETE FROM crawl; DELETE FROM crawl_span;"));
  Query put_crawl = database.query(kPutCrawl.c_str());
  Query put_span = database.query("INSERT INTO crawl_span VALUES (?, ?, ?, ?)");
  for (const auto& [name, found] : crawls) {
    TRY(run_with(put_crawl.again(), found.first));
    for (const Span& span : found.second) {
      TRY(put_span.again().bind(span.file, span.first, span.last, name).run());
    }
  }
  TRY(database.execute("DELETE FROM touched_file; DELETE FROM touched_day;"));
  TRY(transaction.commit());
  return std::uint64_t{1};
}

}  // namespace asof::catalog
