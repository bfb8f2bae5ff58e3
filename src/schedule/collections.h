// CollectionAllocator: chooses M whole collections in every period; each is then captured page by
// page, in the order of its own strategy (TPDL section 5).
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "schedule/allocator.h"

namespace asof::schedule {

struct Collection {
  std::vector<Page> pages;
  double weight = 1;  // of the collection, where important ones come first
};

enum class Choice : std::uint8_t {
  OffPeak,   // most urgent: U = (1 - expected importance of the period) * time since the last time
  Circular,  // in the order given, round and round
  Weight,    // the heaviest first, in a fixed order, round and round
};

class CollectionAllocator final : public Allocator {
 public:
  struct Options {
    Time start = 0;
    Duration period = 3600;
    std::uint64_t per_period = 1;  // collections
    Time until = kNever;           // no collection is chosen at or after it
    double eta = 1;                // share of the heaviest pages looked at
    Choice choice = Choice::OffPeak;
    const PatternSource* patterns = nullptr;  // outlives the allocator
  };
  // collections[i] is site i. A collection without pages is never chosen.
  CollectionAllocator(const Options& options, std::vector<Collection> collections);

  std::optional<Turn> grant(std::span<const Turn> polite, Time now) override;
  void spent(const Turn& turn) override;
  Time wants(Time now) const override;

  // U of a collection at a time; how OffPeak chooses.
  double urgency(SiteId site, Time now) const;
  // Collections chosen so far, with the times, in order.
  const std::vector<std::pair<SiteId, Time>>& chosen() const { return chosen_; }

 private:
  void choose(Time now);

  const Options options_;
  const std::vector<Collection> collections_;
  std::vector<SiteId> line_;          // for fixed orders
  std::size_t at_ = 0;                // in line_
  std::vector<Time> last_;            // when each was chosen
  std::vector<std::uint64_t> turns_;  // still to be granted to each
  std::deque<SiteId> active_;         // in the order they were chosen
  std::vector<std::pair<SiteId, Time>> chosen_;
  std::uint64_t periods_ = 0;  // begun
};

}  // namespace asof::schedule
