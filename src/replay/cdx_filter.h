// The fields of index lines by their names, and filters on them, as the CDX API has both.
//
// filter=[!][=|~]field:value: contains, with = equals, with ~ begins with what a regular expression
// matches; ! negates. A filter on an unknown field is an error, never a filter that is not there.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "cdx/line.h"

namespace re2 {
class RE2;
}

namespace asof::replay {

inline constexpr std::array<std::string_view, 9> kCdxFields = {
    "urlkey", "timestamp", "url", "mime", "status", "digest", "length", "offset", "filename"};

// The field of a name, which may be that of other CDX servers ("original"). Errc::Invalid, with the
// names that are known, where there is none.
Result<std::string_view> cdx_field(std::string_view name);

// A field of a line, by one of kCdxFields; "-" where the line has none.
std::string field_of(const cdx::Line& line, std::string_view field);

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

}  // namespace asof::replay
