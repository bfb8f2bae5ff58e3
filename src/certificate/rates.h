// Rates: how often the pages of a crawl change, from its own sightings (pattern/site_clock.h), and
// what that says of them (rules 2).
#pragma once

#include <optional>
#include <vector>

#include "certificate/certify.h"
#include "certificate/course.h"
#include "pattern/site_clock.h"

namespace asof::certificate {

// What Last-Modified is worth on a site. A date must lie between the sightings around a change,
// stay where nothing changed, and not be that of the answer itself.
struct DatesTally {
  std::uint64_t tested = 0;
  std::uint64_t wrong = 0;
  std::uint64_t dated = 0;   // whole answers with a date
  std::uint64_t of_now = 0;  // of them, dated when they were given

  bool usable() const { return wrong == 0 && 2 * of_now <= dated; }
};
void add_dates(const PageEvidence& page, const std::vector<Statement>& said, DatesTally& dates);

class Rates final {
 public:
  // `observed`: the whole crawl. The evidence must outlive this, with its sightings.
  Rates(const std::vector<PageEvidence>& pages, const std::vector<SiteTrust>& sites,
        const Span& observed, const Options& options);

  const Basis& basis() const { return basis_; }
  const Undone& undone() const { return undone_; }
  // Changes per second; as believed before the crawl for pages never seen.
  double rate(std::size_t page) const;
  // The rate at which a page is as likely unchanged over half of the crawl as it is believed to be.
  double calm_rate(std::size_t page) const;
  // That the page held throughout `span` what a sighting outside of it shows.
  double held(std::size_t page, std::size_t sighting, const Span& span) const;
  // Pages expected to have changed and changed back, by how often changes are undone.
  double undone_within(std::size_t page, const Span& span, double share) const;
  pattern::BlurEstimate blur() const { return clock_ ? clock_->blur() : pattern::BlurEstimate{}; }

 private:
  struct Seen {
    std::optional<std::size_t> place;  // in the clock
    double expected = 0;
    bool dates = false;
  };

  const std::vector<PageEvidence>& pages_;
  const Span observed_;
  std::vector<Seen> seen_;
  std::uint64_t dates_tested_ = 0;
  std::optional<pattern::SiteClock> clock_;
  Basis basis_;
  Undone undone_;
};

}  // namespace asof::certificate
