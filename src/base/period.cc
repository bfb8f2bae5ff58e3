#include "base/period.h"

#include <algorithm>
#include <array>
#include <chrono>

#include "base/text.h"

namespace asof {
namespace {

constexpr std::int64_t kSecond = 1000;
constexpr std::int64_t kMinute = 60 * kSecond;
constexpr std::int64_t kHour = 60 * kMinute;
constexpr std::int64_t kDay = 24 * kHour;

int days_in(int year, int month) {
  using namespace std::chrono;
  const year_month_day_last last(std::chrono::year(year),
                                 month_day_last(std::chrono::month(static_cast<unsigned>(month))));
  return static_cast<int>(static_cast<unsigned>(last.day()));
}

bool all_digits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_digit);
}

// What the digits of one field leave open: all of it, its last digits, or nothing.
struct Range {
  int low = 0, high = 0;
};
std::optional<Range> take_field(std::string_view& digits, std::size_t width, int least, int most) {
  const std::size_t given = std::min(width, digits.size());
  Range range;
  int open = 1;  // values that the given digits stand for
  for (std::size_t i = 0; i < width; ++i) {
    if (i < given)
      range.low = range.low * 10 + (digits[i] - '0');
    else
      range.low *= 10, open *= 10;
  }
  digits.remove_prefix(given);
  range.high = std::min(range.low + open - 1, most);
  range.low = std::max(range.low, least);
  if (range.low > range.high) return std::nullopt;
  return range;
}

std::optional<Period> between(const std::array<Range, 7>& f) {
  const auto first =
      from_civil(f[0].low, f[1].low, f[2].low, f[3].low, f[4].low, f[5].low, f[6].low);
  const auto last =
      from_civil(f[0].high, f[1].high, f[2].high, f[3].high, f[4].high, f[5].high, f[6].high);
  if (!first || !last) return std::nullopt;
  return Period{*first, last->ms - first->ms + 1};
}

// 1 to 17 digits.
std::optional<Period> read_digits(std::string_view text) {
  std::array<Range, 7> fields;
  struct Form {
    std::size_t width;
    int least, most;
  };
  constexpr std::array<Form, 7> kForms = {Form{4, 0, 9999}, Form{2, 1, 12}, Form{2, 1, 31},
                                          Form{2, 0, 23},   Form{2, 0, 59}, Form{2, 0, 59},
                                          Form{3, 0, 999}};
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const int most = i == 2 ? days_in(fields[0].high, fields[1].high) : kForms[i].most;
    const auto range = take_field(text, kForms[i].width, kForms[i].least, most);
    if (!range) return std::nullopt;
    fields[i] = *range;
  }
  return between(fields);
}

// A time of day behind the date: hours and minutes, then more or less.
struct Clock {
  int hour = 0, minute = 0, second = 0, millisecond = 0;
  std::int64_t ms = kMinute;  // how precise it is
};

std::optional<int> take_two(std::string_view& text) {
  if (text.size() < 2 || !is_digit(text[0]) || !is_digit(text[1])) return std::nullopt;
  const int value = (text[0] - '0') * 10 + (text[1] - '0');
  text.remove_prefix(2);
  return value;
}

bool take_char(std::string_view& text, char c) {
  if (!text.starts_with(c)) return false;
  text.remove_prefix(1);
  return true;
}

std::optional<Clock> take_clock(std::string_view& text) {
  Clock clock;
  const auto hour = take_two(text);
  if (!hour || !take_char(text, ':')) return std::nullopt;
  const auto minute = take_two(text);
  if (!minute) return std::nullopt;
  clock.hour = *hour;
  clock.minute = *minute;
  if (!take_char(text, ':')) return clock;
  const auto second = take_two(text);
  if (!second) return std::nullopt;
  clock.second = *second;
  clock.ms = kSecond;
  if (!take_char(text, '.')) return clock;
  if (text.empty() || !is_digit(text.front())) return std::nullopt;
  for (int scale = 100; !text.empty() && is_digit(text.front()); scale /= 10) {
    clock.millisecond += (text.front() - '0') * scale;
    clock.ms = std::max(scale, 1);
    text.remove_prefix(1);
  }
  return clock;
}

