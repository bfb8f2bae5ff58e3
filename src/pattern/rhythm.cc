#include "pattern/rhythm.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/check.h"

namespace asof::pattern {
namespace {

constexpr std::size_t kHours = 24;
constexpr std::array<std::size_t, kKinds> kSlots = {1, 24, 96, 28, 31};
constexpr std::array<double, kKinds> kLength = {
    kSecondsPerDay, kSecondsPerDay / 24, kSecondsPerDay / 24, kSecondsPerDay / 4, kSecondsPerDay};

}  // namespace

std::string_view name_of(Kind kind) {
  constexpr std::array<std::string_view, kKinds> kNames = {
      "constant", "daily", "daily by class of day", "weekly", "monthly"};
  return kNames[static_cast<std::size_t>(kind)];
}

Rhythm::Rhythm(Kind kind, const Calendar* calendar)
    : kind_(kind), calendar_(calendar != nullptr ? calendar : &utc_calendar()) {}

std::size_t Rhythm::slots() const { return kSlots[static_cast<std::size_t>(kind_)]; }

Duration Rhythm::slot_length() const { return kLength[static_cast<std::size_t>(kind_)]; }

std::size_t Rhythm::slot_of(Day day, std::size_t part) const {
  switch (kind_) {
    case Kind::Constant:
      return 0;
    case Kind::Daily:
      return part;
    case Kind::DailyByDay:
      return kHours * static_cast<std::size_t>(calendar_->class_of(day)) + part;
    case Kind::Weekly:
      return 4 * weekday_of(day) + part;
    case Kind::Monthly:
      return day_of_month(day) - 1;
  }
  return 0;
}

std::size_t Rhythm::slot_at(Time at) const {
  const Time local = calendar_->local(at);
  const double day = std::floor(local / kSecondsPerDay);
  const auto part = static_cast<std::size_t>((local - day * kSecondsPerDay) / slot_length());
  return slot_of(static_cast<Day>(day), part);
}

void Rhythm::reach(Time from, Time to, std::vector<Reach>& into) const {
  if (kind_ == Kind::Constant) {
    if (to > from) into.push_back({0, to - from});
    return;
  }
  const Duration length = slot_length();
  const auto parts = static_cast<std::size_t>(kSecondsPerDay / length);
  // Whole days are gathered by their first slot, so that months of quiet cost a step a day.
  std::array<double, 96> whole{};
  bool any = false;
  const TimeZone& zone = calendar_->zone();
  double offset = zone.offset_at(from);
  Time change = zone.next_change(from);
  while (from < to) {
    if (from >= change) {
      offset = zone.offset_at(from);
      change = zone.next_change(from);
    }
    const Time local = from + offset;
    const double day = std::floor(local / kSecondsPerDay);
    const auto number = static_cast<Day>(day);
    const Time day_end = (day + 1) * kSecondsPerDay - offset;
    if (local == day * kSecondsPerDay && day_end <= to && day_end <= change) {
      whole[slot_of(number, 0)] += length;
      any = true;
      from = day_end;
      continue;
    }
    const double part = std::floor((local - day * kSecondsPerDay) / length);
    Time end = std::min({to, change, day * kSecondsPerDay + (part + 1) * length - offset});
    // Rounding may leave nothing of a slot; the next one then begins here.
    if (!(end > from)) end = std::min(to, std::nextafter(from, kNever));
    into.push_back(
        {static_cast<std::uint32_t>(slot_of(number, static_cast<std::size_t>(part))), end - from});
    from = end;
  }
  if (!any) return;
  for (std::size_t first = 0; first < slots(); first += parts)
    if (whole[first] > 0)
      for (std::size_t part = 0; part < parts; ++part)
        into.push_back({static_cast<std::uint32_t>(first + part), whole[first]});
}

std::size_t Rhythm::ring() const { return kind_ == Kind::DailyByDay ? kHours : slots(); }

std::size_t Rhythm::before(std::size_t slot) const {
  const std::size_t size = ring(), start = slot / size * size;
  return start + (slot - start + size - 1) % size;
}

std::size_t Rhythm::after(std::size_t slot) const {
  const std::size_t size = ring(), start = slot / size * size;
  return start + (slot - start + 1) % size;
}

}  // namespace asof::pattern
