#include "base/time.h"

#include <fmt/format.h>

#include <array>
#include <chrono>

#include "base/period.h"
#include "base/text.h"

namespace asof {
namespace {

struct Civil {
  int year, month, day, hour, minute, second, millisecond, weekday;
};

Civil to_civil(Instant at) {
  using namespace std::chrono;
  auto point = sys_time<milliseconds>(milliseconds(at.ms));
  auto day = floor<days>(point);
  year_month_day date(day);
  hh_mm_ss time(point - day);
  return {int(date.year()),
          int(unsigned(date.month())),
          int(unsigned(date.day())),
          int(time.hours().count()),
          int(time.minutes().count()),
          int(time.seconds().count()),
          int(time.subseconds().count()),
          int(weekday(day).c_encoding())};
}

// Reads exactly `count` digits at the front of `text` and removes them.
std::optional<int> take_digits(std::string_view& text, std::size_t count) {
  if (text.size() < count) return std::nullopt;
  int value = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (!is_digit(text[i])) return std::nullopt;
    value = value * 10 + (text[i] - '0');
  }
  text.remove_prefix(count);
  return value;
}

bool take(std::string_view& text, char c) {
  if (text.empty() || text.front() != c) return false;
  text.remove_prefix(1);
  return true;
}

}  // namespace

Instant SystemClock::now() const {
  using namespace std::chrono;
  return {duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count()};
}

std::optional<Instant> from_civil(int year, int month, int day, int hour, int minute, int second,
                                  int millisecond) {
  using namespace std::chrono;
  year_month_day date{std::chrono::year(year), std::chrono::month(static_cast<unsigned>(month)),
                      std::chrono::day(static_cast<unsigned>(day))};
  bool fits = year >= 0 && year <= 9999 && date.ok() && hour >= 0 && hour < 24 && minute >= 0 &&
              minute < 60 && second >= 0 && second < 60 && millisecond >= 0 && millisecond < 1000;
  if (!fits) return std::nullopt;
  auto point = sys_time<milliseconds>(sys_days(date)) + hours(hour) + minutes(minute) +
               seconds(second) + milliseconds(millisecond);
  return Instant{point.time_since_epoch().count()};
}

std::optional<Instant> parse_iso8601(std::string_view text) {
  int month = 1, day = 1, hour = 0, minute = 0, second = 0, millisecond = 0;
  auto year = take_digits(text, 4);
  if (!year) return std::nullopt;
  auto finish = [&]() -> std::optional<Instant> {
    if (!text.empty()) return std::nullopt;
    return from_civil(*year, month, day, hour, minute, second, millisecond);
  };
  auto field = [&text](int& into) {
    auto digits = take_digits(text, 2);
    if (digits) into = *digits;
    return digits.has_value();
  };
  if (!take(text, '-')) return finish();
  if (!field(month)) return std::nullopt;
  if (!take(text, '-')) return finish();
  if (!field(day)) return std::nullopt;
  if (!take(text, 'T')) return finish();
  if (!field(hour) || !take(text, ':') || !field(minute)) return std::nullopt;
  if (take(text, ':')) {
    if (!field(second)) return std::nullopt;
    if (take(text, '.')) {
      std::size_t digits = 0;
      int scale = 100;
      for (; digits < text.size() && is_digit(text[digits]); ++digits, scale /= 10)
        millisecond += (text[digits] - '0') * scale;
      if (digits == 0 || digits > 9) return std::nullopt;
      text.remove_prefix(digits);
    }
  }
  if (!take(text, 'Z')) return std::nullopt;
  return finish();
}

std::optional<Instant> parse_digits(std::string_view text) {
  if (text.size() < 4 || text.size() > 17) return std::nullopt;
  for (char c : text)
    if (!is_digit(c)) return std::nullopt;
  const auto period = parse_period(text);
  return period ? std::optional(period->first) : std::nullopt;
}

std::string iso8601(Instant at) {
  Civil c = to_civil(at);
  // By hand, because records, logs and certificates have several each.
  if (c.year < 0 || c.year > 9999)
    return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z", c.year, c.month, c.day, c.hour,
                       c.minute, c.second, c.millisecond);
  std::string text = "0000-00-00T00:00:00.000Z";
  const auto put = [&text](std::size_t last, int number) {
    for (; number > 0; number /= 10) text[last--] = static_cast<char>('0' + number % 10);
  };
  put(3, c.year);
  put(6, c.month);
  put(9, c.day);
  put(12, c.hour);
  put(15, c.minute);
  put(18, c.second);
  put(22, c.millisecond);
  return text;
}

std::string iso8601_seconds(Instant at) { return iso8601(at).substr(0, 19) + "Z"; }

std::string digits17(Instant at) {
  Civil c = to_civil(at);
  return fmt::format("{:04}{:02}{:02}{:02}{:02}{:02}{:03}", c.year, c.month, c.day, c.hour,
                     c.minute, c.second, c.millisecond);
}

std::string digits14(Instant at) { return digits17(at).substr(0, 14); }

std::string http_date(Instant at) {
  constexpr std::array kDays = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
  constexpr std::array kMonths = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                  "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  Civil c = to_civil(at);
  return fmt::format(
      "{}, {:02} {} {:04} {:02}:{:02}:{:02} GMT", kDays[static_cast<std::size_t>(c.weekday)], c.day,
      kMonths[static_cast<std::size_t>(c.month - 1)], c.year, c.hour, c.minute, c.second);
}

}  // namespace asof
