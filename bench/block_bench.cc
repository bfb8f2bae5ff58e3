// block_bench HISTORY.warc.gz [URL]: blocks of every version of every page of a history.
//
// Prints tab-separated: what, value. Leaves of a page; CPU time of layout and of segmentation; and
// how many successive versions that differ are divided alike (block_agreement.h says what that
// means); and of edits planted in one version of each page (a word changed, a paragraph or an item
// put before another), how many leaves they change. With URL, prints the blocks of that page's
// versions instead.
#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/random.h"
#include "base/text.h"
#include "block/segment.h"
#include "block_agreement.h"
#include "page_history.h"

namespace asof::bench {
namespace {

double cpu_seconds() {
  timespec t{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) / 1e9;
}

struct Figures {
  std::vector<std::size_t> leaves, nodes;
  double layout = 0, segment = 0;
  std::size_t pairs = 0, agree = 0, agree_elsewhere = 0;
  std::vector<std::size_t> changed;  // leaves, by each planted edit
};

std::optional<block::BlockTree> blocks_of(PageHistory& history, const std::string& url,
                                          const PageVersion& version, Figures& figures) {
  const auto source = history.source(url, version);
  if (!source) return std::nullopt;
  const double start = cpu_seconds();
  const layout::Page page = history.lay_out(*source);
  const double laid_out = cpu_seconds();
  block::BlockTree tree = block::segment(page);
  figures.segment += cpu_seconds() - laid_out;
  figures.layout += laid_out - start;
  figures.leaves.push_back(tree.leaves().size());
  figures.nodes.push_back(page.nodes.size());
  return tree;
}

std::multiset<std::string> leaves_of(const block::BlockTree& tree) {
  std::multiset<std::string> leaves;
  for (block::BlockId id : tree.leaves()) {
    std::string text;
    for (const block::Content& content : tree.blocks[id].contents) {
      text += content.text + '\n' + content.address + '\n';
    }
    leaves.insert(std::move(text));
  }
  return leaves;
}

// The page with `tag` and some words put before one of its like, or with a word after one changed;
// nothing where it has no such element.
std::optional<std::string> edited(const std::string& html, const std::string& tag, bool insert,
                                  Rng& rng) {
  std::vector<std::size_t> places;
  for (std::size_t at = html.find(tag); at != std::string::npos; at = html.find(tag, at + 1)) {
    const std::size_t text = at + tag.size();
    if (insert || (text < html.size() && is_alpha(html[text]))) places.push_back(at);
  }
  if (places.empty()) return std::nullopt;
  const std::size_t at = places[rng.below(places.size())];
  std::string result = html;
  if (insert) {
    result.insert(at, tag + "Some words nobody has put here before.</" + tag.substr(1));
  } else {
    result[at + tag.size()] = result[at + tag.size()] == 'Q' ? 'X' : 'Q';
  }
  return result;
}

void plant(PageHistory& history, const PageHistory::Source& source, Rng& rng, Figures& figures) {
  const auto before = leaves_of(block::segment(history.lay_out(source)));
  for (const auto& [tag, insert] :
       {std::pair("<p>", false), std::pair("<p>", true), std::pair("<li>", true)}) {
    const auto html = edited(source.html, tag, insert, rng);
    if (!html) continue;
    PageHistory::Source changed = source;
    changed.html = *html;
    const auto after = leaves_of(block::segment(history.lay_out(changed)));
    figures.changed.push_back(static_cast<std::size_t>(std::ranges::count_if(
        before, [&](const std::string& leaf) { return !after.contains(leaf); })));
  }
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
  fmt::print("planted edits\t{}\n", figures.changed.size());
  for (std::size_t most : {1U, 2U}) {
    const auto few = std::ranges::count_if(figures.changed, [&](auto n) { return n <= most; });
    fmt::print("change at most {}\t{:.1f} %\n", most,
               percent(static_cast<std::size_t>(few), figures.changed.size()));
  }
}

Result<void> run(const std::string& path, const std::string& only) {
  PageHistory history = TRY(PageHistory::open(path));
  Figures figures;
  for (const auto& [url, versions] : history.versions()) {
    if (!only.empty() && url != only) continue;
    std::optional<block::BlockTree> before;
    for (const PageVersion& version : versions) {
      std::optional<block::BlockTree> tree = blocks_of(history, url, version, figures);
      if (!only.empty() && tree) {
        fmt::print("{}\n{}\n", iso8601_seconds(version.at), outline(*tree));
      }
      if (before && tree) {
        const Agreement agreed = agreement(*before, *tree);
        ++figures.pairs;
        figures.agree += agreed.everywhere ? 1 : 0;
        figures.agree_elsewhere += agreed.elsewhere ? 1 : 0;
      }
      before = std::move(tree);
    }
  }
  if (!only.empty()) return {};
  Rng rng(1);
  for (const auto& [url, versions] : history.versions()) {
    const auto source = history.source(url, versions.back());
    if (source) plant(history, *source, rng, figures);
  }
  print(figures);
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
