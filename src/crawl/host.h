// Host: how a crawl is polite to one host: when it may be asked again, what its robots.txt
// allows, how it has been failing. No clock and no network: the times are given.
#pragma once

#include <deque>
#include <map>
#include <string>
#include <string_view>

#include "base/axis.h"
#include "crawl/settings.h"
#include "robots/robots.h"

namespace asof::crawl {

class Host final {
 public:
  explicit Host(const Settings& settings) : settings_(settings) {}

  // -- when
  bool polite(Time now) const { return next() <= now; }
  Time next() const;
  unsigned under_way() const { return under_way_; }
  void began() { ++under_way_; }
  // An answer, or none, after `took` seconds.
  void ended(Time at, Duration took);
  // The host asks for patience, or is in trouble: no request for a while. How long.
  Duration slow_down(Time at, std::optional<Duration> asked);
  void recovered() { patience_ = 0; }
  // One page failed for the n-th time: how long until it is asked for again.
  Duration pause_after(unsigned failures) const;

  // -- whether
  // What robots.txt of an origin ("https://example.org") says; null while it is not known.
  const robots::Rules* rules(std::string_view origin) const;
  // Its Crawl-delay counts from the last answer on.
  void set_rules(std::string origin, robots::Rules rules);

 private:
  Duration first_patience() const;

  const Settings& settings_;
  Time next_ = -kNever;
  Time ended_ = -kNever;      // the last answer
  Duration patience_ = 0;     // grows with every failure
  Duration crawl_delay_ = 0;  // the longest of its robots.txt
  unsigned under_way_ = 0;
  // -- of a watch: requests of the period that begins then
  Time period_ = -kNever;
  std::uint64_t spent_ = 0;
  std::map<std::string, robots::Rules, std::less<>> rules_;
};

}  // namespace asof::crawl
