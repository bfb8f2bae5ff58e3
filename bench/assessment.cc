// What archives are said to be worth, from their WARC files alone, beside what they are: crawls of
// histories whose every version is known.
//
//   assessment [HISTORY.warc.gz...]
//
// Without files: made-up histories. Per history and distance between crawls: how complete and how
// coherent the archives were said to be and were, on average, and how often the 95 % interval held
// the truth.
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "base/random.h"
#include "lab/history_reader.h"
#include "lab/statistics.h"
#include "lab/synthetic.h"
#include "support/archived_history.h"

namespace asof {
namespace {

constexpr double kDay = 86400;

struct Plan {
  Duration gap = kDay;  // between crawls
  std::size_t crawls = 8;
  Duration delay = 10;  // between visits
  bool dated = false;
};

struct Compared {
  std::vector<double> said, was, width, blur_said, blur_was, coherent_said, coherent_was;
  std::size_t held = 0, random_held = 0, at_most = 0, archives = 0;
  test::Proofs proofs;
};

void compare_once(const lab::History& history, const Plan& plan, std::uint64_t seed,
                  const std::filesystem::path& folder, Compared& sum) {
  std::filesystem::remove_all(folder);
  test::ArchivedHistory archive(history, folder, plan.dated);
  Rng rng(seed);
  const double lasts = plan.gap * static_cast<double>(plan.crawls);
  const Time start = std::floor(rng.uniform(history.from, history.until - lasts));
  for (std::size_t i = 0; i < plan.crawls; ++i)
    archive.crawl(
        test::round_of(history, start + plan.gap * static_cast<double>(i), plan.delay, rng));
  const auto said = archive.assess({.worst = history.pages.size()});
  for (std::size_t i = 0; i < plan.crawls; ++i) {
    const auto& crawl = said.crawls[plan.crawls - 1 - i];
    const auto truth = archive.truth_of(i, crawl);
    sum.proofs += truth.proofs;
    sum.blur_said.push_back(crawl.expected_blur);
    sum.blur_was.push_back(truth.blur);
    const auto pages = static_cast<double>(crawl.coherent.pages);
    sum.coherent_said.push_back(crawl.coherent.expected / pages);
    sum.coherent_was.push_back(static_cast<double>(truth.coherent) / pages);
  }
  const auto share = said.completeness.share();
  const auto was = archive.completeness();
  if (!share || !was) return;
  ++sum.archives;
  sum.said.push_back(share->estimate);
  sum.was.push_back(*was);
  sum.width.push_back(share->high - share->low);
  sum.at_most += share->at_most;
  const bool above = *was >= share->low - 1e-9;
  const bool below = *was <= share->high + 1e-9;
  sum.held += below && (share->at_most || above);
  sum.random_held += *was <= share->random_high + 1e-9 && (share->at_most || above);
}

void compare(const std::string& name, const lab::History& history, const Plan& plan,
             std::size_t archives, const std::filesystem::path& folder) {
  Compared sum;
  for (std::size_t i = 0; i < archives; ++i) compare_once(history, plan, i + 1, folder, sum);
  const auto mean = [](const std::vector<double>& values) {
    return values.empty() ? 0 : lab::estimate(values).mean;
  };
  const auto& p = sum.proofs;
  std::printf(
      "%-9s %5.2f %s %6.3f %6.3f %6.3f %4zu %4zu %4zu %4zu | %8.3f %8.3f | %6.3f %6.3f | %6zu %6zu "
      "%4zu %3zu\n",
      name.c_str(), plan.gap / kDay, plan.dated ? "LM" : "  ", mean(sum.said), mean(sum.was),
      mean(sum.width), sum.archives, sum.held, sum.at_most, sum.random_held, mean(sum.blur_said),
      mean(sum.blur_was), mean(sum.coherent_said), mean(sum.coherent_was), p.proven, p.attested,
      p.undone, p.wrong);
  std::fflush(stdout);
}

// A hundred pages from once an hour to once in three months, each rate as common as any other.
lab::History poisson_history(std::uint64_t seed) {
  Rng rng(seed);
  std::vector<double> rates;
  for (int i = 0; i < 100; ++i)
    rates.push_back(std::exp(rng.uniform(std::log(1 / (90 * kDay)), std::log(1 / 3600.0))));
  auto history = lab::poisson_site(rates, 8, 60 * kDay, rng).history;
  for (std::size_t i = 0; i < history.pages.size(); ++i)
    history.pages[i].name = fmt::format("http://poisson.example/{}/{}", i % 7, i);
  return history;
}

lab::History pattern_history(std::uint64_t seed) {
  auto history =
      lab::pattern_site(
          {.pages = 100, .hours = 60 * 24, .changes_per_day = 1, .templates_per_day = .1},
          Rng(seed))
          .history;
  for (std::size_t i = 0; i < history.pages.size(); ++i)
    history.pages[i].name = fmt::format("http://pattern.example/{}/{}", i % 7, i);
  return history;
}

}  // namespace
}  // namespace asof

int main(int count, char** words) {
  using namespace asof;
  const auto folder = std::filesystem::temp_directory_path() /
                      fmt::format("asof-assessment-{}", static_cast<long>(getpid()));
  std::printf("%-9s %5s %-9s %6s %6s %4s %4s %4s %4s | %8s %8s | %6s %6s | %6s %6s %4s %3s\n",
              "history", "days", "said", "was", "width", "of", "held", "most", "rand", "blur",
              "was", "coher.", "was", "proven", "attest", "undo", "bad");
  std::fflush(stdout);
  const char* repeats = std::getenv("REPEATS");
  const std::size_t archives =
      repeats != nullptr ? static_cast<std::size_t>(std::atoi(repeats)) : 20;
  for (int i = 1; i < count; ++i) {
    const auto history = lab::read_history(words[i], {});
    if (!history) {
      std::fprintf(stderr, "%s\n", history.error().what.c_str());
      return 2;
    }
    const std::string name = std::filesystem::path(words[i]).stem().stem().string();
    for (const double gap : {.25, 1., 2.})
      for (const bool dated : {false, true})
        compare(name, *history, {.gap = gap * kDay, .dated = dated}, archives, folder);
  }
  if (count == 1) {
    const auto poisson = poisson_history(7);
    const auto pattern = pattern_history(7);
    for (const double gap : {.05, .25, 1., 4.})
      for (const bool dated : {false, true}) {
        compare("poisson", poisson, {.gap = gap * kDay, .delay = 1, .dated = dated}, archives,
                folder);
        compare("pattern", pattern, {.gap = gap * kDay, .delay = 1, .dated = dated}, archives,
                folder);
      }
  }
  std::filesystem::remove_all(folder);
  return 0;
}
