// What access rules withhold from an archive: the record of a takedown. It is made from the rules
// and the catalog when somebody asks, so it is always true of what is served.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "catalog/reader.h"
#include "replay/access.h"

namespace asof::replay {

// What one rule does: captures that it decides on, not those that a longer one takes from it.
struct Withheld {
  const AccessRule* rule = nullptr;
  std::uint64_t captures = 0;
  std::uint64_t urls = 0;  // keys, to be exact
  std::optional<Instant> first, last;
};

using OnWithheld = std::function<void(const catalog::Capture& capture, std::string_view file,
                                      const AccessRule& rule)>;

// One row for each rule, in the order of the file; the rules must stay. Reads the whole index.
// `on_withheld`, where given, is told each capture that is not shown.
Result<std::vector<Withheld>> withheld(const catalog::Reader& catalog, const AccessRules& rules,
                                       Instant now, const OnWithheld& on_withheld = {});

}  // namespace asof::replay
