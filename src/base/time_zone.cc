// Files of the tz database (RFC 9636). The block of 64-bit times is read where there is one. What
// comes after the last change in the file is told by a rule in the footer ("CET-1CEST,M3.5.0,..."),
// which is written out here until 2100.
#include "base/time_zone.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>

#include "base/file.h"

namespace asof {
namespace {

constexpr std::uint64_t kLargestFile = 1 << 20;
constexpr int kLastYear = 2100;
constexpr std::size_t kHeader = 44;

// Reads a rule, front to back.
class Rule final {
 public:
  explicit Rule(std::string_view text) : left_(text) {}

  bool done() const { return left_.empty(); }
  bool take(char c) {
    if (left_.empty() || left_.front() != c) return false;
    left_.remove_prefix(1);
    return true;
  }
  bool name() {
    const bool quoted = take('<');
    std::size_t length = 0;
    while (length < left_.size() && (quoted ? left_[length] != '>' : letter(left_[length])))
      ++length;
    left_.remove_prefix(length);
    return quoted ? take('>') && length > 0 : length >= 3;
  }
  std::optional<int> number(int least, int most) {
    int value = 0;
    std::size_t length = 0;
    while (length < left_.size() && length < 4 && left_[length] >= '0' && left_[length] <= '9')
      value = 10 * value + (left_[length++] - '0');
    left_.remove_prefix(length);
    if (length == 0 || value < least || value > most) return std::nullopt;
    return value;
  }
  // [+-]hh[:mm[:ss]] in seconds.
  std::optional<double> time() {
    const double sign = take('-') ? -1 : (take('+'), 1);
    const auto hours = number(0, 167);
    if (!hours) return std::nullopt;
    double seconds = 3600.0 * *hours;
    for (const double unit : {60.0, 1.0}) {
      if (!take(':')) break;
      const auto part = number(0, 59);
      if (!part) return std::nullopt;
      seconds += unit * *part;
    }
    return sign * seconds;
  }

 private:
  static bool letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
  std::string_view left_;
};

// A day of each year, and a local time on it.
struct YearlyDay {
  enum class Form : std::uint8_t { Month, Julian, Ordinal } form = Form::Month;
  int month = 1, week = 1, day = 0;
  double time = 7200;

  Time in(int year) const {
    using namespace std::chrono;
    const sys_days first = std::chrono::year(year) / January / 1;
    sys_days found = first + days(day);
    if (form == Form::Julian) {  // 1 to 365, 29 February is never counted
      const bool leap = std::chrono::year(year).is_leap() && day >= 60;
      found = first + days(day - (leap ? 0 : 1));
    } else if (form == Form::Month) {
      const auto in_month = std::chrono::year(year) / std::chrono::month(unsigned(month));
      const std::chrono::weekday wanted{static_cast<unsigned>(day)};
      found = week == 5 ? sys_days(in_month / wanted[last])
                        : sys_days(in_month / wanted[static_cast<unsigned>(week)]);
    }
    return 86400.0 * static_cast<double>(found.time_since_epoch().count()) + time;
  }
};

std::optional<YearlyDay> parse_day(Rule& rule) {
  YearlyDay day;
  std::optional<int> number;
  if (rule.take('M')) {
    const auto month = rule.number(1, 12);
    const bool dot = rule.take('.');
    const auto week = rule.number(1, 5);
    if (!month || !dot || !week || !rule.take('.')) return std::nullopt;
    day.month = *month;
    day.week = *week;
    number = rule.number(0, 6);
  } else if (rule.take('J')) {
    day.form = YearlyDay::Form::Julian;
    number = rule.number(1, 365);
  } else {
    day.form = YearlyDay::Form::Ordinal;
    number = rule.number(0, 365);
  }
  if (!number) return std::nullopt;
  day.day = *number;
  if (rule.take('/')) {
    const auto time = rule.time();
    if (!time) return std::nullopt;
    day.time = *time;
  }
  return day;
}

// What holds after the last change of a file.
struct Footer {
  double standard = 0;
  struct Summer {
    double offset = 0;
    YearlyDay begins, ends;
  };
  std::optional<Summer> summer;
};

std::optional<Footer> parse_footer(std::string_view text) {
  Rule rule(text);
  if (!rule.name()) return std::nullopt;
  const auto west = rule.time();
  if (!west) return std::nullopt;
  Footer footer{.standard = -*west, .summer = {}};
  if (rule.done()) return footer;
  Footer::Summer summer{.offset = footer.standard + 3600, .begins = {}, .ends = {}};
  if (!rule.name()) return std::nullopt;
  if (!rule.take(',')) {
    const auto other = rule.time();
    if (!other || !rule.take(',')) return std::nullopt;
    summer.offset = -*other;
  }
  const auto begins = parse_day(rule);
  if (!begins || !rule.take(',')) return std::nullopt;
  const auto ends = parse_day(rule);
  if (!ends || !rule.done()) return std::nullopt;
  summer.begins = *begins;
  summer.ends = *ends;
  footer.summer = summer;
  return footer;
}

std::int64_t big_endian(std::string_view bytes) {
  std::uint64_t value = (bytes[0] & 0x80) != 0 ? ~std::uint64_t{0} : 0;
  for (const char byte : bytes) value = value << 8 | static_cast<unsigned char>(byte);
  return static_cast<std::int64_t>(value);
}

// The sizes of a block, as its header tells them.
struct Sizes {
  std::uint64_t utc = 0, standard = 0, leaps = 0, times = 0, types = 0, letters = 0;

