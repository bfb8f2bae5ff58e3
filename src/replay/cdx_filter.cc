#include "replay/cdx_filter.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>

#include "base/text.h"

namespace asof::replay {

Result<std::string_view> cdx_field(std::string_view name) {
  std::string_view known = name;
  if (name == "original") known = "url";
  if (name == "mimetype") known = "mime";
  if (name == "statuscode") known = "status";
  const auto* found = std::ranges::find(kCdxFields, known);
  if (found != kCdxFields.end()) return *found;
  return Error{Errc::Invalid, fmt::format("there is no field \"{}\"; the fields are {}",
                                          to_utf8(name), fmt::join(kCdxFields, ", "))};
}

std::string field_of(const cdx::Line& line, std::string_view field) {
  const auto text = [](const auto& number) { return number ? std::to_string(*number) : "-"; };
  if (field == "urlkey") return line.key;
  if (field == "timestamp") return line.timestamp;
  if (field == "url") return line.url;
  if (field == "mime") return line.mime.empty() ? "-" : line.mime;
  if (field == "status") return text(line.status);
  if (field == "digest") return line.digest.empty() ? "-" : line.digest;
  if (field == "length") return text(line.length);
  if (field == "offset") return text(line.offset);
  return line.filename;
}

Result<CdxFilter> CdxFilter::parse(std::string_view text) {
  CdxFilter filter;
  if (text.starts_with('!')) {
    filter.negated_ = true;
    text.remove_prefix(1);
  }
  if (text.starts_with('=') || text.starts_with('~')) {
    filter.how_ = text.front() == '=' ? How::Equals : How::Matches;
    text.remove_prefix(1);
  }
  const std::size_t colon = text.find(':');
  if (colon == kNone)
    return Error{Errc::Invalid, "a filter is written so: filter=[!][=|~]field:value"};
  const std::string_view field = TRY(cdx_field(text.substr(0, colon)));
  filter.field_ = field;
  filter.value_ = text.substr(colon + 1);
  if (filter.how_ != How::Matches) return filter;
  re2::RE2::Options options;
  options.set_log_errors(false);
  auto pattern = std::make_shared<re2::RE2>(filter.value_, options);
  if (!pattern->ok())
    return Error{Errc::Invalid, fmt::format("\"{}\" is no regular expression: {}",
                                            to_utf8(filter.value_), pattern->error())};
  filter.pattern_ = std::move(pattern);
  return filter;
}

bool CdxFilter::passes(const cdx::Line& line) const {
  const std::string value = field_of(line, field_);
  bool found = false;
  if (how_ == How::Contains) found = value.find(value_) != std::string::npos;
  if (how_ == How::Equals) found = value == value_;
  if (how_ == How::Matches)
    found = pattern_->Match(value, 0, value.size(), re2::RE2::ANCHOR_START, nullptr, 0);
  return found != negated_;
}

}  // namespace asof::replay
