// Paths: how a crawl came to each of its URLs.
//
// What the crawler wrote down counts (metadata records, then its log). The rest is walked breadth
// first through the links of the captured documents, in document order, from what is known and
// then from the earliest capture not reached yet. Memory: about 90 bytes per URL of the crawl; the
// texts stay in the catalog, and what only this walk knows of a URL in a temporary table.
#include <algorithm>
#include <queue>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/text.h"
#include "catalog/links.h"
#include "catalog/rows_internal.h"
#include "catalog/settle_internal.h"

namespace asof::catalog {
namespace {

constexpr std::size_t kMostLetters = 50;

constexpr const char* kPutPath = "INSERT INTO path_row VALUES (?, ?, ?, ?, ?, ?, ?)";

// The captures of the crawl in the order of time; of each URL the first counts. Only what orders
// and finds them is sorted, and no text.
constexpr const char* kCaptures = R"sql(
SELECT c.address, c.at, c.file, c.offset, c.inner FROM crawl_span AS s CROSS JOIN capture_row AS c
  ON c.file = s.file AND c.at BETWEEN s.first AND s.last
  WHERE s.crawl = ? AND c.kind IN (1, 2, 3) ORDER BY c.at, c.file, c.offset, c.inner
)sql";
constexpr const char* kCapture = R"sql(
SELECT a.urlkey, CASE c.url WHEN 0 THEN a.url ELSE c.url END, c.url, c.location,
  coalesce(c.sha256, (SELECT o.sha256 FROM original_row AS r JOIN capture_row AS o ON
    (o.address, o.at, o.file, o.offset, o.inner) = (o_address, o_at, o_file, o_offset, o_inner)
    WHERE (r.file, r.offset, r.inner) = (c.file, c.offset, c.inner)))
  FROM capture_row AS c JOIN address AS a ON a.id = c.address
  WHERE (c.address, c.at, c.file, c.offset, c.inner) = (?, ?, ?, ?, ?)
)sql";

// The numbers are stored: append only. The view `path` has their names.
enum class Source : std::uint8_t { None = 0, Metadata = 1, Log = 2, Links = 3, Seed = 4 };

struct Node {
  std::uint32_t parent = 0;  // of Source::Links
  std::uint32_t depth = 0;
  Source source = Source::None;
  char letter = 0;  // of the hop from the parent
};

// How the crawler says it came to a URL.
struct Arrival {
  std::string hops;
  std::string via;
};

// The number of hops: Heritrix writes "12+" for the twelve it leaves out of a long path.
std::uint32_t depth_of(std::string_view hops) {
  std::size_t plus = hops.find('+');
  std::uint64_t left_out = 0;
  if (plus != std::string_view::npos) {
    left_out = parse_uint(hops.substr(0, plus)).value_or(0);
    hops.remove_prefix(plus + 1);
  }
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(left_out + hops.size(), 1 << 30));
}

class Walk final {
 public:
  Walk(Database& database, std::string crawl) : database_(database), crawl_(std::move(crawl)) {}

