#include "replay/cdx_query.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/json.h"
#include "base/period.h"
#include "base/text.h"
#include "cdx/cdxj.h"
#include "url/surt.h"

namespace asof::replay {
namespace {

Result<std::uint64_t> number(std::string_view name, std::string_view text, std::uint64_t least) {
  const auto value = parse_uint(text);
  if (!value || *value < least)
    return Error{Errc::Invalid,
                 fmt::format("{} is a number from {} on, not \"{}\"", name, least, to_utf8(text))};
  return *value;
}

Result<std::uint64_t> number(const Query& query, std::string_view name, std::uint64_t fallback,
                             std::uint64_t least) {
  const std::string_view text = query.get(name);
  if (text.empty()) return fallback;
  return number(name, text, least);
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
  if (out.sort == CdxQuery::Sort::Closest && out.match != CdxQuery::Match::Exact)
    return Error{Errc::Invalid, "sort=closest is for one URL, not for a prefix, host or domain"};
  return {};
}

Result<void> read_extent(CdxQuery& out, const Query& query) {
  const std::uint64_t size = TRY(number(query, "pageSize", kMostCdxLines, 1));
  out.page_size = std::min(size, kMostCdxLines);
  out.page = TRY(number(query, "page", 0, 0));
  std::string_view limit = query.get("limit");
  const bool last = limit.starts_with('-');
  if (last) limit.remove_prefix(1);
  out.limit = out.page_size;
  if (!limit.empty() || last) {
    const std::uint64_t lines = TRY(number("limit", limit, 1));
    out.limit = std::min(lines, out.page_size);
  }
  if (last && out.sort != CdxQuery::Sort::Ascending)
    return Error{Errc::Invalid, "a limit below zero means the last lines; it goes without sort"};
  if (last) out.sort = CdxQuery::Sort::Last;
  if (out.page > 0 && out.sort != CdxQuery::Sort::Ascending)
    return Error{Errc::Invalid,
                 "pages are counted from the first line on: page goes without sort "
                 "and with a limit above zero only"};
  if (out.page > 1'000'000) return Error{Errc::Invalid, "there is no such page"};
  out.count_pages = query.get("showNumPages") == "true";
  return {};
}

Result<void> read_output(CdxQuery& out, const Query& query) {
  const std::string_view output = query.get("output");
  if (output == "json")
    out.output = CdxQuery::Output::Json;
  else if (output == "text" || output == "cdx")
    out.output = CdxQuery::Output::Text;
  else if (!output.empty() && output != "cdxj")
    return Error{Errc::Invalid,
                 "output is cdxj, json or text; links are in the TimeMap: timemap/link/URL"};
  std::string_view names = query.get("fl");
  if (names.empty()) names = query.get("fields");
  if (names.empty()) return {};
  for (const std::string_view name : split(names, ',')) {
    const std::string_view field = TRY(cdx_field(trim(name)));
    out.fields.emplace_back(field);
  }
  return {};
}

}  // namespace

Result<CdxQuery> CdxQuery::parse(const Query& query) {
  CdxQuery out;
  TRY(read_url(out, query));
  TRY(read_order(out, query));
  TRY(read_output(out, query));
  if (const auto from = TRY(time(query, "from"))) out.from = from->first;
  if (const auto to = TRY(time(query, "to"))) out.to = to->last();
  TRY(read_extent(out, query));
  const std::uint64_t collapse = TRY(number(query, "collapseTime", 0, 0));
  out.collapse = static_cast<std::size_t>(collapse);
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
      return {{key}, false, url.ends_with('/') && !key.ends_with('/')};
    case Match::Host:
      return {{site + ")"}, false};
    case Match::Domain:
      return {{site + ")", site + ","}, false};
  }
  return {};
}

bool CdxQuery::Keys::match(std::string_view prefix, std::string_view key) const {
  if (!key.starts_with(prefix)) return false;
  const std::string_view rest = key.substr(prefix.size());
  if (whole) return rest.empty();
  return !folder || rest.empty() || rest.starts_with('/') || rest.starts_with('?');
}

bool CdxQuery::passes(const cdx::Line& line) const {
  return std::ranges::all_of(filters, [&](const CdxFilter& one) { return one.passes(line); });
}

void append_line(std::string& out, const cdx::Line& line, const CdxQuery& query) {
  if (query.output == CdxQuery::Output::Cdxj && query.fields.empty()) {
    cdx::append_cdxj(out, line);
    out += '\n';
    return;
  }
  std::vector<std::string> fields = query.fields;
  if (fields.empty()) fields.assign(kCdxFields.begin(), kCdxFields.end());
  json::Object object;
  std::string text;
  for (const std::string& name : fields) {
    const std::string value = field_of(line, name);
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
