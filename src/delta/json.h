// A delta written down: JSON and XML twins (docs/formats/delta.md), the same bytes for the same
// delta.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "delta/delta.h"

namespace asof::delta {

std::string to_json(const Delta& delta);

// Reads what to_json() wrote. Errc::Invalid says what is wrong with anything else.
Result<Delta> from_json(std::string_view json);

// Vi-DIFF's form: <delta> with <structure>, <content> and <frame>. Characters that XML 1.0 cannot
// hold become U+FFFD.
std::string to_xml(const Delta& delta);

}  // namespace asof::delta
