// What single captures say: of a visit, of a crawl that ended.
#pragma once

#include <optional>
#include <string_view>

#include "capture/capture.h"
#include "certificate/evidence.h"

namespace asof::verify {

// The file is left to the caller.
certificate::Locator locator_of(const capture::RecordName& record);

// What a request was made conditional on.
certificate::Validators asked_with(std::string_view request);

// Discover, capture, revisit and audit are visits to pages; others are nothing to a certificate.
std::optional<certificate::Purpose> purpose_of(const capture::Notes& notes);

// What the last record of a crawl says it did not ask for, but for what robots.txt forbade; none
// where it does not say.
std::optional<certificate::LeftOut> left_out_of(const capture::CrawlEnd& end);

// What an answer says, without its times. `reason` tells where something is wrong with it.
certificate::Sighting sighting_of(const capture::Exchange& exchange);

// The content of a whole response, for revisits to refer to.
certificate::Original original_of(const capture::Capture& capture,
                                  const capture::Exchange& exchange);

}  // namespace asof::verify
