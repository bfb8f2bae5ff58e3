// Outlinks: the links of a page as another crawler wrote them down beside it. A page that is in the
// archive is asked itself; these serve where it is not.
//
//   outlink: http://example.org/a L a/@href        in a metadata record of Heritrix
//   {"Envelope": {"Payload-Metadata": ...          in a record of a WAT file
#pragma once

#include <optional>
#include <string_view>

#include "capture/links.h"
#include "warc/text_fields.h"

namespace asof::capture {

// More are not read, and none longer.
inline constexpr std::size_t kMostOutlinks = 100'000;
inline constexpr std::size_t kLongestOutlink = 65'536;

// The `outlink` fields of Heritrix: address, hop letter, context. What has no absolute address is
// left out, and so is what is needed before a page (P): names to look up, robots.txt.
Links read_outlinks(const warc::TextFields& fields);

// The links of a page in the JSON of a WAT record about `url`. Nothing where the block is not such
// JSON, or tells of no page. What has no address is left out; addresses become absolute.
std::optional<Links> read_wat(std::string_view url, std::string_view block);

}  // namespace asof::capture
