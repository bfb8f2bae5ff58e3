#include "schedule/watch_announcements.h"

#include <algorithm>

namespace asof::schedule {
namespace {

constexpr double kDoubt = 3;     // announcements' worth of what all announcers are like
constexpr double kTruest = 0.9;  // truth of an announcer that was always right

}  // namespace

void Announcements::heard(PageId announcer, PageId page) {
  if (open_.size() <= page) open_.resize(std::size_t{page} + 1);
  auto& by = open_[page];
  if (std::find(by.begin(), by.end(), announcer) == by.end()) by.push_back(announcer);
}

void Announcements::visited(PageId page, bool changed, double expected) {
  if (page >= open_.size()) return;
  for (const PageId announcer : open_[page]) {
    if (records_.size() <= announcer) records_.resize(std::size_t{announcer} + 1);
    for (Record* record : {&records_[announcer], &all_}) {
      record->beyond += (changed ? 1 : 0) - expected;
      record->room += 1 - expected;
    }
  }
  open_[page].clear();
}

double Announcements::truth(PageId announcer) const {
  const double usual = all_.beyond / (all_.room + kDoubt);
  const Record own = announcer < records_.size() ? records_[announcer] : Record{};
  return std::clamp((own.beyond + kDoubt * usual) / (own.room + kDoubt), 0.0, kTruest);
}

}  // namespace asof::schedule
