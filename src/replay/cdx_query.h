// The CDX API: what a request asks of the index, and one line as it is answered.
//
// Parameters, as pywb's CDX server has them: url (a trailing * means prefix, a leading *. domain),
// matchType (exact, prefix, host, domain), from, to (1 to 17 digits), sort (closest, reverse),
// closest (a time), limit (below zero: the last ones), filter (repeatable), fl or fields, output
// (cdxj, json, text), page, pageSize (lines), showNumPages, collapseTime (digits).
// src/replay/cdx_filter.h says what a filter is.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "cdx/line.h"
#include "replay/cdx_filter.h"
#include "replay/query.h"

namespace asof::replay {

// The longest answer to one request; more is had page by page.
inline constexpr std::uint64_t kMostCdxLines = 100'000;

struct CdxQuery {
  enum class Match { Exact, Prefix, Host, Domain };
  // Last: ascending, too, but where there are more than the limit, the last ones.
  enum class Sort { Ascending, Last, Reverse, Closest };
  enum class Output { Cdxj, Json, Text };

  std::string url;  // without its *
  Match match = Match::Exact;
  Instant from{INT64_MIN}, to{INT64_MAX};
  Sort sort = Sort::Ascending;
  Instant closest;
  std::uint64_t page_size = kMostCdxLines;
  std::uint64_t page = 0;               // of lines in their order, from 0
  std::uint64_t limit = kMostCdxLines;  // lines to answer; at most page_size
  bool count_pages = false;
  std::size_t collapse = 0;  // digits of the time; 0: not
  std::vector<CdxFilter> filters;
  std::vector<std::string> fields;  // empty: all
  Output output = Output::Cdxj;

  // Errc::Invalid with what is wrong and what is right.
  static Result<CdxQuery> parse(const Query& query);
  // The keys that can match begin with one of these; with `whole` they are one of these.
  struct Keys {
    std::vector<std::string> prefixes;
    bool whole = false;
    bool folder = false;  // the prefix ended in a slash, which keys do not

    bool match(std::string_view prefix, std::string_view key) const;
  };
  Keys keys() const;
  bool passes(const cdx::Line& line) const;
};

// With its line end.
void append_line(std::string& out, const cdx::Line& line, const CdxQuery& query);

}  // namespace asof::replay
