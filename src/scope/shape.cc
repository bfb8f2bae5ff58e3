#include "scope/shape_internal.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/text.h"

namespace asof::scope {
namespace {

// A piece of a URL that is taken out of its shape.
struct Span {
  std::size_t begin = 0;
  std::size_t end = 0;
  bool session = false;
};

// As many as a URL of usual length can have; what comes after them stays in the shape.
class Spans final {
 public:
  void add(Span span) {
    if (count_ < spans_.size()) spans_[count_++] = span;
  }
  void sort() {
    std::sort(spans_.begin(), spans_.begin() + static_cast<std::ptrdiff_t>(count_),
              [](const Span& a, const Span& b) { return a.begin < b.begin; });
  }
  const Span* begin() const { return spans_.data(); }
  const Span* end() const { return spans_.data() + count_; }

 private:
  std::array<Span, 32> spans_;
  std::size_t count_ = 0;
};

struct Number {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t length() const { return end - begin; }
};

// The next run of digits at or after `from`; empty at the end.
Number next_number(std::string_view text, std::size_t from) {
  while (from < text.size() && !is_digit(text[from])) ++from;
  std::size_t end = from;
  while (end < text.size() && is_digit(text[end])) ++end;
  return {from, end};
}

unsigned value_of(std::string_view digits) {
  unsigned value = 0;
  for (char c : digits) value = value * 10 + static_cast<unsigned>(c - '0');
  return value;
}

bool within(unsigned value, unsigned low, unsigned high) { return value >= low && value <= high; }

bool is_year(std::string_view text, Number number) {
  return number.length() == 4 && within(value_of(text.substr(number.begin, 4)), 1900, 2999);
}

bool is_small(std::string_view text, Number number, unsigned most) {
  return within(static_cast<unsigned>(number.length()), 1, 2) &&
         within(value_of(text.substr(number.begin, number.length())), 1, most);
}

// "20261115", with the time or without.
bool is_whole_date(std::string_view text, Number number) {
  std::size_t length = number.length();
  if (length != 8 && length != 12 && length != 14) return false;
  std::string_view digits = text.substr(number.begin, 8);
  return within(value_of(digits.substr(0, 4)), 1970, 2100) &&
         within(value_of(digits.substr(4, 2)), 1, 12) &&
         within(value_of(digits.substr(6, 2)), 1, 31);
}

// One separator of dates stands between them.
bool touch(std::string_view text, Number before, Number after) {
  return before.length() > 0 && after.begin == before.end + 1 && after.length() > 0 &&
         std::string_view("-/._").find(text[before.end]) != kNone;
}

void add(Spans& spans, Number first, Number last) { spans.add({first.begin, last.end, false}); }

// The dates in `text`, by their digits alone.
void find_dates(std::string_view text, std::size_t from, Spans& spans) {
  Number before_last, last;
  for (Number number = next_number(text, from); number.length() > 0;) {
    Number next = next_number(text, number.end);
    Number after_next = next_number(text, next.end);
    bool year = is_year(text, number);
    if (is_whole_date(text, number)) {
      add(spans, number, number);
    } else if (year && touch(text, number, next) && is_small(text, next, 12)) {
      bool day = touch(text, next, after_next) && is_small(text, after_next, 31);
      add(spans, number, day ? after_next : next);
      number = day ? after_next : next;
    } else if (year && touch(text, last, number) && is_small(text, last, 31)) {
      bool day = touch(text, before_last, last) && is_small(text, before_last, 31);
      add(spans, day ? before_last : last, number);
    }
    before_last = last;
    last = number;
    number = next_number(text, number.end);
  }
}

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::any_of(words.begin(), words.end(),
                     [word](std::string_view known) { return iequals(word, known); });
}

// "year", "start_date", "tribe-bar-date", "cal[month]"; not "update" or "candidate".
bool names_a_date(std::string_view name) {
  while (!name.empty()) {
    auto end = std::find_if_not(name.begin(), name.end(), is_alpha);
    std::string_view word = name.substr(0, static_cast<std::size_t>(end - name.begin()));
    if (is_one_of(word, {"year", "month", "day", "week", "date", "yr", "yyyy", "mm", "dd",
                         "startdate", "enddate", "fromdate", "todate", "eventdate", "timestamp"})) {
      return true;
    }
    name.remove_prefix(std::min(name.size(), word.size() + 1));
  }
  return false;
}

bool names_a_session(std::string_view name) {
  return is_one_of(name, {"jsessionid", "phpsessid", "sid", "sessionid", "session_id", "session-id",
                          "sessid", "session", "sess", "oscsid", "xtcsid", "zenid", "cfid",
                          "cftoken", "ci_session", "sessionkey", "ssid"}) ||
         istarts_with(name, "aspsessionid");
}

// Identifiers are long, or those of ColdFusion, which come in pairs.
bool is_session(std::string_view name, std::string_view value) {
  if (!names_a_session(name)) return false;
  bool plain = std::all_of(value.begin(), value.end(), [](char c) {
    return is_alnum(c) || c == '-' || c == '_' || c == '.' || c == '!' || c == '%';
  });
  return plain && (value.size() >= 16 || (istarts_with(name, "cf") && !value.empty()));
}

// One "name=value" at `begin` of `url`.
void take_argument(std::string_view url, std::size_t begin, std::size_t end, Spans& spans) {
  std::string_view argument = url.substr(begin, end - begin);
  std::size_t equals = argument.find('=');
  if (equals == kNone) return find_dates(url.substr(0, end), begin, spans);
  std::string_view name = argument.substr(0, equals);
  std::string_view value = argument.substr(equals + 1);
  std::size_t start = begin + equals + 1;
  if (is_session(name, value)) return spans.add({start, end, true});
  bool digits = std::any_of(value.begin(), value.end(), is_digit);
  if (digits && names_a_date(name)) return spans.add({start, end, false});
  find_dates(url.substr(0, end), start, spans);
}

void take_arguments(std::string_view url, std::size_t begin, Spans& spans) {
  while (begin < url.size()) {
    std::size_t end = std::min(url.find_first_of("&;", begin), url.size());
    take_argument(url, begin, end, spans);
    begin = end + 1;
  }
}

// ";jsessionid=..." and "/(S(...))/".
void find_path_sessions(std::string_view url, std::size_t begin, std::size_t end, Spans& spans) {
  for (std::size_t at = url.find_first_of(";(", begin); at < end;
       at = url.find_first_of(";(", at + 1)) {
    std::size_t stop = std::min(url.find_first_of("/;?", at + 1), end);
    std::string_view inside = url.substr(at + 1, stop - at - 1);
    if (url[at] == '(') {
      bool session = url[at - 1] == '/' && inside.size() > 20 && inside.ends_with("))");
      if (session) spans.add({at, stop, true});
      continue;
    }
    std::size_t equals = inside.find('=');
    if (equals != kNone && is_session(inside.substr(0, equals), inside.substr(equals + 1))) {
      spans.add({at + 1 + equals + 1, stop, true});
    }
  }
}

// FNV-1a over what is not taken out.
std::optional<std::uint64_t> hash_without(std::string_view url, const Spans& spans, bool dates) {
  std::uint64_t hash = 14695981039346656037ULL;
  auto mix = [&hash](char c) { hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL; };
  std::size_t at = 0;
  bool any = false;
  for (const Span& span : spans) {
    if (span.begin < at || (!dates && !span.session)) continue;
    any = any || span.session != dates;
    while (at < span.begin) mix(url[at++]);
    mix('\0');
    at = span.end;
  }
  if (!any) return std::nullopt;
  while (at < url.size()) mix(url[at++]);
  return hash;
}

}  // namespace

Shapes shapes_of(const Address& address) {
  std::string_view url = address.url;
  auto path = static_cast<std::size_t>(address.path.data() - url.data());
  std::size_t path_end = path + address.path.size();
  Spans spans;
  find_path_sessions(url, path, path_end, spans);
  find_dates(url.substr(0, path_end), path, spans);
  if (path_end < url.size()) take_arguments(url, path_end + 1, spans);
  if (spans.begin() == spans.end()) return {};
  spans.sort();
  return {hash_without(url, spans, true), hash_without(url, spans, false)};
}

}  // namespace asof::scope
