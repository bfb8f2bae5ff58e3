#include "schedule/page_clocks.h"

#include <algorithm>
#include <cmath>

namespace asof::schedule {
namespace {

constexpr Duration kMadeNow = 2;  // servers date so what they make for each request

}  // namespace

void PageClocks::begin(Time start, double least, double most) {
  beliefs_.set_rates(least, most);
  hosts_.begin(start);
}

void PageClocks::add(std::uint32_t host, std::uint32_t cluster) {
  beliefs_.add(cluster);
  hosts_.add(host);
  of_host_.resize(hosts_.hosts());
  of_host_[host].push_back(static_cast<std::uint32_t>(pages_.size()));
  pages_.push_back({.host = host, .shape = kNoShape});
}

const HostClocks::Shape* PageClocks::shape_of(std::size_t page) const {
  return pages_[page].shape == kNoShape ? nullptr : &shapes_[pages_[page].shape];
}

void PageClocks::learn() {
  beliefs_.learn_priors();
  hosts_.learn();
}

double PageClocks::passed(std::size_t page, Time from, Time to) const {
  const HostClocks::Shape* shape = shape_of(page);
  if (shape == nullptr) return hosts_.passed(host(page), nullptr, from, to);
  const auto factors = shape->factors();
  return hosts_.passed(host(page), &factors, from, to);
}

void PageClocks::passed_since(std::span<const Time> from, Time to, std::span<double> passed) const {
  for (std::uint32_t host = 0; host < of_host_.size(); ++host) {
    Time oldest = to;
    for (const std::uint32_t page : of_host_[host]) oldest = std::min(oldest, from[page]);
    const HostClocks::Reading reading(hosts_, host, oldest, to);
    for (const std::uint32_t page : of_host_[host]) {
      const HostClocks::Shape* shape = shape_of(page);
      passed[page] = shape == nullptr ? reading.since(from[page])
                                      : reading.since(from[page], shape->factors());
    }
  }
}

void PageClocks::look(std::size_t page, const Look& look) {
  beliefs_.visited(page);
  if (!(look.to > look.from)) return;
  auto modified = look.modified;
  if (modified && *modified > look.to - kMadeNow) modified.reset();
  if (look.first && !modified) return;
  const bool dated = modified && *modified > look.from;
  const bool changed = look.first ? dated : look.changed;
  Page& own = pages_[page];
  if (changed && own.shape == kNoShape) {
    own.shape = static_cast<std::uint32_t>(shapes_.size());
    shapes_.emplace_back();
  }
  HostClocks::Shape* shape = own.shape == kNoShape ? nullptr : &shapes_[own.shape];
  HostClocks::Bins bins;
  if (shape != nullptr) bins = shape->factors();
  const HostClocks::Bins* factors = shape != nullptr ? &bins : nullptr;
  auto* due = shape != nullptr ? &shape->due : nullptr;
  const double rate = beliefs_.mean(page);
  if (!changed) {
    beliefs_.same(page, hosts_.passed(own.host, factors, look.from, look.to));
    hosts_.looked(own.host, factors, rate, look.from, look.to, due);
  } else if (dated) {
    // Before the hour of the date anything may have happened; in it there was a change.
    const Time hour = static_cast<double>(HostClocks::hour_of(*modified)) * HostClocks::kHour;
    const Time begin = std::max(look.from, hour);
    const Time end = std::min(look.to, hour + HostClocks::kHour);
    beliefs_.same(page, hosts_.passed(own.host, factors, *modified, look.to));
    beliefs_.changed(page, hosts_.passed(own.host, factors, begin, end));
    hosts_.looked(own.host, factors, rate, begin, look.to, due);
    hosts_.found(own.host, *modified, 1, &shape->found);
  } else {
    const double passed = hosts_.passed(own.host, factors, look.from, look.to);
    const double mean = rate * passed;
    beliefs_.changed(page, passed);
    hosts_.found(own.host, factors, look.from, look.to, mean < 1e-9 ? 1 : mean / -std::expm1(-mean),
                 &shape->found);
    hosts_.looked(own.host, factors, rate, look.from, look.to, due);
  }
}

}  // namespace asof::schedule
