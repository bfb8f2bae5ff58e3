// ARC version 1 and 2 header lines (Burner and Kahle 1996):
//
//   v1:  URL SP IP-address SP Archive-date SP Content-type SP Archive-length LF
//   v2:  URL IP-address Archive-date Content-type Result-code Checksum Location Offset Filename
//        Archive-length
//
// The first record of a file is "filedesc://name ..." and describes the file, as warcinfo does.
#include "base/text.h"
#include "warc/record.h"

namespace asof::warc {
namespace {

constexpr std::size_t kLongestLine = 64 * 1024;

struct Line {
  std::string_view url, ip, date, mime, length;
};

// A dash stands for "unknown".
bool looks_like_ip(std::string_view text) {
  if (text == "-") return true;
  if (text.empty()) return false;
  for (char c : text)
    if (hex_value(c) < 0 && c != '.' && c != ':') return false;
  return text.find('.') != std::string_view::npos || text.find(':') != std::string_view::npos;
}

bool looks_like_date(std::string_view text) {
  if (text == "-") return true;
  return text.size() >= 12 && text.size() <= 17 && parse_uint(text).has_value();
}

// URLs with blanks in them exist, so the line is understood from its date outwards.
std::optional<Line> split_line(std::string_view line) {
  std::size_t last = line.rfind(' ');
  if (last == std::string_view::npos || !parse_uint(line.substr(last + 1))) return std::nullopt;
  std::size_t colon = line.find(':');
  if (colon == std::string_view::npos || colon == 0 || !is_alpha(line[0])) return std::nullopt;
  for (char c : line.substr(0, colon))
    if (!is_alnum(c) && c != '+' && c != '-' && c != '.') return std::nullopt;
  for (std::size_t ip = line.find(' '); ip != std::string_view::npos; ip = line.find(' ', ip + 1)) {
    std::size_t date = line.find(' ', ip + 1);
    if (date == std::string_view::npos) break;
    std::size_t mime = line.find(' ', date + 1);
    if (mime == std::string_view::npos || mime > last) break;
    Line parts{line.substr(0, ip),
               line.substr(ip + 1, date - ip - 1),
               line.substr(date + 1, mime - date - 1),
               {},
               line.substr(last + 1)};
    if (!looks_like_ip(parts.ip) || !looks_like_date(parts.date)) continue;
    if (mime < last) {
      std::string_view rest = line.substr(mime + 1, last - mime - 1);
      parts.mime = rest.substr(0, rest.find(' '));
    }
    return parts;
  }
  return std::nullopt;
}

}  // namespace

bool starts_like_arc(std::string_view bytes) {
  std::string_view line = bytes.substr(0, std::min(bytes.find('\n'), kLongestLine));
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  return split_line(line).has_value();
}

std::optional<std::size_t> Record::parse_arc(std::string_view bytes, std::string& why) {
  clear();
  is_arc_ = true;
  std::size_t feed = bytes.find('\n');
  if (feed == std::string_view::npos && bytes.size() < kLongestLine) return 0;
  if (feed != std::string_view::npos) {
    storage_.assign(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(feed));
    if (!storage_.empty() && storage_.back() == '\r') storage_.pop_back();
    std::string_view whole(storage_.data(), storage_.size());
    if (auto line = split_line(whole)) {
      bool describes_file = istarts_with(line->url, "filedesc:");
      type_ = describes_file ? Type::Warcinfo : Type::Response;
      content_length_ = *parse_uint(line->length);
      version_ = "arc/1";
      fields_.push_back({"WARC-Type", name_of(type_)});
      fields_.push_back({"WARC-Target-URI", line->url});
      fields_.push_back({"WARC-IP-Address", line->ip});
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
