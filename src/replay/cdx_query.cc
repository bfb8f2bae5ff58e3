#include "replay/cdx_query.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <array>

#include "base/json.h"
#include "base/period.h"
#include "base/text.h"
#include "cdx/cdxj.h"
#include "url/surt.h"

namespace asof::replay {
namespace {

constexpr std::array<std::string_view, 9> kFields = {
    "urlkey", "timestamp", "url", "mime", "status", "digest", "length", "offset", "filename"};

// The names that other CDX servers give the same fields.
std::string_view known_name(std::string_view name) {
  if (name == "original") return "url";
  if (name == "mimetype") return "mime";
  if (name == "statuscode") return "status";
  return name;
}

bool is_field(std::string_view name) { return std::ranges::find(kFields, name) != kFields.end(); }

Error unknown_field(std::string_view name) {
  return {Errc::Invalid, fmt::format("there is no field \"{}\"; the fields are {}", to_utf8(name),
                                     fmt::join(kFields, ", "))};
}

Result<std::uint64_t> number(const Query& query, std::string_view name, std::uint64_t fallback) {
  const std::string_view text = query.get(name);
  if (text.empty()) return fallback;
  const auto value = parse_uint(text);
  if (!value)
    return Error{Errc::Invalid, fmt::format("{} is a number, not \"{}\"", name, to_utf8(text))};
  return *value;
}

Result<std::optional<Period>> time(const Query& query, std::string_view name) {
  const std::string_view text = query.get(name);
  if (text.empty()) return std::optional<Period>();
  const auto period = parse_period(text);
  if (!period)
    return Error{Errc::Invalid,
                 fmt::format("{} is a time of 1 to 17 digits, as 20220601, not \"{}\"", name,
                             to_utf8(text))};
  return period;
}

Result<void> read_url(CdxQuery& out, const Query& query) {
  std::string_view url = query.get("url");
  if (url.empty()) return Error{Errc::Invalid, "the parameter url is missing"};
  using Match = CdxQuery::Match;
  const std::string_view match = query.get("matchType");
  if (match == "prefix")
    out.match = Match::Prefix;
  else if (match == "host")
    out.match = Match::Host;
  else if (match == "domain")
    out.match = Match::Domain;
  else if (!match.empty() && match != "exact")
    return Error{Errc::Invalid, "matchType is exact, prefix, host or domain"};
  if (match.empty() && url.starts_with("*.")) {
    out.match = Match::Domain;
    url.remove_prefix(2);
  } else if (match.empty() && url.ends_with('*')) {
    out.match = Match::Prefix;
    url.remove_suffix(1);
  }
  out.url = url.find("://") == kNone && !url.starts_with("urn:") && !url.starts_with("dns:")
                ? "http://" + std::string(url)
                : std::string(url);
  return {};
}

Result<void> read_order(CdxQuery& out, const Query& query) {
  const std::string_view sort = query.get("sort");
  if (sort == "reverse")
    out.sort = CdxQuery::Sort::Reverse;
  else if (sort == "closest" || (sort.empty() && query.has("closest")))
    out.sort = CdxQuery::Sort::Closest;
  else if (!sort.empty() && sort != "default")
    return Error{Errc::Invalid, "sort is closest or reverse"};
  const auto closest = TRY(time(query, "closest"));
  if (closest) out.closest = closest->first;
  if (out.sort == CdxQuery::Sort::Closest && !closest)
    return Error{Errc::Invalid, "sort=closest needs a time: closest=20220601"};
  if (out.sort != CdxQuery::Sort::Ascending && out.match != CdxQuery::Match::Exact)
    return Error{Errc::Invalid, "sort works for one URL only, not with a prefix, host or domain"};
  return {};
}

Result<void> read_output(CdxQuery& out, const Query& query) {
  const std::string_view output = query.get("output");
  if (output == "json")
    out.output = CdxQuery::Output::Json;
  else if (output == "text" || output == "cdx")
    out.output = CdxQuery::Output::Text;
  else if (!output.empty() && output != "cdxj")
    return Error{Errc::Invalid, "output is cdxj, json or text"};
  std::string_view names = query.get("fl");
  if (names.empty()) names = query.get("fields");
  if (names.empty()) return {};
  for (const std::string_view name : split(names, ',')) {
    if (!is_field(known_name(trim(name)))) return unknown_field(name);
    out.fields.emplace_back(known_name(trim(name)));
  }
  return {};
}

}  // namespace

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
  filter.field_ = known_name(text.substr(0, colon));
  filter.value_ = text.substr(colon + 1);
  if (!is_field(filter.field_)) return unknown_field(filter.field_);
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
  const std::string value = field_of(line, field_).value_or("");
  bool found = false;
  if (how_ == How::Contains) found = value.find(value_) != std::string::npos;
  if (how_ == How::Equals) found = value == value_;
  if (how_ == How::Matches) found = re2::RE2::FullMatch(value, *pattern_);
  return found != negated_;
}

