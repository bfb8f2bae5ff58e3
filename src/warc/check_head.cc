// Rules on heads: WARC 1.1 sections 5 and 6, and the recommendations JWAT made customary.
#include <arpa/inet.h>

#include <algorithm>
#include <array>

#include "base/text.h"
#include "warc/check_internal.h"

namespace asof::warc {
namespace {

using Types = std::uint32_t;
constexpr Types bit(Type type) { return Types{1} << static_cast<unsigned>(type); }
constexpr Types kAll = ~Types{0};
constexpr Types kCaptures = bit(Type::Response) | bit(Type::Resource) | bit(Type::Request) |
                            bit(Type::Revisit) | bit(Type::Conversion) | bit(Type::Continuation);
constexpr Types kConcurrent = bit(Type::Response) | bit(Type::Resource) | bit(Type::Request) |
                              bit(Type::Metadata) | bit(Type::Revisit) | bit(Type::Unknown);

enum class Form { Text, Type, Id, Date, Number, Uri, Ip, Mime, Digest };

struct Rule {
  std::string_view name;
  Form form;
  Types required;  // on these types it must stand
  Types allowed;   // on others it must not
  bool repeatable = false;
};

constexpr std::array kRules = {
    Rule{"WARC-Type", Form::Type, kAll, kAll},
    Rule{"WARC-Record-ID", Form::Id, kAll, kAll},
    Rule{"WARC-Date", Form::Date, kAll, kAll},
    Rule{"Content-Length", Form::Number, kAll, kAll},
    Rule{"Content-Type", Form::Mime, 0, kAll},
    Rule{"WARC-Concurrent-To", Form::Id, 0, kConcurrent, true},
    Rule{"WARC-Block-Digest", Form::Digest, 0, kAll},
    Rule{"WARC-Payload-Digest", Form::Digest, 0, kAll},
    Rule{"WARC-IP-Address", Form::Ip, 0, kAll},
    Rule{"WARC-Refers-To", Form::Id, 0, kAll & ~bit(Type::Warcinfo)},
    Rule{"WARC-Refers-To-Target-URI", Form::Uri, 0, kAll & ~bit(Type::Warcinfo)},
    Rule{"WARC-Refers-To-Date", Form::Date, 0, kAll & ~bit(Type::Warcinfo)},
    Rule{"WARC-Target-URI", Form::Uri, kCaptures, kAll & ~bit(Type::Warcinfo)},
    Rule{"WARC-Truncated", Form::Text, 0, kAll},
    Rule{"WARC-Warcinfo-ID", Form::Id, 0, kAll & ~bit(Type::Warcinfo)},
    Rule{"WARC-Filename", Form::Text, 0, bit(Type::Warcinfo) | bit(Type::Unknown)},
    Rule{"WARC-Profile", Form::Uri, bit(Type::Revisit), bit(Type::Revisit) | bit(Type::Unknown)},
    Rule{"WARC-Identified-Payload-Type", Form::Mime, 0, kAll},
    Rule{"WARC-Segment-Number", Form::Number, bit(Type::Continuation), kAll},
    Rule{"WARC-Segment-Origin-ID", Form::Id, bit(Type::Continuation),
         bit(Type::Continuation) | bit(Type::Unknown)},
    Rule{"WARC-Segment-Total-Length", Form::Number, 0,
         bit(Type::Continuation) | bit(Type::Unknown)},
};

bool is_token(std::string_view text) {
  constexpr std::string_view kPunctuation = "!#$%&'*+-.^_`|~";
  return !text.empty() && std::all_of(text.begin(), text.end(), [&](char c) {
    return is_alnum(c) || kPunctuation.find(c) != std::string_view::npos;
  });
}

bool is_mime(std::string_view text) {
  std::string_view essence = trim(text.substr(0, text.find(';')));
  std::size_t slash = essence.find('/');
  return slash != std::string_view::npos && is_token(essence.substr(0, slash)) &&
         is_token(essence.substr(slash + 1));
}

// An absolute URI: only its scheme is looked at, since the rest is whatever the web served.
bool is_uri(std::string_view text) {
  std::size_t colon = text.find(':');
  if (colon == std::string_view::npos || colon == 0 || !is_alpha(text[0])) return false;
  return std::all_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(colon),
                     [](char c) { return is_alnum(c) || c == '+' || c == '-' || c == '.'; });
}

bool is_ip(std::string_view text) {
  std::array<unsigned char, 16> ignored{};
  std::string address(text);
  return inet_pton(AF_INET, address.c_str(), ignored.data()) == 1 ||
         inet_pton(AF_INET6, address.c_str(), ignored.data()) == 1;
}

// A leap second, or a date to the minute without its zone: both name a time without doubt.
bool is_minute_or_leap(std::string_view value) {
  const auto period = parse_record_date(value);
  if (!period) return false;
  constexpr std::size_t kMinutes = 16, kLeap = 17;
  return value.size() == kMinutes ||
         (value.size() > kLeap && value.substr(kLeap).starts_with("60") && value.ends_with('Z'));
}

// What is wrong with a value of that form; empty when nothing is.
std::string_view flaw(const Rule& rule, std::string_view value) {
  bool bracketed = value.size() > 2 && value.front() == '<' && value.back() == '>';
  switch (rule.form) {
    case Form::Text:
    case Form::Type:
    case Form::Digest:
      return "";
    case Form::Id:
      if (!bracketed) return "must be in angle brackets";
      return is_uri(value.substr(1)) ? "" : "is not a URI";
    case Form::Date:
      if (parse_iso8601(upper(value)) || is_minute_or_leap(value)) return "";
      return parse_record_date(value) ? "is not of the form 2026-11-15T09:30:00Z"
                                      : "is no date of the form 2026-11-15T09:30:00Z";
    case Form::Number:
      return parse_uint(value) ? "" : "is not a number";
    case Form::Uri:
      return is_uri(bracketed ? value.substr(1) : value) ? "" : "is not an absolute URI";
    case Form::Ip:
      return is_ip(value) ? "" : "is not an IP address";
    case Form::Mime:
      return is_mime(value) ? "" : "is not a media type";
  }
  return "";
}

void check_rule(const Record& record, const Rule& rule, const Complaints& say) {
  std::string name(rule.name);
  std::size_t count = 0;
  for (const Field& field : record.fields()) {
    if (!iequals(field.name, rule.name)) continue;
    if (++count == 2 && !rule.repeatable)
      say.error("repeated-field", name + " occurs more than once");
    if (field.value.empty()) {
      say.error("empty-field", name + " is empty");
    } else if (std::string_view why = flaw(rule, field.value); !why.empty()) {
      say.error("field-format",
                name + " " + std::string(why) + ": \"" + to_utf8(field.value.substr(0, 80)) + "\"");
    }
  }
  Types type = bit(record.type());
  if (count == 0 && (rule.required & type) != 0)
    say.error("missing-field",
              name + " is missing from a " + std::string(name_of(record.type())) + " record");
  if (count > 0 && (rule.allowed & type) == 0)
    say.error("misplaced-field",
              name + " is not allowed in a " + std::string(name_of(record.type())) + " record");
}

void check_content_type(const Record& record, const Complaints& say) {
  std::string_view type = record.find("Content-Type");
  if (type.empty() && record.content_length() > 0 && record.type() != Type::Continuation &&
      record.type() != Type::Unknown)
    say.error("missing-content-type", "a record with a block should say its Content-Type");
  if (!type.empty() && record.type() == Type::Warcinfo &&
      !istarts_with(type, "application/warc-fields"))
    say.error("warcinfo-type", "a warcinfo record should be application/warc-fields, not " +
                                   to_utf8(type.substr(0, 80)));
}

void check_segment(const Record& record, const Complaints& say) {
  auto number = parse_uint(record.find("WARC-Segment-Number"));
  if (!number) return;
  bool continues = record.type() == Type::Continuation;
  if (continues && *number < 2)
    say.error("segment-number", "a continuation has a WARC-Segment-Number of 2 or more");
  if (!continues && *number != 1)
    say.error("segment-number", "the first segment has a WARC-Segment-Number of 1");
}

void check_oddities(const Record& record, const Complaints& say) {
  const Oddities& odd = record.oddities();
  if (odd.bare_line_feeds) say.error("line-ends", "lines of the head end in LF instead of CR LF");
  if (odd.extra_returns) say.error("line-ends", "lines of the head end in CR CR LF");
  if (odd.lines_without_colon) say.error("field-syntax", "a line of the head has no colon");
  if (odd.space_before_colon) say.error("field-syntax", "a field's name is followed by a blank");
  if (odd.control_bytes) say.error("control-bytes", "the head contains control bytes");
  if (odd.not_utf8) say.error("not-utf8", "the head is not UTF-8");
  if (odd.folded_lines && record.version() == "1.1")
    say.warn("folded-lines", "fields folded over several lines are discouraged");
  std::string_view uri = record.find("WARC-Target-URI");
  if (uri.starts_with('<')) say.warn("bracketed-uri", "WARC-Target-URI stands in angle brackets");
  if (uri.find(' ') != std::string_view::npos)
    say.warn("blank-in-uri", "WARC-Target-URI contains a blank");
}

}  // namespace