  static std::optional<Sizes> read(std::string_view bytes) {
    if (bytes.size() < kHeader || bytes.substr(0, 4) != "TZif") return std::nullopt;
    std::uint64_t counts[6];
    for (std::size_t i = 0; i < 6; ++i)
      counts[i] = static_cast<std::uint32_t>(big_endian(bytes.substr(20 + 4 * i, 4)));
    return Sizes{counts[0], counts[1], counts[2], counts[3], counts[4], counts[5]};
  }
  std::uint64_t bytes(std::uint64_t width) const {
    return times * (width + 1) + types * 6 + letters + leaps * (width + 4) + standard + utc;
  }
};

bool is_name(std::string_view name) {
  if (name.empty() || name.size() > 64 || name.front() == '/' || name.front() == '.') return false;
  return name.find("..") == std::string_view::npos && std::ranges::all_of(name, [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                  c == '/' || c == '_' || c == '-' || c == '+';
         });
}

}  // namespace

TimeZone TimeZone::fixed(Duration offset, std::string name) {
  TimeZone zone;
  zone.first_ = offset;
  zone.name_ = std::move(name);
  return zone;
}

Result<TimeZone> TimeZone::find(std::string_view name, const std::string& folder) {
  if (name == "UTC" || name == "Z") return TimeZone();
  if (name.starts_with('+') || name.starts_with('-')) {
    Rule rule(name);
    const auto offset = rule.time();
    if (offset && rule.done() && std::abs(*offset) <= 18 * 3600)
      return fixed(*offset, std::string(name));
  } else if (is_name(name)) {
    const std::string path = folder + "/" + std::string(name);
    const auto file = FileSource::open(path);
    if (!file)
      return Error{Errc::NotFound,
                   fmt::format("there is no time zone '{}' in {}; write a name such as "
                               "Europe/Paris or an offset such as +01:00",
                               name, folder)};
    if (file->size() > kLargestFile)
      return Error{Errc::Corrupt, path + ": too large for a time zone"};
    std::string bytes(file->size(), '\0');
    const std::size_t got = TRY(file->read_at(0, bytes));
    bytes.resize(got);
    auto zone = parse(bytes, std::string(name));
    if (!zone) return std::move(zone).error().within(path);
    return zone;
  }
  return Error{Errc::Invalid, fmt::format("'{}' is not a time zone; write a name such as "
                                          "Europe/Paris or an offset such as +01:00",
                                          name)};
}

Result<TimeZone> TimeZone::parse(std::string_view bytes, std::string name) {
  const auto corrupt = [](const char* what) { return Error{Errc::Corrupt, what}; };
  auto sizes = Sizes::read(bytes);
  if (!sizes) return corrupt("not a file of the tz database");
  std::uint64_t width = 4;
  if (bytes[4] >= '2') {
    const std::uint64_t first = kHeader + sizes->bytes(4);
    if (first > bytes.size()) return corrupt("the time zone is cut off");
    bytes.remove_prefix(first);
    sizes = Sizes::read(bytes);
    if (!sizes) return corrupt("the time zone lacks its second header");
    width = 8;
  }
  if (sizes->types == 0 || sizes->types > 256) return corrupt("the time zone has no offsets");
  if (kHeader + sizes->bytes(width) > bytes.size()) return corrupt("the time zone is cut off");
  const std::string_view times = bytes.substr(kHeader, sizes->times * width);
  const std::string_view types = bytes.substr(kHeader + times.size(), sizes->times);
  const std::string_view infos = bytes.substr(kHeader + times.size() + types.size());
  const auto offset_of = [&](std::size_t type) {
    return static_cast<double>(big_endian(infos.substr(6 * type, 4)));
  };
  TimeZone zone = fixed(offset_of(0), std::move(name));
  for (std::size_t i = 0; i < sizes->times; ++i) {
    const auto type = static_cast<unsigned char>(types[i]);
    if (type >= sizes->types) return corrupt("the time zone names an offset it does not have");
    const auto at = static_cast<double>(big_endian(times.substr(i * width, width)));
    if (!zone.changes_.empty() && at <= zone.changes_.back().at)
      return corrupt("the changes of the time zone are not in order");
    zone.changes_.push_back({at, offset_of(type)});
  }
  if (width == 4) return zone;
  std::string_view footer = bytes.substr(kHeader + sizes->bytes(width));
  if (footer.size() < 2 || footer.front() != '\n' || footer.back() != '\n')
    return corrupt("the time zone lacks its footer");
  footer = footer.substr(1, footer.size() - 2);
  if (footer.empty()) return zone;
  const auto rule = parse_footer(footer);
  if (!rule) return corrupt("the footer of the time zone cannot be read");
  const Time last = zone.changes_.empty() ? -kNever : zone.changes_.back().at;
  if (!rule->summer) {
    if (zone.changes_.empty()) zone.first_ = rule->standard;
    return zone;
  }
  std::vector<Change> later;
  for (int year = 1970; year <= kLastYear; ++year) {
    later.push_back({rule->summer->begins.in(year)-rule->standard, rule->summer->offset});
    later.push_back({rule->summer->ends.in(year)-rule->summer->offset, rule->standard});
  }
  std::ranges::sort(later, {}, &Change::at);
  for (const Change& one : later)
    if (one.at > last) zone.changes_.push_back(one);
  return zone;
}

double TimeZone::offset_at(Time at) const {
  if (changes_.empty()) return first_;
  const auto after = std::ranges::upper_bound(changes_, at, {}, &Change::at);
  return after == changes_.begin() ? first_ : std::prev(after)->offset;
}

Time TimeZone::next_change(Time at) const {
  const auto after = std::ranges::upper_bound(changes_, at, {}, &Change::at);
  return after == changes_.end() ? kNever : after->at;
}

}  // namespace asof
