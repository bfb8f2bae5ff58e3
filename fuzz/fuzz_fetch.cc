// modules: base fetch
//
// What the fetcher reads by itself: addresses, the targets of URLs, fields to be sent, and the end
// of a chunked body, which pieces of any size must find at the same place.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "fetch/address.h"
#include "fetch/chunk_end_internal.h"
#include "fetch/target_internal.h"

using namespace asof::fetch;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  if (auto range = parse_range(text)) CHECK(range->bits >= 0 && range->bits <= 128);
  const auto line = text.substr(0, text.find('\n'));
  if (auto target = parse_target(line)) {
    // The origin and the path are a URL again, of the same meaning.
    const auto again = parse_target(target->origin + target->path);
    CHECK(again && again->host == target->host && again->port == target->port);
    CHECK(again->path == target->path && again->user.empty());
  }
  const auto colon = line.find(':');
  if (colon != std::string_view::npos &&
      check_field(line.substr(0, colon), line.substr(colon + 1))) {
    CHECK(line.find('\r') == std::string_view::npos);
  }
  is_chunked(text);
  ChunkEnd whole;
  const auto end = whole.take(text);
  CHECK(end <= size);
  for (std::size_t piece : {1u, 3u, 64u}) {
    ChunkEnd pieces;
    std::size_t taken = 0;
    for (std::size_t at = 0; at < size; at += piece) taken += pieces.take(text.substr(at, piece));
    CHECK(taken == end);
  }
  return 0;
}
