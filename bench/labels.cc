// How well importance tells meaningful changes from cosmetic ones, on labelled pairs of versions.
//
//   labels CHANGES.tsv HISTORIES [--each]
//
// Prints precision and recall over thresholds, beside a plain difference of texts and a plain
// digest (which calls every pair changed), and the importance of every kind of change. --each
// prints every pair instead.
#include <fmt/format.h>

#include "support/labelled.h"

namespace asof {
namespace {

constexpr double kThresholds[] = {.0001, .0002, .0005, .001, .002, .003,
                                  .005,  .01,   .02,   .05,  .1,   .2};

void print_each(std::vector<test::Judged> judged) {
  std::ranges::sort(judged, {}, &test::Judged::importance);
  for (const test::Judged& pair : judged) {
    const test::Labelled& row = *pair.row;
    const importance::Amount& a = pair.amount;
    fmt::print("{:.6f}\t{:.5f}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t", pair.importance, pair.text,
               change::name_of(pair.stage), row.meaningful ? "meaningful" : "cosmetic", row.kind,
               row.sure ? "sure" : "unsure", row.url, row.old, row.fresh, row.reason);
    fmt::print("{:.3f}\t{}\t{} {} {} {} {}\n", pair.matters, pair.replaced ? "replaced" : "",
               a.words, a.numbers, a.frame_words, a.links, a.images);
  }
}

void print_curve(std::string_view name, const std::vector<test::Judged>& judged) {
  fmt::print("\n{}, {} pairs\n  threshold  importance: P     R     F    text: P     R     F\n",
             name, judged.size());
  for (double threshold : kThresholds) {
    const auto a = score(judged, threshold, [](const test::Judged& r) { return r.importance; });
    const auto b = score(judged, threshold, [](const test::Judged& r) { return r.text; });
    fmt::print("  {:<9}           {:.3f} {:.3f} {:.3f}       {:.3f} {:.3f} {:.3f}\n", threshold,
               a.precision, a.recall, a.f(), b.precision, b.recall, b.f());
  }
  const auto digest = score(judged, 1, [](const test::Judged&) { return 1.0; });
  fmt::print("  a plain digest: P {:.3f} R {:.3f} F {:.3f}\n", digest.precision, digest.recall,
             digest.f());
}

void print_kinds(const std::vector<test::Judged>& judged) {
  std::map<std::string, std::vector<double>> kinds;
  for (const test::Judged& pair : judged) {
    kinds[(pair.row->meaningful ? "meaningful " : "cosmetic ") + pair.row->kind].push_back(
        pair.importance);
  }
  fmt::print("\n");
  for (auto& [kind, values] : kinds) {
    std::ranges::sort(values);
    fmt::print("{:<24} {:>3} pairs  least {:.4f}  median {:.4f}  most {:.4f}\n", kind,
               values.size(), values.front(), values[values.size() / 2], values.back());
  }
}

}  // namespace
}  // namespace asof

int main(int argc, char** argv) {
  using namespace asof;
  if (argc < 3) {
    fmt::print(stderr, "labels CHANGES.tsv HISTORIES [--each]\n");
    return 2;
  }
  const auto rows = test::read_labelled(argv[1]);
  test::Judge judge(argv[2]);
  std::vector<test::Judged> judged;
  for (const test::Labelled& row : rows) {
    const auto pair = judge.judge(row);
    if (!pair) {
      fmt::print(stderr, "{}: cannot be read\n", row.url);
      return 2;
    }
    judged.push_back(*pair);
  }
  if (argc > 3) {
    print_each(std::move(judged));
    return 0;
  }
  print_curve("All", judged);
  for (const char* site : {"flink", "incubator"}) {
    std::vector<test::Judged> part = judged;
    std::erase_if(part, [&](const test::Judged& pair) { return pair.row->site != site; });
    print_curve(site, part);
  }
  std::vector<test::Judged> sure = judged;
  std::erase_if(sure, [](const test::Judged& pair) { return !pair.row->sure; });
  print_curve("Where the reader was sure", sure);
  print_kinds(judged);
}
