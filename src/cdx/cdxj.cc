#include "cdx/cdxj.h"

#include <algorithm>
#include <limits>

#include "base/text.h"
#include "cdx/json_internal.h"

namespace asof::cdx {
namespace {

constexpr std::size_t kMaxFields = 1000;

struct TextField {
  std::string_view name;
  std::string Line::*member;
};
constexpr TextField kTextFields[] = {
    {"url", &Line::url},
    {"mime", &Line::mime},
    {"digest", &Line::digest},
    {"filename", &Line::filename},
    {"recordDigest", &Line::record_digest},
    {"method", &Line::method},
    {"requestBody", &Line::request_body},
};

Error bad_line(std::uint64_t line_number, const std::string& what) {
  return {Errc::Corrupt, "CDXJ line " + std::to_string(line_number) + ": " + what};
}

bool is_timestamp(std::string_view text) {
  return text.size() >= 14 && text.size() <= 17 && std::all_of(text.begin(), text.end(), is_digit);
}

// The value of a field as text: a string decoded, a number as written, null as empty.
std::optional<std::string> take_text(JsonCursor& json) {
  json.skip_spaces();
  if (json.peek() == '"') return json.take_string();
  auto scalar = json.take_scalar();
  if (!scalar) return std::nullopt;
  return *scalar == "null" ? std::string() : std::string(*scalar);
}

std::string without_dash(std::string text) { return text == "-" ? std::string() : text; }

// "" and "-" are none; a number that does not fit is an error.
bool set_number(std::optional<std::uint64_t>& into, const std::string& text) {
  into = std::nullopt;
  if (text.empty() || text == "-") return true;
  into = parse_uint(text);
  return into.has_value();
}

bool set_status(std::optional<int>& into, const std::string& text) {
  std::optional<std::uint64_t> number;
  if (!set_number(number, text) || number.value_or(0) > 9999) return false;
  into = std::nullopt;
  if (number) into = static_cast<int>(*number);
  return true;
}

void set_other(Line& line, std::string name, std::string_view json) {
  for (OtherField& other : line.others) {
    if (other.name == name) {
      other.json = json;
      return;
    }
  }
  line.others.push_back({std::move(name), std::string(json)});
}

// Reads the value of the field `name` into `line`; what is wrong with it, or nothing.
std::optional<std::string> take_field(JsonCursor& json, std::string name, Line& line) {
  bool number = name == "offset" || name == "length" || name == "status";
  auto known = std::find_if(std::begin(kTextFields), std::end(kTextFields),
                            [&](const TextField& field) { return field.name == name; });
  if (!number && known == std::end(kTextFields)) {
    auto value = json.take_value();
    if (!value) return "field " + name + " has no value";
    set_other(line, std::move(name), *value);
    return std::nullopt;
  }
  auto text = take_text(json);
  if (!text) return "field " + name + " is neither string nor number";
  if (!number) {
    line.*(known->member) = without_dash(std::move(*text));
    return std::nullopt;
  }
  bool fits = name == "status"   ? set_status(line.status, *text)
              : name == "offset" ? set_number(line.offset, *text)
                                 : set_number(line.length, *text);
  if (!fits) return "field " + name + " is no number";
  return std::nullopt;
}

Result<void> take_object(std::string_view text, std::uint64_t line_number, Line& line) {
  JsonCursor json(text);
  auto at = [&] { return " at byte " + std::to_string(json.offset()) + " of the JSON"; };
  if (!json.take('{')) return bad_line(line_number, "no JSON object");
  bool closed = json.take('}');
  for (std::size_t count = 0; !closed; ++count) {
    if (count == kMaxFields) return bad_line(line_number, "too many fields");
    auto name = json.take_string();
    if (!name || !json.take(':')) return bad_line(line_number, "a field is expected" + at());
    // Names are cleaned when read, so that two that are written alike are one field.
    auto wrong = take_field(json, is_utf8(*name) ? std::move(*name) : to_utf8(*name), line);
    if (wrong) return bad_line(line_number, *wrong + at());
    closed = json.take('}');
    if (!closed && !json.take(',')) return bad_line(line_number, "',' or '}' is expected" + at());
  }
  json.skip_spaces();
  if (!json.at_end()) return bad_line(line_number, "text after the JSON object");
  return {};
}

// White space would end the key early, so it cannot stay.
void append_key(std::string& out, std::string_view key) {
  constexpr std::string_view kHex = "0123456789abcdef";
  for (char c : key) {
    if (is_space(c)) {
      auto byte = static_cast<unsigned>(c);
      out += '%';
      out += kHex[byte >> 4];
      out += kHex[byte & 15];
    } else {
      out += c;
    }
  }
}

class ObjectWriter {
 public:
  ObjectWriter(std::string& out, JsonStyle style) : out_(out), spaced_(style == JsonStyle::Spaced) {
    out_ += '{';
  }
  void add(std::string_view name, std::string_view value) {
    if (value.empty()) return;
    begin(name);
    append_json_string(out_, value);
  }
  template <class Number>
  void add_number(std::string_view name, const std::optional<Number>& value) {
    if (value) add(name, std::to_string(*value));
  }
  void add_json(std::string_view name, std::string_view json) {
    begin(name);
    out_ += json;
  }
  void close() { out_ += '}'; }

