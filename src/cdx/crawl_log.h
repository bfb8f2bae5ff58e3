// crawl.log lines as Heritrix writes them: what archivists' scripts read. docs/formats/crawl-log.md
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/time.h"

namespace asof::cdx {

// Texts are empty where the log has "-".
struct LogLine {
  Instant logged;
  int status = 0;                     // HTTP status, 1 for a DNS answer, negative for failures
  std::optional<std::uint64_t> size;  // bytes of content
  std::string url;
  std::string hops;  // letters L E X R P I M S
  std::string via;
  std::string mime;
  int thread = 0;
  std::optional<Instant> fetch_begin;
  std::optional<std::uint64_t> fetch_ms;  // only with fetch_begin
  std::string digest;
  std::string source_tag;
  std::vector<std::string> annotations;
  std::string json;  // one object, as written; empty where there is none

  bool operator==(const LogLine&) const = default;
};

// Appends the line without its line end. Spaces in values become %20, since columns end there.
void append_log_line(std::string& out, const LogLine& line);
std::string write_log_line(const LogLine& line);

// Corrupt, with the line number given and the column that is wrong.
Result<LogLine> parse_log_line(std::string_view text, std::uint64_t line_number);

}  // namespace asof::cdx
