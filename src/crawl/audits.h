// Audits: whether a host can be believed when it answers "not modified". A random share of these
// claims is checked by asking for the whole page. No clock, no network: the times are given.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "crawl/frontier.h"
#include "schedule/strategy.h"

namespace asof::crawl {

// An answer "not modified".
struct Claim {
  Time sent = 0;  // the request it answers
  std::string url;
  PageNumber page = kNoNumber;
  schedule::Visit visit;
};

class Audits final {
 public:
  explicit Audits(const Settings& settings) : settings_(settings) {}

  // Whether the host's claims are still believed.
  bool believes() const { return believes_; }
  // A claim was made by a host that has `pages` pages. True where it is to be audited now.
  bool draw(const Claim& claim, std::size_t pages);
  // At the end of a crawl: claims to audit besides those drawn, where the host has fewer audits
  // than a certificate asks for. `is_last` says whether a claim is the last that was seen of its
  // page: others cannot be audited any more.
  std::vector<Claim> top_up(const std::function<bool(const Claim&)>& is_last);
  // A page that the host claimed to be unchanged came whole. Where it was not the same, no claim
  // of this host is believed from now on.
  void end(PageNumber page, bool same);
  // A page came whole that had changed since the claim: that says nothing about the claim.
  void end_inconclusive(PageNumber page);

 private:
  // A claim that is not audited so far, and the number it drew: the lowest are audited.
  struct SparedClaim {
    double drawn = 0;
    Claim claim;
    bool operator<(const SparedClaim& other) const { return drawn < other.drawn; }
  };

  const Settings& settings_;
  bool believes_ = true;
  std::uint64_t claims_ = 0;
  std::uint64_t audited_ = 0;        // of them, by a whole answer
  std::vector<SparedClaim> spared_;  // a heap of those with the lowest numbers, the highest on top
};

}  // namespace asof::crawl
