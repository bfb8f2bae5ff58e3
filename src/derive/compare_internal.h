// The comparing step of derive().
#pragma once

#include "derive/derive.h"

namespace asof::derive {

// The catalog is settled.
Result<Derived> compare_versions(const archive::Directory& directory, catalog::Writer& catalog,
                                 const Settings& settings, const Options& options);

}  // namespace asof::derive
