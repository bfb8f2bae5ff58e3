// block_bench HISTORY.warc.gz [URL]: blocks of every version of every page of a history.
//
// Prints tab-separated: what, value. Leaves of a page; CPU time of layout and of segmentation; and
// of successive versions that differ, how many agree on the blocks of what they have in common.
// Two leaves disagree where what stands together in one version and is in both stands apart in the
// other; where they hold something that came or went, the edit itself may be the reason. With URL,
// prints the blocks of that page's versions instead.
#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/file.h"
#include "block/segment.h"
#include "ingest/content.h"
#include "layout/layout.h"
#include "warc/reader.h"

namespace asof::bench {
namespace {

double cpu_seconds() {
  timespec t{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) / 1e9;
}

struct Version {
  Instant at;
  warc::Position where;
};
// Versions by address, in the order of the file, which is that of time.
using Versions = std::map<std::string, std::vector<Version>>;

Result<Versions> versions_in(const Source& source) {
  Versions versions;
  warc::Reader reader(source, [](const warc::Damage&) {});
  while (true) {
    const warc::Record* record = TRY(reader.next());
    if (record == nullptr) return versions;
    const bool response = record->type() == warc::Type::Response;
    if (response && record->date()) {
      versions[std::string(record->target_uri())].push_back({*record->date(), reader.position()});
    }
    TRY(reader.finish());
  }
}

struct Site {
  const Source& source;
  Versions versions;
  std::map<std::uint64_t, std::optional<std::string>> cached;  // of styles and images, by offset

  std::optional<std::string> as_of(std::string_view url, Instant at) {
    const auto found = versions.find(std::string(url.substr(0, url.find('#'))));
    if (found == versions.end()) return std::nullopt;
    const Version* best = nullptr;
    for (const Version& version : found->second) {
      if (version.at <= at) best = &version;
    }
    if (best == nullptr) return std::nullopt;
    const auto [slot, fresh] = cached.try_emplace(best->where.offset);
    if (fresh) {
      auto content = ingest::content_at(source, best->where);
      if (content && content->status == 200) slot->second = std::move(content->bytes);
    }
    return slot->second;
  }
};

struct Figures {
  std::vector<std::size_t> leaves, nodes;
  double layout = 0, segment = 0;
  std::size_t pairs = 0, agree = 0, agree_elsewhere = 0;
};

using Identity = std::string;
Identity identity_of(const block::Content& content) {
  return std::string(block::name_of(content.kind)) + '\n' + content.text + '\n' + content.address;
}

// Where each content that stands on the page once stands, and which leaves hold which contents.
struct Places {
  std::map<Identity, std::vector<block::BlockId>> leaf;

