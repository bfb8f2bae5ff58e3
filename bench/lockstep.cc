// Live crawls of a recorded history beside simulated ones, from many instants: visits must be
// equal, and so must the grades against the truth. What the certificates prove is judged by the
// truth, too: a change that was undone is the only way to be wrong.
//
//   lockstep [--audits] [--misbehave LIST] HISTORY.warc.gz DELAY STARTS [STRATEGY...]
//
// With --audits the crawls audit the server, as crawls usually do, so that there are attestations;
// the laboratory does not, so that visits differ and are not compared. --misbehave lying:0.1 makes
// the server lie (docs/origin.md): what it attests may then be wrong, but nothing that is proven.
// Also printed: in how many crawls the server's word did not count, and in how many the blur lay in
// the interval that the certificate states.
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

// Whether the certificate's interval holds the blur of the captures that it counts.
bool blur_holds(const lab::History& history, const test::Lockstep& both) {
  const auto& certificate = both.certificate;
  const quality::Interval observation{on_axis(certificate.from), on_axis(certificate.until)};
  if (!certificate.tells_rates() || !(observation.length() > 0)) return true;
  const auto captures = test::captures_of(history, certificate);
  std::vector<std::uint32_t> pages;
  for (std::uint32_t page = 0; page < captures.size(); ++page)
    if (!captures[page].empty()) pages.push_back(page);
  const double blur = quality::exact_blur(lab::tracks(history, captures, pages), observation);
  // The certificate states six digits.
  constexpr double kDigits = 1e-5;
  return blur >= certificate.figures.blur_least * (1 - kDigits) - 1e-6 &&
         blur <= certificate.figures.blur_most * (1 + kDigits) + 1e-6;
}

int compare(const std::string& path, double delay, std::size_t starts,
            const std::vector<std::string>& strategies, bool audits,
            const lab::OriginFaults& faults) {
  const auto history = lab::read_history(path, {.dead_links = true});
  auto origin =
      lab::Origin::open({.history = path, .speed = 0, .faults = faults, .keep_log = true});
  if (!history || !origin) {
    std::fprintf(stderr, "%s\n", (history ? origin.error() : history.error()).what.c_str());
    return 2;
  }
  const auto folder = std::filesystem::temp_directory_path() /
                      fmt::format("asof-lockstep-{}", static_cast<long>(getpid()));
  std::filesystem::create_directories(folder);
  test::LockstepWorld world(*history, **origin, folder);
  std::printf(
      "%s, delay %g s, %zu starts each\n%-16s %6s   %-32s   %-32s   %s\n", path.c_str(), delay,
      starts, "strategy", "equal", "lab: blur, sharp, coherence", "live",
      "proven, attested; undone, wrong: proven, attested; word refused; blur in its interval");
  const double longest = static_cast<double>(history->pages.size()) * delay * 2.2;
  bool all = true;
  for (const std::string& strategy : strategies) {
    Graded lab_grades, live_grades;
    test::Proofs proofs;
    std::size_t equal = 0;
    std::size_t withdrawn = 0;
    std::size_t held = 0;
    Rng rng(1);
    for (std::size_t i = 0; i < starts; ++i) {
      const Time at = std::floor(rng.uniform(world.middle(), history->until - longest));
      const auto both =
          world.run({.strategy = strategy, .delay = delay, .at = at, .audit = audits ? "5%" : "0"},
                    rng.next());
      const std::string difference = audits ? both.failure : both.difference();
      proofs += both.proofs;
      withdrawn += both.withdrawn ? 1 : 0;
      held += blur_holds(*history, both) ? 1 : 0;
      if (difference.empty())
        ++equal;
      else
        std::printf("  %s from %.0f: %s\n", strategy.c_str(), at, difference.c_str());
      lab_grades.add(*history, both.lab_captures, both.scope, at);
      live_grades.add(*history, both.live_captures, both.scope, at);
    }
    const std::size_t allowed = faults.lying > 0 ? proofs.lied : 0;
    all = all && equal == starts && proofs.wrong == allowed;
    std::printf("%-16s %6zu   %s   %s   %zu %zu; %zu, %zu %zu; %zu; %zu %s\n", strategy.c_str(),
                equal, lab_grades.row().c_str(), live_grades.row().c_str(), proofs.proven,
                proofs.attested, proofs.undone, proofs.wrong - proofs.lied, proofs.lied, withdrawn,
                held, proofs.first_wrong.c_str());
    std::fflush(stdout);
  }
  std::filesystem::remove_all(folder);
  return all ? 0 : 1;
}

}  // namespace
}  // namespace asof

int main(int count, char** words) {
  constexpr std::string_view kUsage =
      "lockstep [--audits] [--misbehave LIST] HISTORY.warc.gz DELAY STARTS [STRATEGY...]\n";
  std::vector<std::string> given(words + 1, words + count);
  const bool audits = !given.empty() && given[0] == "--audits";
  if (audits) given.erase(given.begin());
  asof::lab::OriginFaults faults;
  if (given.size() > 1 && given[0] == "--misbehave") {
    const auto parsed = asof::lab::parse_faults(given[1], 1);
    if (!parsed) {
      std::fprintf(stderr, "%s\n", parsed.error().what.c_str());
      return 2;
    }
    faults = *parsed;
    given.erase(given.begin(), given.begin() + 2);
  }
  if (given.size() < 3) {
    std::fprintf(stderr, "%s", kUsage.data());
    return 2;
  }
  std::vector<std::string> strategies(given.begin() + 3, given.end());
  if (strategies.empty())
    strategies = {"sharc-dated",  "sharc-dated-known", "sharc-bounded", "breadth-first",
                  "sharc-online", "sharc-threshold",   "sharc-unified", "sharc-nested"};
  for (const std::string& name : strategies) {
    if (asof::schedule::make_strategy(name)) continue;
    std::fprintf(stderr, "there is no strategy '%s'\n", name.c_str());
    return 2;
  }
  return asof::compare(given[0], std::atof(given[1].c_str()),
                       static_cast<std::size_t>(std::atoi(given[2].c_str())), strategies, audits,
                       faults);
}