Result<CdxQuery> CdxQuery::parse(const Query& query) {
  CdxQuery out;
  TRY(read_url(out, query));
  TRY(read_order(out, query));
  TRY(read_output(out, query));
  if (const auto from = TRY(time(query, "from"))) out.from = from->first;
  if (const auto to = TRY(time(query, "to"))) out.to = to->last();
  const std::uint64_t size = TRY(number(query, "pageSize", kMostCdxLines));
  const std::uint64_t limit = TRY(number(query, "limit", size));
  out.limit = std::clamp<std::uint64_t>(std::min(limit, size), 1, kMostCdxLines);
  out.page = TRY(number(query, "page", 0));
  if (out.page > 1'000'000) return Error{Errc::Invalid, "there is no such page"};
  const std::uint64_t collapse = TRY(number(query, "collapseTime", 0));
  out.collapse = static_cast<std::size_t>(collapse);
  out.count_pages = query.get("showNumPages") == "true";
  for (const std::string_view text : query.all("filter")) {
    CdxFilter filter = TRY(CdxFilter::parse(text));
    out.filters.push_back(std::move(filter));
  }
  return out;
}

CdxQuery::Keys CdxQuery::keys() const {
  const std::string key = url::surt_key(url);
  const std::string site = url::site_of(key);
  switch (match) {
    case Match::Exact:
      return {{key}, true};
    case Match::Prefix:
      // The slash of a bare host is part of the key, not of what was asked for.
      return {{key}, false};
    case Match::Host:
      return {{site + ")"}, false};
    case Match::Domain:
      return {{site + ")", site + ","}, false};
  }
  return {};
}

bool CdxQuery::passes(const cdx::Line& line) const {
  return std::ranges::all_of(filters, [&](const CdxFilter& one) { return one.passes(line); });
}

std::optional<std::string> field_of(const cdx::Line& line, std::string_view name) {
  const auto text = [](const auto& number) { return number ? std::to_string(*number) : "-"; };
  if (name == "urlkey") return line.key;
  if (name == "timestamp") return line.timestamp;
  if (name == "url") return line.url;
  if (name == "mime") return line.mime.empty() ? "-" : line.mime;
  if (name == "status") return text(line.status);
  if (name == "digest") return line.digest.empty() ? "-" : line.digest;
  if (name == "length") return text(line.length);
  if (name == "offset") return text(line.offset);
  if (name == "filename") return line.filename;
  return std::nullopt;
}

void append_line(std::string& out, const cdx::Line& line, const CdxQuery& query) {
  if (query.output == CdxQuery::Output::Cdxj && query.fields.empty()) {
    cdx::append_cdxj(out, line);
    out += '\n';
    return;
  }
  std::vector<std::string> fields = query.fields;
  if (fields.empty()) fields.assign(kFields.begin(), kFields.end());
  json::Object object;
  std::string text;
  for (const std::string& name : fields) {
    const std::string value = field_of(line, name).value_or("-");
    if (query.output == CdxQuery::Output::Json) {
      object.add(name, value);
    } else {
      if (!text.empty()) text += ' ';
      text += value;
    }
  }
  out += query.output == CdxQuery::Output::Json ? object.text() : text;
  out += '\n';
}

}  // namespace asof::replay