  explicit Places(const block::BlockTree& tree) {
    for (block::BlockId id : tree.leaves()) {
      for (const block::Content& content : tree.blocks[id].contents) {
        leaf[identity_of(content)].push_back(id);
      }
    }
  }
};

// Leaves of `a` whose common contents stand in several leaves of `b`: all, and without edits.
struct Apart {
  std::size_t all = 0, elsewhere = 0;
};
Apart apart(const Places& a, const Places& b) {
  std::map<block::BlockId, std::set<block::BlockId>> hits;
  std::set<block::BlockId> edited_a, edited_b;
  for (const auto& [identity, leaves] : a.leaf) {
    const auto other = b.leaf.find(identity);
    if (other == b.leaf.end() || other->second.size() != leaves.size()) {
      edited_a.insert(leaves.begin(), leaves.end());
    }
    if (other != b.leaf.end() && leaves.size() == 1 && other->second.size() == 1) {
      hits[leaves[0]].insert(other->second[0]);
    }
  }
  for (const auto& [identity, leaves] : b.leaf) {
    const auto other = a.leaf.find(identity);
    if (other == a.leaf.end() || other->second.size() != leaves.size()) {
      edited_b.insert(leaves.begin(), leaves.end());
    }
  }
  Apart result;
  for (const auto& [leaf, others] : hits) {
    if (others.size() < 2) continue;
    ++result.all;
    const bool edited =
        edited_a.contains(leaf) ||
        std::ranges::any_of(others, [&](block::BlockId id) { return edited_b.contains(id); });
    result.elsewhere += edited ? 0 : 1;
  }
  return result;
}

bool compare(const block::BlockTree& a, const block::BlockTree& b, Figures& figures) {
  ++figures.pairs;
  const Places old(a), fresh(b);
  const Apart split = apart(old, fresh);
  const Apart merged = apart(fresh, old);
  figures.agree += split.all + merged.all == 0 ? 1 : 0;
  figures.agree_elsewhere += split.elsewhere + merged.elsewhere == 0 ? 1 : 0;
  return split.elsewhere + merged.elsewhere == 0;
}

std::optional<block::BlockTree> blocks_of(Site& site, const std::string& url,
                                          const Version& version, Figures& figures) {
  const auto content = ingest::content_at(site.source, version.where);
  if (!content || content->status != 200 || !ingest::is_html(*content)) return std::nullopt;
  const std::string html = ingest::to_utf8(*content);
  const layout::Resources resources = [&](std::string_view address, layout::ResourceKind) {
    return site.as_of(address, version.at);
  };
  const double start = cpu_seconds();
  const layout::Page page = layout::lay_out({.html = html, .url = url}, resources);
  const double laid_out = cpu_seconds();
  block::BlockTree tree = block::segment(page);
  figures.segment += cpu_seconds() - laid_out;
  figures.layout += laid_out - start;
  figures.leaves.push_back(tree.leaves().size());
  figures.nodes.push_back(page.nodes.size());
  return tree;
}

std::size_t quantile(std::vector<std::size_t> values, double share) {
  std::ranges::sort(values);
  const auto at = static_cast<std::size_t>(share * static_cast<double>(values.size() - 1));
  return values.empty() ? 0 : values[at];
}

double percent(std::size_t part, std::size_t whole) {
  return whole == 0 ? 0 : 100 * static_cast<double>(part) / static_cast<double>(whole);
}

void print(const Figures& figures) {
  const auto pages = static_cast<double>(figures.leaves.size());
  fmt::print("versions\t{}\n", figures.leaves.size());
  fmt::print("nodes, median and most\t{} {}\n", quantile(figures.nodes, .5),
             quantile(figures.nodes, 1));
  fmt::print("leaves, 5 %, median, 95 %, most\t{} {} {} {}\n", quantile(figures.leaves, .05),
             quantile(figures.leaves, .5), quantile(figures.leaves, .95),
             quantile(figures.leaves, 1));
  fmt::print("layout, ms of CPU a page\t{:.2f}\n", 1e3 * figures.layout / pages);
  fmt::print("segmentation, ms of CPU a page\t{:.2f}\n", 1e3 * figures.segment / pages);
  fmt::print("segmentation to layout\t{:.1f} %\n", 100 * figures.segment / figures.layout);
  fmt::print("successive versions\t{}\n", figures.pairs);
  fmt::print("agree on what is common\t{:.1f} %\n", percent(figures.agree, figures.pairs));
  fmt::print("agree outside of edited blocks\t{:.1f} %\n",
             percent(figures.agree_elsewhere, figures.pairs));
}

Result<void> run(const std::string& path, const std::string& only) {
  const auto file = TRY(FileSource::open(path));
  Versions found = TRY(versions_in(file));
  Site site{.source = file, .versions = std::move(found)};
  Figures figures;
  for (const auto& [url, versions] : site.versions) {
    if (!only.empty() && url != only) continue;
    std::optional<block::BlockTree> before;
    for (const Version& version : versions) {
      std::optional<block::BlockTree> tree = blocks_of(site, url, version, figures);
      if (!only.empty() && tree)
        fmt::print("{}\n{}\n", iso8601_seconds(version.at), outline(*tree));
      if (before && tree && !compare(*before, *tree, figures)) {
        fmt::print(stderr, "{} {}\n", url, iso8601_seconds(version.at));
      }
      before = std::move(tree);
    }
  }
  if (only.empty()) print(figures);
  return {};
}

}  // namespace
}  // namespace asof::bench

int main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "usage: block_bench HISTORY.warc.gz [URL]\n");
    return 2;
  }
  const auto done = asof::bench::run(argv[1], argc > 2 ? argv[2] : "");
  if (!done) fmt::print(stderr, "{}\n", done.error().what);
  return done ? 0 : 1;
}
