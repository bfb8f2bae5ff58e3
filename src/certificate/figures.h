// Figures: the numbers of a certificate that follow from rates and times.
#pragma once

#include "certificate/certify.h"
#include "certificate/rates.h"

namespace asof::certificate {

// One page as the figures see it.
struct Paced {
  double rate = 0;                // changes per second
  std::uint32_t depth = 0;        // hops from a seed
  std::vector<Instant> captures;  // the middles of the sightings that say something; ascending
  const std::vector<ChangeSeen>* changes = nullptr;
  bool dates_trusted = false;  // Last-Modified of its site may narrow its changes
};

// `observed`: the whole crawl; `pace`: seconds between requests. Pages without captures are left
// out. Fills all but `sharp`.
Figures figures_of(const std::vector<Paced>& pages, const Span& observed, const Span& as_of,
                   double pace);

// Rules 2: what the crawl's own rates say, in place of what one rate for each page did. Of the
// certificate all but its figures is there.
void estimate(const Rates& rates, const Certificate& certificate, Figures& figures);

}  // namespace asof::certificate
