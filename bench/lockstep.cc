// Live crawls of a recorded history beside simulated ones, from many instants: visits must be
// equal, and so must the grades against the truth. What the certificates prove is judged by the
// truth, too: a change that was undone is the only way to be wrong.
//
//   lockstep [--audits] HISTORY.warc.gz DELAY STARTS [STRATEGY...]
//
// With --audits the crawls audit the server, as crawls usually do, so that there are attestations;
// the laboratory does not, so that visits differ and are not compared.
#include "support/lockstep.h"

#include <cstdio>
#include <cstdlib>

#include "lab/statistics.h"
#include "quality/blur.h"
#include "quality/coherence.h"
#include "quality/sharp.h"

namespace asof {
namespace {

struct Graded {
  std::vector<double> blur, sharp, coherence;

  void add(const lab::History& history, const std::vector<std::vector<Time>>& captures,
           const std::vector<std::uint32_t>& scope, Time start) {
    Time last = start;
    for (const auto& times : captures)
      if (!times.empty()) last = std::max(last, times.back());
    const quality::Interval observation{start, last};
    const auto site = lab::tracks(history, captures, scope);
    blur.push_back(last > start ? quality::exact_blur(site, observation) : 0);
    sharp.push_back(static_cast<double>(quality::sharp_pages(site, observation.middle())));
    coherence.push_back(quality::query_coherence(site, observation.middle()).weight);
  }
  std::string row() const {
    return fmt::format("{:10.4f} {:10.3f} {:10.5f}", lab::estimate(blur).mean,
                       lab::estimate(sharp).mean, lab::estimate(coherence).mean);
  }
};

int compare(const std::string& path, double delay, std::size_t starts,
            const std::vector<std::string>& strategies, bool audits) {
  const auto history = lab::read_history(path, {.dead_links = true});
  auto origin = lab::Origin::open({.history = path, .speed = 0, .keep_log = true});
  if (!history || !origin) {
    std::fprintf(stderr, "%s\n", (history ? origin.error() : history.error()).what.c_str());
    return 2;
  }
  const auto folder = std::filesystem::temp_directory_path() /
                      fmt::format("asof-lockstep-{}", static_cast<long>(getpid()));
  std::filesystem::create_directories(folder);
  test::LockstepWorld world(*history, **origin, folder);
  std::printf("%s, delay %g s, %zu starts each\n%-16s %6s   %-32s   %-32s   %s\n", path.c_str(),
              delay, starts, "strategy", "equal", "lab: blur, sharp, coherence", "live",
              "proven, attested; undone, wrong");
  const double longest = static_cast<double>(history->pages.size()) * delay * 2.2;
  bool all = true;
  for (const std::string& strategy : strategies) {
    Graded lab_grades, live_grades;
    test::Proofs proofs;
    std::size_t equal = 0;
    Rng rng(1);
    for (std::size_t i = 0; i < starts; ++i) {
      const Time at = std::floor(rng.uniform(world.middle(), history->until - longest));
      const auto both =
          world.run({.strategy = strategy, .delay = delay, .at = at, .audit = audits ? "5%" : "0"},
                    rng.next());
      const std::string difference = audits ? both.failure : both.difference();
      proofs += both.proofs;
      if (difference.empty())
        ++equal;
      else
        std::printf("  %s from %.0f: %s\n", strategy.c_str(), at, difference.c_str());
      lab_grades.add(*history, both.lab_captures, both.scope, at);
      live_grades.add(*history, both.live_captures, both.scope, at);
    }
    all = all && equal == starts && proofs.wrong == 0;
    std::printf("%-16s %6zu   %s   %s   %zu %zu; %zu %zu %s\n", strategy.c_str(), equal,
                lab_grades.row().c_str(), live_grades.row().c_str(), proofs.proven, proofs.attested,
                proofs.undone, proofs.wrong, proofs.first_wrong.c_str());
    std::fflush(stdout);
  }
  std::filesystem::remove_all(folder);
  return all ? 0 : 1;
}

}  // namespace
}  // namespace asof

int main(int count, char** words) {
  const bool audits = count > 1 && std::string_view(words[1]) == "--audits";
  const std::vector<std::string> given(words + (audits ? 2 : 1), words + count);
  if (given.size() < 3) {
    std::fprintf(stderr, "lockstep [--audits] HISTORY.warc.gz DELAY STARTS [STRATEGY...]\n");
    return 2;
  }
  std::vector<std::string> strategies(given.begin() + 3, given.end());
  if (strategies.empty())
    strategies = {"breadth-first", "sharc-online", "sharc-threshold", "sharc-unified",
                  "sharc-nested"};
  for (const std::string& name : strategies) {
    if (asof::schedule::find_strategy(name) != nullptr) continue;
    std::fprintf(stderr, "there is no strategy '%s'\n", name.c_str());
    return 2;
  }
  return asof::compare(given[0], std::atof(given[1].c_str()),
                       static_cast<std::size_t>(std::atoi(given[2].c_str())), strategies, audits);
}
