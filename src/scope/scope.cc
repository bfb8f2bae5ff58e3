#include "scope/scope.h"

#include <array>
#include <utility>

#include "base/text.h"
#include "scope/address_internal.h"
#include "scope/hops_internal.h"
#include "scope/patterns_internal.h"
#include "scope/seed_reach_internal.h"
#include "scope/surt_list_internal.h"
#include "scope/traps_internal.h"

namespace asof::scope {
namespace {

struct ReachNames {
  std::string_view name, inside, outside;
};
constexpr std::array<ReachNames, 5> kReaches = {{
    {"page", "it is a seed's own address",
     "it is not a seed, and only seeds and parts of their pages belong to the crawl"},
    {"prefix", "it is below the directory of a seed", "it is not below the directory of a seed"},
    {"host", "it is on a seed's host", "it is not on a seed's host"},
    {"domain", "it is on a host of a seed's domain", "it is not on a host of a seed's domain"},
    {"any", "everything belongs to this crawl", "everything belongs to this crawl"},
}};
const ReachNames& names_of(Reach reach) { return kReaches[static_cast<std::size_t>(reach)]; }

constexpr std::array<std::string_view, 17> kReasons = {
    "seed",      "in-reach", "surt",       "included",          "embedded",   "redirected",
    "outside",   "excluded", "taken-away", "too-deep",          "not-web",    "too-long",
    "repeating", "calendar", "sessions",   "too-many-segments", "speculative"};

Verdict accept(Reason reason, std::string why) { return {true, reason, std::move(why)}; }
std::string quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

// Pages only: parts of a page are as deep as their page.
std::optional<Verdict> too_deep(const Options& options, std::string_view hops) {
  if (options.most_links == ~std::uint32_t{0}) return std::nullopt;
  std::uint32_t steps = link_steps(hops);
  if (steps <= options.most_links) return std::nullopt;
  return refuse(Reason::TooDeep, "it is " + counted(steps, "link") +
                                     " away from a seed, more than " +
                                     with_commas(options.most_links));
}

}  // namespace

std::string_view name_of(Reach reach) { return names_of(reach).name; }

Result<Reach> parse_reach(std::string_view name) {
  for (std::size_t i = 0; i < kReaches.size(); ++i) {
    if (kReaches[i].name == name) return static_cast<Reach>(i);
  }
  return Error{Errc::Invalid,
               "no reach is called '" + std::string(name) + "': page, prefix, host, domain or any"};
}

std::string_view name_of(Reason reason) { return kReasons[static_cast<std::size_t>(reason)]; }

struct Scope::State {
  Options options;
  SeedReach seeds;
  SurtList surts;
  Patterns include;
  Patterns exclude;
  Traps traps;

  // What the rules say before traps are looked for. `covered`: within reach of the seeds.
  Verdict belongs(const Address& address, std::string_view hops, bool covered) const;
  Verdict beyond_reach(std::string_view hops) const;
};

Scope::Scope(std::unique_ptr<State> state) : state_(std::move(state)) {}
Scope::Scope(Scope&&) noexcept = default;
Scope::~Scope() = default;

Result<Scope> Scope::make(const Options& options, const std::vector<std::string>& seeds) {
  SeedReach reach(options.reach);
  for (const std::string& seed : seeds) {
    std::string buffer;
    auto address = read_address(trim(seed), buffer);
    if (!address) return Error{Errc::Invalid, quoted(seed) + " is not a web address"};
    reach.add(*address);
  }
  SurtList surts = TRY(SurtList::make(options.surts));
  Patterns include = TRY(Patterns::make(options.include));
  Patterns exclude = TRY(Patterns::make(options.exclude));
  return Scope(
      std::make_unique<State>(State{options, std::move(reach), std::move(surts), std::move(include),
                                    std::move(exclude), Traps(options)}));
}

Verdict Scope::State::belongs(const Address& address, std::string_view hops, bool covered) const {
  if (const std::string* pattern = exclude.find(address.url)) {
    return refuse(Reason::Excluded, "it is excluded by the pattern " + quoted(*pattern));
  }
  if (hops.empty()) return accept(Reason::Seed, "it is a seed");
  if (hops.back() == 'X' && !options.speculative) {
    return refuse(Reason::Speculative,
                  "it was guessed from a script, and guessed addresses are not fetched");
  }
  if (address.url.size() > options.longest) {
    return refuse(Reason::TooLong, "the address is " + with_commas(address.url.size()) +
                                       " bytes long, more than " + with_commas(options.longest));
  }
  SurtList::Hit surt = surts.ask(address.url);
  if (!surt.line.empty() && !surt.in) {
    return refuse(Reason::TakenAway, "it is excluded by the prefix " + quoted(surt.line));
  }
  if (const std::string* pattern = include.find(address.url)) {
    return accept(Reason::Included, "it is included by the pattern " + quoted(*pattern));
  }
  if (!surt.line.empty()) {
    return accept(Reason::Surt, "it is included by the prefix " + quoted(surt.line));
  }
  if (covered) return accept(Reason::InReach, std::string(names_of(options.reach).inside));
  return beyond_reach(hops);
}

Verdict Scope::State::beyond_reach(std::string_view hops) const {
  if (redirects_only(hops)) {
    return accept(Reason::Redirected, "a seed redirects to it, so it counts as a seed");
  }
  std::string outside(names_of(options.reach).outside);
  auto steps = embed_steps(hops);
  if (steps && *steps <= options.most_embeds) {
    return accept(Reason::Embedded, "it is part of a page of this crawl, " +
                                        counted(*steps, "step") + " away from it");
  }
  if (steps) {
    outside += "; it is part of a page, but " + counted(*steps, "step") +
               " away from it, more than " + with_commas(options.most_embeds);
  } else if (hops.back() == 'R') {
    outside += "; only a seed may redirect out of the scope";
  }
  return refuse(Reason::Outside, std::move(outside));
}

Verdict Scope::judge(const Candidate& candidate) {
  State& state = *state_;
  std::string buffer;
  auto address = read_address(candidate.url, buffer);
  if (!address) return refuse(Reason::NotWeb, "it is not an http or https address");
  Verdict verdict = state.belongs(*address, candidate.hops, state.seeds.covers(*address));
  if (!verdict.in || verdict.reason == Reason::Seed) return verdict;
  if (auto deep = too_deep(state.options, candidate.hops)) return *std::move(deep);
  if (auto trap = state.traps.judge(*address)) return *std::move(trap);
  if (verdict.reason == Reason::Redirected) state.seeds.add(*address);
  return verdict;
}

Verdict Scope::explain(const Candidate& candidate) const {
  const State& state = *state_;
  std::string buffer;
  auto address = read_address(candidate.url, buffer);
  if (!address) return refuse(Reason::NotWeb, "it is not an http or https address");
  Verdict verdict = state.belongs(*address, candidate.hops, state.seeds.covers(*address));
  if (!verdict.in || verdict.reason == Reason::Seed) return verdict;
  if (auto deep = too_deep(state.options, candidate.hops)) return *std::move(deep);
  if (auto trap = state.traps.explain(*address)) return *std::move(trap);
  return verdict;
}

}  // namespace asof::scope
