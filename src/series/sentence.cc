#include "series/sentence.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <vector>

#include "base/text.h"

namespace asof::series {
namespace {

constexpr double kHour = 3600, kDay = 86400;
constexpr unsigned kWeekHours = 168;

constexpr std::array<std::string_view, 7> kDays = {"Monday", "Tuesday",  "Wednesday", "Thursday",
                                                   "Friday", "Saturday", "Sunday"};

std::string_view on_days(pattern::Days days) {
  switch (days) {
    case pattern::Days::Every:
      return "every day";
    case pattern::Days::Weekdays:
      return "on weekdays";
    case pattern::Days::Weekend:
      return "at the weekend";
    case pattern::Days::Saturday:
      return "on Saturdays";
    case pattern::Days::Sunday:
      return "on Sundays";
  }
  return "";
}

// "1 day", "12 days"; 0 decimals from ten on.
std::string number_of(double number, std::string_view noun) {
  const double rounded = number < 10 ? std::round(number * 2) / 2 : std::round(number);
  return fmt::format("{:g} {}{}", rounded, noun, rounded == 1 ? "" : "s");
}

std::string length_of(Duration seconds) {
  if (seconds < 2 * kHour) return number_of(std::max(1.0, std::round(seconds / 60)), "minute");
  if (seconds < 2 * kDay) return number_of(seconds / kHour, "hour");
  return number_of(seconds / kDay, "day");
}

// On which days the hours of a span are quiet, too: each less than half of the mean hour.
std::string_view quiet_days(const pattern::WeekProfile& week, const pattern::WeekSpan& span) {
  double mean = 0;
  for (const double hour : week.weight) mean += hour / kWeekHours;
  unsigned weekdays = 0, all = 0;
  for (unsigned day = 0; day < 7; ++day) {
    bool quiet = true;
    for (unsigned i = 0; i < span.hours && quiet; ++i)
      quiet = week.weight[(day * 24 + span.from % 24 + i) % kWeekHours] < mean / 2;
    all += quiet ? 1 : 0;
    weekdays += quiet && day < 5 ? 1 : 0;
  }
  // Friday's night ends on a Saturday, which may be another kind of day.
  return all == 7 ? "every day" : weekdays >= 4 ? "on weekdays" : "";
}

void add_quiet(const pattern::WeekProfile& week, std::vector<std::string>& parts) {
  const auto quiet = pattern::quiet_span(week);
  if (!quiet || quiet->hours >= kWeekHours) return;
  const std::string_view days = quiet->hours < 24 ? quiet_days(week, *quiet) : "";
  if (days.empty())
    parts.push_back("quiet " + in_words(*quiet));
  else
    parts.push_back(fmt::format("quiet between {}:00 and {}:00 {}", quiet->from % 24,
                                (quiet->from + quiet->hours) % 24, days));
}

void add_spans(const pattern::WeekProfile& week, std::vector<std::string>& parts) {
  if (const auto busy = pattern::busiest_span(week))
    parts.push_back("changes most " + in_words(*busy));
  add_quiet(week, parts);
}

// A tenth and more.
void add_weekend(const pattern::WeekProfile& week, std::vector<std::string>& parts) {
  double weekdays = 0, weekend = 0;
  for (unsigned hour = 0; hour < kWeekHours; ++hour)
    (hour < 120 ? weekdays : weekend) += week.weight[hour] / (hour < 120 ? 5 : 2);
  const double more = weekend / weekdays - 1;
  if (!(std::abs(more) >= .1) || more < -.9) return;  // at rest: said already
  parts.push_back(fmt::format("{} % {} at the weekend", std::lround(std::abs(more) * 100),
                              more < 0 ? "quieter" : "busier"));
}

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : "; ") + part;
  return text;
}

std::string known_from(const Known& known) {
  return known.by_publication ? "known from " + counted(known.visits, "version")
                              : "known from " + counted(known.visits, "visit");
}

std::string ordinal(unsigned day) {
  const unsigned last = day % 10;
  const bool teen = day / 10 == 1;
  return fmt::format("{}{}", day,
                     teen        ? "th"
                     : last == 1 ? "st"
                     : last == 2 ? "nd"
                     : last == 3 ? "rd"
                                 : "th");
}

void add_cycle(const pattern::PagePattern& page, std::vector<std::string>& parts) {
  if (page.kind == pattern::Kind::Monthly) {
    if (const auto days = pattern::busiest_days(page))
      parts.push_back(fmt::format("changes most from the {} to the {} of the month",
                                  ordinal(days->from), ordinal(days->until)));
    return;
  }
  if (page.kind != pattern::Kind::Constant) add_spans(pattern::profile_of(page), parts);
}

}  // namespace

std::string hour_of_week(unsigned hour) {
  hour %= kWeekHours;
  return fmt::format("{} {}:00", kDays[hour / 24], hour % 24);
}

std::string in_words(const pattern::DaySpan& span) {
  return fmt::format("between {}:00 and {}:00 {}", span.from, span.until, on_days(span.days));
}

std::string in_words(const pattern::WeekSpan& span) {
  return fmt::format("from {} to {}", hour_of_week(span.from),
                     hour_of_week(span.from + span.hours));
}

std::string how_often(double per_second) {
  if (!(per_second > 0)) return "never";
  const double per_day = per_second * kDay;
  if (per_day > 1.5 && per_day < 12) return fmt::format("{:.0f} times a day", per_day);
  return "every " + length_of(1 / per_second);
}

std::string sentence_of(const pattern::PagePattern& page, const Known& known) {
  std::vector<std::string> parts;
  if (known.visits == 0) {
    parts.emplace_back("never captured");
  } else if (known.visits == 1) {
    parts.emplace_back("captured once, so nothing is known of its own changes");
  } else if (known.changes == 0) {
    parts.push_back(fmt::format("did not change in {}", length_of(known.watched)));
  }
  if (known.visits < 2) {
    if (page.borrowed > 0)
      parts.push_back("pages like it change about " + how_often(page.rate.value));
    return joined(parts);
  }
  if (known.changes == 0) {
    parts.push_back(known_from(known));
    return joined(parts);
  }
  add_cycle(page, parts);
  if (parts.empty())
    parts.emplace_back(page.has_cycle() ? "changes at some hours a little more than at others"
                                        : "changes at any time alike");
  // What was seen, not what is estimated: a page that changed before every visit of an hour may
  // have changed any number of times.
  if (known.watched > 0)
    parts.push_back("seen to change about " +
                    how_often(static_cast<double>(known.changes) / known.watched));
  parts.push_back(known_from(known));
  return joined(parts);
}

std::string sentence_of(const pattern::WeekProfile& week) {
  double total = 0;
  for (const double hour : week.weight) total += hour;
  if (!(total > 0)) return "nothing is known to change";
  std::vector<std::string> parts;
  add_spans(week, parts);
  add_weekend(week, parts);
  return parts.empty() ? "changes at any time alike" : joined(parts);
}

}  // namespace asof::series