void check_head(const Record& record, const Complaints& say) {
  if (record.is_arc()) {
    const std::string_view date = record.find("WARC-Date");
    const auto period = record.period();
    if (!period && date == "-")
      say.warn("no-date", "the record has no date");
    else if (!period)
      say.error("field-format",
                "the archive date is impossible: \"" + to_utf8(date.substr(0, 80)) + "\"");
    else if (date.size() != 14 && date.size() != 17 && date.size() != 12)
      say.warn("field-format", "the archive date was read as " +
                                   iso8601_known(period->first, period->width()) + ": \"" +
                                   to_utf8(date.substr(0, 80)) + "\"");
    return;
  }
  constexpr std::array<std::string_view, 4> kVersions = {"0.17", "0.18", "1.0", "1.1"};
  if (std::find(kVersions.begin(), kVersions.end(), record.version()) == kVersions.end())
    say.error("version", "unknown version WARC/" + to_utf8(record.version().substr(0, 20)));
  for (const Rule& rule : kRules) check_rule(record, rule, say);
  if (record.type() == Type::Unknown && record.has("WARC-Type"))
    say.warn("unknown-type",
             "unknown record type \"" + to_utf8(record.find("WARC-Type").substr(0, 40)) + "\"");
  check_content_type(record, say);
  check_segment(record, say);
  check_oddities(record, say);
}

}  // namespace asof::warc
