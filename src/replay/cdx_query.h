// The CDX API: what a request asks of the index, and one line as it is answered.
//
// Parameters, as pywb's CDX server has them: url (a trailing * means prefix, a leading *. domain),
// matchType (exact, prefix, host, domain), from, to (1 to 17 digits), sort (closest, reverse),
// closest (a time), limit, filter (repeatable), fl or fields, output (cdxj, json, text), page,
// pageSize, showNumPages, collapseTime (digits).
//
// filter=[!][=|~]field:value: contains, with = equals, with ~ matches a regular expression as a
// whole; ! negates. A filter on an unknown field is an error, never a filter that is not there.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "cdx/line.h"
#include "replay/query.h"

namespace re2 {
class RE2;
}

namespace asof::replay {

// The longest answer to one request; more is had page by page.
inline constexpr std::uint64_t kMostCdxLines = 100'000;

class CdxFilter final {
 public:
  static Result<CdxFilter> parse(std::string_view text);
  bool passes(const cdx::Line& line) const;

 private:
  enum class How { Contains, Equals, Matches };
  std::string field_;
  std::string value_;
  How how_ = How::Contains;
  bool negated_ = false;
  std::shared_ptr<const re2::RE2> pattern_;
};

struct CdxQuery {
  enum class Match { Exact, Prefix, Host, Domain };
  enum class Sort { Ascending, Reverse, Closest };
  enum class Output { Cdxj, Json, Text };

  std::string url;  // without its *
  Match match = Match::Exact;
  Instant from{INT64_MIN}, to{INT64_MAX};
  Sort sort = Sort::Ascending;
  Instant closest;
  std::uint64_t limit = kMostCdxLines;  // lines of one page
  std::uint64_t page = 0;
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
  };
  Keys keys() const;
  bool passes(const cdx::Line& line) const;
};

// A field of a line by its name, as the API calls it; nothing for unknown names.
std::optional<std::string> field_of(const cdx::Line& line, std::string_view name);

// With its line end.
void append_line(std::string& out, const cdx::Line& line, const CdxQuery& query);

}  // namespace asof::replay
