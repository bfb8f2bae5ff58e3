// Dates and times of day as people write them.
#include "base/text.h"
#include "noise/rules_internal.h"

namespace asof::noise {
namespace {

// 2026-11-16, 16.11.2026, 11/16/26
std::size_t numeric_date(const Lexemes& l, std::size_t i) {
  const char separator = l[i + 1].mark;
  if (separator != '-' && separator != '/' && separator != '.') return 0;
  if (!l.glued(i + 1) || !l.mark(i + 3, separator) || !l.glued(i + 3)) return 0;
  const bool spaced = separator == '.';  // 16. 11. 2026
  if (!spaced && (!l.glued(i + 2) || !l.glued(i + 4))) return 0;
  const auto month = [&](std::size_t at) { return l.number(at, 1, 2, 1, 12); };
  if (l.year(i) && month(i + 2) && l.day(i + 4)) return i + 5;
  const bool both = (l.day(i) && month(i + 2)) || (month(i) && l.day(i + 2));
  if (!both) return 0;
  if (l.year(i + 4)) return i + 5;
  // A year of two digits makes a date only of what cannot be a version.
  if (!l.number(i + 4, 2, 2, 0, 99) || !l.glued(i + 4) || !l.glued(i + 2)) return 0;
  return separator == '/' || (l[i].digits == 2 && l[i + 2].digits == 2) ? i + 5 : 0;
}

// 20261116101530 and 20261116T101530Z
std::size_t compact_date(const Lexemes& l, std::size_t i) {
  const unsigned digits = l[i].digits;
  if (digits != 8 && digits != 14) return 0;
  const std::string_view text = l.text(i);
  if (!text.starts_with("19") && !text.starts_with("20")) return 0;
  const int month = (text[4] - '0') * 10 + text[5] - '0';
  const int day = (text[6] - '0') * 10 + text[7] - '0';
  if (month < 1 || month > 12 || day < 1 || day > 31) return 0;
  if (digits == 14) return text.substr(8) < "246060" ? i + 1 : 0;
  if (!l.word(i + 1, "t") || !l.glued(i + 1) || !l.number(i + 2, 4, 6, 0, 246060)) return 0;
  return l.word(i + 3, "z") && l.glued(i + 3) ? i + 4 : i + 3;
}

// 2026年11月16日
std::size_t signed_date(const Lexemes& l, std::size_t i) {
  std::size_t at = i;
  if (l.year(at) && l[at + 1].is(kYearSign)) at += 2;
  if (l.number(at, 1, 2, 1, 12) && l[at + 1].is(kMonthSign)) {
    at += 2;
    if (l.day(at) && l[at + 1].is(kDaySign)) at += 2;
  }
  return at == i ? 0 : at;
}

std::size_t after_particles(const Lexemes& l, std::size_t i) {
  for (int most = 2; most > 0 && l[i].is(kParticle); --most) ++i;
  return i;
}

// The year that may follow a day and a month.
std::size_t after_year(const Lexemes& l, std::size_t i) {
  std::size_t at = i;
  if (l.mark(at, '.') && l.glued(at)) ++at;
  if (l.mark(at, ',') || (l.mark(at, '-') && l.glued(at))) ++at;
  at = after_particles(l, at);
  if (l.year(at)) return at + 1;
  const bool short_year = l.number(at, 2, 2, 0, 99) && at > i && l[at - 1].mark == '-';
  if (short_year && l.glued(at)) return at + 1;
  if (l.mark(at, '\'') && l.number(at + 1, 2, 2, 0, 99) && l.glued(at + 1)) return at + 2;
  return i;
}

// A day and what may follow its number: 1st, 1., 1-3
std::size_t after_day(const Lexemes& l, std::size_t i) {
  if (!l.day(i)) return 0;
  ++i;
  if (l.mark(i, '-') && l.day(i + 1)) i += 2;
  if (l.glued(i) && l[i].is(kOrdinal)) ++i;
  return i;
}

// 16 November 2026, 16. Nov., 16-Nov-2026, 3 de mayo de 2026
std::size_t day_month(const Lexemes& l, std::size_t i) {
  std::size_t at = after_day(l, i);
  if (at == 0) return 0;
  if ((l.mark(at, '.') || l.mark(at, '-') || l.mark(at, '/')) && l.glued(at)) ++at;
  at = after_particles(l, at);
  if (!l[at].is(kMonth)) return 0;
  if (l.mark(at + 1, '/') && l.year(at + 2)) return at + 3;  // 16/Nov/2026
  const std::size_t with_year = after_year(l, at + 1);
  return with_year;
}

// November 16, 2026; Nov. 16; November 2026
std::size_t month_day(const Lexemes& l, std::size_t i) {
  if (!l[i].is(kMonth)) return 0;
  std::size_t at = i + 1;
  if (l.mark(at, '.') && l.glued(at)) ++at;
  const std::size_t day = after_day(l, at);
  if (day != 0 && l[at].gap) {
    const std::size_t with_year = after_year(l, day);
    if (with_year != day || l.may_end(day)) return with_year;
    return 0;
  }
  if (l.mark(at, ',') || l.mark(at, '-')) ++at;
  at = after_particles(l, at);
  return l.year(at) ? at + 1 : 0;
}

std::size_t plain_date(const Lexemes& l, std::size_t i) {
  if (l.number(i)) {
    for (auto* rule : {numeric_date, compact_date, signed_date, day_month}) {
      const std::size_t end = rule(l, i);
      if (end != 0) return end;
    }
    return 0;
  }
  return month_day(l, i);
}

// +01:00, -0500
std::size_t offset_at(const Lexemes& l, std::size_t i) {
  if (!l.mark(i, '+') && !l.mark(i, '-')) return 0;
  if (!l.glued(i + 1)) return 0;
  if (l.number(i + 1, 4, 4, 0, 1500)) return i + 2;
  if (!l.number(i + 1, 1, 2, 0, 15)) return 0;
  return l.mark(i + 2, ':') && l.number(i + 3, 2, 2, 0, 59) ? i + 4 : i + 2;
}

std::size_t after_zone(const Lexemes& l, std::size_t i) {
  if (l.mark(i, '(') && l[i + 1].is(kZone) && l.mark(i + 2, ')')) return i + 3;
  if (l[i].is(kZone)) {
    const std::size_t end = offset_at(l, i + 1);
    return l.glued(i + 1) && end != 0 ? end : i + 1;
  }
  const std::size_t end = offset_at(l, i);
  return end != 0 && l.number(end - 1, 2, 4, 0, 1500) ? end : i;
}

// am, a.m.
std::size_t after_half_day(const Lexemes& l, std::size_t i) {
  if (l[i].is(kHalfDay)) return i + 1;
  const bool half = (l.word(i, "a") || l.word(i, "p")) && l.mark(i + 1, '.') && l.word(i + 2, "m");
  if (!half || !l.glued(i + 1) || !l.glued(i + 2)) return i;
  return l.mark(i + 3, '.') && l.glued(i + 3) ? i + 4 : i + 3;
}

}  // namespace

std::size_t time_at(const Lexemes& l, std::size_t i) {
  if (!l.number(i, 1, 2, 0, 24)) return 0;
  std::size_t at = i + 1;
  const auto minutes = [&](std::size_t where) { return l.number(where, 2, 2, 0, 59); };
  const bool colon = l.mark(at, ':') && l.glued(at) && minutes(at + 1) && l.glued(at + 1);
  if (colon) {
    at += 2;
    if (l.mark(at, ':') && l.glued(at) && l.number(at + 1, 2, 2, 0, 60)) at += 2;
    if ((l.mark(at, '.') || l.mark(at, ',')) && l.glued(at) && l.number(at + 1) &&
        l.glued(at + 1) && l[at + 1].digits >= 3) {
      at += 2;  // fractions of a second
    }
    if (l[at].is(kClock)) ++at;
    return after_zone(l, after_half_day(l, at));
  }
  if (l.mark(at, '.') && minutes(at + 1) && l[at + 2].is(kClock)) return at + 3;  // 14.30 Uhr
  if (l.word(at, "h") && minutes(at + 1)) return at + 2;                          // 17h30
  if (l.word(at, "uhr")) return minutes(at + 1) ? at + 2 : at + 1;
  const std::size_t half = after_half_day(l, at);
  return half != at && l.number(i, 1, 2, 1, 12) ? after_zone(l, half) : 0;
}

std::size_t date_at(const Lexemes& l, std::size_t i) {
  std::size_t at = i;
  if (l[at].is(kWeekday)) {
    ++at;
    if (l.mark(at, '.') && l.glued(at)) ++at;
    if (l.mark(at, ',')) ++at;
    at = after_particles(l, at);
    const std::size_t end = plain_date(l, at);
    if (end != 0) return end;
  }
  return plain_date(l, i);
}

std::size_t instant_at(const Lexemes& l, std::size_t i) {
  const auto after_joint = [&](std::size_t at) {
    if (l.word(at, "t") && l.glued(at)) return at + 1;
    if (l.mark(at, ',') || l.mark(at, '-') || l.mark(at, '|') || l.mark(at, '@')) ++at;
    if (l.mark(at, ':') && l.glued(at)) ++at;  // 16/Nov/2026:10:15:30
    for (int most = 2; most > 0 && l[at].is(kConnector); --most) ++at;
    return at;
  };
  std::size_t end = date_at(l, i);
  if (end != 0) {
    const std::size_t time = time_at(l, after_joint(end));
    if (time != 0) end = time;
    // Sun Nov 16 10:15:30 UTC 2026
    if (time != 0 && l.year(end) && l[end].gap) ++end;
  } else if (l[i].is(kWeekday)) {
    end = time_at(l, after_joint(i + 1));
  } else {
    end = time_at(l, i);
    if (end == 0) return 0;
    const std::size_t date = date_at(l, after_joint(end));
    if (date != 0) end = date;
  }
  return end != 0 && l.may_end(end) ? end : 0;
}

}  // namespace asof::noise
