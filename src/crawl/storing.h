// Storing: which versions a crawl stores (JCDL section 7). A version whose change since the last
// one stored matters less than a threshold is not: its digest and its importance are, as a revisit.
//
// A version is compared with the last one that was stored, not with the one before, so that small
// changes add up and one that is undone counts nothing.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.h"
#include "catalog/reader.h"

namespace asof::crawl {

// What the setting asks for.
struct StoreWhat {
  enum class Kind : std::uint8_t {
    All,
    AtLeast,  // changes that matter at least `value`
    Mean,     // as much as the page's changes do on average
    Share,    // about this share of the changes, by what earlier ones mattered
  };
  Kind kind = Kind::All;
  double value = 0;
};

class Storing final {
 public:
  Storing() = default;  // stores everything
  // What earlier changes mattered is taken from the catalog, which may be null, as of `before`: a
  // crawl that goes on decides as it did at first.
  static Result<Storing> make(const StoreWhat& what, const catalog::Reader* catalog,
                              const std::vector<std::string>& hosts, Instant before);

  bool is_on() const { return what_.kind != StoreWhat::Kind::All; }
  // A change of the page is stored where it matters at least so much. 0 where nothing is known to
  // go by.
  double threshold(std::string_view url) const;

 private:
  struct Sum {
    double matters = 0;
    std::uint64_t changes = 0;
    double mean() const { return changes == 0 ? 0 : matters / static_cast<double>(changes); }
  };

  StoreWhat what_;
  std::map<std::string, Sum, std::less<>> pages_;  // by URL
  double fallback_ = 0;
};

}  // namespace asof::crawl
