#include "crawl/host.h"

#include <algorithm>
#include <cmath>

namespace asof::crawl {
namespace {

constexpr Duration kFirstPatience = 5;

}  // namespace

Time Host::next() const {
  if (under_way_ >= settings_.parallel) return kNever;
  const Watching& watch = settings_.watch;
  const bool spent = watch.host_budget > 0 && watch.on() && spent_ >= watch.host_budget;
  return spent ? std::max(next_, period_ + watch.period) : next_;
}

void Host::ended(Time at, Duration took) {
  --under_way_;
  if (settings_.watch.on()) {
    if (const Time period = settings_.watch.period_of(at); period > period_)
      period_ = period, spent_ = 0;
    ++spent_;
  }
  ended_ = std::max(ended_, at);
  Duration delay = std::max(settings_.delay, crawl_delay_);
  const Duration long_answer = settings_.delay_factor * took;
  delay = std::max(delay, std::min(long_answer, settings_.longest_delay));
  next_ = std::max(next_, at + delay);
}

Duration Host::first_patience() const { return std::max(kFirstPatience, 2 * settings_.delay); }

Duration Host::pause_after(unsigned failures) const {
  const Duration pause = std::ldexp(first_patience(), static_cast<int>(failures) - 1);
  return std::min(pause, settings_.longest_wait);
}

Duration Host::slow_down(Time at, std::optional<Duration> asked) {
  patience_ = patience_ == 0 ? first_patience() : patience_ * 2;
  patience_ = std::min(patience_, settings_.longest_wait);
  const Duration wait =
      asked ? std::min(std::max(*asked, settings_.delay), settings_.longest_wait) : patience_;
  next_ = std::max(next_, at + wait);
  return wait;
}

const robots::Rules* Host::rules(std::string_view origin) const {
  const auto found = rules_.find(origin);
  return found == rules_.end() ? nullptr : &found->second;
}

void Host::set_rules(std::string origin, robots::Rules rules) {
  if (const auto delay = rules.crawl_delay())
    crawl_delay_ = std::max(crawl_delay_, std::min(*delay, settings_.crawl_delay));
  next_ = std::max(next_, ended_ + crawl_delay_);
  rules_.insert_or_assign(std::move(origin), std::move(rules));
}

}  // namespace asof::crawl
