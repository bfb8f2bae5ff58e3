// The method is in the header.
#include "schedule/trust.h"

#include <algorithm>
#include <cmath>

namespace asof::schedule {
namespace {

constexpr double kLeastTold = 1e-12;  // of a rate, where a page is said not to change

}  // namespace

std::size_t Trust::class_of(double told) {
  const int halvings = -std::ilogb(std::max(told, kLeastTold));
  return static_cast<std::size_t>(std::clamp(halvings, -kMiddle, kMiddle) + kMiddle);
}

void Trust::learn(double told) {
  Class& its = classes_[class_of(told)];
  ++its.pages;
  its.told += told;
}

void Trust::observe(double told, Duration gap, bool changed) {
  Class& its = classes_[class_of(told)];
  its.factor = pattern::updated(its.factor, std::max(told, kLeastTold) * gap, changed);
}

void Trust::reckon() {
  double pages = 0;
  double rates = 0;
  double refuted = 0;
  for (const Class& each : classes_) {
    pages += each.pages;
    rates += each.told * each.believed();
    refuted += each.pages * (1 - each.believed());
  }
  typical_ = rates / std::max(pages, 1.0);
  doubt_ = least_doubt_ + (1 - least_doubt_) * refuted / std::max(pages, 1.0);
}

double Trust::believed(double told) const {
  return std::max(told * classes_[class_of(told)].believed(), doubt_ * typical_);
}

}  // namespace asof::schedule
