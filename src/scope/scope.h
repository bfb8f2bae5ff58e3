// Scope: whether a URL that was found belongs to a crawl, and why or why not.
//
// A Scope is a deterministic function of its options, its seeds and the URLs judged so far: traps
// are known by how often something like it was seen, and what a seed redirects to is a seed from
// then on. explain() judges without counting. What is remembered for traps is bounded (131,072
// shapes, about 6 MB); not thread-safe.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace asof::scope {

enum class Reach : std::uint8_t {
  Page,    // the seeds alone, with what they embed
  Prefix,  // the seed's directory and everything below
  Host,    // the seed's host, "www." or not
  Domain,  // every host of the seed's registrable domain
  Any,     // everything
};
std::string_view name_of(Reach reach);
Result<Reach> parse_reach(std::string_view name);

// docs/scope.md explains each to users. Rules are asked in the order exclude, surts that take away,
// include, surts, reach, embeds and redirects; then depth and traps.
struct Options {
  Reach reach = Reach::Prefix;
  // Further prefixes in SURT form, "http://(org,example,)/a" or "+http://(...)"; "-http://(..." and
  // "-(org,example," take away; a plain web address is put into that form. The scheme does not
  // matter. The last that fits decides.
  std::vector<std::string> surts;
  std::vector<std::string> include;  // patterns (RE2, anywhere in the URL) that bring a URL in
  std::vector<std::string> exclude;  // and that keep it out, whatever else says
  std::uint32_t most_links = ~std::uint32_t{0};  // hops by links from a seed
  std::uint32_t most_embeds = 3;     // hops by embeds and redirects beyond what is in scope
  bool speculative = false;          // URLs guessed from scripts
  std::uint32_t longest = 2083;      // bytes of a URL
  bool traps = true;                 // refuse what looks endless, by the four below
  std::uint32_t most_segments = 20;  // of its path
  std::uint32_t most_repeats = 3;    // of one segment in its path, unless it is a number
  std::uint32_t calendar = 500;      // URLs of one shape that differ in dates only
  std::uint32_t sessions = 50;       // URLs that differ in a session identifier only
};

enum class Reason : std::uint8_t {
  Seed,
  InReach,
  Surt,
  Included,
  Embedded,
  Redirected,  // in
  Outside,
  Excluded,
  TakenAway,
  TooDeep,
  NotWeb,
  TooLong,  // out
  Repeating,
  Calendar,
  Sessions,
  TooManySegments,
  Speculative,
};
std::string_view name_of(Reason reason);

struct Verdict {
  bool in = false;
  Reason reason = Reason::Outside;
  std::string why;  // a sentence: "excluded by pattern '\.pdf$'"
};

// A URL found by a crawl, and how it came there: Heritrix's hop letters since the seed.
struct Candidate {
  std::string_view url;   // absolute
  std::string_view hops;  // "" for a seed, "LLE": the last letter is how this one was found
};

class Scope final {
 public:
  // Errc::Invalid for a seed that is no web address, a pattern or SURT that cannot be read.
  static Result<Scope> make(const Options& options, const std::vector<std::string>& seeds);
  Scope(Scope&&) noexcept;
  ~Scope();

  Verdict judge(const Candidate& candidate);          // counts towards traps; ask once per URL
  Verdict explain(const Candidate& candidate) const;  // for people: what would be said now

 private:
  struct State;
  explicit Scope(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace asof::scope
