// Import maps: where modules are found.
#pragma once

#include <cstddef>
#include <string_view>

#include "rewrite/edits.h"
#include "rewrite/web_references.h"

namespace asof::rewrite {

// Adds what is to change in an import map, which begins at `offset` of the edited text: the
// addresses of "imports" and "scopes", the scopes themselves and the addresses with integrity. What
// scripts import by stays, because scripts stay. Text that is no JSON is left, as far as it is
// none.
void edit_import_map(std::string_view map, std::size_t offset, WebReferences& references,
                     Edits& edits);

}  // namespace asof::rewrite
