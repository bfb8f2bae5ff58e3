// SHARC Figure 9: blur in crawls of different durations, on real histories in place of the daily
// crawls of www.mpi-inf.mpg.de. Rates are learned on the first half of a history, captures start at
// random in the second.
#include <fmt/format.h>

#include <algorithm>

#include "base/file.h"
#include "lab/history.h"
#include "lab/run.h"
#include "studies/figure_contest.h"
#include "studies/figure_internal.h"
#include "studies/figure_look.h"

namespace asof::studies {
namespace {

// Hours. The last four are the paper's.
constexpr double kDurations[] = {4, 12, 32, 67, 117, 268};

struct Half {
  std::vector<std::string> strategies;
  double passes;  // downloads of each page
  double extra;   // of ours, beyond one of each page
};

const Half& once() {
  static const Half half = {{"breadth-first", "depth-first", "hottest-first", "coldest-first",
                             "olston-pandey", "sharc-online", "sharc-offline", "sharc-multi"},
                            1,
                            0.05};
  return half;
}

const Half& twice() {
  static const Half half = {
      {"breadth-first+revisit", "depth-first+revisit", "hottest-first+revisit",
       "coldest-first+revisit", "olston-pandey+revisit", "sharc-revisits", "sharc-threshold",
       "sharc-unified", "sharc-multi"},
      2,
      1};
  return half;
}

// By duration, then strategy.
struct Blurs {
  std::vector<std::vector<Sample>> samples;
  std::vector<lab::Estimate> best;  // by duration: of one visit a page, knowing the future

  const std::vector<Sample>& operator[](std::size_t duration) const { return samples[duration]; }
};

// The file's name alone: where it lies says nothing.
std::string name_of(const lab::History& history) {
  std::string_view name = file_name(history.name);
  return std::string(name.substr(0, name.find(".warc")));
}

std::vector<double> durations_of(const lab::History& history) {
  const double half = (history.until - history.from) / 2 / 3600;
  std::vector<double> durations;
  for (double hours : kDurations)
    if (hours * 2.2 < half * 0.9) durations.push_back(hours);
  return durations;
}

Result<Blurs> measure(const lab::History& history, const Half& half, const Setting& setting,
                      double from, double to) {
  Blurs blurs;
  const auto durations = durations_of(history);
  for (std::size_t d = 0; d < durations.size(); ++d) {
    lab::CaptureOptions options;
    options.strategies = half.strategies;
    options.delay = durations[d] * 3600 / half.passes / static_cast<double>(history.pages.size());
    options.starts = setting.choose(2, 8, 100);
    options.extra = half.extra;
    options.seed = setting.seed;
    options.on_progress = [&](std::uint64_t done, std::uint64_t total) {
      const double share =
          (static_cast<double>(d) + static_cast<double>(done) / static_cast<double>(total)) /
          static_cast<double>(durations.size());
      setting.progress(from + share * (to - from));
    };
    const lab::Comparison found = TRY(lab::compare_captures(history, options));
    blurs.samples.emplace_back();
    if (found.best_blur) blurs.best.push_back(*found.best_blur);
    for (const lab::Grades& grades : found.strategies)
      blurs.samples.back().push_back({label_of(grades.strategy), grades.blurs});
  }
  return blurs;
}

page::Chart chart_of(std::string title, const lab::History& history, const Half& half,
                     const Blurs& blurs) {
  page::Chart chart{
      std::move(title), page::ChartKind::Bars, {"crawl duration in hours"}, {"blur"}, {}};
  for (double hours : durations_of(history)) chart.x.names.push_back(page::readable(hours));
  for (std::size_t s = 0; s < half.strategies.size(); ++s) {
    page::Series series = series_of(half.strategies[s]);
    for (std::size_t d = 0; d < blurs.samples.size(); ++d)
      series.points.push_back(point_at(static_cast<double>(d), blurs[d][s].mean()));
    chart.series.push_back(std::move(series));
  }
  if (half.passes > 1 || blurs.best.empty()) return chart;
  page::Series best{"best single visits, knowing the future", page::Kin::Bound, 0, {}};
  for (std::size_t d = 0; d < blurs.best.size(); ++d)
    best.points.push_back(point_at(static_cast<double>(d), blurs.best[d]));
  chart.series.push_back(std::move(best));
  return chart;
}

std::vector<Sample> classic(const std::vector<Sample>& samples) {
  std::vector<Sample> result;
  for (std::string_view name :
       {"Breadth-first", "Depth-first", "Hottest-first", "Coldest-first", "Olston and Pandey"})
    result.push_back(sample_of(samples, name));
  return result;
}

struct Claims {
  Claim online{"SHARC-online outperforms the competitors, most of all in long crawls.", {}};
  Claim offline{"SHARC-online performs as well as SHARC-offline.", {}};
  Claim lower{"The blur decreases when revisits are introduced.", {}};
  Claim revisits{"SHARC-revisits is the best strategy with revisits, in all cases.", {}};
  Claim threshold{"SHARC-threshold, made for another measure, has more blur.", {}};
  Claim ours{
      "sharc-multi has less blur than SHARC's strategies: with 5 % more downloads than "
      "SHARC-offline, and with as many as SHARC-revisits.",
      {},
      "",
      true};

