// What the stages of a comparison cost on real pages, as ratios in one run.
//
//   change_bench CHANGES.tsv HISTORIES
//
// CPU time of one thread per pair of versions; medians over all pairs, each taken as the least of
// three runs.
#include <fmt/format.h>

#include <ctime>

#include "block/segment.h"
#include "change/clean.h"
#include "html/tokenizer.h"
#include "support/labelled.h"

namespace asof {
namespace {

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

// The least of three runs: what the work costs, without what the machine did beside it.
template <class Work>
double cost(Work work) {
  double least = 1e9;
  for (int i = 0; i < 3; ++i) {
    const double start = cpu_seconds();
    work();
    least = std::min(least, cpu_seconds() - start);
  }
  return least;
}

struct Nothing {
  std::size_t tokens = 0;
  void text(const html::Text&) { ++tokens; }
  void start_tag(const html::Tag&) { ++tokens; }
  void end_tag(const html::Tag&) { ++tokens; }
  void comment(const html::Comment&) { ++tokens; }
  void doctype(const html::Doctype&) { ++tokens; }
};

struct Costs {
  std::size_t bytes = 0;
  double tokenize = 0;  // one of the two pages
  double digest = 0;    // comparing two digests that are known, as the catalog does
  double clean = 0;     // both pages
  double layout = 0;
  double segment = 0;
  double delta = 0;
  double estimate = 0;

  double built() const { return layout + segment; }
  double visual() const { return built() + delta + estimate; }
};

Costs measure(PageHistory& history, const test::Labelled& row) {
  const Instant old_at = parse_iso8601(row.old).value_or(Instant{});
  const Instant new_at = parse_iso8601(row.fresh).value_or(Instant{});
  const std::string old = retrieve::to_utf8(*history.content(row.url, old_at));
  const std::string fresh = retrieve::to_utf8(*history.content(row.url, new_at));
  const auto old_resources = history.resources(old_at);
  const auto new_resources = history.resources(new_at);
  Costs costs{.bytes = fresh.size()};
  volatile std::size_t sink = 0;
  costs.tokenize = cost([&] {
    Nothing nothing;
    html::tokenize(fresh, nothing);
    sink = nothing.tokens;
  });
  const std::string a = digest_of(Algorithm::Sha256, old);
  const std::string b = digest_of(Algorithm::Sha256, fresh);
  costs.digest = cost([&] { sink = a == b ? 1 : 0; });
  costs.clean = cost([&] {
    sink = change::clean_html(old, row.url).same(change::clean_html(fresh, row.url)) ? 1 : 0;
  });
  layout::Page old_page, new_page;
  costs.layout = cost([&] {
    old_page = layout::lay_out({old, row.url}, old_resources);
    new_page = layout::lay_out({fresh, row.url}, new_resources);
  });
  block::BlockTree old_tree, new_tree;
  costs.segment = cost([&] {
    old_tree = block::segment(old_page);
    new_tree = block::segment(new_page);
  });
  delta::Comparison comparison;
  costs.delta = cost([&] { comparison = delta::compare(old_tree, new_tree); });
  costs.estimate =
      cost([&] { sink = importance::estimate(old_tree, new_tree, comparison).blocks.size(); });
  return costs;
}

template <class Of>
double median(const std::vector<Costs>& all, Of of) {
  std::vector<double> values;
  values.reserve(all.size());
  for (const Costs& costs : all) values.push_back(of(costs));
  std::ranges::sort(values);
  return values[values.size() / 2];
}

void print(std::string_view name, const std::vector<Costs>& all) {
  const auto line = [&](std::string_view what, auto of) {
    fmt::print("  {:<34} {:>10.3f} ms {:>9.2f}\n", what, 1000 * median(all, of),
               median(all, [&](const Costs& c) { return of(c) / c.tokenize; }));
  };
  fmt::print(
      "{}: {} pairs, median page {:.0f} KB; per pair, and in tokenizing passes of one page\n", name,
      all.size(), median(all, [](const Costs& c) { return static_cast<double>(c.bytes) / 1024; }));
  line("tokenize one page", [](const Costs& c) { return c.tokenize; });
  line("compare known digests", [](const Costs& c) { return c.digest; });
  line("clean text of both", [](const Costs& c) { return c.clean; });
  line("lay out both", [](const Costs& c) { return c.layout; });
  line("segment both", [](const Costs& c) { return c.segment; });
  line("delta", [](const Costs& c) { return c.delta; });
  line("importance", [](const Costs& c) { return c.estimate; });
  line("the whole visual comparison", [](const Costs& c) { return c.visual(); });
  std::vector<double> ratios;
  ratios.reserve(all.size());
  for (const Costs& costs : all) ratios.push_back(costs.visual() / costs.built());
  std::ranges::sort(ratios);
  fmt::print("  whole / (layout + segment): median {:.2f}, worst {:.2f}\n",
             ratios[ratios.size() / 2], ratios.back());
}

}  // namespace
}  // namespace asof

int main(int argc, char** argv) {
  using namespace asof;
  if (argc < 3) {
    fmt::print(stderr, "change_bench CHANGES.tsv HISTORIES\n");
    return 2;
  }
  test::Histories histories(argv[2]);
  std::vector<Costs> all;
  const auto rows = test::read_labelled(argv[1]);
  for (std::size_t i = 0; i < rows.size(); i += 3) {
    PageHistory* history = histories.of(rows[i].site);
    if (history == nullptr) {
      fmt::print(stderr, "{}/{}.warc.gz cannot be read\n", argv[2], rows[i].site);
      return 2;
    }
    all.push_back(measure(*history, rows[i]));
  }
  print("All", all);
  // Growth: the pages by size, in four equal parts.
  std::ranges::sort(all, {}, &Costs::bytes);
  for (std::size_t part = 0; part < 4; ++part) {
    const std::vector<Costs> some(
        all.begin() + static_cast<std::ptrdiff_t>(all.size() * part / 4),
        all.begin() + static_cast<std::ptrdiff_t>(all.size() * (part + 1) / 4));
    print(fmt::format("Quarter {} by size", part + 1), some);
  }
}
