#include "certificate/census.h"

#include <algorithm>
#include <numeric>

namespace asof::certificate {
namespace {

Stood stood_by(int status) {
  // "Not modified" is said of a page that is there.
  if ((status >= 200 && status < 300) || status == 304) return Stood::Page;
  if (status >= 300 && status < 400) return Stood::Redirect;
  if (status == 404 || status == 410) return Stood::Gone;
  return status > 0 ? Stood::Refused : Stood::Silent;
}

}  // namespace

Stood stood_at(const PageVerdict& page) {
  if (page.content) return stood_by(page.content->status);
  Stood best = Stood::Silent;
  for (const Sighting& sighting : page.evidence.sightings)
    best = std::min(best, stood_by(sighting.content.status));
  return best;
}

Census::Census(const Certificate& certificate) {
  for (const PageVerdict& page : certificate.pages)
    ++counts_[static_cast<std::size_t>(stood_at(page))][static_cast<std::size_t>(page.grade)];
}

std::uint64_t Census::of(Stood stood) const {
  const auto& grades = counts_[static_cast<std::size_t>(stood)];
  return std::accumulate(grades.begin(), grades.end(), std::uint64_t{0});
}

std::uint64_t proven_throughout(const Certificate& certificate, const Span& span) {
  const auto proven = [&span](const PageVerdict& page) {
    return std::any_of(page.proven.begin(), page.proven.end(), [&span](const Held& held) {
      return held.span.holds(span) && stood_by(held.content.status) == Stood::Page;
    });
  };
  return static_cast<std::uint64_t>(
      std::count_if(certificate.pages.begin(), certificate.pages.end(), proven));
}

}  // namespace asof::certificate
