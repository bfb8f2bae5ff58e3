// modules: base codec http
//
// A message with its body, as a WARC block holds it. Pieces of any size must give the same head and
// body as the whole.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/check.h"
#include "http/body.h"
#include "http/date.h"
#include "http/fields.h"
#include "http/link.h"
#include "http/message.h"
#include "http/mime.h"

using namespace asof::http;

namespace {

constexpr BodyLimits kLimits{.output = 4 << 20, .ratio_from = 1 << 20, .ratio = 200, .codings = 4};

std::size_t head_size_by_pieces(std::string_view bytes, std::size_t piece, bool& found) {
  HeadEnd finder(HeadEnd::Kind::Response);
  for (std::size_t size = 0;; size += piece) {
    size = std::min(size, bytes.size());
    auto end = finder.find(bytes.substr(0, size), size == bytes.size());
    if (end && *end) {
      found = true;
      return **end;
    }
    if (!end || size == bytes.size()) return bytes.size();
  }
}

void read_fields(const Fields& fields) {
  for (const Field& field : fields) {
    parse_content_type(field.value);
    asof::http::parse_date(field.value);
    for (const Link& link : parse_links(field.value)) link.relations();
    parse_etag(field.value);
    unfold(field.value);
  }
  content_type(fields);
  location(fields);
  retry_after(fields, {});
  last_modified(fields);
}

void decode(std::string_view body, const BodyClaims& claims, Layer layer, std::size_t piece) {
  DecodedBody whole = decode_all(body, claims, layer, kLimits);
  auto decoder = BodyDecoder::open(claims, layer, kLimits);
  if (!decoder) return;
  std::string pieces;
  auto sink = [&](std::string_view bytes) { pieces += bytes; };
  bool limited = false;
  for (std::size_t at = 0; at < body.size() && !limited; at += piece) {
    limited = !decoder->push(body.substr(at, piece), sink);
  }
  if (!limited) limited = !decoder->finish(sink);
  // How much of a damaged or limited stream is seen may depend on how it came.
  bool exact = !limited && !whole.limited && !whole.notes.encoding_broken &&
               !decoder->notes().encoding_broken;
  if (exact) CHECK(pieces == whole.bytes());
  sniff_type(whole.bytes());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  std::size_t piece = data[0] % 64 + std::size_t{1};
  std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  auto response = parse_response(bytes);
  if (response) {
    CHECK(response->size <= bytes.size());
    bool found = false;
    CHECK(head_size_by_pieces(bytes, piece, found) == response->size);
    CHECK(found == response->complete);
    read_fields(response->fields);
    BodyClaims claims = BodyClaims::of(response->fields);
    std::string_view body = bytes.substr(response->size);
    decode(body, claims, Layer::Payload, piece);
    decode(body, claims, Layer::Content, piece);
  }
  auto request = parse_request(bytes);
  if (request) read_fields(request->fields);
  return 0;
}
