// The whole catalog as text, for comparing two.
#pragma once

#include <functional>
#include <string_view>

#include "base/result.h"
#include "catalog/reader.h"

namespace asof::catalog {

// Every row of every table as a line of text, tables by name, rows by primary key: equal catalogs
// give equal text. What is yet to be settled is left out.
Result<void> dump(const Reader& reader, const std::function<void(std::string_view line)>& on_line);

}  // namespace asof::catalog
