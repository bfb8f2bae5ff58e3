// Import maps: where modules are found.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "rewrite/edits.h"
#include "rewrite/mapper.h"
#include "rewrite/web_references.h"

namespace asof::rewrite {

// Adds what is to change in an import map, which begins at `offset` of the edited text: the
// addresses of "imports" and "scopes", the scopes themselves and the addresses with integrity. What
// scripts import by stays, because scripts stay. Text that is no JSON is left, as far as it is
// none.
void edit_import_map(std::string_view map, std::size_t offset, WebReferences& references,
                     Edits& edits);

// An import map, as a script element, for a page of modules that has none: it leads the absolute
// addresses that modules import by to captures. Of the hosts that the page names. Empty where the
// page has no modules, a map of its own, or names no host.
std::string import_map_for(std::string_view page, const Mapper& mapper);

}  // namespace asof::rewrite
