// What single records say: of a visit, of a crawl that ended.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "verify/scanned.h"

namespace asof::verify {

// "name: value" lines, as parts of the text they stand in; the first of a name counts.
using TextFields = std::vector<std::pair<std::string_view, std::string_view>>;

TextFields parse_fields(std::string_view text);
std::string_view find_field(const TextFields& fields, std::string_view name);
// A finite number from 0 on.
std::optional<double> number_field(const TextFields& fields, std::string_view name);

// What a request was made conditional on.
certificate::Validators asked_with(std::string_view request);

// Discover, capture, revisit and audit are visits to pages; others are nothing to a certificate.
std::optional<certificate::Purpose> purpose_of(const TextFields& fields);

// What the last record of a crawl says it did not ask for, but for what robots.txt forbade; none
// where it does not say.
std::optional<certificate::LeftOut> left_out_of(const TextFields& fields);

// What an answer says, without its times. `reason` tells where something is wrong with it.
certificate::Sighting sighting_of(const Scanned& answer);

}  // namespace asof::verify
