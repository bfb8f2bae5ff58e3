// Pair: two successive versions of a page, and their comparison.
#pragma once

#include <string>
#include <vector>

#include "catalog/reader.h"
#include "change/change.h"
#include "derive/pairs.h"
#include "derive/resource_internal.h"
#include "derive/settings.h"
#include "noise/noise.h"

namespace asof::derive {

// How all pairs are compared.
struct Way {
  change::Render render = change::Render::InProcess;
  noise::AdRules advertisements;
  change::HandWeights by_hand;
  bool has_browser = false;
  std::string algorithm;  // said in every row
};

// Errc::NotFound where the settings want a browser and there is none; Errc::Invalid for rules about
// advertisements or weights by hand that are none. `program`: which parts of the program compare.
Result<Way> way_of(const Settings& settings, const std::string& program);
// Everything but the resources and the browser. The way must outlive it.
change::Means means_of(const Way& way);
// A capture as it is compared; its body is read from the stock when it is needed.
change::Version version_of(Stock& stock, retrieve::Found found);
// Whether an Error of comparing is one of the disk or of the catalog, not of a content.
bool is_of_disk(Errc code);

struct Compared {
  catalog::Change change;
  catalog::ChangeDetail detail;
};
// An Error is one of the disk or of the catalog: a content that is damaged or missing is compared
// by its digest.
Result<Compared> compare(Stock& stock, const Pair& pair, const Way& way);

// Puts equal validators of successive captures to the test.
Result<catalog::ValidatorTally> test_validators(const catalog::Reader& catalog,
                                                const std::string& urlkey);

}  // namespace asof::derive