// "Z", nothing, "+01:00", "-0530": what is to be subtracted to get UTC.
std::optional<std::int64_t> zone_of(std::string_view text) {
  if (text.empty() || text == "Z") return 0;
  const bool west = text.front() == '-';
  if (!west && text.front() != '+') return std::nullopt;
  text.remove_prefix(1);
  const auto hours = take_two(text);
  take_char(text, ':');
  const auto minutes = text.empty() ? std::optional(0) : take_two(text);
  if (!hours || !minutes || !text.empty() || *hours > 14 || *minutes > 59) return std::nullopt;
  return (west ? -1 : 1) * (*hours * kHour + *minutes * kMinute);
}

// "2019-08-15T01:02:60Z" and the like, as records have them.
std::optional<Period> read_record_time(std::string_view text) {
  if (text.size() < 11 || text[4] != '-' || text[7] != '-') return std::nullopt;
  const std::string day =
      std::string(text.substr(0, 4)).append(text.substr(5, 2)).append(text.substr(8, 2));
  if (!all_digits(day) || !read_digits(day)) return std::nullopt;
  if (text[10] != 'T' && text[10] != ' ') return std::nullopt;
  text.remove_prefix(11);
  auto clock = take_clock(text);
  const auto zone = clock ? zone_of(text) : std::nullopt;
  if (!zone) return std::nullopt;
  const Instant midnight = read_digits(day)->first;
  // There is no such instant on our axis. The one before it keeps the order of records.
  const bool leap = clock->second == 60 && clock->hour == 23 && clock->minute == 59 && *zone == 0 &&
                    digits14({midnight.ms + kDay}).substr(6, 2) == "01";
  if (leap) return Period{{midnight.ms + kDay - 1}, kSecond};
  if (clock->hour > 23 || clock->minute > 59 || clock->second > 59) return std::nullopt;
  const std::int64_t at =
      clock->hour * kHour + clock->minute * kMinute + clock->second * kSecond + clock->millisecond;
  return Period{{midnight.ms + at - *zone}, clock->ms};
}

// What programs count from 1970 has as many digits as some dates.
bool is_of_the_web(const Period& period) {
  const std::string digits = digits14(period.first);
  return digits >= "1990" && digits < "2100";
}

std::optional<Period> read_record_digits(std::string_view text) {
  constexpr std::size_t kToSecond = 14;
  const auto count =
      static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_digit) - text.begin());
  if (count < text.size())
    return count == kToSecond ? read_digits(text.substr(0, count)) : std::nullopt;
  if (count == 15 || count == 16 || count == 18) return read_digits(text.substr(0, kToSecond));
  if (count == kToSecond || count == 17) return read_digits(text);
  if (count != 10 && count != 12) return std::nullopt;
  const auto period = read_digits(text);
  return period && is_of_the_web(*period) ? period : std::nullopt;
}

}  // namespace

std::optional<Period> parse_period(std::string_view text) {
  if (text.size() <= 17 && all_digits(text)) return read_digits(text);
  const auto at = parse_iso8601(text);
  if (!at) return std::nullopt;
  if (text.size() > 10) return read_record_time(text);
  std::string digits(text);
  std::erase(digits, '-');
  return read_digits(digits);
}

std::optional<Period> parse_record_date(std::string_view text) {
  const std::string date = upper(text);
  if (date.size() <= 10 && date.find('-') != std::string::npos) return parse_period(date);
  if (date.size() == 4) return parse_period(date);
  if (auto period = read_record_time(date)) return period;
  return read_record_digits(date);
}

std::string iso8601_known(Instant at, std::int64_t width) {
  const std::string text = iso8601_seconds(at);
  if (width <= kSecond) return text;
  if (width <= kHour) return text.substr(0, 16) + "Z";
  if (width <= kDay) return text.substr(0, 10);
  return text.substr(0, width <= 31 * kDay ? 7 : 4);
}

}  // namespace asof
