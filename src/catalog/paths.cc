// Paths: how a crawl came to each of its URLs.
//
// What the crawler wrote down counts (metadata records, then its log). The rest is walked breadth
// first through the links of the captured documents, in document order, from what is known and
// then from the earliest capture not reached yet. Memory: about 60 bytes per URL of the crawl; the
// texts stay in a temporary table.
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

const std::string kPutPath = "INSERT INTO path VALUES " + parameters<Path>();

// The captures of the crawl in the order of time. Of each URL the first counts.
constexpr const char* kCaptures = R"sql(
SELECT urlkey, url, location,
  coalesce(sha256, (SELECT o.sha256 FROM original JOIN capture AS o ON
    (o.urlkey, o.at, o.file, o.offset, o.inner) = (o_urlkey, o_at, o_file, o_offset, o_inner)
    WHERE (original.file, original.offset, original.inner) = (c.file, c.offset, c.inner)))
  FROM capture_in_crawl AS c WHERE crawl = ? ORDER BY at, file, offset, inner
)sql";

enum class Source : std::uint8_t { None, Metadata, Log, Links, Seed };
constexpr const char* kSourceNames[] = {"", "metadata", "log", "links", "seed"};

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
        "CREATE TEMP TABLE IF NOT EXISTS node (number INTEGER PRIMARY KEY, urlkey TEXT NOT NULL,"
        " url TEXT NOT NULL, location TEXT, sha256 BLOB); DELETE FROM temp.node"));
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
    while (TRY(query.step()))
      TRY(learn(query.text(0), query.text(1), query.string(2), query.string(3)));
    for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
      if (nodes_[i].source != Source::None) push(i);
    }
    return {};
  }

  Result<void> learn(std::string_view key, std::string_view url, const std::string& location,
                     const std::string& sha256) {
    const auto number = static_cast<std::uint32_t>(nodes_.size());
    const auto [alike, fresh] = numbers_.emplace(std::hash<std::string_view>()(url), number);
    if (!fresh) {
      const bool met = TRY(is_node(alike->second, key, url));
      if (met) return {};
    }
    TRY(database_.query("INSERT INTO temp.node VALUES (?, ?, ?, ?, ?)")
            .bind(std::uint64_t{number}, key, url, optional_text(location), optional_blob(sha256))
            .run());
    nodes_.push_back({});
    Arrival known;
    Source source = TRY(from_metadata(key, url, known));
    if (source == Source::None) source = TRY(from_log(key, url, known));
    // A name looked up is what no page links to.
    if (source == Source::None && url.starts_with("dns:")) source = Source::Seed;
    if (source == Source::None) {
      ++unknown_;
      return {};
    }
    nodes_[number].source = source;
    nodes_[number].depth = depth_of(known.hops);
    known_.emplace(number, std::move(known));
    return {};
  }

  // Most likely the one whose hash is the same.
  Result<bool> is_node(std::uint32_t alike, std::string_view key, std::string_view url) {
    for (const char* sql :
         {"SELECT 1 FROM temp.node WHERE urlkey = ?1 AND url = ?2 AND number = ?3",
          "SELECT 1 FROM temp.node WHERE urlkey = ?1 AND url = ?2 AND number <> ?3"}) {
      Query query = database_.query(sql);
      query.bind(key, url, std::uint64_t{alike});
      if (TRY(query.step())) return true;
    }
    return false;
  }

  Result<Source> from_metadata(std::string_view key, std::string_view url, Arrival& known) {
    Query query = database_.query(
        "SELECT m.hops, m.via FROM metadata AS m CROSS JOIN crawl_span AS s ON s.file = m.file"
        " AND m.at BETWEEN s.first AND s.last WHERE m.urlkey = ?1 AND m.url = ?2 AND s.crawl = ?3"
        " AND (m.hops IS NOT NULL OR m.via IS NOT NULL OR m.seed)"
        " ORDER BY m.at, m.file, m.offset, m.inner LIMIT 1");
    query.bind(key, url, crawl_);
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
          "SELECT location, links FROM temp.node LEFT JOIN document USING (urlkey, url, sha256)"
          " WHERE number = ?");
      query.bind(std::uint64_t{from});
      if (!TRY(query.step())) continue;
      if (!query.null(0)) follow(from, query.text(0), hop_letter(LinkKind::Redirect));
      auto links = unpack_links(query.text(1));
      if (!links) continue;  // A damaged pack has no links.
      for (const Link& link : *links) follow(from, link.url, hop_letter(link.kind));
    }
    return {};
  }

  void follow(std::uint32_t from, std::string_view url, char letter) {
    auto target = numbers_.find(std::hash<std::string_view>()(url.substr(0, url.find('#'))));
    if (target == numbers_.end() || nodes_[target->second].source != Source::None) return;
    --unknown_;
    nodes_[target->second] = {from, nodes_[from].depth + 1, Source::Links, letter};
    push(target->second);
  }

  // At most the last 50 letters, as Heritrix writes them.
  std::string hops_of(std::uint32_t number) const {
    std::string letters;
    std::uint32_t at = number;
    while (nodes_[at].source == Source::Links && letters.size() < kMostLetters) {
      letters += nodes_[at].letter;
      at = nodes_[at].parent;
    }
    std::reverse(letters.begin(), letters.end());
    auto known = known_.find(at);
    if (letters.empty()) return known == known_.end() ? "" : known->second.hops;
    if (known != known_.end()) {
      std::string_view before = known->second.hops;
      before = before.substr(before.find('+') == std::string_view::npos ? 0 : before.find('+') + 1);
      letters.insert(0, before);
      if (letters.size() > kMostLetters) letters.erase(0, letters.size() - kMostLetters);
    }
    std::size_t depth = nodes_[number].depth;
    if (depth <= letters.size()) return letters;
    return std::to_string(depth - letters.size()) + "+" + letters;
  }

  Result<void> write() {
    Query query = database_.query("SELECT number, urlkey, url FROM temp.node ORDER BY urlkey, url");
    Query parent = database_.query("SELECT url FROM temp.node WHERE number = ?");
    Query insert = database_.query(kPutPath.c_str());
    while (TRY(query.step())) {
      auto number = static_cast<std::uint32_t>(query.integer(0));
      const Node& node = nodes_[number];
      Path path{.crawl = crawl_,
                .urlkey = query.string(1),
                .url = query.string(2),
                .parent = {},
                .hops = hops_of(number),
                .depth = node.depth,
                .source = kSourceNames[static_cast<std::size_t>(node.source)]};
      if (node.source == Source::Links) {
        parent.again().bind(std::uint64_t{node.parent});
        if (TRY(parent.step())) path.parent = parent.string(0);
      } else if (auto known = known_.find(number); known != known_.end()) {
        path.parent = known->second.via;
      }
      TRY(run_with(insert.again(), path));
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
  std::unordered_map<std::uint32_t, Arrival> known_;
  std::priority_queue<Waiting, std::vector<Waiting>, std::greater<>> queue_;
  std::uint64_t pushed_ = 0;
};

}  // namespace

Result<std::uint64_t> settle_some_paths(Database& database) {
  Transaction transaction = TRY(Transaction::begin(database));
  Query next = database.query("SELECT crawl FROM touched_crawl ORDER BY 1 LIMIT 1");
  if (!TRY(next.step())) return std::uint64_t{0};
  std::string crawl = next.string(0);
  next.again();
  TRY(database.query("DELETE FROM path WHERE crawl = ?").bind(crawl).run());
  TRY(Walk(database, crawl).run());
  TRY(database.query("DELETE FROM touched_crawl WHERE crawl = ?").bind(crawl).run());
  TRY(transaction.commit());
  return std::uint64_t{1};
}

}  // namespace asof::catalog
