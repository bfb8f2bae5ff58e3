#include "http/date.h"

#include <algorithm>
#include <array>

#include "base/text.h"

// The idea is that of RFC 6265 §5.1.1: cut the text into words and take each for what its shape
// says it is, first come first served. Order and separators then do not matter.
namespace asof::http {
namespace {

constexpr std::size_t kMaxLength = 128;

constexpr std::array<std::string_view, 12> kMonths = {"jan", "feb", "mar", "apr", "may", "jun",
                                                      "jul", "aug", "sep", "oct", "nov", "dec"};

struct Zone {
  std::string_view name;
  int minutes;
};
constexpr Zone kZones[] = {{"est", -300}, {"edt", -240}, {"cst", -360}, {"cdt", -300},
                           {"mst", -420}, {"mdt", -360}, {"pst", -480}, {"pdt", -420}};

struct Parts {
  int year = -1, month = -1, day = -1;
  int hour = -1, minute = 0, second = 0;
  int zone = 0;  // minutes east of Greenwich
  bool afternoon = false, morning = false;
};

int number(std::string_view digits) {
  int value = 0;
  for (char c : digits) value = value * 10 + (c - '0');
  return value;
}

std::string_view take_while(std::string_view& text, bool (*belongs)(char)) {
  auto end = std::find_if_not(text.begin(), text.end(), belongs);
  std::string_view taken = text.substr(0, static_cast<std::size_t>(end - text.begin()));
  text.remove_prefix(taken.size());
  return taken;
}

// Weekdays, GMT, UTC and unknown words say nothing.
void take_word(std::string_view word, Parts& parts) {
  if (word.size() >= 3 && parts.month < 0) {
    for (std::size_t i = 0; i < kMonths.size(); ++i) {
      if (istarts_with(word, kMonths[i])) {
        parts.month = static_cast<int>(i) + 1;
        return;
      }
    }
  }
  for (const Zone& zone : kZones) {
    if (iequals(word, zone.name)) parts.zone = zone.minutes;
  }
  if (iequals(word, "pm")) parts.afternoon = true;
  if (iequals(word, "am")) parts.morning = true;
}

// The rest of "08:49:37.123" after its hour.
bool take_time(std::string_view hour, std::string_view& text, Parts& parts) {
  if (parts.hour >= 0 || hour.size() > 2) return false;
  parts.hour = number(hour);
  text.remove_prefix(1);
  std::string_view minute = take_while(text, is_digit);
  if (minute.empty() || minute.size() > 2) return false;
  parts.minute = number(minute);
  if (text.empty() || text.front() != ':') return true;
  text.remove_prefix(1);
  std::string_view second = take_while(text, is_digit);
  if (second.empty() || second.size() > 2) return false;
  parts.second = number(second);
  if (!text.empty() && text.front() == '.') {
    text.remove_prefix(1);
    take_while(text, is_digit);
  }
  return true;
}

bool take_number(std::string_view digits, Parts& parts) {
  if (digits.size() <= 2 && parts.day < 0) {
    parts.day = number(digits);
    return true;
  }
  if ((digits.size() == 2 || digits.size() == 4) && parts.year < 0) {
    parts.year = number(digits);
    if (digits.size() == 2) parts.year += parts.year >= 70 ? 1900 : 2000;
    return true;
  }
  return false;
}

// "+0100", "-05:00", "+1" after the time.
bool take_zone(std::string_view& text, Parts& parts) {
  int sign = text.front() == '-' ? -1 : 1;
  text.remove_prefix(1);
  std::string_view digits = take_while(text, is_digit);
  int hours = 0, minutes = 0;
  if (digits.size() == 4) {
    hours = number(digits.substr(0, 2));
    minutes = number(digits.substr(2));
  } else if (digits.size() <= 2) {
    hours = number(digits);
    if (!text.empty() && text.front() == ':') {
      text.remove_prefix(1);
      std::string_view rest = take_while(text, is_digit);
      if (rest.size() > 2) return false;
      minutes = number(rest);
    }
  } else {
    return false;
  }
  if (hours > 14 || minutes > 59) return false;
  parts.zone = sign * (hours * 60 + minutes);
  return true;
}

std::optional<Parts> take_parts(std::string_view text) {
  Parts parts;
  while (!text.empty()) {
    char c = text.front();
    if (is_alpha(c)) {
      take_word(take_while(text, is_alpha), parts);
    } else if (is_digit(c)) {
      std::string_view digits = take_while(text, is_digit);
      bool time = !text.empty() && text.front() == ':';
      if (!(time ? take_time(digits, text, parts) : take_number(digits, parts))) {
        return std::nullopt;
      }
    } else if ((c == '+' || c == '-') && parts.hour >= 0 && text.size() > 1 && is_digit(text[1]) &&
               parts.year >= 0) {
      if (!take_zone(text, parts)) return std::nullopt;
    } else {
      text.remove_prefix(1);
    }
  }
  return parts;
}

}  // namespace

std::optional<Instant> parse_date(std::string_view text) {
  text = trim(text);
  if (text.size() >= 2 && text.front() == '"' && text.back() == '"') {
    text = trim(text.substr(1, text.size() - 2));
  }
  if (text.empty() || text.size() > kMaxLength) return std::nullopt;
  if (text.size() >= 10 && text[4] == '-') {
    if (auto instant = parse_iso8601(text)) return instant;
  }
  auto parts = take_parts(text);
  if (!parts || parts->year < 0 || parts->month < 0 || parts->day < 0) return std::nullopt;
  if (parts->hour < 0) return std::nullopt;
  if (parts->afternoon && parts->hour < 12) parts->hour += 12;
  if (parts->morning && parts->hour == 12) parts->hour = 0;
  if (parts->second == 60) parts->second = 59;
  auto instant =
      from_civil(parts->year, parts->month, parts->day, parts->hour, parts->minute, parts->second);
  if (instant) instant->ms -= std::int64_t{60'000} * parts->zone;
  return instant;
}

}  // namespace asof::http
