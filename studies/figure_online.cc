// SHARC Figure 4: how close online strategies come to organ pipes, as the average rate found at
// each position of the crawl.
#include <fmt/format.h>

#include <algorithm>

#include "quality/blur.h"
#include "studies/figure_capture.h"
#include "studies/figure_checks.h"
#include "studies/figure_internal.h"
#include "studies/figure_look.h"

namespace asof::studies {
namespace {

constexpr std::string_view kShown[] = {"sharc-offline", "pipes", "sharc-online"};

struct Profile {
  page::Chart chart;
  std::vector<Sample> blur;  // expected, by tree; as kShown
};

// Trees in which the pages stand in random order, or the one with the hottest on top.
Profile profile(std::string title, double skew, bool random, const Setting& setting) {
  constexpr std::size_t kLast = 100;
  const std::size_t trees = random ? setting.choose(4, 60, 1000) : 1;
  Profile result;
  result.chart = {std::move(title),
                  page::ChartKind::Lines,
                  {"position in the crawl"},
                  {"average change rate λ"},
                  {}};
  std::vector<std::vector<double>> sums(std::size(kShown), std::vector<double>(kLast + 1));
  for (std::string_view strategy : kShown) result.blur.push_back({label_of(strategy), {}});
  for (std::size_t tree = 0; tree < trees; ++tree) {
    Rng chance = Rng(setting.seed).fork(tree);
    std::vector<double> rates = lab::sharc_rates(kLast, skew, lab::SkewReading::Mirrored);
    std::ranges::reverse(rates);
    if (random) chance.shuffle(std::span(rates));
    const lab::Synthetic site = lab::poisson_site(rates, 8, 1, chance);
    for (std::size_t s = 0; s < std::size(kShown); ++s) {
      const Captures captures = capture(site, {kShown[s]});
      for (std::size_t page = 0; page < rates.size(); ++page)
        sums[s][static_cast<std::size_t>(captures[page][0])] +=
            rates[page] / static_cast<double>(trees);
      result.blur[s].values.push_back(
          quality::expected_blur(rates, captures, {0, static_cast<double>(kLast)}));
    }
  }
  for (std::size_t s = 0; s < std::size(kShown); ++s) {
    page::Series series = series_of(kShown[s]);
    for (std::size_t at = 0; at <= kLast; ++at)
      series.points.push_back({static_cast<double>(at), sums[s][at]});
    result.chart.series.push_back(std::move(series));
  }
  return result;
}

// How much more than the optimum a strategy blurs.
double excess(const Profile& profile, std::size_t strategy) {
  return profile.blur[strategy].mean().mean - profile.blur[0].mean().mean;
}

}  // namespace

Result<Figure> sharc_figure_4(const Setting& setting) {
  const Profile low = profile("(a) skew of λ is low (0.5)", 0.5, true, setting);
  setting.progress(0.5);
  const Profile high = profile("(b) skew of λ is high (1.75)", 1.75, true, setting);
  Figure figure{
      "sharc-figure-4",
      "SHARC, Figure 4",
      "Other online strategies",
      fmt::format("101 pages at random places of a tree of outdegree 8, {} trees: the "
                  "average rate of the page downloaded at each position. Pipes takes the "
                  "coldest page known in the first half and the hottest in the second, "
                  "without a middle phase. The first download is the entry page, whatever "
                  "its rate. The claims are also tested on the tree of the paper's "
                  "section 8, whose hottest pages are on top.",
                  low.blur[0].values.size()),
      {low.chart, high.chart}};
  Claim twice{"Pipes performs around two times worse than SHARC-online.", {}};
  Claim better{"SHARC-online is better than Pipes, whether the skew is low or high.", {}};
  const Profile low_tree = profile("hottest on top, skew 0.5", 0.5, false, setting);
  const Profile high_tree = profile("hottest on top, skew 1.75", 1.75, false, setting);
  for (const auto* found : {&low, &high, &low_tree, &high_tree}) {
    twice.checks.push_back(
        is_about(fmt::format("{}: blur above the optimum's, of Pipes beyond that of SHARC-online",
                             found->chart.title),
                 excess(*found, 1) / excess(*found, 2) - 1, 1));
    better.checks.push_back(is_lower(found->blur[2], found->blur[1], found->chart.title));
  }
  twice.why =
      "The middle phase begins when pages downloaded and detected pass half of the site, on these "
      "trees after a few downloads: hot pages come before the middle, as the charts show.";
  figure.claims = {twice, better};
  const double pipes = high.blur[1].mean().mean / high.blur[0].mean().mean - 1;
  const double online = high.blur[2].mean().mean / high.blur[0].mean().mean - 1;
  figure.claims.push_back({"With a high skew both are very close to the theoretical minimum.",
                           {is_alike("Pipes above the optimum", pipes, "very close"),
                            is_alike("SHARC-online above the optimum", online, "very close")}});
  return figure;
}

}  // namespace asof::studies
