// Harvester: does what strategies decide. The live crawler is one, the laboratory's simulator
// another.
#pragma once

#include <optional>
#include <span>

#include "base/result.h"
#include "schedule/strategy.h"

namespace asof::schedule {

class Harvester {
 public:
  virtual ~Harvester() = default;

  virtual Time now() const = 0;
  // The sites to which politeness allows a request now, one turn each. Valid until the next call.
  virtual std::span<const Turn> polite() = 0;
  // When another site becomes polite; kNever when none will.
  virtual Time next_polite() const = 0;
  // When a site may be added at the latest; kNever where all are there.
  virtual Time next_site() const { return kNever; }
  virtual void start(SiteId site, const Visit& visit) = 0;
  // The next visit that ended, or nothing when `until` came first or nothing is under way. The only
  // place where time passes.
  virtual Result<std::optional<Seen>> wait(Time until) = 0;
};

}  // namespace asof::schedule