  Result<void> run() {
    TRY(database_.execute(
        "CREATE TEMP TABLE IF NOT EXISTS node (number INTEGER PRIMARY KEY, address INTEGER NOT "
        "NULL,"
        " url NOT NULL, at INTEGER NOT NULL, location TEXT, sha256 BLOB, hops TEXT, via TEXT);"
        "DELETE FROM temp.node"));
    TRY(learn());
    TRY(reach());
    for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
      if (nodes_[i].source != Source::None) continue;
      --unknown_;
      nodes_[i].source = Source::Seed;
      push(i);
      TRY(reach());
    }
    TRY(write());
    return database_.execute("DELETE FROM temp.node");
  }

 private:
  void push(std::uint32_t node) { queue_.push({nodes_[node].depth, pushed_++, node}); }

  // The nodes and what the crawler wrote about them.
  Result<void> learn() {
    Query query = database_.query(kCaptures);
    query.bind(crawl_);
    Query capture = database_.query(kCapture);
    while (TRY(query.step())) {
      capture.again().bind(query.integer(0), query.instant(1), query.integer(2), query.natural(3),
                           query.natural(4));
      if (TRY(capture.step())) TRY(learn(query.integer(0), query.instant(1), capture));
    }
    for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
      if (nodes_[i].source != Source::None) push(i);
    }
    return {};
  }

  Result<void> learn(std::int64_t address, Instant at, const Query& capture) {
    const std::string_view key = capture.text(0);
    const std::string_view url = capture.text(1);
    const auto number = static_cast<std::uint32_t>(nodes_.size());
    const auto [alike, fresh] = numbers_.emplace(std::hash<std::string_view>()(url), number);
    if (!fresh) {
      const bool met = TRY(is_node(alike->second, address, url));
      if (met) return {};
    }
    nodes_.push_back({});
    Arrival known;
    Source source = TRY(from_metadata(address, url, known));
    if (source == Source::None) source = TRY(from_log(key, url, known));
    // A name looked up is what no page links to.
    if (source == Source::None && url.starts_with("dns:")) source = Source::Seed;
    nodes_[number].source = source;
    nodes_[number].depth = depth_of(known.hops);
    if (source == Source::None) ++unknown_;
    Query insert = database_.query("INSERT INTO temp.node VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
    insert.bind(std::uint64_t{number}, address, 0, at, optional_text(capture.text(3)),
                optional_blob(capture.text(4)), optional_text(known.hops),
                optional_text(known.via));
    if (capture.type(2) != SQLITE_INTEGER) insert.put(3, url);
    return insert.run();
  }

  // Most likely the one whose hash is the same.
  Result<bool> is_node(std::uint32_t alike, std::int64_t address, std::string_view url) {
#define ASOF_NODE                                                              \
  "SELECT 1 FROM temp.node AS n JOIN address AS a ON a.id = n.address WHERE"   \
  " n.address = ?1 AND CASE n.url WHEN 0 THEN a.url ELSE n.url END = ?2 AND n" \
  ".number"
    for (const char* sql : {ASOF_NODE " = ?3", ASOF_NODE " <> ?3"}) {
#undef ASOF_NODE
      Query query = database_.query(sql);
      query.bind(address, url, std::uint64_t{alike});
      if (TRY(query.step())) return true;
    }
    return false;
  }

  Result<Source> from_metadata(std::int64_t address, std::string_view url, Arrival& known) {
    Query query = database_.query(
        "SELECT m.hops, m.via FROM metadata_row AS m JOIN address AS a ON a.id = m.address"
        " CROSS JOIN crawl_span AS s ON s.file = m.file AND m.at BETWEEN s.first AND s.last"
        " WHERE m.address = ?1 AND CASE m.url WHEN 0 THEN a.url ELSE m.url END = ?2"
        " AND s.crawl = ?3 AND (m.hops IS NOT NULL OR m.via IS NOT NULL OR m.seed)"
        " ORDER BY m.at, m.file, m.offset, m.inner LIMIT 1");
    query.bind(address, url, crawl_);
    if (!TRY(query.step())) return Source::None;
    // A via without a path: one hop of unknown kind, taken for a link.
    known = {query.null(0) && !query.null(1) ? "L" : query.string(0), query.string(1)};
    return Source::Metadata;
  }

  // A log says nothing about crawls; its entries of the crawl's time and URLs are taken.
  Result<Source> from_log(std::string_view key, std::string_view url, Arrival& known) {
    Query query = database_.query(
        "SELECT log.hops, log.via FROM log CROSS JOIN crawl ON coalesce(log.begin, log.at)"
        " BETWEEN crawl.first AND crawl.last WHERE log.urlkey = ?1 AND log.url = ?2"
        " AND crawl.name = ?3 ORDER BY log.at, log.log, log.line LIMIT 1");
    query.bind(key, url, crawl_);
    if (!TRY(query.step())) return Source::None;
    known = {query.null(0) && !query.null(1) ? "L" : query.string(0), query.string(1)};
    return Source::Log;
  }

  // Where all nodes are known, as in a crawl of our own, no link can reach another.
  Result<void> reach() {
    while (!queue_.empty() && unknown_ > 0) {
      std::uint32_t from = queue_.top().node;
      queue_.pop();
      Query query = database_.query(
          "SELECT location, links, link_count IS NULL, n.address, n.url, n.at"
          " FROM temp.node AS n LEFT JOIN document_row AS d"
          " ON d.address = n.address AND d.sha256 = n.sha256 AND d.url = n.url WHERE number = ?");
      query.bind(std::uint64_t{from});
      if (!TRY(query.step())) continue;
      if (!query.null(0)) follow(from, query.text(0), hop_letter(LinkKind::Redirect));
      std::string pack = query.string(1);
      if (query.integer(2) != 0) pack = TRY(recorded(query));
      auto links = unpack_links(pack);
      if (!links) continue;  // A damaged pack has no links.
      for (const Link& link : *links) follow(from, link.url, hop_letter(link.kind));
    }
    return {};
  }

  // What a crawler recorded about the links of a page that is not there itself.
  Result<std::string> recorded(const Query& node) {
    Query query = database_.query(
        "SELECT links FROM metadata_row WHERE address = ?1 AND url = ?2 AND links IS NOT NULL"
        " ORDER BY abs(at - ?3), at, file, offset, inner LIMIT 1");
    query.bind(node.integer(3), 0, node.instant(5));
    if (node.type(4) != SQLITE_INTEGER) query.put(2, node.text(4));
    if (!TRY(query.step())) return std::string();
    return query.string(0);
  }

  void follow(std::uint32_t from, std::string_view url, char letter) {
    auto target = numbers_.find(std::hash<std::string_view>()(url.substr(0, url.find('#'))));
    if (target == numbers_.end() || nodes_[target->second].source != Source::None) return;
    --unknown_;
    nodes_[target->second] = {from, nodes_[from].depth + 1, Source::Links, letter};
    push(target->second);
  }

  // At most the last 50 letters, as Heritrix writes them.
  Result<std::string> hops_of(std::uint32_t number) {
    std::string letters;
    std::uint32_t at = number;
    while (nodes_[at].source == Source::Links && letters.size() < kMostLetters) {
      letters += nodes_[at].letter;
      at = nodes_[at].parent;
    }
    std::reverse(letters.begin(), letters.end());
    if (nodes_[at].source != Source::Links && nodes_[at].source != Source::Seed) {
      Query query = database_.query("SELECT hops FROM temp.node WHERE number = ?");
      query.bind(std::uint64_t{at});
      if (!TRY(query.step())) return letters;
      std::string_view before = query.text(0);
      if (letters.empty()) return std::string(before);
      before = before.substr(before.find('+') == std::string_view::npos ? 0 : before.find('+') + 1);
      letters.insert(0, before);
      if (letters.size() > kMostLetters) letters.erase(0, letters.size() - kMostLetters);
    }
    if (letters.empty()) return letters;
    std::size_t depth = nodes_[number].depth;
    if (depth <= letters.size()) return letters;
    return std::to_string(depth - letters.size()) + "+" + letters;
  }

  Result<void> write() {
    const std::int64_t crawl = TRY(crawl_number(database_, crawl_));
    Query query =
        database_.query("SELECT number, address, url, via FROM temp.node ORDER BY address, url");
    Query parent = database_.query("SELECT address, url FROM temp.node WHERE number = ?");
    Query insert = database_.query(kPutPath);
    while (TRY(query.step())) {
      auto number = static_cast<std::uint32_t>(query.integer(0));
      const Node& node = nodes_[number];
      const std::string hops = TRY(hops_of(number));
      insert.again().bind(crawl, query.integer(1), 0, optional_text(query.text(3)), hops,
                          std::int64_t{node.depth}, static_cast<int>(node.source));
      if (query.type(2) != SQLITE_INTEGER) insert.put(3, query.text(2));
      if (node.source == Source::Links) {
        parent.again().bind(std::uint64_t{node.parent});
        if (TRY(parent.step())) {
          parent.type(1) == SQLITE_INTEGER ? insert.put(4, parent.integer(0))
                                           : insert.put(4, parent.text(1));
        }
      }
      TRY(insert.run());
    }
    return {};
  }

  struct Waiting {
    std::uint32_t depth;
    std::uint64_t order;
    std::uint32_t node;
    bool operator>(const Waiting& other) const {
      return std::tie(depth, order) > std::tie(other.depth, other.order);
    }
  };

  Database& database_;
  std::string crawl_;
  std::vector<Node> nodes_;
  std::size_t unknown_ = 0;                                 // of them, without a source
  std::unordered_map<std::size_t, std::uint32_t> numbers_;  // by the hash of the URL
  std::priority_queue<Waiting, std::vector<Waiting>, std::greater<>> queue_;
  std::uint64_t pushed_ = 0;
};

}  // namespace

Result<void> forget_paths(Database& database, std::string_view crawl) {
  return database
      .query("DELETE FROM path_row WHERE crawl = (SELECT id FROM crawl_number WHERE name = ?)")
      .bind(crawl)
      .run();
}

Result<std::uint64_t> settle_some_paths(Database& database) {
  Transaction transaction = TRY(Transaction::begin(database));
  Query next = database.query("SELECT crawl FROM touched_crawl ORDER BY 1 LIMIT 1");
  if (!TRY(next.step())) return std::uint64_t{0};
  std::string crawl = next.string(0);
  next.again();
  TRY(forget_paths(database, crawl));
  TRY(Walk(database, crawl).run());
  TRY(database.query("DELETE FROM touched_crawl WHERE crawl = ?").bind(crawl).run());
  TRY(transaction.commit());
  return std::uint64_t{1};
}

}  // namespace asof::catalog
