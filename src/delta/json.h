// A delta written down: JSON and XML twins (docs/formats/delta.md), the same bytes for the same
// delta.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "delta/delta.h"

namespace asof::delta {

std::string to_json(const Delta& delta);

// Reads what to_json() wrote, or an object that holds it as its member "delta", as what
// `asof diff --json` prints does. Errc::Invalid says what is wrong with anything else.
Result<Delta> from_json(std::string_view json);

// Vi-DIFF's form: the element <delta> with <structure>, <content> and <frame>. Characters that XML
// 1.0 cannot hold become U+FFFD.
std::string to_xml(const Delta& delta);
// ` name="value"`, escaped in the same way.
std::string xml_attribute(std::string_view name, std::string_view value);

}  // namespace asof::delta
