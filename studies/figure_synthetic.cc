// SHARC's experiments on its synthetic site: observation intervals (Figure 10), sharp pages (Table
// 4), wrong change rates (Figure 11). Rates are the paper's letter (C10 of docs/papers.md), with
// the index starting at 1.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "studies/figure_contest.h"
#include "studies/figure_internal.h"
#include "studies/figure_look.h"

namespace asof::studies {
namespace {

std::vector<Contender> once() {
  return {{"breadth-first"},
          {"depth-first"},
          {"hottest-first"},
          {"coldest-first"},
          {"olston-pandey"},
          {"sharc-online"},
          {"sharc-offline"},
          {"sharc-multi-online", 0.05, "sharc-multi-online +5 %"},
          {"sharc-multi", 0.05, "sharc-multi +5 %"}};
}

std::vector<Contender> twice() {
  return {{"breadth-first+revisit"}, {"depth-first+revisit"},   {"hottest-first+revisit"},
          {"coldest-first+revisit"}, {"olston-pandey+revisit"}, {"sharc-revisits"},
          {"sharc-threshold"},       {"sharc-unified", 1},      {"sharc-multi-adaptive", 1},
          {"sharc-multi", 1}};
}

// The best strategy of a family against the best of another, at one situation.
Check best_against(const Contest& contest, const Outcome& outcome, const Sample& ours,
                   page::Kin kin, std::string_view where) {
  return is_lower(ours, lowest(of_kin(contest, outcome.blur, kin)), where);
}

double spread_of(const std::vector<Sample>& samples) {
  return highest(samples).mean().mean / lowest(samples).mean().mean;
}

std::vector<Sample> all_but_ours(const Contest& contest, const std::vector<Sample>& samples) {
  std::vector<Sample> result = of_kin(contest, samples, page::Kin::Classic);
  for (const Sample& sample : of_kin(contest, samples, page::Kin::Paper)) result.push_back(sample);
  return result;
}

}  // namespace

Result<Figure> sharc_figure_10(const Setting& setting) {
  Contest single{once(), {}, setting.choose(64, 1024, 1024), setting.choose(2, 6, 200)};
  for (double ratio : {1.0, 1.5, 2.0, 3.0, 4.0})
    single.situations.push_back({fmt::format("1:{}", page::readable(ratio)), ratio});
  Contest revisit = single;
  revisit.contenders = twice();
  const auto a = hold(single, part(setting, 0, 0.4));
  const auto b = hold(revisit, part(setting, 0.4, 1));
  Figure figure{
      "sharc-figure-10",
      "SHARC, Figure 10",
      "Blur for observation periods",
      fmt::format(
          "Synthetic site of 1,025 pages, skew 1.75, outdegree 8, the hottest on top; exact "
          "blur (Equations 22 and 23) over {} histories. The observation interval has the "
          "capture's middle. sharc-multi +5 % downloads 51 pages more than the others in "
          "(a); in (b) ours have the same 2,050 downloads as everybody.",
          single.repetitions),
      {chart_of("(a) crawling once", single, a, "capture : observation interval"),
       chart_of("(b) crawling with revisits", revisit, b, "capture : observation interval")}};

  Claim best{"SHARC-offline and SHARC-online outperform the others, most of all at 1:1.", {}};
  for (std::size_t s : {std::size_t{0}, a.size() - 1})
    for (std::string_view name : {"SHARC-offline", "SHARC-online"})
      best.checks.push_back(best_against(single, a[s], sample_of(a[s].blur, name),
                                         page::Kin::Classic, single.situations[s].name));
  figure.claims.push_back(best);
  const double narrow = spread_of(all_but_ours(single, a.front().blur));
  const double wide = spread_of(all_but_ours(single, a.back().blur));
  figure.claims.push_back(
      {"The differences are less pronounced as the observation interval grows.",
       {{fmt::format("worst over best: {} at 1:1, {} at {}", page::readable(narrow),
                     page::readable(wide), single.situations.back().name),
         wide < narrow}}});
  Claim revisits{"With revisits SHARC-revisits yields the lowest blur.", {}};
  for (std::size_t s : {std::size_t{0}, b.size() - 1})
    revisits.checks.push_back(best_against(revisit, b[s], sample_of(b[s].blur, "SHARC-revisits"),
                                           page::Kin::Classic, revisit.situations[s].name));
  figure.claims.push_back(revisits);
  figure.claims.push_back(
      {"SHARC-threshold, not made for blur, is outperformed by the others.",
       {is_higher(sample_of(b[0].blur, "SHARC-threshold"),
                  highest(of_kin(revisit, b[0].blur, page::Kin::Classic)), "1:1")}});
  Claim ours{"sharc-multi has less blur than any strategy of the papers.", {}, "", true};
  for (std::size_t s : {std::size_t{0}, b.size() - 1}) {
    ours.checks.push_back(best_against(single, a[s], sample_of(a[s].blur, "sharc-multi +5 %"),
                                       page::Kin::Paper, single.situations[s].name));
    ours.checks.push_back(best_against(revisit, b[s], sample_of(b[s].blur, "sharc-multi"),
                                       page::Kin::Paper,
                                       "revisits, " + revisit.situations[s].name));
  }
  figure.claims.push_back(ours);
  return figure;
}

Result<Figure> sharc_table_4(const Setting& setting) {
  Contest contest{twice(),
                  {{"rates as printed"}, {"rates × 1.77"}},
                  setting.choose(64, 1024, 1024),
                  setting.choose(2, 6, 200)};
  contest.situations[1].rate_factor = 1.77;
  const auto found = hold(contest, setting);
  constexpr std::array<std::pair<std::string_view, int>, 7> kPrinted = {{{"SHARC-revisits", 770},
                                                                         {"SHARC-threshold", 874},
                                                                         {"Breadth-first", 766},
                                                                         {"Depth-first", 776},
                                                                         {"Olston and Pandey", 782},
                                                                         {"Hottest-first", 765},
                                                                         {"Coldest-first", 776}}};
  Figure figure{
      "sharc-table-4",
      "SHARC, Table 4",
      "Number of sharp pages",
      fmt::format(
          "The same site, everything downloaded twice, observation and capture interval the "
          "same; {} histories. The paper does not say its unit of time: with all rates 1.77 "
          "times as high its absolute numbers come out.",
          contest.repetitions),
      {}};
  Table table{
      "Sharp pages of 1,025", {"strategy", "paper", "rates as printed", "rates × 1.77"}, {}};
  for (const auto& [name, printed] : kPrinted)
    table.rows.push_back({std::string(name), fmt::format("{}", printed),
                          cell_of(sample_of(found[0].sharp, name).mean()),
                          cell_of(sample_of(found[1].sharp, name).mean())});
  for (const Sample& sample : of_kin(contest, found[0].sharp, page::Kin::Ours))
    table.rows.push_back({sample.name + " (ours)", "", cell_of(sample.mean()),
                          cell_of(sample_of(found[1].sharp, sample.name).mean())});
  std::vector<Cell> bound = {"bound on the expectation", ""};
  for (std::size_t s : {std::size_t{0}, std::size_t{1}}) {
    const double most = sharp_bound_of(contest, s, found[s]);
    bound.push_back({page::readable(most), {0, most}});
  }
  table.rows.push_back(std::move(bound));
  figure.tables.push_back(table);

  const Sample& threshold = sample_of(found[0].sharp, "SHARC-threshold");
  std::vector<Sample> others = of_kin(contest, found[0].sharp, page::Kin::Classic);
  others.push_back(sample_of(found[0].sharp, "SHARC-revisits"));
  figure.claims.push_back({"SHARC-threshold has the highest number of sharp pages.",
                           {is_higher(threshold, highest(others))}});
  const double spread = highest(others).mean().mean / lowest(others).mean().mean - 1;
  figure.claims.push_back(
      {"The other techniques perform similarly.",
       {is_alike("most over least of the others", spread, "782 over 765, 2 %")}});
  Claim numbers{"770 sharp pages with SHARC-revisits, 874 with SHARC-threshold.", {}};
  for (const auto& [name, printed] : {kPrinted[0], kPrinted[1]}) {
    const lab::Estimate at = sample_of(found[1].sharp, name).mean();
    numbers.checks.push_back(
        {fmt::format("{}: {} with rates × 1.77 (paper {})", name, with_interval(at), printed),
         std::abs(at.mean - printed) < 0.02 * printed});
  }
  figure.claims.push_back(numbers);
  figure.claims.push_back(
      {"sharc-unified has as many sharp pages as SHARC-threshold, and no more blur than "
       "SHARC-revisits.",
       {is_not_higher(threshold, sample_of(found[0].sharp, "sharc-unified"), "sharp pages"),
        is_not_higher(sample_of(found[0].blur, "sharc-unified"),
                      sample_of(found[0].blur, "SHARC-revisits"), "blur")},
       "",
       true});
  return figure;
}

Result<Figure> sharc_figure_11(const Setting& setting) {
  Contest single{once(), {}, setting.choose(64, 1024, 1024), setting.choose(2, 6, 200)};
  for (double wrong : {0.0, 0.1, 0.25, 0.5, 0.75, 1.0})
    single.situations.push_back({percent(wrong), 1, wrong});
  Contest revisit = single;
  revisit.contenders = twice();
  const auto a = hold(single, part(setting, 0, 0.4));
  const auto b = hold(revisit, part(setting, 0.4, 1));
  Figure figure{
      "sharc-figure-11",
      "SHARC, Figure 11",
      "Change rate approximation error",
      fmt::format("The same site; a share of the pages, drawn by chance, is believed to have the "
                  "rate 1 − λ in place of λ. Exact blur over {} histories.",
                  single.repetitions),
      {chart_of("(a) crawling once", single, a, "pages with a wrong rate"),
       chart_of("(b) crawling with revisits", revisit, b, "pages with a wrong rate")}};
  Claim once_claim{
      "SHARC-online is better than the others while at least half of the rates are right.", {}};
  Claim twice_claim{
      "SHARC-revisits is better than the others while at least half of the rates are right.", {}};
  Claim ours{
      "The adaptive form of sharc-multi survives wrong rates: no more blur than SHARC-revisits.",
      {},
      "",
      true};
  for (std::size_t s = 0; s < single.situations.size() && single.situations[s].wrong <= 0.5; ++s) {
    const std::string where = single.situations[s].name + " wrong";
    once_claim.checks.push_back(best_against(single, a[s], sample_of(a[s].blur, "SHARC-online"),
                                             page::Kin::Classic, where));
    twice_claim.checks.push_back(best_against(revisit, b[s], sample_of(b[s].blur, "SHARC-revisits"),
                                              page::Kin::Classic, where));
    ours.checks.push_back(is_not_higher(sample_of(b[s].blur, "sharc-multi-adaptive"),
                                        sample_of(b[s].blur, "SHARC-revisits"), where));
  }
  figure.claims = {once_claim, twice_claim, ours};
  return figure;
}

}  // namespace asof::studies
