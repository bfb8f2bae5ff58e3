#include "codec/fast_deflater_internal.h"

#include <cstddef>

#include "base/check.h"

namespace asof::codec {
namespace {

// Up to this size codes are ready-made: to make those of a record of 760 bytes takes three times as
// long as all else. It gets 8 % larger for it, a page of 4 KB 14 %, for the same time saved.
constexpr std::size_t kShort = 2048;
// ISA-L's counters have 32 bits, so that long content goes through in pieces.
constexpr std::size_t kPiece = std::size_t{1} << 20;
constexpr std::size_t kOut = std::size_t{64} << 10;

// What short records are like: of their bytes the ready-made codes are made.
constexpr std::string_view kLike[] = {
    "WARC/1.1\r\n"
    "WARC-Type: metadata\r\n"
    "WARC-Record-ID: <urn:uuid:b51e2d35-586e-49a9-a1ea-fad6c7f81adb>\r\n"
    "WARC-Date: 2026-03-17T14:05:41.195Z\r\n"
    "WARC-Target-URI: https://www.example.org/en/about/2026/index_of-things.html\r\n"
    "WARC-Warcinfo-ID: <urn:uuid:a0b0a49d-f98e-426b-bc61-46f609d65706>\r\n"
    "WARC-Concurrent-To: <urn:uuid:a544d205-61bc-43e5-859c-0252aad4e8d3>\r\n"
    "WARC-Concurrent-To: <urn:uuid:c08b2ca3-d76a-4b80-9815-b19b79a39a32>\r\n"
    "WARC-Block-Digest: "
    "sha256:9b54ad3bbfe0506d1a358b68b985e05d4296bf78cf579ee4a032f79fca03577f\r\n"
    "Content-Type: application/warc-fields\r\n"
    "Content-Length: 183\r\n"
    "\r\n"
    "via: https://www.example.org/en/about/index.html\r\n"
    "hopsFromSeed: LL\r\n"
    "fetchTimeMs: 87\r\n"
    "purpose: capture\r\n"
    "why: coldest detected\r\n"
    "turn: 699 692 2026-03-17T14:05:41.195Z\r\n"
    "rate: 1.92901235e-07\r\n"
    "\r\n\r\n",
    "WARC/1.1\r\n"
    "WARC-Type: request\r\n"
    "WARC-Record-ID: <urn:uuid:d4e8f1a7-3c92-4f06-8b5e-17c0936b2d84>\r\n"
    "WARC-Date: 2026-08-25T09:36:12.748Z\r\n"
    "WARC-Target-URI: http://news.example.com/politics/some_story-1047.html\r\n"
    "WARC-Warcinfo-ID: <urn:uuid:0f7b64d2-85c1-4ae3-9d20-e6a8b3f5174c>\r\n"
    "WARC-Concurrent-To: <urn:uuid:729ec3b0-d518-46f4-a0c9-5b8d17e6f243>\r\n"
    "WARC-Concurrent-To: <urn:uuid:6a1d9f35-0e74-4b8c-92f7-c3508be4d16a>\r\n"
    "WARC-IP-Address: 192.0.2.134\r\n"
    "WARC-Block-Digest: "
    "sha256:d0d232a5de98613bf080aae72a2901d70eb96b342fa2ed63af5a0b16734b16f8\r\n"
    "Content-Type: application/http;msgtype=request\r\n"
    "Content-Length: 148\r\n"
    "\r\n"
    "GET /politics/some_story-1047.html HTTP/1.1\r\n"
    "Host: news.example.com\r\n"
    "User-Agent: asof/0.1.0\r\n"
    "Accept: */*\r\n"
    "Accept-Encoding: gzip, deflate, br\r\n"
    "\r\n\r\n\r\n",
};

std::uint8_t* bytes_of(std::string_view text) {
  return reinterpret_cast<std::uint8_t*>(const_cast<char*>(text.data()));
}

}  // namespace

FastDeflater::FastDeflater() : level_room_(ISAL_DEF_LVL1_DEFAULT) {
  isal_huff_histogram seen{};
  for (const std::string_view record : kLike) {
    isal_update_histogram(bytes_of(record), static_cast<int>(record.size()), &seen);
  }
  CHECK(isal_create_hufftables(&short_codes_, &seen) == 0);
}

std::string FastDeflater::deflate(std::string_view content) {
  return content.size() <= kShort ? deflate_short(content) : deflate_long(content);
}

std::string FastDeflater::deflate_short(std::string_view content) {
  // With no more room than that, what does not get smaller is stored as it is.
  const std::size_t most = content.size() + 5 + 18;
  char* const out = room_.of(most);
  isal_deflate_stateless_init(&stream_);
  stream_.gzip_flag = IGZIP_GZIP;
  stream_.end_of_stream = 1;
  CHECK(isal_deflate_set_hufftables(&stream_, &short_codes_, IGZIP_HUFFTABLE_CUSTOM) == COMP_OK);
  stream_.next_in = bytes_of(content);
  stream_.avail_in = static_cast<std::uint32_t>(content.size());
  stream_.next_out = bytes_of({out, most});
  stream_.avail_out = static_cast<std::uint32_t>(most);
  CHECK(isal_deflate_stateless(&stream_) == COMP_OK);
  return {out, stream_.total_out};
}

std::string FastDeflater::deflate_long(std::string_view content) {
  isal_deflate_init(&stream_);
  stream_.level = 1;
  stream_.level_buf = level_room_.data();
  stream_.level_buf_size = static_cast<std::uint32_t>(level_room_.size());
  stream_.gzip_flag = IGZIP_GZIP;
  char* const out = room_.of(kOut);
  std::string made;
  do {
    const std::string_view piece = content.substr(0, kPiece);
    content.remove_prefix(piece.size());
    stream_.next_in = bytes_of(piece);
    stream_.avail_in = static_cast<std::uint32_t>(piece.size());
    stream_.end_of_stream = content.empty() ? 1 : 0;
    do {
      stream_.next_out = bytes_of({out, kOut});
      stream_.avail_out = kOut;
      CHECK(isal_deflate(&stream_) == COMP_OK);
      made.append(out, kOut - stream_.avail_out);
    } while (stream_.avail_out == 0);
  } while (!content.empty());
  CHECK(stream_.internal_state.state == ZSTATE_END);
  return made;
}

}  // namespace asof::codec