  void judge(const lab::History& history, const Blurs& single, const Blurs& doubled) {
    const auto hours = durations_of(history);
    for (std::size_t d = 0; d < hours.size(); ++d) {
      const std::string where = fmt::format("{}, {} h", name_of(history), page::readable(hours[d]));
      const auto& one = single[d];
      const auto& two = doubled[d];
      online.checks.push_back(
          is_lower(sample_of(one, "SHARC-online"), lowest(classic(one)), where));
      const double gap =
          sample_of(one, "SHARC-online").mean().mean / sample_of(one, "SHARC-offline").mean().mean -
          1;
      offline.checks.push_back(
          is_alike(where + ": SHARC-online above SHARC-offline", gap, "as well"));
      offline.checks.back().held |= gap < 0;
      lower.checks.push_back(
          is_lower(sample_of(two, "SHARC-revisits"), sample_of(one, "SHARC-offline"), where));
      revisits.checks.push_back(
          is_lower(sample_of(two, "SHARC-revisits"), lowest(classic(two)), where));
      threshold.checks.push_back(
          is_higher(sample_of(two, "SHARC-threshold"), sample_of(two, "SHARC-revisits"), where));
      ours.checks.push_back(
          is_lower(sample_of(one, "sharc-multi"), sample_of(one, "SHARC-offline"), where));
      ours.checks.push_back(is_lower(sample_of(two, "sharc-multi"),
                                     sample_of(two, "SHARC-revisits"), where + ", revisits"));
    }
  }
};

}  // namespace

Result<Figure> sharc_figure_9(const Setting& setting) {
  Figure figure{"sharc-figure-9",
                "SHARC, Figure 9",
                "Blur in varying crawls",
                "Real histories in place of the authors' crawls of their institute, which are not "
                "public. Rates are learned on the first half of each; captures start at random "
                "times of the second, links are followed (SHARC-offline, -revisits and -threshold "
                "and ours know all pages). The delay between requests is set so that a crawl lasts "
                "as long as stated; a crawl with revisits has half the delay.",
                {}};
  if (setting.histories.empty()) {
    for (std::string_view title : {"(a) crawling once", "(b) crawling with revisits"}) {
      page::Chart chart{std::string(title), page::ChartKind::Bars, {}, {}, {}};
      chart.note = "No history was given: name one with --history FILE.warc.gz";
      figure.charts.push_back(std::move(chart));
    }
    figure.claims.push_back(
        {"SHARC-online outperforms the competitors and performs as well as "
         "SHARC-offline; SHARC-revisits is best with revisits.",
         {},
         "No history was given, so nothing was measured: name one with --history FILE.warc.gz."});
    return figure;
  }
  Claims claims;
  const double share = 1 / static_cast<double>(setting.histories.size());
  for (std::size_t h = 0; h < setting.histories.size(); ++h) {
    const lab::History& history = setting.histories[h];
    const double from = static_cast<double>(h) * share;
    const Blurs single = TRY(measure(history, once(), setting, from, from + share * 0.4));
    const Blurs doubled = TRY(measure(history, twice(), setting, from + share * 0.4, from + share));
    figure.charts.push_back(
        chart_of("(a) " + name_of(history) + ", crawling once", history, once(), single));
    figure.charts.push_back(
        chart_of("(b) " + name_of(history) + ", with revisits", history, twice(), doubled));
    claims.judge(history, single, doubled);
  }
  figure.claims = {claims.online,   claims.offline,   claims.lower,
                   claims.revisits, claims.threshold, claims.ours};
  return figure;
}

}  // namespace asof::studies
