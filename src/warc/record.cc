#include "warc/record.h"

#include <algorithm>
#include <array>
#include <limits>

#include "base/text.h"
#include "warc/input_internal.h"

namespace asof::warc {
namespace {

constexpr std::array<std::string_view, 8> kTypes = {"warcinfo",   "response",    "resource",
                                                    "request",    "metadata",    "revisit",
                                                    "conversion", "continuation"};

// Spaces and tabs only: line ends have been dealt with.
std::string_view trim_blanks(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

bool has_control(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) < ' ' && !is_space(c)) || c == 0x7f;
  });
}

std::string_view without_brackets(std::string_view text) {
  if (text.size() >= 2 && text.front() == '<' && text.back() == '>')
    return text.substr(1, text.size() - 2);
  return text;
}

}  // namespace

std::string_view name_of(Type type) {
  return type == Type::Unknown ? "unknown" : kTypes[static_cast<std::size_t>(type)];
}

std::string to_string(const Position& position) {
  std::string text = std::to_string(position.offset);
  if (position.inner > 0) text += "+" + std::to_string(position.inner);
  return text;
}

std::string_view Record::find(std::string_view name) const {
  for (const Field& field : fields_)
    if (iequals(field.name, name)) return field.value;
  return {};
}

bool Record::has(std::string_view name) const {
  return std::any_of(fields_.begin(), fields_.end(),
                     [name](const Field& field) { return iequals(field.name, name); });
}

std::string_view Record::target_uri() const { return without_brackets(find("WARC-Target-URI")); }

std::string_view Record::id(std::string_view field) const { return without_brackets(find(field)); }

std::optional<Instant> Record::date() const {
  const auto named = period();
  return named ? std::optional(named->first) : std::nullopt;
}

void Record::clear() {
  fields_.clear();
  type_ = Type::Unknown;
  oddities_ = {};
  content_length_ = 0;
  is_arc_ = false;
  version_ = {};
}

std::optional<std::size_t> Record::parse_warc(std::string_view bytes, std::string& why) {
  clear();
  if (!starts_like_warc(bytes)) {
    why = "no WARC record starts here";
    return std::nullopt;
  }
  const std::size_t end = end_of_head(bytes);
  if (end == 0) {
    if (bytes.size() < kLongestHead) return 0;
    why = "the record's head has no end within 1 MiB";
    return std::nullopt;
  }
  storage_.assign(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(end));
  parse_lines();
  std::string_view length = find("Content-Length");
  const auto number = parse_length(length);
  if (!number) {
    why = length.empty() ? "the record has no Content-Length"
                         : "the record's Content-Length is no number: \"" +
                               std::string(length.substr(0, 40)) + "\"";
    return std::nullopt;
  }
  content_length_ = *number;
  std::string_view type = find("WARC-Type");
  for (std::size_t i = 0; i < kTypes.size(); ++i)
    if (iequals(type, kTypes[i])) type_ = static_cast<Type>(i);
  return end;
}

// Splits storage_ into the version and fields. Folded lines are joined in place: the line end and
// the blanks that follow it become blanks, which the value then contains.
void Record::parse_lines() {
  char* text = storage_.data();
  std::string_view whole(text, storage_.size());
  // Some writers end lines in CR CR LF.
  auto text_end = [&](std::size_t line, std::size_t feed) {
    std::size_t end = feed;
    while (end > line && text[end - 1] == '\r') --end;
    if (feed - end > 1) oddities_.extra_returns = true;
    return end;
  };
  std::size_t feed = whole.find('\n');
  const std::size_t first_end = text_end(5, feed);
  oddities_.bare_line_feeds = first_end == feed;
  version_ = trim_blanks(whole.substr(5, first_end - 5));
  oddities_.control_bytes = has_control(version_);
  constexpr std::size_t kUsualFields = 16;
  fields_.reserve(kUsualFields);
  std::size_t line = feed + 1;
  while (line < whole.size()) {
    feed = whole.find('\n', line);
    if (feed == std::string_view::npos || text_end(line, feed) <= line) break;
    while (feed + 1 < whole.size() && (text[feed + 1] == ' ' || text[feed + 1] == '\t')) {
      oddities_.folded_lines = true;
      for (std::size_t i = text_end(line, feed); i <= feed; ++i) text[i] = ' ';
      feed = whole.find('\n', feed + 1);
    }
    std::size_t end = text_end(line, feed);
    if (end == feed) oddities_.bare_line_feeds = true;
    std::string_view field = whole.substr(line, end - line);
    line = feed + 1;
    if (has_control(field)) oddities_.control_bytes = true;
    std::size_t colon = field.find(':');
    if (colon == std::string_view::npos) {
      oddities_.lines_without_colon = true;
      continue;
    }
    std::string_view name = field.substr(0, colon);
    if (trim_blanks(name) != name) oddities_.space_before_colon = true;
    fields_.push_back({trim_blanks(name), trim_blanks(field.substr(colon + 1))});
  }
  oddities_.not_utf8 = !is_utf8(whole);
}

std::size_t end_of_head(std::string_view bytes, std::size_t searched) {
  std::size_t line = 0;
  if (searched > 0) line = bytes.rfind('\n', searched - 1) + 1;  // npos + 1 is the first line
  for (;;) {
    const std::size_t feed = bytes.find('\n', line);
    if (feed == std::string_view::npos) return 0;
    const std::string_view text = bytes.substr(line, feed - line);
    if (text.find_first_not_of('\r') == std::string_view::npos) return feed + 1;
    line = feed + 1;
  }
}

std::optional<std::uint64_t> parse_length(std::string_view text) {
  if (auto number = parse_uint(text)) return number;
  if (text.empty() || !std::all_of(text.begin(), text.end(), is_digit)) return std::nullopt;
  return std::numeric_limits<std::uint64_t>::max();
}

bool starts_like_warc(std::string_view bytes) {
  return bytes.size() >= 8 && istarts_with(bytes, "WARC/") && is_digit(bytes[5]) &&
         bytes[6] == '.' && is_digit(bytes[7]);
}

}  // namespace asof::warc
