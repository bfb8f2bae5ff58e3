// SiteWeek: when a site or a collection changes, from the changes of all its pages together.
//
// Each change is spread over the time it can have come in, as the page's own pattern says; then the
// importance found in each hour of the week is divided by how often that hour was watched. A mean
// of the pages' patterns would say less: what a page with few changes borrows is no evidence.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "pattern/cycles.h"
#include "pattern/page_pattern.h"
#include "pattern/spans.h"
#include "pattern/visit_log.h"

namespace asof::series {

// What is told apart: only what a test believes, else one busy hour of one Sunday would be a habit.
struct WeekDetail {
  enum class Days : std::uint8_t { Alike, ByClass, Each };

  bool hours = true;  // of the day
  Days days = Days::Each;
};
// By the tests of all pages together.
WeekDetail believed_detail(std::span<const pattern::CycleResult, pattern::kCycles> cycles,
                           double level = 0.01);

class SiteWeek final {
 public:
  // A page with what is known of it; the weight is its importance, > 0.
  void add(const pattern::VisitLog& log, const pattern::PagePattern& page, double weight);
  // The importance of changes to expect of a page in each hour, the mean by weight. 0 where no page
  // was watched.
  pattern::WeekProfile profile(const WeekDetail& detail = {}) const;

 private:
  using Week = std::array<double, 168>;

  Week found_{}, watched_{};
  std::array<double, 24> holiday_found_{}, holiday_watched_{};
};

}  // namespace asof::series
