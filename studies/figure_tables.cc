// SHARC Tables 1 to 3: what a crawl of the site of Figure 2 has downloaded and detected after each
// step. The order comes from the registry's strategies, the pages being found as links are
// followed.
#include <fmt/format.h>

#include <algorithm>

#include "schedule/dry_run.h"
#include "schedule/registry.h"
#include "studies/figure_internal.h"
#include "studies/figure_look.h"

namespace asof::studies {
namespace {

using schedule::Page;
using schedule::PageId;

// p0 links to p1 and p2, p1 to p3 and p4, p2 to p5; page i has rate i.
std::vector<std::vector<Page>> example_links() {
  auto page = [](PageId id, PageId parent, std::uint32_t depth) {
    Page found;
    found.id = id;
    found.parent = parent;
    found.depth = depth;
    found.rate = id;
    return found;
  };
  return {
      {page(1, 0, 1), page(2, 0, 1)}, {page(3, 1, 2), page(4, 1, 2)}, {page(5, 2, 2)}, {}, {}, {}};
}

// Ids are given in the order pages become known, which need not be their names.
struct Crawl {
  std::vector<int> order;                    // names, as downloaded
  std::vector<std::vector<int>> discovered;  // after step i, all names known
};

Crawl crawl(std::string_view strategy) {
  auto planner = schedule::make_strategy(strategy).value();
  planner->expect({.pages = 6});
  planner->learn({.id = 0});
  schedule::EveryAllocator allocator;
  schedule::DryRunOptions options;
  options.children = example_links();
  Crawl result;
  std::vector<int> known = {0};
  result.discovered.push_back(known);
  for (const auto& planned : schedule::dry_run(std::move(planner), allocator, options)) {
    result.order.push_back(static_cast<int>(planned.visit.page));
    for (const Page& child : options.children[planned.visit.page])
      known.push_back(static_cast<int>(child.id));
    result.discovered.push_back(known);
  }
  return result;
}

std::string names_of(const std::vector<int>& pages) {
  std::string text;
  for (int page : pages) text += fmt::format("{}p{}", text.empty() ? "" : ", ", page);
  return text;
}

// Detected pages in the order in which they will be downloaded, or by rate as SHARC-online keeps
// them.
Table dd_list(const Crawl& found, bool by_rate) {
  Table table{"", {"I", "downloaded", "detected"}, {}};
  for (std::size_t step = 0; step < found.discovered.size(); ++step) {
    const auto done = found.order.begin() + static_cast<std::ptrdiff_t>(step);
    std::vector<int> downloaded(found.order.begin(), done);
    std::vector<int> detected;
    for (auto page = done; page != found.order.end(); ++page)
      if (std::ranges::count(found.discovered[step], *page) > 0) detected.push_back(*page);
    if (by_rate) std::ranges::sort(detected);
    table.rows.push_back({fmt::format("{}", step), names_of(downloaded), names_of(detected)});
  }
  return table;
}

Figure crawl_table(int number, std::string_view strategy, const std::vector<int>& printed) {
  const Crawl found = crawl(strategy);
  Figure figure{fmt::format("sharc-table-{}", number),
                fmt::format("SHARC, Table {}", number),
                label_of(strategy) + " crawl strategy",
                "The site of SHARC's Figure 2, p0 as the seed; links are found when a page is "
                "downloaded.",
                {}};
  figure.tables.push_back(dd_list(found, strategy == "sharc-online"));
  figure.claims.push_back(
      {"The pages are downloaded in the order " + names_of(printed) + ".",
       {{"downloaded in the order " + names_of(found.order), found.order == printed}}});
  return figure;
}

}  // namespace

Result<Figure> sharc_table_1(const Setting&) {
  return crawl_table(1, "depth-first", {0, 1, 3, 4, 2, 5});
}

Result<Figure> sharc_table_2(const Setting&) {
  return crawl_table(2, "breadth-first", {0, 1, 2, 3, 4, 5});
}

Result<Figure> sharc_table_3(const Setting&) {
  return crawl_table(3, "sharc-online", {0, 1, 4, 3, 2, 5});
}

}  // namespace asof::studies
