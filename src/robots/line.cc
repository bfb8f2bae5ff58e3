#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/text.h"
#include "html/charset.h"
#include "robots/line_internal.h"

namespace asof::robots {
namespace {

// Names and the misspellings of them that parsers have learnt to read.
struct Name {
  std::string_view name;
  Field field;
};
constexpr Name kNames[] = {
    {"user-agent", Field::UserAgent},
    {"useragent", Field::UserAgent},
    {"user agent", Field::UserAgent},
    {"user_agent", Field::UserAgent},
    {"useg-agent", Field::UserAgent},
    {"user-agents", Field::UserAgent},
    {"allow", Field::Allow},
    {"allows", Field::Allow},
    {"disallow", Field::Disallow},
    {"dissallow", Field::Disallow},
    {"dissalow", Field::Disallow},
    {"disalow", Field::Disallow},
    {"diasllow", Field::Disallow},
    {"disallaw", Field::Disallow},
    {"desallow", Field::Disallow},
    {"dis-allow", Field::Disallow},
    {"crawl-delay", Field::CrawlDelay},
    {"crawldelay", Field::CrawlDelay},
    {"crawl delay", Field::CrawlDelay},
    {"crawl_delay", Field::CrawlDelay},
    {"sitemap", Field::Sitemap},
    {"site-map", Field::Sitemap},
    {"sitemaps", Field::Sitemap},
};

Field field_named(std::string_view name) {
  for (const Name& known : kNames) {
    if (iequals(name, known.name)) return known.field;
  }
  return Field::Other;
}

bool is_token(char c) { return is_alpha(c) || c == '-' || c == '_'; }

}  // namespace

std::string to_text(std::string_view file) {
  bool little = file.starts_with("\xFF\xFE");
  bool big = file.starts_with("\xFE\xFF");
  if (file.size() >= 4 && !little && !big) {  // without a mark, ASCII in UTF-16 shows by its zeros
    little = file[0] != 0 && file[1] == 0 && file[2] != 0 && file[3] == 0;
    big = file[0] == 0 && file[1] != 0 && file[2] == 0 && file[3] != 0;
  }
  if (little || big) {
    std::string text = html::to_utf8(file, little ? "utf-16le" : "utf-16be");
    return text.starts_with("\xEF\xBB\xBF") ? text.substr(3) : text;
  }
  // A mark that was cut is passed over as far as it goes.
  for (char mark : std::string_view("\xEF\xBB\xBF")) {
    if (!file.starts_with(mark)) break;
    file.remove_prefix(1);
  }
  return std::string(file);
}

Line take_line(std::string_view& text) {
  std::size_t end = text.find_first_of("\r\n");
  std::string_view line = text.substr(0, end);
  bool pair = end != kNone && text.substr(end, 2) == "\r\n";
  text.remove_prefix(end == kNone ? text.size() : end + (pair ? 2 : 1));

  line = trim(line.substr(0, line.find('#')));
  std::size_t colon = line.find(':');
  if (colon != kNone) {
    return {field_named(trim(line.substr(0, colon))), trim(line.substr(colon + 1)), line};
  }
  // "disallow /" is what it looks like where it is two words and no more.
  std::size_t space = line.find_first_of(" \t");
  if (space == kNone) return {Field::Other, {}, line};
  std::string_view value = trim(line.substr(space));
  if (value.find_first_of(" \t") != kNone) return {Field::Other, {}, line};
  return {field_named(line.substr(0, space)), value, line};
}

std::string_view product_token(std::string_view value) {
  if (value == "*" || value.starts_with("* ") || value.starts_with("*\t")) return "*";
  auto end = std::find_if_not(value.begin(), value.end(), is_token);
  return value.substr(0, static_cast<std::size_t>(end - value.begin()));
}

std::optional<double> parse_delay(std::string_view value) {
  std::string number(value.substr(0, 32));
  std::replace(number.begin(), number.end(), ',', '.');
  if (number.starts_with('.')) number.insert(0, "0");
  double seconds = 0;
  const char* first = number.data();
  const char* last = first + number.size();
  auto [rest, problem] = std::from_chars(first, last, seconds, std::chars_format::fixed);
  if (problem != std::errc() || !std::isfinite(seconds) || seconds < 0) return std::nullopt;
  std::string unit = lower(trim(std::string_view(rest, static_cast<std::size_t>(last - rest))));
  bool of_seconds = unit.empty() || unit.front() == 's' || !is_alnum(unit.front());
  if (!of_seconds || std::signbit(seconds)) return std::nullopt;
  return seconds;
}

}  // namespace asof::robots