 private:
  void begin(std::string_view name) {
    if (!first_) out_ += spaced_ ? ", " : ",";
    first_ = false;
    append_json_string(out_, name);
    out_ += spaced_ ? ": " : ":";
  }

  std::string& out_;
  bool spaced_;
  bool first_ = true;
};

}  // namespace

void append_cdxj(std::string& out, const Line& line, JsonStyle style) {
  append_key(out, line.key);
  out += ' ';
  out += line.timestamp;
  out += ' ';
  ObjectWriter object(out, style);
  object.add("url", line.url);
  object.add("mime", line.mime);
  object.add_number("status", line.status);
  object.add("digest", line.digest);
  object.add_number("length", line.length);
  object.add_number("offset", line.offset);
  object.add("filename", line.filename);
  object.add("recordDigest", line.record_digest);
  object.add("method", line.method);
  object.add("requestBody", line.request_body);
  for (const OtherField& other : line.others) object.add_json(other.name, other.json);
  object.close();
}

std::string write_cdxj(const Line& line, JsonStyle style) {
  std::string out;
  append_cdxj(out, line, style);
  return out;
}

Result<Line> parse_cdxj(std::string_view text, std::uint64_t line_number) {
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.remove_suffix(1);
  if (text.find_first_of("\r\n") != std::string_view::npos) {
    return bad_line(line_number, "a line end inside");
  }
  // Keys of some tools hold spaces, and a key may hold " {" too: the object starts at the first
  // brace that a timestamp stands before.
  for (std::size_t brace = text.find(" {"); brace != std::string_view::npos;
       brace = text.find(" {", brace + 1)) {
    std::string_view before = text.substr(0, brace);
    while (!before.empty() && before.back() == ' ') before.remove_suffix(1);
    std::size_t space = before.rfind(' ');
    if (space == std::string_view::npos || space == 0) continue;
    if (!is_timestamp(before.substr(space + 1))) continue;
    Line line;
    line.timestamp = before.substr(space + 1);
    line.key = before.substr(0, before.find_last_not_of(' ', space) + 1);
    if (line.key.empty()) break;
    if (!line.instant()) return bad_line(line_number, line.timestamp + " is no time");
    TRY(take_object(text.substr(brace + 1), line_number, line));
    return line;
  }
  return bad_line(line_number, "\"<key> <14 to 17 digits> {json}\" is expected");
}

bool is_directive(std::string_view text) {
  return trim(text).empty() || text.front() == '!' || istarts_with(text, " cdx ");
}

}  // namespace asof::cdx
