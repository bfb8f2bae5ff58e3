// modules: base cdx url replay
// A query of the CDX API: whatever was sent, it is refused, or it asks for something: some lines at
// least, a time before its end, keys that match themselves; and a line is written as one line.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "base/text.h"
#include "replay/cdx_query.h"

using namespace asof;
using namespace asof::replay;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  CHECK(percent_decoded(percent_encoded(text)) == text);
  const auto query = CdxQuery::parse(Query(text));
  if (!query) {
    CHECK(query.error().code == Errc::Invalid && !query.error().what.empty());
    return 0;
  }
  CHECK(query->limit > 0 && query->limit <= query->page_size && query->page_size <= kMostCdxLines);
  const CdxQuery::Keys keys = query->keys();
  CHECK(!keys.prefixes.empty());
  for (const std::string& prefix : keys.prefixes) CHECK(keys.match(prefix, prefix));
  cdx::Line line;
  line.key = keys.prefixes.front();
  line.timestamp = "20220601120000";
  line.url = "http://a.org/";
  line.mime = "text/html";
  line.status = 200;
  line.filename = "a.warc.gz";
  // A filter and its contrary never agree.
  const Query named(text);
  for (const std::string_view filter : named.all("filter")) {
    const auto one = CdxFilter::parse(filter);
    const auto other = CdxFilter::parse(filter.starts_with('!') ? std::string(filter.substr(1))
                                                                : "!" + std::string(filter));
    CHECK(one && other && one->passes(line) != other->passes(line));
  }
  std::string out;
  append_line(out, line, *query);
  CHECK(out.find('\n') == out.size() - 1);
  return 0;
}
