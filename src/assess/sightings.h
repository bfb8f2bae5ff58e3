// From the rows of a catalog to what certificates and rates are made of.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "catalog/evidence.h"
#include "certificate/course.h"
#include "pattern/traits.h"

namespace asof::assess {

// One URL and everything the archive saw of it.
struct SeenPage {
  certificate::PageEvidence evidence;
  std::vector<std::size_t> crawls;        // of each sighting
  std::vector<catalog::Locator> records;  // of each sighting
  pattern::PageTraits traits;
  double importance = 0;           // of its weighed changes, summed
  std::uint64_t weighed = 0;       // how many those are
  std::uint64_t weak_digests = 0;  // sightings
  std::uint64_t undated = 0;
  std::uint64_t copies = 0;  // captures of the same record in other files; no sightings
};

// What a capture says. A revisit without its original says nothing; a 304 speaks of the original.
certificate::Sighting sighting_of(const catalog::Witness& witness);

// Which URLs of a key are wanted. No pages are those of other schemes, robots.txt, sitemaps fetched
// as such.
enum class Wanted { Pages, Everything };
// The pages of a key, by their first capture.
std::vector<SeenPage> pages_of(const catalog::KeyEvidence& of_key, Wanted wanted = Wanted::Pages);
// How many URLs of the key are left out.
std::uint64_t others_of(const catalog::KeyEvidence& of_key);

}  // namespace asof::assess
