// ARC version 1 and 2 header lines (Burner and Kahle 1996):
//
//   v1:  URL SP IP-address SP Archive-date SP Content-type SP Archive-length LF
//   v2:  URL IP-address Archive-date Content-type Result-code Checksum Location Offset Filename
//        Archive-length
//
// The first record of a file is "filedesc://name ..." and describes the file, as warcinfo does.
// Old writers put the fields in another order, "None" for an address they did not know, and all
// kinds of things for the date; such a record is read, if need be as one without a date.
#include <algorithm>
#include <vector>

#include "base/text.h"
#include "warc/input_internal.h"
#include "warc/record.h"

namespace asof::warc {
namespace {

constexpr std::size_t kLongestLine = 64 * 1024;

// Fields behind the URL, by version.
constexpr std::size_t kFields1 = 4, kFields2 = 9;

struct Line {
  std::string_view url, ip, date, mime, length;
};

bool is_unknown(std::string_view text) { return text == "-" || iequals(text, "none"); }

bool looks_like_ip(std::string_view text) {
  if (is_unknown(text)) return true;
  if (text.empty()) return false;
  for (char c : text)
    if (hex_value(c) < 0 && c != '.' && c != ':') return false;
  return text.find('.') != std::string_view::npos || text.find(':') != std::string_view::npos;
}

// Something that stands where a date should, readable or not: digits, 14 of them with text behind
// them, a number in hexadecimal.
bool looks_like_date(std::string_view text) {
  if (text == "-") return true;
  if (text.size() < 8 || text.size() > 64) return false;
  const auto digits = std::find_if_not(text.begin(), text.end(), is_digit) - text.begin();
  if (digits == 14) return true;
  return text.size() <= 32 &&
         std::all_of(text.begin(), text.end(), [](char c) { return hex_value(c) >= 0; });
}

bool looks_like_mime(std::string_view text) {
  return text == "-" || text.find('/') != std::string_view::npos;
}

// The next field of what stands behind the URL, which loses it.
std::string_view take_field(std::string_view& rest) {
  const std::size_t blank = rest.find(' ');
  const std::string_view field = rest.substr(0, blank);
  rest.remove_prefix(blank == std::string_view::npos ? rest.size() : blank + 1);
  return field;
}

// The fields behind the URL, in the order of the standard. Some lines have no Content-type.
std::optional<Line> in_order(std::string_view url, std::string_view rest, bool with_mime) {
  Line line{.url = url, .length = rest.substr(rest.rfind(' ') + 1)};
  line.ip = take_field(rest);
  line.date = take_field(rest);
  if (rest.empty() || !looks_like_ip(line.ip) || !looks_like_date(line.date) ||
      !parse_length(line.length))
    return std::nullopt;
  if ((rest.find(' ') != std::string_view::npos) != with_mime) return std::nullopt;
  if (with_mime) line.mime = take_field(rest);
  return line;
}

// The same fields in any other order, told apart by how they look. Only what is beyond doubt
// counts: a date that can be read, an address that is one. Version 2 has its length at the end.
std::optional<Line> out_of_order(std::string_view url, std::string_view rest) {
  const std::vector<std::string_view> fields = split(rest, ' ');
  const bool second = fields.size() == kFields2;
  Line line{.url = url};
  const auto put = [](std::string_view& into, std::string_view field) {
    const bool first = into.empty();
    into = field;
    return first;
  };
  for (std::size_t i = 0; i < (second ? 3u : kFields1); ++i) {
    const std::string_view field = fields[i];
    bool fits = false;
    if (field.size() >= 10 && parse_record_date(field) && parse_record_date(field)->ms < 86'400'000)
      fits = put(line.date, field);
    else if (field.size() > 1 && looks_like_ip(field))
      fits = put(line.ip, field);
    else if (!second && parse_uint(field))
      fits = put(line.length, field);
    else if (looks_like_mime(field))
      fits = put(line.mime, field);
    if (!fits) return std::nullopt;
  }
  if (second && parse_uint(fields.back())) line.length = fields.back();
  const bool complete =
      !line.date.empty() && !line.ip.empty() && !line.length.empty() && !line.mime.empty();
  return complete ? std::optional(line) : std::nullopt;
}

bool starts_with_scheme(std::string_view line) {
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos || colon == 0 || !is_alpha(line[0])) return false;
  return std::all_of(line.begin(), line.begin() + static_cast<std::ptrdiff_t>(colon),
                     [](char c) { return is_alnum(c) || c == '+' || c == '-' || c == '.'; });
}

// URLs with blanks in them exist, so the line is understood from its other fields outwards.
std::optional<Line> split_line(std::string_view line) {
  if (!starts_with_scheme(line)) return std::nullopt;
  const auto from_left = [&](bool with_mime) -> std::optional<Line> {
    for (std::size_t end = line.find(' '); end != std::string_view::npos;
         end = line.find(' ', end + 1))
      if (auto found = in_order(line.substr(0, end), line.substr(end + 1), with_mime)) return found;
    return std::nullopt;
  };
  if (auto found = from_left(true)) return found;
  std::size_t end = line.size();
  for (std::size_t fields = 1; fields <= kFields2; ++fields) {
    end = end == 0 ? std::string_view::npos : line.rfind(' ', end - 1);
    if (end == std::string_view::npos) break;
    if (fields != kFields1 && fields != kFields2) continue;
    if (auto found = out_of_order(line.substr(0, end), line.substr(end + 1))) return found;
  }
  return from_left(false);
}

}  // namespace

bool starts_like_arc(std::string_view bytes) {
  std::string_view line = bytes.substr(0, std::min(bytes.find('\n'), kLongestLine));
  while (line.ends_with('\r')) line.remove_suffix(1);
  return split_line(line).has_value();
}

std::optional<std::size_t> Record::parse_arc(std::string_view bytes, std::string& why) {
  clear();
  is_arc_ = true;
  std::size_t feed = bytes.find('\n');
  if (feed == std::string_view::npos && bytes.size() < kLongestLine) return 0;
  if (feed != std::string_view::npos) {
    storage_.assign(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(feed));
    while (!storage_.empty() && storage_.back() == '\r') storage_.pop_back();
    std::string_view whole(storage_.data(), storage_.size());
    if (auto line = split_line(whole)) {
      bool describes_file = istarts_with(line->url, "filedesc:");
      type_ = describes_file ? Type::Warcinfo : Type::Response;
      content_length_ = *parse_length(line->length);
      version_ = "arc/1";
      fields_.push_back({"WARC-Type", name_of(type_)});
      fields_.push_back({"WARC-Target-URI", line->url});
      if (!is_unknown(line->ip)) fields_.push_back({"WARC-IP-Address", line->ip});
      fields_.push_back({"WARC-Date", line->date});
      fields_.push_back({"Content-Type", line->mime});
      fields_.push_back({"Content-Length", line->length});
      oddities_.not_utf8 = !is_utf8(whole);
      return feed + 1;
    }
  }
  why = "no ARC record starts here";
  return std::nullopt;
}

}  // namespace asof::warc
